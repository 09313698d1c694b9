package wire

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"
)

// whiteSpace is what JSON takes for white space, line ends included.
const whiteSpace = " \t\r\n"

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

var byteOrderMark = []byte("\xef\xbb\xbf")

// sort is what JSON calls the type of a value.
type sort uint8

const (
	sortNull sort = iota
	sortBoolean
	sortInteger
	sortNumber
	sortString
	sortArray
	sortObject
)

// value is a plain JSON value. Of members of one name the last one counts, at the place of the first; doubled has
// these places. It was written from start to end.
type value struct {
	sort    sort
	text    string
	names   []string
	items   []*value
	index   map[string]int
	doubled []int
	start   int
	end     int
}

func (v *value) get(name string) *value {
	if v.sort != sortObject {
		return nil
	}
	if v.index != nil {
		if at, ok := v.index[name]; ok {
			return v.items[at]
		}
		return nil
	}
	if at := slices.Index(v.names, name); at >= 0 {
		return v.items[at]
	}
	return nil
}

// many is from how many members on an object is looked up in an index.
const many = 16

func (v *value) set(name string, item *value) {
	found := -1
	if v.index != nil {
		if at, ok := v.index[name]; ok {
			found = at
		}
	} else {
		found = slices.Index(v.names, name)
	}
	if found >= 0 {
		v.items[found] = item
		if len(v.doubled) < mostFaults && !slices.Contains(v.doubled, found) {
			v.doubled = append(v.doubled, found)
		}
		return
	}
	v.names = append(v.names, name)
	v.items = append(v.items, item)
	if v.index != nil {
		v.index[name] = len(v.names) - 1
	} else if len(v.names) == many {
		v.index = make(map[string]int, 2*many)
		for at, held := range v.names {
			v.index[held] = at
		}
	}
}

// parsed is a message as a plain value. half tells that a string escape names half of a surrogate pair.
type parsed struct {
	value *value
	half  bool
	depth int
}

// parse reads a message of so many levels carefully; the error is the only one there is if there is no value at all.
func parse(line []byte, levels int) (*parsed, *DecodeError) {
	if bytes.HasPrefix(line, byteOrderMark) {
		return nil, decodeError("byte-order-mark", "", "expected no byte order mark", nil)
	}
	if !utf8.Valid(line) {
		return nil, decodeError("not-utf8", "", "expected UTF-8", nil)
	}
	depth, wrong := validate(line)
	if wrong >= 0 {
		detail := "expected one JSON value, found something else at byte " + strconv.Itoa(wrong)
		return nil, decodeError("not-json", "", detail, nil)
	}
	p := parser{data: line}
	if depth > levels {
		return nil, tooDeep(p.shallowEcho())
	}
	value := p.value()
	return &parsed{value, p.half, depth}, nil
}

func tooDeep(id *string) *DecodeError {
	return decodeError("too-deep", "", "expected at most "+strconv.Itoa(MaxDepth)+" levels of arrays and objects", id)
}

// echo is the correlation id that an error about a message has to repeat.
func echo(message *value) *string {
	found := message.get(failureID)
	if found == nil || found.sort != sortString || found.text == "" || !utf8.ValidString(found.text) {
		return nil
	}
	id := found.text
	return &id
}

// parser makes values of bytes that validate has found to be JSON.
type parser struct {
	data []byte
	at   int
	half bool
}

func (p *parser) space() byte {
	for p.at < len(p.data) && isSpace(p.data[p.at]) {
		p.at++
	}
	if p.at < len(p.data) {
		return p.data[p.at]
	}
	return 0
}

func (p *parser) value() *value {
	p.space()
	start := p.at
	found := p.bare()
	found.start, found.end = start, p.at
	return found
}

func (p *parser) bare() *value {
	switch c := p.space(); c {
	case '{':
		p.at++
		object := &value{sort: sortObject}
		for p.space() != '}' {
			if p.space() == ',' {
				p.at++
				p.space()
			}
			name := p.string()
			p.space()
			p.at++
			object.set(name, p.value())
		}
		p.at++
		return object
	case '[':
		p.at++
		array := &value{sort: sortArray}
		for p.space() != ']' {
			if p.data[p.at] == ',' {
				p.at++
			}
			array.items = append(array.items, p.value())
		}
		p.at++
		return array
	case '"':
		return &value{sort: sortString, text: p.string()}
	case 't':
		p.at += len("true")
		return &value{sort: sortBoolean, text: "true"}
	case 'f':
		p.at += len("false")
		return &value{sort: sortBoolean, text: "false"}
	case 'n':
		p.at += len("null")
		return &value{sort: sortNull, text: "null"}
	default:
		end, whole := scanNumber(p.data, p.at)
		number := &value{sort: sortNumber, text: string(p.data[p.at:end])}
		if whole {
			number.sort = sortInteger
		}
		p.at = end
		return number
	}
}

func (p *parser) string() string {
	start := p.at + 1
	text, after, half := unescape(p.data, start, plainEnd(p.data, start))
	p.at = after
	p.half = p.half || half
	return text
}

// shallowEcho finds the id of an object that is too deep to be held.
func (p *parser) shallowEcho() *string {
	if p.space() != '{' {
		return nil
	}
	p.at++
	message := &value{sort: sortObject}
	for p.space() != '}' {
		if p.space() == ',' {
			p.at++
			p.space()
		}
		name := p.string()
		p.space()
		p.at++
		if p.space() == '"' {
			message.set(name, &value{sort: sortString, text: p.string()})
			continue
		}
		message.set(name, &value{sort: sortNull})
		p.pass()
	}
	return echo(message)
}

// pass moves behind a value that is no string, without going into it.
func (p *parser) pass() {
	levels := 0
	for {
		switch c := p.space(); c {
		case '"':
			p.string()
			continue
		case '{', '[':
			levels++
		case '}', ']':
			if levels == 0 {
				return
			}
			levels--
		case ',':
			if levels == 0 {
				return
			}
		}
		p.at++
	}
}

// validate goes through a message without holding any of it, however deep it is. It returns how many levels of
// arrays and objects there are, and where the message stops being one JSON value, or -1.
func validate(data []byte) (depth, wrong int) {
	const (
		wantsValue = iota
		wantsFirst
		wantsName
		wantsFirstName
		wantsEnd
	)
	var levels []byte
	state := wantsValue
	at := 0
	for {
		for at < len(data) && isSpace(data[at]) {
			at++
		}
		if at == len(data) {
			if state == wantsEnd && len(levels) == 0 {
				return depth, -1
			}
			return depth, at
		}
		c := data[at]
		switch state {
		case wantsName, wantsFirstName:
			if c == '}' && state == wantsFirstName {
				levels = levels[:len(levels)-1]
				state = wantsEnd
				at++
				continue
			}
			end := stringEnd(data, at)
			if end < 0 {
				return depth, at
			}
			at = end
			for at < len(data) && isSpace(data[at]) {
				at++
			}
			if at == len(data) || data[at] != ':' {
				return depth, at
			}
			at++
			state = wantsValue
		case wantsValue, wantsFirst:
			switch {
			case c == '{' || c == '[':
				levels = append(levels, c)
				depth = max(depth, len(levels))
				state = wantsFirst
				if c == '{' {
					state = wantsFirstName
				}
				at++
			case c == ']' && state == wantsFirst:
				levels = levels[:len(levels)-1]
				state = wantsEnd
				at++
			default:
				end := scalarEnd(data, at)
				if end < 0 {
					return depth, at
				}
				at = end
				state = wantsEnd
			}
		case wantsEnd:
			if len(levels) == 0 {
				return depth, at
			}
			object := levels[len(levels)-1] == '{'
			switch {
			case c == ',' && object:
				state = wantsName
			case c == ',':
				state = wantsValue
			case (c == '}' && object) || (c == ']' && !object):
				levels = levels[:len(levels)-1]
			default:
				return depth, at
			}
			at++
		}
	}
}

// scalarEnd is the end of the string, number or word at at, or -1.
func scalarEnd(data []byte, at int) int {
	for _, word := range [...]string{"true", "false", "null"} {
		if bytes.HasPrefix(data[at:], []byte(word)) {
			return at + len(word)
		}
	}
	if data[at] == '"' {
		return stringEnd(data, at)
	}
	end, _ := scanNumber(data, at)
	return end
}

// stringEnd is the end of the string at at, or -1.
func stringEnd(data []byte, at int) int {
	if data[at] != '"' {
		return -1
	}
	at = plainEnd(data, at+1)
	for at < len(data) && data[at] != '"' {
		if data[at] != '\\' || at+1 == len(data) {
			return -1
		}
		switch {
		case data[at+1] == 'u' && hex(data, at+2) >= 0:
			at += 6
		case escaped[data[at+1]] != 0:
			at += 2
		default:
			return -1
		}
		at = plainEnd(data, at)
	}
	if at == len(data) {
		return -1
	}
	return at + 1
}
