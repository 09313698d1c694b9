package wire

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// signed reads an integer from least to most.
func (d *decoder) signed(least, most int64) int64 {
	digits, whole := d.number()
	if !whole {
		d.fail()
		return 0
	}
	value, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || value < least || value > most {
		d.fail()
	}
	return value
}

// unsigned reads an integer from least to most. Other spellings than plain digits are none.
func (d *decoder) unsigned(least, most uint64) uint64 {
	digits, whole := d.number()
	if !whole {
		d.fail()
		return 0
	}
	if digits == "-0" {
		digits = "0"
	}
	value, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || value < least || value > most {
		d.fail()
	}
	return value
}

// float reads a number from least to most.
func (d *decoder) float(least, most float64) float64 {
	digits, _ := d.number()
	if d.failed {
		return 0
	}
	value, err := parseFloat(digits)
	if err != nil || value < least || value > most {
		d.fail()
	}
	return value
}

// readOptionalText is readText for a member that may be absent.
func readOptionalText[T ~string](d *decoder, to **T, least, most int) {
	text := new(T)
	readText(d, text, least, most)
	*to = text
}

// readTexts reads an array of strings.
func readTexts[T ~string](d *decoder, to *[]T, least, most int) {
	texts := []T{}
	for d.enter('['); d.item(); {
		var text T
		readText(d, &text, least, most)
		texts = append(texts, text)
	}
	*to = texts
}

// readSomeTexts is readTexts where no strings are the same as no array: nil.
func readSomeTexts[T ~string](d *decoder, to *[]T, least, most int) {
	readTexts(d, to, least, most)
	if len(*to) == 0 {
		*to = nil
	}
}

// signed writes an integer.
func (e *encoder) signed(value int64) { e.out = strconv.AppendInt(e.out, value, 10) }

// unsigned writes an integer.
func (e *encoder) unsigned(value uint64) { e.out = strconv.AppendUint(e.out, value, 10) }

// float writes a number of at most the magnitude largest.
func (e *encoder) float(value, largest float64, expected string) {
	if !(math.Abs(value) <= largest) {
		e.fail("out-of-range", expected)
		return
	}
	e.out = appendFloat(e.out, value)
}

// appendFloat writes the shortest spelling that reads as the same number, as one with a fraction or an exponent.
func appendFloat(to []byte, value float64) []byte {
	magnitude := math.Abs(value)
	if magnitude == 0 || (magnitude >= 1e-5 && magnitude < 1e16) {
		start := len(to)
		to = strconv.AppendFloat(to, value, 'f', -1, 64)
		for _, c := range to[start:] {
			if c == '.' {
				return to
			}
		}
		return append(to, '.', '0')
	}
	var spelt [32]byte
	digits := strconv.AppendFloat(spelt[:0], value, 'e', -1, 64)
	for index, c := range digits {
		// The exponent has a sign and two digits at least; JSON needs neither.
		if c == '+' || (c == '0' && index > 1 && (digits[index-1] == '+' || digits[index-1] == '-') && index+1 < len(digits)) {
			continue
		}
		to = append(to, c)
	}
	return to
}

// deref is what a pointer points to, or a zero.
func deref[T any](pointer *T) (value T) {
	if pointer != nil {
		value = *pointer
	}
	return value
}

// pick is one of two values.
func pick[T any](first bool, one, other T) T {
	if first {
		return one
	}
	return other
}

// told is the first of what a trait tells.
func told[T any](value T, _ bool) T { return value }

// total adds up what items come to.
func total[T any](items []T, count func(T) int64) (sum int64) {
	for _, item := range items {
		sum += count(item)
	}
	return sum
}

// collect makes something of each item.
func collect[T, R any](items []T, made func(T) R) []R {
	results := make([]R, len(items))
	for index, item := range items {
		results[index] = made(item)
	}
	return results
}

// where are the items for which something holds.
func where[T any](items []T, holds func(T) bool) (kept []T) {
	for _, item := range items {
		if holds(item) {
			kept = append(kept, item)
		}
	}
	return kept
}

// containsText tells whether one of the items is a text.
func containsText[T ~string](items []T, wanted string) bool { return slices.Contains(items, T(wanted)) }

// setOf has what is made of each item.
func setOf[T any, K comparable](items []T, made func(T) K) map[K]bool {
	set := make(map[K]bool, len(items))
	for _, item := range items {
		set[made(item)] = true
	}
	return set
}

// digestOf is the SHA-256 of a text, as 64 lowercase hexadecimal digits.
func digestOf(text string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
}

// chars is how many characters a text has.
func chars(text string) int { return utf8.RuneCountInString(text) }

// partNumber is one of the parts of a text split at a separator, as an integer, or -1 if it is not 1 to 18 digits.
func partNumber(text, separator string, index int) int64 {
	parts := strings.Split(text, separator)
	if index < 0 || index >= len(parts) || len(parts[index]) > 18 || strings.Trim(parts[index], "0123456789") != "" {
		return -1
	}
	number, err := strconv.ParseInt(parts[index], 10, 64)
	if err != nil {
		return -1
	}
	return number
}

// isInstant tells whether a text is a UTC timestamp of a date and time that exist; second 60 only at 23:59:60.
func isInstant(text string) bool {
	const form = "0000-00-00T00:00:00"
	if len(text) <= len(form) || text[len(text)-1] != 'Z' {
		return false
	}
	for index := range len(form) {
		if form[index] == '0' && text[index]-'0' > 9 || form[index] != '0' && form[index] != text[index] {
			return false
		}
	}
	if fraction := text[len(form) : len(text)-1]; fraction != "" {
		if fraction[0] != '.' || len(fraction) == 1 || strings.Trim(fraction[1:], "0123456789") != "" {
			return false
		}
	}
	two := func(at int) int { return int(text[at]-'0')*10 + int(text[at+1]-'0') }
	year, month, day := two(0)*100+two(2), two(5), two(8)
	hour, minute, second := two(11), two(14), two(17)
	if month < 1 || month > 12 || day < 1 || day > daysOf(year, month) || hour > 23 || minute > 59 {
		return false
	}
	return second <= 59 || second == 60 && hour == 23 && minute == 59
}

// daysOf is how many days a month has.
func daysOf(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	default:
		return 31
	}
}
