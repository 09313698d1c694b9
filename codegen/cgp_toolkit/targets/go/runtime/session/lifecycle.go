package wire

import "sync"

// Outcome is what becomes of an event.
type Outcome string

const (
	// OutcomeAccept: it counts.
	OutcomeAccept Outcome = "accept"

	// OutcomeAnswer: a mistake of the other party that is answered with the failure and a code.
	OutcomeAnswer Outcome = "answer"

	// OutcomeDrop: it is ignored and counted.
	OutcomeDrop Outcome = "drop"

	// OutcomeBreach: a mistake that is reported; one of one's own never leaves.
	OutcomeBreach Outcome = "breach"

	// OutcomeMismatch: the session failed to open, because the versions do not fit.
	OutcomeMismatch Outcome = "mismatch"

	// OutcomeRefusal: the session failed to open, because the other party said so.
	OutcomeRefusal Outcome = "refusal"
)

// Row is one row of the lifecycle: what becomes of an event in a state, under a condition.
type Row struct {
	// Role is the party that the row is about.
	Role string

	// State is where it stands.
	State string

	// Event is what it sends, receives or meets.
	Event string

	// Condition is what has to hold; empty where nothing is asked.
	Condition string

	// To is the state afterwards.
	To string

	// Outcome is what becomes of the event.
	Outcome Outcome

	// Requirement is the requirement behind the row.
	Requirement string

	// Rule is the rule in a sentence.
	Rule string

	// Code is the error code of an answer; empty there for that of the malformed line or the version mismatch.
	Code string
}

// Table is the whole lifecycle; nothing else decides what happens in a session.
func Table() []Row { return append([]Row(nil), table...) }

const (
	meetsUnknown    = "meets unknown-envelope"
	meetsMalformed  = "meets malformed-line"
	meetsMisdirect  = "meets misdirected"
	meetsEndOfInput = "meets end-of-input"
	meetsDeadline   = "meets deadline"
)

type place struct{ role, state, event, condition string }

// steps is the table by place.
var steps = sync.OnceValue(func() map[place]*Row {
	found := make(map[place]*Row, len(table))
	for index := range table {
		row := &table[index]
		found[place{row.Role, row.State, row.Event, row.Condition}] = row
	}
	return found
})

// asked is the question that the table asks about an event, by its place without condition.
var asked = sync.OnceValue(func() map[place]string {
	found := make(map[place]string)
	for index := range table {
		if row := &table[index]; row.Condition != "" {
			found[place{row.Role, row.State, row.Event, ""}] = questionOf(row.Condition)
		}
	}
	return found
})

// saying is what a session knows of one envelope.
type saying struct {
	name    string
	sender  string
	reply   string
	version bool
	gated   bool
	ids     bool
}

func sayingOf(envelope Envelope) *saying {
	tag := envelope.Tag()
	for index := range sayings {
		if sayings[index].name == tag {
			return &sayings[index]
		}
	}
	return nil
}

// answers tells whether a reply is one of those that can answer the request.
func (s *saying) answers(reply string) bool {
	return reply == s.reply && reply != "" || reply == failureName
}
