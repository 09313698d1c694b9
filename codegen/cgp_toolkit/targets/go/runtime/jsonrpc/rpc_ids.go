package wire

import (
	"strconv"
	"unicode/utf8"
)

// RPCID ties a response to its request: a text, which is the correlation id where the envelope has one, or an integer,
// which stands for an envelope without. The zero value is none.
type RPCID struct {
	text   string
	number int64
	kind   rpcIDKind
}

type rpcIDKind uint8

const (
	rpcNone rpcIDKind = iota
	rpcText
	rpcNumber
)

// RPCTextID is an id that is a text.
func RPCTextID(text string) RPCID { return RPCID{text: text, kind: rpcText} }

// RPCNumberID is an id that is an integer.
func RPCNumberID(number int64) RPCID { return RPCID{number: number, kind: rpcNumber} }

// IsNone tells whether there is no id.
func (id RPCID) IsNone() bool { return id.kind == rpcNone }

// Text is the id, if it is a text.
func (id RPCID) Text() (text string, ok bool) { return id.text, id.kind == rpcText }

// Number is the id, if it is an integer.
func (id RPCID) Number() (number int64, ok bool) { return id.number, id.kind == rpcNumber }

// String is the id as JSON.
func (id RPCID) String() string { return string(id.append(nil)) }

// MarshalJSON is the id as JSON; null for none.
func (id RPCID) MarshalJSON() ([]byte, error) { return id.append(nil), nil }

func (id RPCID) append(to []byte) []byte {
	switch id.kind {
	case rpcText:
		return appendString(to, id.text)
	case rpcNumber:
		return strconv.AppendInt(to, id.number, 10)
	default:
		return append(to, "null"...)
	}
}

// rpcIDOf is the id of a message, and what is wrong with it, if anything.
func rpcIDOf(message *value) (id RPCID, wrong string) {
	held := message.get("id")
	if held == nil {
		return RPCID{}, ""
	}
	switch held.sort {
	case sortString:
		if held.text == "" || !utf8.ValidString(held.text) {
			return RPCID{}, "expected a non-empty string"
		}
		return RPCTextID(held.text), ""
	case sortInteger:
		number, err := strconv.ParseInt(held.text, 10, 64)
		if err != nil {
			return RPCID{}, "expected an integer of 64 bits"
		}
		return RPCNumberID(number), ""
	default:
		return RPCID{}, "expected a string or an integer"
	}
}
