package wire

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// encoder writes one message. Members are named by their text with quotes and colon. The first fault is kept.
type encoder struct {
	out   []byte
	last  string
	path  []step
	fault *EncodeError
}

// step is a member that is written, or with an index of 0 or more an item of the array that it holds.
type step struct {
	name  string
	index int
}

func (e *encoder) fail(rule, detail string) {
	if e.fault != nil {
		return
	}
	var pointer strings.Builder
	for _, each := range e.path {
		pointer.WriteString(token(each.name))
		if each.index >= 0 {
			pointer.WriteString(indexToken(each.index))
		}
	}
	if name, err := strconv.Unquote(strings.TrimSuffix(e.last, ":")); err == nil {
		pointer.WriteString(token(name))
	}
	e.fault = &EncodeError{Rule: rule, Pointer: pointer.String(), Detail: detail}
}

// name begins a member.
func (e *encoder) name(name string) {
	if e.out[len(e.out)-1] != '{' {
		e.out = append(e.out, ',')
	}
	e.out = append(e.out, name...)
	e.last = name
}

func (e *encoder) open() { e.out = append(e.out, '{') }

func (e *encoder) close() { e.out = append(e.out, '}') }

// enter begins a member that holds an object.
func (e *encoder) enter(name, wire string) {
	e.name(name)
	e.path = append(e.path, step{wire, -1})
	e.last = ""
}

// list begins a member that holds an array.
func (e *encoder) list(name, wire string) {
	e.enter(name, wire)
	e.out = append(e.out, '[')
}

// item begins an item of an array.
func (e *encoder) item(index int) {
	if index > 0 {
		e.out = append(e.out, ',')
	}
	e.path[len(e.path)-1].index = index
	e.last = ""
}

func (e *encoder) leave() { e.path = e.path[:len(e.path)-1] }

func (e *encoder) end() {
	e.leave()
	e.out = append(e.out, ']')
}

func (e *encoder) text(text string) {
	if !utf8.ValidString(text) {
		e.fail("not-utf8", "expected UTF-8")
		return
	}
	e.out = appendString(e.out, text)
}

func (e *encoder) boolean(value bool) { e.out = strconv.AppendBool(e.out, value) }

// appendString writes a string with no escapes beyond those that JSON needs.
func appendString(to []byte, text string) []byte {
	const digits = "0123456789abcdef"
	to = append(to, '"')
	for {
		plain := plainLength(text)
		to = append(to, text[:plain]...)
		if plain == len(text) {
			return append(to, '"')
		}
		switch c := text[plain]; c {
		case '"', '\\':
			to = append(to, '\\', c)
		case '\b':
			to = append(to, '\\', 'b')
		case '\f':
			to = append(to, '\\', 'f')
		case '\n':
			to = append(to, '\\', 'n')
		case '\r':
			to = append(to, '\\', 'r')
		case '\t':
			to = append(to, '\\', 't')
		default:
			to = append(to, '\\', 'u', '0', '0', digits[c>>4], digits[c&0xf])
		}
		text = text[plain+1:]
	}
}

// plainLength is how much of a text stands for itself: up to a quote, a backslash or a control character.
func plainLength(text string) int {
	at := 0
	for rest := text; len(rest) >= 8; rest = rest[8:] {
		// Compilers make one load of this.
		word := uint64(rest[0]) | uint64(rest[1])<<8 | uint64(rest[2])<<16 | uint64(rest[3])<<24 |
			uint64(rest[4])<<32 | uint64(rest[5])<<40 | uint64(rest[6])<<48 | uint64(rest[7])<<56
		if !isPlain(word) {
			break
		}
		at += 8
	}
	for at < len(text) && text[at] >= 0x20 && text[at] != '"' && text[at] != '\\' {
		at++
	}
	return at
}
