package wire

import (
	"slices"
	"strings"
)

// rpcParsed is a JSON-RPC message as a plain value.
type rpcParsed struct {
	data     []byte
	message  *value
	id       RPCID
	response bool
}

// rpcMaxDepth is how many levels are looked through to find the parts of a message; lines have their own limit.
const rpcMaxDepth = 8 * MaxDepth

// parseRPC reads the request, notification or response in data, with everything that JSON-RPC 2.0 demands of it. The
// method need not be one of this protocol.
func parseRPC(data []byte) (*rpcParsed, *RPCError) {
	if tooLong(data, rpcMaxMessage) {
		wrong := lineTooLong(rpcMaxMessage)
		return nil, rpcError(wrong.Rule, "", wrong.Detail, RPCID{}, true)
	}
	parsed, syntax := parse(data, rpcMaxDepth)
	if syntax == nil && parsed.depth > MaxDepth && (parsed.half || len(parsed.value.doubled) > 0) {
		syntax = tooDeep(nil)
	}
	switch {
	case syntax != nil:
		return nil, rpcError(syntax.Rule, syntax.Pointer, syntax.Detail, RPCID{}, true)
	case parsed.half:
		return nil, rpcError("lone-surrogate", "", "expected escapes of surrogates in pairs", RPCID{}, true)
	case parsed.value.sort == sortArray:
		return nil, rpcError("batch", "", "expected an object, found an array", RPCID{}, true)
	case parsed.value.sort != sortObject:
		return nil, rpcError("not-an-object", "", "expected an object", RPCID{}, true)
	}
	message := parsed.value
	id, badID := rpcIDOf(message)
	result, failure, method := message.get("result"), message.get("error"), message.get("method")
	// Whoever sent a request waits, so an answer to what is none goes to the id that it has.
	response := method == nil && (result != nil || failure != nil)
	if version := message.get("jsonrpc"); version == nil || string(data[version.start:version.end]) != `"2.0"` {
		return nil, rpcError("no-jsonrpc", "/jsonrpc", `expected "2.0"`, id, !response)
	}
	if wrong := rpcDoubled(message, "", id, !response); wrong != nil {
		return nil, wrong
	}
	read := &rpcParsed{data, message, id, response}
	if response {
		return read, read.checkResponse(badID)
	}
	switch {
	case badID != "":
		return nil, rpcError("bad-id", "/id", badID, RPCID{}, true)
	case method == nil || result != nil || failure != nil:
		return nil, rpcError("no-request", "", "expected a method, or a result, or an error", id, true)
	case method.sort != sortString:
		return nil, rpcError("no-request", "/method", "expected a string", id, true)
	}
	params := message.get("params")
	if params != nil && params.sort != sortNull && params.sort != sortObject {
		return nil, rpcError("positional-params", "/params", "expected an object", id, !id.IsNone())
	}
	return read, nil
}

func rpcDoubled(object *value, at string, id RPCID, due bool) *RPCError {
	if len(object.doubled) == 0 {
		return nil
	}
	name := object.names[slices.Min(object.doubled)]
	return rpcError("duplicate-member", at+token(name), "expected the member once", id, due)
}

func (r *rpcParsed) checkResponse(badID string) *RPCError {
	result, failure := r.message.get("result"), r.message.get("error")
	if result != nil && failure != nil {
		return rpcError("no-request", "", "expected a result or an error, not both", r.id, false)
	}
	id := r.message.get("id")
	if id == nil {
		return rpcError("bad-id", "/id", "expected the id of the request", RPCID{}, false)
	}
	if badID != "" && (failure == nil || id.sort != sortNull) {
		return rpcError("bad-id", "/id", badID, RPCID{}, false)
	}
	if failure == nil {
		return nil
	}
	return r.checkError(failure)
}

func (r *rpcParsed) checkError(failure *value) *RPCError {
	if failure.sort != sortObject {
		return rpcError("bad-error", "/error", "expected an object", r.id, false)
	}
	if wrong := rpcDoubled(failure, "/error", r.id, false); wrong != nil {
		return wrong
	}
	if code := failure.get("code"); code == nil || code.sort != sortInteger {
		return rpcError("bad-error", "/error/code", "expected an integer", r.id, false)
	}
	if text := failure.get("message"); text == nil || text.sort != sortString {
		return rpcError("bad-error", "/error/message", "expected a string", r.id, false)
	}
	if data := failure.get("data"); data != nil && data.sort == sortObject {
		return rpcDoubled(data, "/error/data", r.id, false)
	}
	return nil
}

// calls is the method that is called, if it is called in the right way.
func (r *rpcParsed) calls() (*rpcMethod, *RPCError) {
	method := rpcNamed(r.message.get("method").text)
	switch {
	case method == nil:
		names := make([]string, len(rpcMethods))
		for index := range rpcMethods {
			names[index] = rpcMethods[index].name
		}
		detail := "expected one of " + strings.Join(names, ", ")
		return nil, rpcError("no-such-method", "/method", detail, r.id, !r.id.IsNone())
	case method.reply == "" && !r.id.IsNone():
		return nil, rpcError("takes-no-id", "/id", "expected no id for a notification", r.id, true)
	case method.reply != "" && r.id.IsNone():
		// Whoever sends no id gets no answer.
		return nil, rpcError("needs-id", "/id", "expected an id for a method that has a result", RPCID{}, false)
	}
	return method, nil
}

// raw is a value as it is written.
func (r *rpcParsed) raw(held *value) []byte { return r.data[held.start:held.end] }

// correlation is the id of the message as one of an envelope, where that can have one.
func (r *rpcParsed) correlation(has bool) *string {
	if text, ok := r.id.Text(); ok && has {
		return &text
	}
	return nil
}

// given are the members of an object, without those that an envelope has of its own.
func (r *rpcParsed) given(parts *rpcParts, object *value) {
	for index, name := range object.names {
		if name != tagName && name != rpcIDMember(parts.envelope) {
			parts.add(name, r.raw(object.items[index]))
		}
	}
}

func (r *rpcParsed) requestParts(method *rpcMethod) (*rpcParts, *RPCError) {
	parts := &rpcParts{envelope: method.request, id: r.correlation(method.asksID)}
	params := r.message.get("params")
	if params == nil || params.sort == sortNull {
		params = &value{sort: sortObject}
	}
	if shape := shapeOf(envelopeShapes, method.request); shape.single {
		if wrong := rpcDoubled(params, "/params", r.id, !r.id.IsNone()); wrong != nil {
			return nil, wrong
		}
	}
	if method.params == "" {
		r.given(parts, params)
		return parts, nil
	}
	whole := &rpcParts{envelope: method.request}
	for index, name := range params.names {
		whole.add(name, r.raw(params.items[index]))
	}
	parts.add(method.params, whole.append(nil, ""))
	return parts, nil
}

func (r *rpcParsed) responseParts(method *rpcMethod) (*rpcParts, *RPCError) {
	_, whole := r.id.Number()
	if failure := r.message.get("error"); failure != nil && (method != nil || !whole) {
		return r.failureParts(failure, method), nil
	}
	if method == nil {
		return nil, rpcError("unasked", "/id", "expected the id of a request that waits", r.id, false)
	}
	result := r.message.get("result")
	parts := &rpcParts{envelope: method.reply, id: r.correlation(method.givesID)}
	if method.result != "" {
		parts.add(method.result, r.raw(result))
		return parts, nil
	}
	if result.sort != sortObject {
		return nil, rpcError("wrong-type", "/result", "expected an object", r.id, false)
	}
	if shape := shapeOf(envelopeShapes, method.reply); shape.single {
		if wrong := rpcDoubled(result, "/result", r.id, false); wrong != nil {
			return nil, wrong
		}
	}
	r.given(parts, result)
	return parts, nil
}

// failureParts are those of the failure that an error is.
func (r *rpcParsed) failureParts(failure *value, method *rpcMethod) *rpcParts {
	parts := &rpcParts{envelope: rpcFailure, id: r.correlation(method == nil || method.asksID)}
	data := failure.get("data")
	if data == nil {
		data = &value{sort: sortNull}
	}
	if code, ok := rpcCodeOf(failure, data); ok {
		parts.add(failureCode, appendString(nil, code))
	}
	parts.add(failureText, r.raw(failure.get("message")))
	for index, name := range data.names {
		if name != tagName && name != failureID && name != failureText && name != failureCode {
			parts.add(name, r.raw(data.items[index]))
		}
	}
	return parts
}

// rpcCodeOf is the error code of an error, if it has one.
func rpcCodeOf(failure, data *value) (code string, ok bool) {
	if code := data.get(failureCode); code != nil && code.sort == sortString {
		return code.text, true
	}
	for _, read := range rpcReads {
		if failure.get("code").text == read.spelling {
			return read.code, true
		}
	}
	return "", false
}
