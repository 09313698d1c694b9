package wire

import (
	"bytes"
	"strconv"
)

// Examination is everything that is wrong with a line, and the message in it if readers accept it.
type Examination struct {
	// Message is nil if readers refuse the line.
	Message Message

	// Faults has the first hundred, in the order of the model.
	Faults []*DecodeError
}

// Examine tells everything that is wrong with a line. With strict it adds what stops no reader, but that no author
// may write and no typed value shows: unknown envelopes and members, nulls, doubled members in any envelope, missing
// members that readers have a default for. What only rules say is for [Check].
func Examine(line []byte, strict bool) Examination {
	return examine(line, MaxLineBytes, strict, mostFaults)
}

func examine(line []byte, maxLine int, strict bool, most int) Examination {
	if tooLong(line, maxLine) {
		return Examination{Faults: []*DecodeError{lineTooLong(maxLine)}}
	}
	parsed, wrong := parse(line, MaxDepth)
	if wrong != nil {
		return Examination{Faults: []*DecodeError{wrong}}
	}
	message, id := parsed.value, echo(parsed.value)
	var syntax, doubled []finding
	if parsed.half {
		syntax = append(syntax, finding{"lone-surrogate", "", "expected escapes of surrogates in pairs"})
	}
	for _, pointer := range doubles(message, nil, nil) {
		doubled = append(doubled, finding{"duplicate-member", pointer, "expected the member once"})
	}
	walker := walker{strict: strict, most: most}
	walker.message(message)
	refuses := refusesDoubles(message)
	found := syntax
	if strict || refuses {
		found = append(found, doubled...)
	}
	found = append(found, walker.found...)
	faults := make([]*DecodeError, 0, min(len(found), most))
	for _, each := range found[:min(len(found), most)] {
		faults = append(faults, decodeError(each.rule, each.pointer, each.detail, id))
	}
	if len(syntax) > 0 || (refuses && len(doubled) > 0) || refused(message, &walker) {
		return Examination{Faults: faults}
	}
	return Examination{typed(line, message, id), faults}
}

// refused tells whether readers refuse a message, of whose faults a walker has found the first.
func refused(message *value, walked *walker) bool {
	for _, each := range walked.found {
		if !faultOf(each.rule).author {
			return true
		}
	}
	if !walked.full() {
		return false
	}
	// What only authors may not write can hide what comes after it.
	readers := walker{most: 1}
	readers.message(message)
	return len(readers.found) > 0
}

// refusesDoubles tells whether no member of the message may stand twice.
func refusesDoubles(message *value) bool {
	tag := message.get(tagName)
	if tag == nil || tag.sort != sortString {
		return false
	}
	shape := shapeOf(envelopeShapes, tag.text)
	return shape != nil && shape.single
}

// typed is the message that a sound plain value stands for.
func typed(line []byte, message *value, id *string) Message {
	tag := message.get(tagName).text
	shape := shapeOf(envelopeShapes, tag)
	if shape == nil {
		raw := bytes.Clone(bytes.Trim(line, whiteSpace))
		return &UnknownEnvelope{Type: tag, ID: id, Bare: len(message.names) == 1, Raw: raw}
	}
	// What is left of it is simply sound, so the quick way reads it.
	plain := appendPlain(nil, message, shape, tagName)
	read, _ := decodeQuickly(plain)
	return read
}

// appendPlain writes a plain value without the members that a reader does not know; tag is one that it knows beside
// those of the shape.
func appendPlain(to []byte, held *value, known *shape, tag string) []byte {
	switch held.sort {
	case sortString:
		return appendString(to, held.text)
	case sortArray:
		to = append(to, '[')
		for index, item := range held.items {
			if index > 0 {
				to = append(to, ',')
			}
			to = appendPlain(to, item, known, "")
		}
		return append(to, ']')
	case sortObject:
		to = append(to, '{')
		for index, name := range held.names {
			member := known.member(name)
			if member == nil && (tag == "" || name != tag) {
				continue
			}
			if to[len(to)-1] != '{' {
				to = append(to, ',')
			}
			to = append(appendString(to, name), ':')
			var inner *shape
			if member != nil {
				inner = shapeOf(recordShapes, member.kind)
			}
			to = appendPlain(to, held.items[index], inner, "")
		}
		return append(to, '}')
	default:
		return append(to, held.text...)
	}
}

// tooLong tells whether a line has more than maxLine bytes, its line end not counted.
func tooLong(line []byte, maxLine int) bool {
	size := len(line)
	if size > 0 && line[size-1] == '\n' {
		size--
	}
	if size > maxLine && line[size-1] == '\r' {
		size--
	}
	return size > maxLine
}

func lineTooLong(maxLine int) *DecodeError {
	return decodeError("line-too-long", "", "expected at most "+strconv.Itoa(maxLine)+" bytes", nil)
}
