package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"log"

	wire "cgp-wire"
)

// jsonrpc tells what becomes of a JSON-RPC message, given the method of the request that waits with its id.
func jsonrpc(asked request) answer {
	data := asked.line()
	peer := &wire.RPCPeer{}
	if id := idOf(data); asked.Answers != nil && !id.IsNone() {
		peer.Expect(id, *asked.Answers)
	}
	received, err := peer.Decode(data)
	var wrong *wire.RPCError
	if errors.As(err, &wrong) {
		return answer{
			"verdict": "refuses", "rule": wrong.Rule, "pointer": wrong.Pointer, "number": wrong.Number,
			"code": wrong.Code, "due": wrong.Due, "echo": wrong.ID,
		}
	}
	line, err := wire.Encode(received.Envelope)
	if err != nil {
		log.Fatal(err)
	}
	written, err := wire.EncodeRPC(received.Envelope, received.ID)
	if err != nil {
		log.Fatal(err)
	}
	return answer{
		"verdict": "accepts", "envelope": received.Envelope.Tag(),
		"canonical": string(bytes.TrimSuffix(line, []byte("\n"))), "written": string(written),
	}
}

// idOf is the id of a message, if it has one that a request could have.
func idOf(data []byte) wire.RPCID {
	var message struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(data, &message) != nil {
		return wire.RPCID{}
	}
	var text string
	if json.Unmarshal(message.ID, &text) == nil && text != "" {
		return wire.RPCTextID(text)
	}
	var number int64
	if json.Unmarshal(message.ID, &number) == nil && string(message.ID) != "null" {
		return wire.RPCNumberID(number)
	}
	return wire.RPCID{}
}
