package wire

import "time"

// Recording looks on at a recorded session, both parties' tables at hand. The type of an envelope tells who sent it;
// one that no table knows, and a line that is none, might be of either, and an answer to them may come or not.
type Recording struct {
	sides   []*Session
	replied *Replied
}

// NewRecording looks on at a session from its beginning.
func NewRecording() *Recording {
	sides := newSides()
	for _, side := range sides {
		side.watching = true
		side.books.version = nil
	}
	return &Recording{sides: sides}
}

// See tells what is wrong with the next message, from the point of view of whoever sent it: a
// [*ProtocolViolationError], the [*DecodeError] that is given, or nil.
func (r *Recording) See(message Message, err error) error {
	sender := ""
	if envelope, ok := message.(Envelope); ok && err == nil {
		sender = sayingOf(envelope).sender
		for _, side := range r.sides {
			if side.role == sender {
				_, err = side.leave(envelope, time.Time{})
			}
		}
		r.feed(sender, message, nil)
		return err
	}
	r.feed(sender, message, err)
	return err
}

func (r *Recording) feed(sender string, message Message, err error) {
	r.replied = nil
	for _, side := range r.sides {
		if side.role == sender {
			continue
		}
		side.FeedMessage(message, err)
		for event := range side.Events() {
			if replied, ok := event.(Replied); ok {
				r.replied = &replied
			}
		}
	}
}

// Replied is the exchange that the last message completed, or nil.
func (r *Recording) Replied() *Replied { return r.replied }

// Answer is the answer to the handshake, or nil if there was none yet.
func (r *Recording) Answer() *Opened {
	for _, side := range r.sides {
		if side.books.answer != nil {
			return side.books.answer
		}
	}
	return nil
}

// States are where the parties stand, by role.
func (r *Recording) States() map[string]string {
	states := make(map[string]string, len(r.sides))
	for _, side := range r.sides {
		states[side.role] = side.state
	}
	return states
}
