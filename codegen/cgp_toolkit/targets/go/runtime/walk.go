package wire

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// kind is one named type as readers enforce it. Lengths are counted in characters; most is -1 where there is no
// limit. A number is from low to high; an integer from least to greatest.
type kind struct {
	name     string
	sort     sort
	expected string
	short    int
	long     int
	low      float64
	high     float64
	least    int64
	greatest uint64
	listed   []string
}

// property is one member of an object: the name of its type, and whether readers demand it and take null for absent.
// Authors owe an owed one, though readers have a default for it.
type property struct {
	name     string
	kind     string
	many     bool
	required bool
	nullable bool
	owed     bool
}

// shape is the members of a record or envelope in wire order; an envelope's tag is not among them.
type shape struct {
	name    string
	single  bool
	members []property
}

func shapeOf(shapes []shape, name string) *shape {
	for index := range shapes {
		if shapes[index].name == name {
			return &shapes[index]
		}
	}
	return nil
}

func kindOf(name string) *kind {
	for index := range kinds {
		if kinds[index].name == name {
			return &kinds[index]
		}
	}
	return &kind{sort: sortObject}
}

func (s *shape) member(name string) *property {
	for index := range s.members {
		if s.members[index].name == name {
			return &s.members[index]
		}
	}
	return nil
}

// mostFaults is how many faults of one message are found.
const mostFaults = 100

// walker finds the faults of a plain value, in the order of the model. strict adds what stops no reader and shows in
// no typed value.
type walker struct {
	strict bool
	most   int
	found  []finding
}

type finding struct {
	rule    string
	pointer string
	detail  string
}

// trail is the way to a value; it becomes a pointer only where something is wrong.
type trail struct {
	above *trail
	name  string
	index int
}

func (t *trail) pointer() string {
	if t == nil {
		return ""
	}
	if t.index >= 0 {
		return t.above.pointer() + indexToken(t.index)
	}
	return t.above.pointer() + token(t.name)
}

func (w *walker) full() bool { return len(w.found) >= w.most }

func (w *walker) add(rule string, at *trail, detail string) {
	if !w.full() {
		w.found = append(w.found, finding{rule, at.pointer(), detail})
	}
}

// message finds the faults of a message; of an unknown envelope only its tag is looked at.
func (w *walker) message(message *value) {
	if message.sort != sortObject {
		w.add("not-an-object", nil, "expected an object, found "+nameOf(message))
		return
	}
	tag, at := message.get(tagName), &trail{name: tagName, index: -1}
	switch {
	case tag == nil:
		w.add("missing-member", at, "expected the name of an envelope")
	case tag.sort != sortString:
		w.misfit(tag, "the name of an envelope", at)
	default:
		if shape := shapeOf(envelopeShapes, tag.text); shape != nil {
			w.object(shape, message, nil, tagName)
		} else if w.strict {
			w.add("unknown-envelope", at, "expected one of "+strings.Join(namesOf(envelopeShapes), ", "))
		}
	}
}

func namesOf(shapes []shape) []string {
	names := make([]string, len(shapes))
	for index := range shapes {
		names[index] = shapes[index].name
	}
	return names
}

func (w *walker) object(shape *shape, object *value, above *trail, tag string) {
	for index := range shape.members {
		if w.full() {
			return
		}
		member := &shape.members[index]
		w.property(member, object.get(member.name), &trail{above, member.name, -1})
	}
	if !w.strict {
		return
	}
	for _, name := range object.names {
		if name == tag && tag != "" || shape.member(name) != nil {
			continue
		}
		only := make([]string, len(shape.members))
		for index := range shape.members {
			only[index] = shape.members[index].name
		}
		if len(only) == 0 {
			only = []string{"the tag"}
		}
		w.add("unknown-member", &trail{above, name, -1}, "expected only "+strings.Join(only, ", "))
	}
}

func (w *walker) property(member *property, held *value, at *trail) {
	kind := kindOf(member.kind)
	expected := kind.expected
	if member.many {
		expected = "an array, each item " + expected
	}
	switch {
	case held == nil:
		if member.required {
			w.add("missing-member", at, "expected "+expected)
		} else if w.strict && member.owed {
			w.add("missing-for-author", at, "expected "+expected)
		}
	case held.sort == sortNull && member.nullable:
		if !w.strict {
			return
		}
		if member.owed {
			w.add("null-written", at, "expected "+expected)
			w.add("missing-for-author", at, "expected "+expected)
		} else {
			w.add("null-written", at, "expected "+expected+", or no member")
		}
	case !member.many:
		w.value(kind, held, at)
	case held.sort == sortArray:
		for index, item := range held.items {
			if w.full() {
				return
			}
			w.value(kind, item, &trail{at, "", index})
		}
	default:
		w.misfit(held, expected, at)
	}
}

func (w *walker) value(kind *kind, held *value, at *trail) {
	if kind.sort == sortObject && held.sort == sortObject {
		w.object(shapeOf(recordShapes, kind.name), held, at, "")
		return
	}
	if held.sort != kind.sort && (held.sort != sortInteger || kind.sort != sortNumber) {
		w.misfit(held, kind.expected, at)
		return
	}
	if rule := kind.broken(held); rule != "" {
		w.add(rule, at, "expected "+kind.expected)
	}
}

// broken is the rule that a value of the right sort breaks, or "".
func (k *kind) broken(held *value) string {
	switch k.sort {
	case sortString:
		switch count := utf8.RuneCountInString(held.text); {
		case count < k.short:
			return "too-short"
		case k.long >= 0 && count > k.long:
			return "too-long"
		}
		if k.listed != nil {
			for _, name := range k.listed {
				if name == held.text {
					return ""
				}
			}
			return "not-in-vocabulary"
		}
	case sortInteger:
		if held.text[0] == '-' {
			if number, err := strconv.ParseInt(held.text, 10, 64); err != nil || number < k.least {
				return "out-of-range"
			}
			return ""
		}
		number, err := strconv.ParseUint(held.text, 10, 64)
		if err != nil || number > k.greatest || (k.least > 0 && number < uint64(k.least)) {
			return "out-of-range"
		}
	case sortNumber:
		if number, err := parseFloat(held.text); err != nil || number < k.low || number > k.high {
			return "out-of-range"
		}
	}
	return ""
}

func (w *walker) misfit(held *value, expected string, at *trail) {
	rule := "wrong-type"
	if held.sort == sortNull {
		rule = "null-member"
	}
	w.add(rule, at, "expected "+expected+", found "+nameOf(held))
}

func nameOf(held *value) string {
	switch held.sort {
	case sortObject:
		return "an object"
	case sortArray:
		return "an array"
	case sortString:
		return "a string"
	case sortBoolean:
		return "a boolean"
	case sortInteger:
		return "an integer"
	case sortNumber:
		return "a number with a fraction or an exponent"
	default:
		return "null"
	}
}

// doubles are the pointers of members that stand twice, in the order of the message.
func doubles(held *value, at *trail, found []string) []string {
	for _, place := range slices.Sorted(slices.Values(held.doubled)) {
		if len(found) < mostFaults {
			found = append(found, at.pointer()+token(held.names[place]))
		}
	}
	for index, item := range held.items {
		if item.sort != sortObject && item.sort != sortArray || len(found) >= mostFaults {
			continue
		}
		step := &trail{at, "", index}
		if held.sort == sortObject {
			step = &trail{at, held.names[index], -1}
		}
		found = doubles(item, step, found)
	}
	return found
}
