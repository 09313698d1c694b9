package wire

import (
	"errors"
	"iter"
	"slices"
	"strings"
	"time"
)

// Session is one side of a session. It is driven by its user: bytes in, events and bytes out. It has no stream and no
// clock, and waits for nothing; what happens in which state is in [Table], and nothing else decides it.
//
// Feed it what comes in with [Session.Feed], go through [Session.Events], and write what [Session.Send] and
// [Session.DataToSend] give. A session must not be used from several goroutines at once.
type Session struct {
	role     string
	asks     bool
	watching bool
	state    string
	maxLine  int
	dropped  map[string]int
	books    books
	lines    lineBuffer
	inbox    []arrival
	events   []Event
	out      []byte
	ids      int
}

// arrival is what has come in: a line, a message that was read elsewhere, a line that is none, or the end.
type arrival struct {
	line    []byte
	message Message
	wrong   *DecodeError
	end     bool
}

func newSession(role string, asks bool) *Session {
	session := &Session{role: role, asks: asks, state: initialState, maxLine: MaxLineBytes, dropped: map[string]int{}}
	session.books = books{inFlight: newInFlight(), dues: newDues()}
	if !asks {
		session.SetVersion(Revision)
	}
	return session
}

// SetVersion says which version the side that is asked speaks, if it is not [Revision]. Call it before anything else.
func (s *Session) SetVersion(version string) { s.books.version = &version }

// SetMaxLine sets the most bytes of a line, if that is not [MaxLineBytes]. Call it before anything else.
func (s *Session) SetMaxLine(bytes int) { s.maxLine = bytes }

// Role is the party whose side this is.
func (s *Session) Role() string { return s.role }

// State is where the party stands.
func (s *Session) State() string { return s.state }

// IsClosed tells whether the session is over.
func (s *Session) IsClosed() bool { return slices.Contains(finalStates, s.state) }

// Dropped is how many messages and lines were ignored for a reason.
func (s *Session) Dropped(reason string) int { return s.dropped[reason] }

// InFlight are the requests that wait for a reply, of both parties.
func (s *Session) InFlight() []Request {
	if s.IsClosed() {
		return nil
	}
	return append(s.books.inFlight.all(), s.books.dues.all()...)
}

// Feed takes bytes that have come in; [Session.Events] looks at them.
func (s *Session) Feed(data []byte) {
	s.lines.feed(data, s.maxLine, func(line []byte, wrong *DecodeError) {
		s.inbox = append(s.inbox, arrival{line: line, wrong: wrong})
	})
}

// FeedEnd says that the input has ended; a last line without line end still counts.
func (s *Session) FeedEnd() {
	s.lines.close(s.maxLine, func(line []byte, wrong *DecodeError) {
		s.inbox = append(s.inbox, arrival{line: line, wrong: wrong})
	})
	s.inbox = append(s.inbox, arrival{end: true})
}

// FeedMessage takes what [Decode] or a [Reader] has given: a message, or the [*DecodeError] of a line that is none.
func (s *Session) FeedMessage(message Message, err error) {
	var wrong *DecodeError
	if errors.As(err, &wrong) {
		message = nil
	}
	s.inbox = append(s.inbox, arrival{message: message, wrong: wrong})
}

// Events goes through what was fed. A line is looked at when its turn comes, so a reply that is sent on the way counts
// before the next line does, however the input was cut.
func (s *Session) Events() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for {
			for len(s.events) > 0 {
				event := s.events[0]
				s.events = s.events[1:]
				if !yield(event) {
					return
				}
			}
			if len(s.inbox) == 0 {
				return
			}
			arrived := s.inbox[0]
			s.inbox = s.inbox[1:]
			s.take(arrived)
		}
	}
}

// DataToSend is the bytes to write since the last call: what the session answers on its own.
func (s *Session) DataToSend() []byte {
	data := s.out
	s.out = nil
	return data
}

// Send gives the bytes to write: an envelope as a line, before and after it what the session answers on its own. The
// error is a [*ProtocolViolationError] if it may not be sent now, an [*EncodeError] if it can't be written; then
// everything is as it was before.
func (s *Session) Send(envelope Envelope) ([]byte, error) { return s.SendUntil(envelope, time.Time{}) }

// SendUntil is [Session.Send] with a time by which the reply has to be there; see [Session.TimeOut].
func (s *Session) SendUntil(envelope Envelope, deadline time.Time) ([]byte, error) {
	if err := s.sendOne(envelope, deadline); err != nil {
		return nil, err
	}
	s.sendReady()
	return s.DataToSend(), nil
}

// NextID is a correlation id that no request in flight has and that was not given before.
func (s *Session) NextID() string {
	for {
		s.ids++
		id := spelt(s.ids)
		if !s.books.inFlight.holds(&id) {
			return id
		}
	}
}

// NextDeadline is when [Session.TimeOut] has to be called next; zero for never.
func (s *Session) NextDeadline() time.Time {
	var next time.Time
	for _, request := range s.books.inFlight.all() {
		if !request.Deadline.IsZero() && (next.IsZero() || request.Deadline.Before(next)) {
			next = request.Deadline
		}
	}
	return next
}

// TimeOut gives up the requests whose time is over; [Session.Events] tells of them.
func (s *Session) TimeOut(now time.Time) {
	for _, request := range s.books.inFlight.all() {
		if request.Deadline.IsZero() || request.Deadline.After(now) {
			continue
		}
		condition := "correlated"
		if request.ID == nil {
			condition = "lock-step"
		}
		step, _ := s.lookUp(meetsDeadline, nil, nil, condition)
		s.books.inFlight.giveUp(request)
		s.events = append(s.events, Failed{request, &TimedOutError{step.Requirement}})
		s.move(step, "no reply came in time")
	}
}

func (s *Session) sendOne(envelope Envelope, deadline time.Time) error {
	line, err := Encode(envelope)
	if err != nil {
		return err
	}
	left, err := s.leave(envelope, deadline)
	if left {
		s.out = append(s.out, line...)
	}
	return err
}

func (s *Session) sendReady() {
	for {
		ready := s.books.dues.nextReady()
		if ready == nil || s.sendOne(ready, time.Time{}) != nil {
			return
		}
	}
}

// leave lets an envelope leave, or drops it.
func (s *Session) leave(envelope Envelope, deadline time.Time) (bool, error) {
	said, id := sayingOf(envelope), idOf(envelope)
	event := "sends " + said.name
	if said.sender != s.role {
		step, condition := s.lookUp(meetsMisdirect, nil, nil, "")
		return false, s.violation(event, condition, step)
	}
	step, condition := s.lookUp(event, said, envelope, "")
	if step.Outcome == OutcomeBreach {
		return false, s.violation(event, condition, step)
	}
	if owed := s.books.dues.find(id, said.name); owed != nil {
		s.books.dues.settle(id, owed)
	}
	if step.Outcome == OutcomeDrop {
		s.dropped[reason(condition, said)]++
		return false, nil
	}
	if said.reply != "" {
		s.books.inFlight.add(Request{envelope, id, deadline}, said)
	}
	s.note(said, envelope)
	s.move(step, said.name+" was sent")
	return true, nil
}

// note keeps what the handshake says.
func (s *Session) note(said *saying, envelope Envelope) {
	if said.name == openingName {
		version := versionOf(envelope)
		s.books.version = &version
	} else if answer, ok := envelope.(*Opened); ok {
		s.books.answer = answer
	}
}

func reason(condition string, said *saying) string {
	if condition != "" {
		return condition
	}
	return said.name
}

// spelt writes 1, 2, 3 ... as a, b, ... z, aa, ab ...: letters suit whatever form the protocol has for ids.
func spelt(number int) string {
	var text strings.Builder
	if number > 26 {
		text.WriteString(spelt((number - 1) / 26))
	}
	text.WriteByte(byte('a' + (number-1)%26))
	return text.String()
}
