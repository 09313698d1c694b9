package wire

import "strings"

// RPCError says why something is no JSON-RPC message of this protocol.
type RPCError struct {
	// Rule is the id of the rule that is broken.
	Rule string

	// Pointer is the JSON pointer (RFC 6901) of the value in the JSON-RPC message; empty for all of it.
	Pointer string

	// Detail says what was expected.
	Detail string

	// Number is the code of the error object that answers.
	Number int

	// Code is the error code of the protocol that goes with it.
	Code string

	// ID is that of the message, as far as it could be read.
	ID RPCID

	// Due tells whether anything answers: not a notification, nor a response.
	Due bool
}

// Error names the rule, the place and what was expected there.
func (e *RPCError) Error() string { return describe(e.Rule, e.Pointer, e.Detail) }

// Response is the response that is due, or nil.
func (e *RPCError) Response() []byte {
	if !e.Due {
		return nil
	}
	to := append([]byte(`{"jsonrpc":"2.0","id":`), e.ID.append(nil)...)
	to = append(to, `,"error":`...)
	to = appendRPCError(to, e.Number, appendString(nil, e.Error()))
	to = append(append(append(to, `,"data":{`...), appendString(nil, failureCode)...), ':')
	return append(appendString(to, e.Code), "}}}"...)
}

// rpcFault is a rule that only a JSON-RPC message can break.
type rpcFault struct {
	name   string
	number int
	code   string
}

const (
	rpcParseError     = -32700
	rpcInvalidRequest = -32600
	rpcInvalidParams  = -32602
)

func rpcError(rule, pointer, detail string, id RPCID, due bool) *RPCError {
	wrong := &RPCError{Rule: rule, Pointer: pointer, Detail: detail, ID: id, Due: due}
	for _, known := range rpcFaults {
		if known.name == rule {
			wrong.Number, wrong.Code = known.number, known.code
			return wrong
		}
	}
	wrong.Number, wrong.Code = rpcInvalidRequest, faultOf(rule).code
	switch rule {
	case "byte-order-mark", "line-too-long", "lone-surrogate", "not-json", "not-utf8", "too-deep":
		wrong.Number = rpcParseError
	default:
		if pointer == "/params" || strings.HasPrefix(pointer, "/params/") {
			wrong.Number = rpcInvalidParams
		}
	}
	return wrong
}
