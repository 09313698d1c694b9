package wire

import (
	"encoding/binary"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decoder reads one message, the quick way: it gives up at the first thing that is not simply sound, and the careful
// way finds out what that means. The bytes have to be UTF-8 already.
//
// Values are read straight into their types. Strings are parts of text, which is one copy of the message.
type decoder struct {
	data   []byte
	text   string
	at     int
	depth  int
	first  bool
	single bool
	failed bool
	key    string
}

func (d *decoder) fail() {
	d.failed = true
	// Nothing is read after a failure, so loops end.
	d.at = len(d.data)
}

// space moves to the next token and returns its first byte, or 0 at the end.
func (d *decoder) space() byte {
	for d.at < len(d.data) {
		c := d.data[d.at]
		if c > ' ' {
			return c
		}
		if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			d.fail()
			return 0
		}
		d.at++
	}
	return 0
}

// enter begins an object or an array.
func (d *decoder) enter(bracket byte) {
	if d.space() != bracket || d.depth == MaxDepth {
		d.fail()
		return
	}
	d.at++
	d.depth++
	d.first = true
}

// more moves to the next member or item; false behind the last one, or after a failure.
func (d *decoder) more(bracket byte) bool {
	c := d.space()
	if c == bracket {
		d.at++
		d.depth--
		d.first = false
		return false
	}
	if d.first {
		d.first = false
		return !d.failed
	}
	if c != ',' {
		d.fail()
		return false
	}
	d.at++
	return true
}

// member moves to the value of the next member, whose name is in key then.
func (d *decoder) member() bool {
	if !d.more('}') {
		return false
	}
	d.space()
	d.key = d.string()
	if d.space() != ':' {
		d.fail()
		return false
	}
	d.at++
	return !d.failed
}

// item moves to the next item of an array.
func (d *decoder) item() bool {
	return d.more(']')
}

// once notes that a member is there; one that stands twice is for the careful way.
func (d *decoder) once(seen *bool) {
	if *seen {
		d.fail()
	}
	*seen = true
}

// need fails where a required member is missing.
func (d *decoder) need(there bool) {
	if !there {
		d.fail()
	}
}

// null passes over a null.
func (d *decoder) null() bool {
	if d.space() != 'n' {
		return false
	}
	d.word("null")
	return true
}

func (d *decoder) word(word string) {
	if len(d.text)-d.at < len(word) || d.text[d.at:d.at+len(word)] != word {
		d.fail()
		return
	}
	d.at += len(word)
}

// boolean reads true or false.
func (d *decoder) boolean() bool {
	if d.space() == 't' {
		d.word("true")
		return !d.failed
	}
	d.word("false")
	return false
}

// parseFloat is the number that JSON spells; the integer -0 is 0.
func parseFloat(spelling string) (float64, error) {
	if spelling == "-0" {
		return 0, nil
	}
	return strconv.ParseFloat(spelling, 64)
}

// number passes over a number, and tells whether it has neither fraction nor exponent.
func (d *decoder) number() (spelling string, whole bool) {
	d.space()
	end, whole := scanNumber(d.data, d.at)
	if end < 0 {
		d.fail()
		return "", false
	}
	spelling = d.text[d.at:end]
	d.at = end
	return spelling, whole
}

// scanNumber is the end of the number that starts at start, or -1 if none does.
func scanNumber(data []byte, start int) (end int, whole bool) {
	at := start
	if at < len(data) && data[at] == '-' {
		at++
	}
	from := at
	at = digits(data, at)
	if at == from || (data[from] == '0' && at > from+1) {
		return -1, false
	}
	whole = true
	if at < len(data) && data[at] == '.' {
		whole = false
		from = at + 1
		if at = digits(data, from); at == from {
			return -1, false
		}
	}
	if at < len(data) && (data[at] == 'e' || data[at] == 'E') {
		whole = false
		at++
		if at < len(data) && (data[at] == '+' || data[at] == '-') {
			at++
		}
		from = at
		if at = digits(data, from); at == from {
			return -1, false
		}
	}
	return at, whole
}

func digits(data []byte, at int) int {
	for at < len(data) && data[at]-'0' <= 9 {
		at++
	}
	return at
}

// string reads a string; half a surrogate pair is for the careful way.
func (d *decoder) string() string {
	if d.at >= len(d.data) || d.data[d.at] != '"' {
		d.fail()
		return ""
	}
	start := d.at + 1
	end := plainEnd(d.data, start)
	if end < len(d.data) && d.data[end] == '"' {
		d.at = end + 1
		return d.text[start:end]
	}
	value, after, half := unescape(d.data, start, end)
	if after < 0 || half {
		d.fail()
		return ""
	}
	d.at = after
	return value
}

// plainEnd is where the plain part of a string ends: at a quote, a backslash or a control character, or at the end.
func plainEnd(data []byte, at int) int {
	for at+8 <= len(data) && isPlain(binary.LittleEndian.Uint64(data[at:])) {
		at += 8
	}
	for at < len(data) && data[at] >= 0x20 && data[at] != '"' && data[at] != '\\' {
		at++
	}
	return at
}

// isPlain tells whether none of eight bytes is a quote, a backslash or a control character.
func isPlain(word uint64) bool {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	quote, backslash := word^(ones*'"'), word^(ones*'\\')
	found := (word - ones*0x20) &^ word
	found |= (quote - ones) &^ quote
	found |= (backslash - ones) &^ backslash
	return found&tops == 0
}

// unescape reads the rest of a string that starts at start and is plain up to end. The position behind it is -1 if
// it is no string. Half a surrogate pair is kept as the three bytes that UTF-8 does not have for it.
func unescape(data []byte, start, end int) (value string, after int, half bool) {
	after = stringEnd(data, start-1)
	if after < 0 {
		return "", -1, false
	}
	var text strings.Builder
	// Escapes are longer than what they stand for.
	text.Grow(after - 1 - start)
	text.Write(data[start:end])
	for at := end; at < after-1; {
		if data[at] != '\\' {
			next := plainEnd(data, at)
			text.Write(data[at:next])
			at = next
			continue
		}
		if data[at+1] != 'u' {
			text.WriteByte(escaped[data[at+1]])
			at += 2
			continue
		}
		unit := hex(data, at+2)
		at += 6
		if utf16.IsSurrogate(unit) {
			pair := rune(utf8.RuneError)
			if at+1 < len(data) && data[at] == '\\' && data[at+1] == 'u' {
				pair = utf16.DecodeRune(unit, hex(data, at+2))
			}
			if pair == utf8.RuneError {
				half = true
				text.Write([]byte{0xe0 | byte(unit>>12), 0x80 | byte(unit>>6)&0x3f, 0x80 | byte(unit)&0x3f})
				continue
			}
			at += 6
			unit = pair
		}
		text.WriteRune(unit)
	}
	return text.String(), after, half
}

// escaped has what a letter behind a backslash stands for.
var escaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// hex is the number that four hexadecimal digits spell, or -1.
func hex(data []byte, at int) rune {
	if at+4 > len(data) {
		return -1
	}
	var value rune
	for _, c := range data[at : at+4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		value = value<<4 | rune(c)
	}
	return value
}

// unknown passes over the value of a member that the model does not list. Where no member may stand twice, the
// careful way has to look into it.
func (d *decoder) unknown() {
	if d.single {
		d.fail()
		return
	}
	d.skip()
}

// skip passes over a value of any kind.
func (d *decoder) skip() {
	switch c := d.space(); c {
	case '{':
		d.enter('{')
		for d.member() {
			d.skip()
		}
	case '[':
		d.enter('[')
		for d.item() {
			d.skip()
		}
	case '"':
		d.string()
	case 't':
		d.word("true")
	case 'f':
		d.word("false")
	case 'n':
		d.word("null")
	default:
		d.number()
	}
}

// readText reads a string of least to most characters; most is -1 where there is no limit.
func readText[T ~string](d *decoder, to *T, least, most int) {
	d.space()
	text := d.string()
	if least > 0 || most >= 0 {
		d.need(fits(text, least, most))
	}
	*to = T(text)
}

// fits tells whether a text has least to most characters.
func fits(text string, least, most int) bool {
	if least <= 1 && most < 0 {
		return len(text) >= least
	}
	count := utf8.RuneCountInString(text)
	return count >= least && (most < 0 || count <= most)
}
