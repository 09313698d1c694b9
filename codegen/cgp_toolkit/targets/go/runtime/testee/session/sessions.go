package main

import (
	"bytes"
	"errors"
	"log"
	"time"

	wire "cgp-wire"
)

// Requests are sent at no particular time, and all of them run out of it together.
var (
	deadline = time.Unix(1, 0)
	later    = time.Unix(2, 0)
)

func session(asked request) answer {
	var told []answer
	if asked.Role == nil {
		told = see(asked.Steps)
	} else if side := newSession(*asked.Role); side != nil {
		told = take(side, asked.Steps)
	} else {
		return unsupported()
	}
	return answer{"steps": append([]answer{}, told...)}
}

// see tells what an onlooker finds wrong with each message of a recording.
func see(steps []step) (told []answer) {
	recording := wire.NewRecording()
	for _, step := range steps {
		message, err := wire.Decode(step.line())
		var violation *wire.ProtocolViolationError
		switch wrong := recording.See(message, err); {
		case wrong == nil:
			told = append(told, answer{"outcome": "accept"})
		case errors.As(wrong, &violation):
			told = append(told, answer{
				"outcome": "breach", "state": violation.State, "requirement": violation.Requirement,
			})
		default:
			told = append(told, answer{"outcome": "breach"})
		}
	}
	return told
}

// take tells what becomes of each step of one side.
func take(side *wire.Session, steps []step) (told []answer) {
	for _, step := range steps {
		var found answer
		var sends []byte
		if step.Does == "sends" {
			found, sends = send(side, step.line())
		} else {
			found = happen(side, step)
			sends = side.DataToSend()
		}
		found["state"] = side.State()
		lines := []string{}
		for line := range bytes.Lines(sends) {
			lines = append(lines, string(bytes.TrimSuffix(line, []byte("\n"))))
		}
		found["sends"] = lines
		told = append(told, found)
	}
	return told
}

func send(side *wire.Session, line []byte) (answer, []byte) {
	said := envelope(string(line))
	sends, err := side.SendUntil(said, deadline)
	var violation *wire.ProtocolViolationError
	if errors.As(err, &violation) {
		return answer{"outcome": "breach", "requirement": violation.Requirement}, nil
	}
	written, wrong := wire.Encode(said)
	if err != nil || wrong != nil {
		log.Fatal(err, wrong)
	}
	if !bytes.Contains(sends, written) {
		return answer{"outcome": "drop"}, sends
	}
	return answer{"outcome": "accept"}, sends
}

// happen lets something happen to a side, and tells what becomes of it.
func happen(side *wire.Session, step step) answer {
	switch step.Does {
	case "receives":
		side.Feed(append(step.line(), '\n'))
	case "ends":
		side.FeedEnd()
	default:
		side.TimeOut(later)
	}
	told := answer{"outcome": "accept"}
	settled := false
	for event := range side.Events() {
		if becomes := becomesOf(event); becomes != nil && !settled {
			told, settled = becomes, true
		}
	}
	return told
}

func becomesOf(event wire.Event) answer {
	switch e := event.(type) {
	case wire.Dropped:
		return answer{"outcome": "drop"}
	case wire.Rejected:
		told := answer{"outcome": "breach"}
		if e.Code != "" {
			told = answer{"outcome": "answer", "code": e.Code}
		}
		var violation *wire.ProtocolViolationError
		if errors.As(e.Err, &violation) {
			told["requirement"] = violation.Requirement
		}
		return told
	case wire.Failed:
		var refused *wire.HandshakeRefusedError
		var mismatch *wire.VersionMismatchError
		var none *wire.VersionError
		switch {
		case errors.As(e.Err, &refused):
			return answer{"outcome": "refusal", "requirement": refused.Requirement}
		case errors.As(e.Err, &mismatch) || errors.As(e.Err, &none):
			return answer{"outcome": "mismatch"}
		}
	}
	return nil
}
