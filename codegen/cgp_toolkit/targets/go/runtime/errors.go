package wire

import (
	"strconv"
	"strings"
	"unicode"
)

// fault is what the model says of one way in which a message can be wrong.
type fault struct {
	name         string
	code         string
	author       bool
	fix          string
	requirements []string
	decisions    []string
}

func faultOf(rule string) *fault {
	for index := range faults {
		if faults[index].name == rule {
			return &faults[index]
		}
	}
	return &fault{name: rule}
}

// DecodeError says why a line is no message of this protocol or, from a strict examination, why no author may write
// it. It never repeats a value of the message, so it is safe to log and to send to a peer.
type DecodeError struct {
	// Rule is the id of the rule that is broken.
	Rule string

	// Pointer is the JSON pointer (RFC 6901) of the value, or of the member that is missing; empty for the whole
	// message.
	Pointer string

	// Detail says what was expected.
	Detail string

	// Code is the error code with which a receiver answers.
	Code string

	// ID is the correlation id that the answer has to echo, or nil if the message has none that can be read.
	ID *string
}

// Error names the rule, the place and what was expected there.
func (e *DecodeError) Error() string { return describe(e.Rule, e.Pointer, e.Detail) }

// Fix is the way out for the author of the message.
func (e *DecodeError) Fix() string { return faultOf(e.Rule).fix }

// Requirements are the ids of the requirements that are violated.
func (e *DecodeError) Requirements() []string {
	return append([]string(nil), faultOf(e.Rule).requirements...)
}

// Decisions are the ids of the decisions behind the rule.
func (e *DecodeError) Decisions() []string {
	return append([]string(nil), faultOf(e.Rule).decisions...)
}

func decodeError(rule, pointer, detail string, id *string) *DecodeError {
	return &DecodeError{Rule: rule, Pointer: pointer, Detail: detail, Code: faultOf(rule).code, ID: id}
}

// EncodeError says why a message can't be written. Nothing of it was.
type EncodeError struct {
	// Rule is the id of the rule that is broken.
	Rule string

	// Pointer is the JSON pointer (RFC 6901) of the value; empty for the whole message.
	Pointer string

	// Detail says what was expected.
	Detail string
}

// Error names the rule, the place and what was expected there.
func (e *EncodeError) Error() string { return describe(e.Rule, e.Pointer, e.Detail) }

// Fix is the way out.
func (e *EncodeError) Fix() string { return faultOf(e.Rule).fix }

func describe(rule, pointer, detail string) string {
	if pointer == "" {
		return rule + ": " + detail
	}
	return rule + " at " + pointer + ": " + detail
}

// VersionError says that a text is no version. It belongs to no family, so it is compatible with none.
type VersionError struct{}

// Error shows what was expected.
func (*VersionError) Error() string {
	return "expected a protocol version such as " + strconv.Quote(Revision)
}

// Code is the error code with which a receiver answers.
func (*VersionError) Code() string { return mismatchCode }

// VersionMismatchError says that two versions are of different families. Their speakers have to part.
type VersionMismatchError struct {
	// Ours is our family.
	Ours string

	// Theirs is the family of the other party; empty if it only said that ours does not fit.
	Theirs string
}

// Error names both families, or their beginnings.
func (e *VersionMismatchError) Error() string {
	if e.Theirs == "" {
		return "the other party does not speak the family of " + strconv.Quote(shortened(e.Ours))
	}
	return "the family " + strconv.Quote(shortened(e.Theirs)) + " is not ours, which is " + strconv.Quote(shortened(e.Ours))
}

// Code is the error code with which a receiver answers.
func (*VersionMismatchError) Code() string { return mismatchCode }

// longest is how many characters of a peer's text are shown.
const longest = 64

func shortened(text string) string {
	count := 0
	for index := range text {
		if count++; count > longest {
			return text[:index] + "\u2026"
		}
	}
	return text
}

// token is one step of a JSON pointer, with its slash. Of a long name only the start is shown, and characters that no
// terminal should get are written as escapes; no name that the model lists is changed by either.
func token(name string) string {
	var out strings.Builder
	out.WriteByte('/')
	for _, r := range shortened(name) {
		switch {
		case r == '~':
			out.WriteString("~0")
		case r == '/':
			out.WriteString("~1")
		case unicode.IsPrint(r):
			out.WriteRune(r)
		case r == '\n':
			out.WriteString(`\n`)
		case r == '\r':
			out.WriteString(`\r`)
		case r == '\t':
			out.WriteString(`\t`)
		case r < 0x100:
			out.WriteString(`\x` + padded(r, 2))
		case r < 0x10000:
			out.WriteString(`\u` + padded(r, 4))
		default:
			out.WriteString(`\U` + padded(r, 8))
		}
	}
	return out.String()
}

func padded(r rune, width int) string {
	digits := strconv.FormatInt(int64(r), 16)
	return strings.Repeat("0", width-len(digits)) + digits
}

func indexToken(index int) string { return "/" + strconv.Itoa(index) }
