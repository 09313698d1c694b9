package wire

import "bytes"

// lineBuffer cuts a stream of chunks, however it was chopped, into the lines that a reader sees. Of a line that is too
// long no more is held than may be.
type lineBuffer struct {
	held     []byte
	skipping bool
}

// feed gives the lines that a chunk completes, without their ends; errors as soon as a line is too long.
func (b *lineBuffer) feed(chunk []byte, maxLine int, give func(line []byte, wrong *DecodeError)) {
	for {
		part, rest, ended := bytes.Cut(chunk, []byte("\n"))
		b.hold(part, maxLine, give)
		if !ended {
			return
		}
		b.close(maxLine, give)
		chunk = rest
	}
}

func (b *lineBuffer) hold(part []byte, maxLine int, give func([]byte, *DecodeError)) {
	if b.skipping {
		return
	}
	// One byte more may be the carriage return of the line end.
	if len(b.held)+len(part) > maxLine+1 {
		b.held, b.skipping = nil, true
		give(nil, lineTooLong(maxLine))
		return
	}
	b.held = append(b.held, part...)
}

// close ends the line that is held.
func (b *lineBuffer) close(maxLine int, give func(line []byte, wrong *DecodeError)) {
	line := b.held
	b.held = nil
	if b.skipping {
		b.skipping = false
		return
	}
	if tooLong(line, maxLine) {
		give(nil, lineTooLong(maxLine))
	} else if len(bytes.Trim(line, whiteSpace)) > 0 {
		give(bytes.TrimSuffix(line, []byte("\r")), nil)
	}
}
