package wire

import (
	"slices"
	"strconv"
	"strings"
)

// rpcParts is one envelope in parts: its name, its correlation id, and its other members as they are written.
type rpcParts struct {
	envelope string
	id       *string
	names    []string
	values   [][]byte
}

func (p *rpcParts) get(name string) []byte {
	if at := slices.Index(p.names, name); at >= 0 {
		return p.values[at]
	}
	return nil
}

func (p *rpcParts) add(name string, value []byte) {
	p.names = append(p.names, name)
	p.values = append(p.values, value)
}

// append lays out params or a result: the value of the payload alone, or an object of all members.
func (p *rpcParts) append(to []byte, payload string) []byte {
	if payload != "" {
		return append(to, p.get(payload)...)
	}
	return p.appendObject(to, func(string) bool { return true })
}

func (p *rpcParts) appendObject(to []byte, with func(name string) bool) []byte {
	to = append(to, '{')
	for index, name := range p.names {
		if !with(name) {
			continue
		}
		if to[len(to)-1] != '{' {
			to = append(to, ',')
		}
		to = append(appendString(to, name), ':')
		to = append(to, p.values[index]...)
	}
	return append(to, '}')
}

func (p *rpcParts) requestMessage(method *rpcMethod, id RPCID) []byte {
	to := []byte(`{"jsonrpc":"2.0"`)
	if !id.IsNone() {
		to = append(append(to, `,"id":`...), id.append(nil)...)
	}
	to = appendString(append(to, `,"method":`...), method.name)
	if len(p.names) > 0 {
		to = p.append(append(to, `,"params":`...), method.params)
	}
	return append(to, '}')
}

func appendRPCError(to []byte, number int, text []byte) []byte {
	to = append(to, `{"code":`...)
	to = strconv.AppendInt(to, int64(number), 10)
	return append(append(to, `,"message":`...), text...)
}

func (p *rpcParts) errorMessage(id RPCID) []byte {
	number := rpcOtherNumber
	if code := p.get(failureCode); code != nil {
		number = rpcNumberOf(rpcString(code))
	}
	to := append([]byte(`{"jsonrpc":"2.0","id":`), id.append(nil)...)
	to = appendRPCError(append(to, `,"error":`...), number, p.get(failureText))
	if others := p.appendObject(nil, func(name string) bool { return name != failureText }); len(others) > len("{}") {
		to = append(append(to, `,"data":`...), others...)
	}
	return append(to, "}}"...)
}

func rpcString(literal []byte) string {
	text, _, _ := unescape(literal, 1, 1)
	return text
}

func rpcNumberOf(code string) int {
	for _, known := range rpcNumbers {
		if known.code == code {
			return known.number
		}
	}
	return rpcOtherNumber
}

// line is the line of the envelope: tag, members in their order, the id where the model has it.
func (p *rpcParts) line() []byte {
	to := append(appendString([]byte{'{'}, tagName), ':')
	to = appendString(to, p.envelope)
	if p.id != nil {
		to = append(appendString(append(to, ','), rpcIDMember(p.envelope)), ':')
		to = appendString(to, *p.id)
	}
	for index, name := range p.names {
		to = append(appendString(append(to, ','), name), ':')
		to = append(to, p.values[index]...)
	}
	return append(to, '}')
}

// typed is the envelope, or what is wrong with it, at its place in the JSON-RPC message.
func (p *rpcParts) typed(method *rpcMethod, id RPCID, due bool) (Envelope, *RPCError) {
	line := p.line()
	if message, ok := decodeQuickly(line); ok {
		if envelope, ok := message.(Envelope); ok {
			return envelope, nil
		}
	}
	examined := examine(line, rpcMaxMessage, false, 1)
	if envelope, ok := examined.Message.(Envelope); ok {
		return envelope, nil
	}
	wrong := examined.Faults[0]
	return nil, rpcError(wrong.Rule, p.pointer(wrong.Pointer, method), wrong.Detail, id, due)
}

// pointer leads through the JSON-RPC message instead of the line.
func (p *rpcParts) pointer(pointer string, method *rpcMethod) string {
	first, rest, deeper := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	switch {
	case first == "" || first == tagName:
		return ""
	case first == rpcIDMember(p.envelope):
		return "/id"
	case p.envelope == rpcFailure && first == failureText:
		return "/error/message"
	case p.envelope == rpcFailure || method == nil:
		return "/error/data" + pointer
	}
	at, payload := "/result", method.result
	if p.envelope == method.request {
		at, payload = "/params", method.params
	}
	switch {
	case first != payload:
		return at + pointer
	case deeper:
		return at + "/" + rest
	default:
		return at
	}
}
