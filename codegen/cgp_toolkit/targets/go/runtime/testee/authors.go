package main

import (
	"log"

	wire "cgp-wire"
)

type finding struct {
	Of      string `json:"of,omitempty"`
	Rule    string `json:"rule"`
	Pointer string `json:"pointer"`

	wrong bool
}

func findingOf(violation wire.Violation) finding {
	of := violation.Of
	if of == "message" {
		of = ""
	}
	return finding{of, violation.Rule, violation.Pointer, violation.Severity == wire.SeverityError}
}

// author adds to an answer what authors have to hear.
func author(told answer, findings []finding) {
	told["author"] = "accepts"
	for _, found := range findings {
		if found.wrong {
			told["author"] = "refuses"
		}
	}
	told["findings"] = append([]finding{}, findings...)
}

func exchange(asked request) answer {
	var ack *wire.Opened
	if asked.Ack != nil {
		ack, _ = envelope(*asked.Ack).(*wire.Opened)
	}
	var findings []finding
	for _, violation := range wire.CheckExchange(envelope(asked.Request), envelope(asked.Reply), ack) {
		findings = append(findings, findingOf(violation))
	}
	told := answer{}
	author(told, findings)
	return told
}

func envelope(line string) wire.Envelope {
	message, err := wire.Decode([]byte(line))
	if err != nil {
		log.Fatal(err)
	}
	known, ok := message.(wire.Envelope)
	if !ok {
		log.Fatal("no envelope of this revision")
	}
	return known
}
