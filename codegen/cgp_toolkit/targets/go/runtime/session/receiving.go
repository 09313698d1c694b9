package wire

import (
	"errors"
	"strings"
)

// take looks at what has come in, and answers what the table says is to be answered.
func (s *Session) take(arrived arrival) {
	message, wrong := arrived.message, arrived.wrong
	if arrived.line != nil {
		read, err := DecodeMax(arrived.line, s.maxLine)
		message = read
		errors.As(err, &wrong)
	}
	switch {
	case arrived.end:
		step, _ := s.lookUp(meetsEndOfInput, nil, nil, "")
		s.move(step, "the input ended")
	case wrong != nil:
		step, _ := s.lookUp(meetsMalformed, nil, nil, "")
		s.reject(step, rejection{reason: bare(meetsMalformed), id: wrong.ID, mistake: wrong, code: wrong.Code})
		s.move(step, "a line was malformed")
	default:
		if unknown, ok := message.(*UnknownEnvelope); ok {
			s.takeUnknown(unknown)
		} else if envelope, ok := message.(Envelope); ok {
			s.receive(sayingOf(envelope), envelope)
		}
	}
	s.sendReady()
}

func (s *Session) takeUnknown(unknown *UnknownEnvelope) {
	condition := "with-members"
	if unknown.Bare {
		condition = "bare"
	}
	step, condition := s.lookUp(meetsUnknown, nil, nil, condition)
	mistake := s.violation(meetsUnknown, condition, step)
	s.reject(step, rejection{reason: bare(meetsUnknown), message: unknown, id: unknown.ID, mistake: mistake})
	s.move(step, "an unknown envelope was received")
}

// bare is an event without what happens to it.
func bare(event string) string {
	_, name, _ := strings.Cut(event, " ")
	return name
}

func (s *Session) receive(said *saying, envelope Envelope) {
	id := idOf(envelope)
	event := "receives " + said.name
	step, condition := s.lookUp(meetsMisdirect, nil, nil, "")
	if said.sender != s.role {
		step, condition = s.lookUp(event, said, envelope, "")
	}
	first := said.name == openingName && s.state == initialState
	if first {
		version := versionOf(envelope)
		s.books.theirs = &version
	}
	switch {
	case step.Outcome == OutcomeAnswer || step.Outcome == OutcomeBreach || step.Outcome == OutcomeDrop:
		if condition == "late" {
			delete(s.books.inFlight.givenUp, deref(id))
		}
		mistake := s.violation(event, condition, step)
		if first && condition != "" {
			mistake = s.books.mismatch(said, envelope)
		}
		s.reject(step, rejection{reason(condition, said), envelope, id, mistake, mismatchCode, said, first})
	case said.reply != "":
		request := Request{Envelope: envelope, ID: id}
		s.books.dues.add(id, &due{asked: said, request: &request, first: first})
		s.events = append(s.events, Requested{request})
	default:
		s.settle(said, envelope, step)
	}
	s.move(step, said.name+" was received")
}

// settle takes an envelope that counts and asks for nothing.
func (s *Session) settle(said *saying, envelope Envelope, step *Row) {
	var id *string
	if s.books.answer != nil {
		// Until the handshake is complete, only its answer can come.
		id = idOf(envelope)
	}
	found := s.books.inFlight.find(id, said.name)
	if found == nil {
		if said.name != closingName {
			s.events = append(s.events, Notified{envelope})
		}
		return
	}
	request := *found
	s.books.inFlight.settle(request)
	switch step.Outcome {
	case OutcomeAccept:
		if answer, ok := envelope.(*Opened); ok {
			s.books.answer = answer
		}
		s.events = append(s.events, Replied{request, envelope})
	case OutcomeMismatch:
		s.events = append(s.events, Failed{request, s.books.mismatch(said, envelope)})
	default:
		refused := &HandshakeRefusedError{envelope, codeOf(envelope), step.Requirement}
		s.events = append(s.events, Failed{request, refused})
	}
}

// rejection is what does not count, and why. said is nil for what is no envelope of this revision.
type rejection struct {
	reason  string
	message Message
	id      *string
	mistake error
	code    string
	said    *saying
	first   bool
}

// reject drops it, reports it, or answers it with its own code where the table names none.
func (s *Session) reject(step *Row, what rejection) {
	switch step.Outcome {
	case OutcomeDrop:
		s.dropped[what.reason]++
		s.events = append(s.events, Dropped{what.message, what.reason})
		return
	case OutcomeBreach:
		s.events = append(s.events, Rejected{what.message, what.mistake, ""})
		return
	}
	code := step.Code
	if code == "" {
		code = what.code
	}
	s.events = append(s.events, Rejected{what.message, what.mistake, code})
	owed := &due{first: what.first}
	if s.watching {
		owed.asked, owed.optional = what.said, true
	} else {
		text := step.Rule
		if wrong, ok := what.mistake.(*DecodeError); ok {
			text = wrong.Error()
		}
		owed.ready = failureAbout(text, code, what.id)
	}
	s.books.dues.add(what.id, owed)
}

// lookUp is what the table says, and under which condition.
func (s *Session) lookUp(event string, said *saying, envelope Envelope, condition string) (*Row, string) {
	question := asked()[place{s.role, s.state, event, ""}]
	if question == "" {
		condition = ""
	} else if said != nil {
		condition = s.books.judge(question, said, envelope, strings.HasPrefix(event, "sends"))
	}
	return steps()[place{s.role, s.state, event, condition}], condition
}

func (s *Session) violation(event, condition string, step *Row) error {
	return &ProtocolViolationError{s.role, s.state, event, condition, step.Requirement, step.Rule}
}

// move goes to the next state; at the end, whatever waits fails.
func (s *Session) move(step *Row, how string) {
	was := s.state
	s.state = step.To
	if step.To == was || !s.IsClosed() {
		return
	}
	waiting := append(s.books.inFlight.all(), s.books.dues.all()...)
	s.books.inFlight.clear()
	s.books.dues.withdraw()
	for _, request := range waiting {
		s.events = append(s.events, Failed{request, &SessionClosedError{how, step.Requirement}})
	}
	s.events = append(s.events, Closed{how})
}
