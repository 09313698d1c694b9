package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"sync"
	"unicode/utf8"
)

// UnknownEnvelope is a message whose tag this revision does not list.
type UnknownEnvelope struct {
	// Type is the tag.
	Type string

	// ID is the correlation id, if the message has one that is a non-empty string.
	ID *string

	// Bare tells that the message has no member beside its tag.
	Bare bool

	// Raw is the message as it came, without white space around it.
	Raw []byte
}

// Tag is the name of the envelope on the wire.
func (e *UnknownEnvelope) Tag() string { return e.Type }

func (*UnknownEnvelope) isMessage() {}

// Decode is the message in a line: one JSON object, with or without a line end, white space allowed between its
// tokens. It is strict about what a reader has to refuse, and lenient about what it has not to: members, envelopes
// and values of vocabularies that this revision does not know never fail a message. A message of an unknown type
// comes back as an [*UnknownEnvelope].
//
// Errors are of type [*DecodeError]. The strings of a message share one copy of the line; use [strings.Clone] to keep
// a small one for longer than the rest.
func Decode(line []byte) (Message, error) { return DecodeMax(line, MaxLineBytes) }

// DecodeMax is [Decode] for lines of at most maxLine bytes, the line end not counted.
func DecodeMax(line []byte, maxLine int) (Message, error) {
	if len(line) <= maxLine && utf8.Valid(line) {
		if message, ok := decodeQuickly(line); ok {
			return message, nil
		}
	}
	examined := examine(line, maxLine, false, 1)
	if examined.Message == nil {
		return nil, examined.Faults[0]
	}
	return examined.Message, nil
}

// decodeQuickly reads a message that is simply sound; the bytes have to be UTF-8.
func decodeQuickly(line []byte) (Message, bool) {
	d := decoder{data: line, text: string(line)}
	d.enter('{')
	tag := ""
	for d.member() {
		if d.key == tagName {
			d.space()
			tag = d.string()
			break
		}
		d.skip()
	}
	// Now that the type is known, the message is read from its beginning.
	d.at, d.depth = 0, 0
	message := d.envelope(tag)
	d.space()
	if message == nil || d.failed || d.at != len(line) {
		return nil, false
	}
	return message, true
}

// Encode is an envelope as one line: members in wire order, compact, UTF-8, with the line feed. Errors are of type
// [*EncodeError]: numbers that JSON does not have, texts that are not UTF-8. That a value is one that readers accept
// is not checked; see [Check].
func Encode(envelope Envelope) ([]byte, error) {
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	line, err := AppendEncode((*buffer)[:0], envelope)
	if cap(line) <= 1<<20 {
		*buffer = line[:0]
	}
	if err != nil {
		return nil, err
	}
	return bytes.Clone(line), nil
}

// buffers are what envelopes are written to before their size is known.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// AppendEncode appends to a slice what [Encode] gives. The slice is as it was if there is an error.
func AppendEncode(to []byte, envelope Envelope) ([]byte, error) {
	e := encoder{out: to}
	e.envelope(envelope)
	if e.fault != nil {
		return to, e.fault
	}
	return append(e.out, '\n'), nil
}

// Reader reads messages from a stream, one a line. Lines of white space are skipped; of a line that is too long only
// as much is held as may be.
type Reader struct {
	// MaxLine is the most bytes of a line, its end not counted; MaxLineBytes if it is 0. Set it before reading.
	MaxLine int

	in   *bufio.Reader
	held []byte
	err  error
}

// NewReader reads messages from a stream.
func NewReader(in io.Reader) *Reader { return &Reader{in: bufio.NewReaderSize(in, 1<<16)} }

// Next is the next message. An error of type [*DecodeError] is about one line, and reading may go on; any other one,
// such as [io.EOF], is final.
func (r *Reader) Next() (Message, error) {
	for r.err == nil {
		line, err := r.line()
		if err != nil {
			return nil, err
		}
		if len(bytes.Trim(line, whiteSpace)) > 0 || tooLong(line, r.maxLine()) {
			return DecodeMax(line, r.maxLine())
		}
	}
	return nil, r.err
}

// All goes through the messages and the errors that [Reader.Next] gives; at the end of the stream it ends, without
// an error.
func (r *Reader) All() iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for {
			message, err := r.Next()
			if errors.Is(err, io.EOF) || !yield(message, err) {
				return
			}
			var wrong *DecodeError
			if err != nil && !errors.As(err, &wrong) {
				return
			}
		}
	}
}

func (r *Reader) maxLine() int {
	if r.MaxLine > 0 {
		return r.MaxLine
	}
	return MaxLineBytes
}

// line is the next line with its end, if it has one.
func (r *Reader) line() ([]byte, error) {
	r.held = r.held[:0]
	for {
		part, err := r.in.ReadSlice('\n')
		if err == nil && len(r.held) == 0 {
			return part, nil
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			r.err = err
			if len(r.held)+len(part) == 0 || !errors.Is(err, io.EOF) {
				return nil, err
			}
			return append(r.held, part...), nil
		}
		// One byte more may be the carriage return of the line end.
		if len(r.held)+len(part) > r.maxLine()+2 {
			return nil, r.skip(err == nil)
		}
		r.held = append(r.held, part...)
		if err == nil {
			return r.held, nil
		}
	}
}

// skip passes over the rest of a line that is too long.
func (r *Reader) skip(ended bool) error {
	r.held = nil
	for !ended {
		_, err := r.in.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			r.err = err
			break
		}
		ended = err == nil
	}
	return lineTooLong(r.maxLine())
}

// Write writes an envelope as one line. An [*EncodeError] comes before any byte leaves.
func Write(out io.Writer, envelope Envelope) error {
	line, err := Encode(envelope)
	if err != nil {
		return err
	}
	_, err = out.Write(line)
	return err
}
