package wire

import "bytes"

// RPCReceived is a JSON-RPC message that has come in.
type RPCReceived struct {
	// Envelope is the message itself.
	Envelope Envelope

	// Method is the name of the method that it calls or answers; empty for a failure of which nobody knows what it
	// answers.
	Method string

	// ID is the id of the request; none for notifications and for such failures.
	ID RPCID
}

// RPCPeer writes and reads the same messages as JSON-RPC 2.0, without framing, for one party of a session: a request
// and its reply are a method, a failure is an error object. This binding is a draft.
//
// It remembers the requests in flight, since a response does not say which method it answers, and a reply without a
// correlation id not which request. It must not be used from several goroutines at once. The zero value is ready.
type RPCPeer struct {
	pending rpcPending
}

// Encode is an envelope as one JSON-RPC message in one line. Requests without a correlation id get an integer; replies
// without one answer such requests in their turn. Errors are of type [*EncodeError].
func (p *RPCPeer) Encode(envelope Envelope) ([]byte, error) { return p.EncodeAs(envelope, RPCID{}) }

// EncodeAs is [RPCPeer.Encode] with the id that a request without a correlation id is to have, or with that of the
// request which is answered.
func (p *RPCPeer) EncodeAs(envelope Envelope, id RPCID) ([]byte, error) {
	line, err := Encode(envelope)
	if err != nil {
		return nil, err
	}
	name := envelope.Tag()
	correlation := rpcCorrelation(envelope)
	given := id
	if correlation != nil {
		given = RPCTextID(*correlation)
	}
	method := rpcCalled(name)
	switch {
	case method == nil && !given.IsNone():
		p.pending.settle(given)
	case method == nil:
		given = p.pending.settleTurn(name)
	case method.reply != "":
		if given.IsNone() {
			given = p.pending.nextID()
		}
		p.pending.add(given, method, correlation == nil)
	}
	return rpcMessage(line, name, given)
}

// EncodeRPC is an envelope as one JSON-RPC message in one line, whatever else is in flight. The id is for requests and
// replies without a correlation id; a failure may do without.
func EncodeRPC(envelope Envelope, id RPCID) ([]byte, error) {
	line, err := Encode(envelope)
	if err != nil {
		return nil, err
	}
	if correlation := rpcCorrelation(envelope); correlation != nil {
		id = RPCTextID(*correlation)
	}
	name := envelope.Tag()
	if method := rpcCalled(name); id.IsNone() && method != nil && method.reply != "" {
		return nil, &EncodeError{"missing-member", "/id", "expected an id for a request without a correlation id"}
	}
	return rpcMessage(line, name, id)
}

// Expect says that a request waits, for a party that has not sent it with [RPCPeer.Encode]; false if there is no such
// method.
func (p *RPCPeer) Expect(id RPCID, method string) bool {
	known := rpcNamed(method)
	if known != nil {
		p.pending.add(id, known, false)
	}
	return known != nil
}

// Decode is the message in one JSON-RPC message. Errors are of type [*RPCError], with the response that is then due.
func (p *RPCPeer) Decode(data []byte) (*RPCReceived, error) {
	message, wrong := parseRPC(data)
	if wrong != nil {
		return nil, wrong
	}
	if message.response {
		return p.response(message)
	}
	return p.request(message)
}

func (p *RPCPeer) request(message *rpcParsed) (*RPCReceived, error) {
	method, wrong := message.calls()
	if wrong != nil {
		return nil, wrong
	}
	parts, wrong := message.requestParts(method)
	if wrong != nil {
		return nil, wrong
	}
	envelope, wrong := parts.typed(method, message.id, !message.id.IsNone())
	if wrong != nil {
		return nil, wrong
	}
	if !message.id.IsNone() {
		p.pending.add(message.id, method, parts.id == nil)
	}
	return &RPCReceived{envelope, method.name, message.id}, nil
}

func (p *RPCPeer) response(message *rpcParsed) (*RPCReceived, error) {
	method := p.pending.settle(message.id)
	parts, wrong := message.responseParts(method)
	if wrong != nil {
		return nil, wrong
	}
	envelope, wrong := parts.typed(method, message.id, false)
	if wrong != nil {
		return nil, wrong
	}
	received := &RPCReceived{Envelope: envelope, ID: message.id}
	if method != nil {
		received.Method = method.name
	}
	return received, nil
}

func rpcNamed(name string) *rpcMethod {
	for index := range rpcMethods {
		if rpcMethods[index].name == name {
			return &rpcMethods[index]
		}
	}
	return nil
}

// rpcCalled is the method that an envelope calls, or nil.
func rpcCalled(envelope string) *rpcMethod {
	for index := range rpcMethods {
		if rpcMethods[index].request == envelope {
			return &rpcMethods[index]
		}
	}
	return nil
}

// rpcAnswered is the method that an envelope answers, or nil.
func rpcAnswered(envelope string) *rpcMethod {
	for index := range rpcMethods {
		if rpcMethods[index].reply == envelope {
			return &rpcMethods[index]
		}
	}
	return nil
}

// rpcMessage lays out the message of an envelope that was written as a line.
func rpcMessage(line []byte, name string, id RPCID) ([]byte, error) {
	parts := rpcParts{envelope: name}
	p := parser{data: line}
	whole := p.value()
	for index, member := range whole.names {
		if member != tagName && member != rpcIDMember(name) {
			held := whole.items[index]
			parts.names = append(parts.names, member)
			parts.values = append(parts.values, bytes.Clone(line[held.start:held.end]))
		}
	}
	if name == rpcFailure {
		return parts.errorMessage(id), nil
	}
	if method := rpcCalled(name); method != nil {
		return parts.requestMessage(method, id), nil
	}
	method := rpcAnswered(name)
	if id.IsNone() || method == nil {
		return nil, &EncodeError{"unasked", "", "no request waits for " + name}
	}
	to := append([]byte(`{"jsonrpc":"2.0","id":`), id.append(nil)...)
	to = append(to, `,"result":`...)
	return append(parts.append(to, method.result), '}'), nil
}
