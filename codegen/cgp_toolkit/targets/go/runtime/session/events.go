package wire

import "time"

// Event is what a session tells of what has come in: a [Requested], [Notified], [Replied], [Failed], [Rejected],
// [Dropped] or [Closed], told apart by a type switch.
type Event interface{ isEvent() }

// Request is a request that waits for its reply.
type Request struct {
	// Envelope is the request itself.
	Envelope Envelope

	// ID is its correlation id, if it has one.
	ID *string

	// Deadline is by when the reply has to be there; zero for never.
	Deadline time.Time
}

// Requested tells that the other party waits for a reply; it gets exactly one.
type Requested struct{ Request Request }

// Notified tells of an envelope that no reply is due to.
type Notified struct{ Envelope Envelope }

// Replied tells that a request has its reply, or the failure in its place.
type Replied struct {
	// Request is the one that is answered.
	Request Request

	// Reply is the answer.
	Reply Envelope
}

// Failed tells that a request will have no reply: the handshake failed, time ran out, or the session is over.
type Failed struct {
	// Request is the one that is not answered.
	Request Request

	// Err is a [*HandshakeRefusedError], [*VersionMismatchError], [*VersionError], [*TimedOutError] or
	// [*SessionClosedError].
	Err error
}

// Rejected tells that the other party made a mistake; the session goes on.
type Rejected struct {
	// Message is what came in; nil for a line that is no message.
	Message Message

	// Err names the mistake.
	Err error

	// Code is the error code with which it is answered; empty if it is not.
	Code string
}

// Dropped tells that a message, or a line that was none, is ignored and counted.
type Dropped struct {
	// Message is what came in; nil for a line that is no message.
	Message Message

	// Reason is what it is counted under.
	Reason string
}

// Closed tells that the session is over; nothing more will be accepted.
type Closed struct{ Reason string }

func (Requested) isEvent() {}
func (Notified) isEvent()  {}
func (Replied) isEvent()   {}
func (Failed) isEvent()    {}
func (Rejected) isEvent()  {}
func (Dropped) isEvent()   {}
func (Closed) isEvent()    {}

// ProtocolViolationError says that a party says what it may not say.
type ProtocolViolationError struct {
	// Role is the party that noticed: of its own mistake before anything left, or of the other one's.
	Role string

	// State is where it stood.
	State string

	// Event is what it sent, received or met.
	Event string

	// Condition is what made that wrong; empty if it is always wrong.
	Condition string

	// Requirement is the requirement that is violated.
	Requirement string

	// Rule is the rule in a sentence.
	Rule string
}

// Error names the party, the event, the state and the rule.
func (e *ProtocolViolationError) Error() string {
	where := e.State
	if e.Condition != "" {
		where += ", " + e.Condition
	}
	return "the " + e.Role + " " + e.Event + " (" + where + "): " + e.Rule + " [" + e.Requirement + "]"
}

// HandshakeRefusedError says that the other party answered the handshake with a failure.
type HandshakeRefusedError struct {
	// Refusal is that failure.
	Refusal Envelope

	// Code is its code; empty if it has none.
	Code string

	// Requirement is the requirement that lets it refuse.
	Requirement string
}

// Error says so, without the words of the other party.
func (e *HandshakeRefusedError) Error() string { return "the handshake was refused" }

// TimedOutError says that no reply came before the deadline.
type TimedOutError struct {
	// Requirement is the requirement that says what follows.
	Requirement string
}

// Error says so.
func (e *TimedOutError) Error() string { return "no reply came before the deadline" }

// SessionClosedError says that the session ended while a request was waiting.
type SessionClosedError struct {
	// Reason says how it ended.
	Reason string

	// Requirement is the requirement that lets it end.
	Requirement string
}

// Error says how the session ended.
func (e *SessionClosedError) Error() string { return "the session is over: " + e.Reason }
