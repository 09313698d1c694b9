// Command testee tells what this package makes of test vectors: it reads one JSON object a line, as the README of the
// vectors describes it, and answers each with one JSON object a line.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"

	wire "cgp-wire"
)

type given struct {
	Bytes  *string `json:"bytes"`
	Base64 string  `json:"base64"`
}

type request struct {
	given

	ID         any     `json:"id"`
	Kind       string  `json:"kind"`
	MaxLine    int     `json:"max_line"`
	Vocabulary string  `json:"vocabulary"`
	Value      *string `json:"value"`
	Request    string  `json:"request"`
	Reply      string  `json:"reply"`
	Ack        *string `json:"ack"`
	Role       *string `json:"role"`
	Answers    *string `json:"answers"`
	Steps      []step  `json:"steps"`
}

type step struct {
	given

	Does string `json:"does"`
}

type answer = map[string]any

func main() {
	log.SetFlags(0)
	in := bufio.NewReader(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if err := out.Encode(answerTo(line)); err != nil {
				log.Fatal(err)
			}
		}
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

func answerTo(line []byte) answer {
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		log.Fatal(err)
	}
	var told answer
	switch asked.Kind {
	case "message":
		told = message(asked.line())
	case "framing":
		told = framing(asked.line(), asked.MaxLine)
	case "exchange":
		told = exchange(asked)
	case "session":
		told = session(asked)
	case "jsonrpc":
		told = jsonrpc(asked)
	case "vocabulary":
		told = vocabulary(asked.Vocabulary, asked.Value)
	default:
		told = unsupported()
	}
	told["id"] = asked.ID
	return told
}

func unsupported() answer { return answer{"verdict": "unsupported"} }

func (g given) line() []byte {
	if g.Bytes != nil {
		return []byte(*g.Bytes)
	}
	line, err := base64.StdEncoding.DecodeString(g.Base64)
	if err != nil {
		log.Fatal(err)
	}
	return line
}

func message(line []byte) answer {
	found, err := wire.Decode(line)
	told := outcome(found, err)
	if err != nil {
		return told
	}
	var findings []finding
	for _, fault := range wire.Examine(line, true).Faults {
		findings = append(findings, finding{"", fault.Rule, fault.Pointer, true})
	}
	if envelope, ok := found.(wire.Envelope); ok {
		for _, violation := range wire.CheckThoroughly(envelope) {
			findings = append(findings, findingOf(violation))
		}
	}
	author(told, findings)
	return told
}

func framing(stream []byte, maxLine int) answer {
	reader := wire.NewReader(bytes.NewReader(stream))
	reader.MaxLine = maxLine
	outcomes := []answer{}
	for found, err := range reader.All() {
		outcomes = append(outcomes, outcome(found, err))
	}
	return answer{"outcomes": outcomes}
}

func outcome(found wire.Message, err error) answer {
	var wrong *wire.DecodeError
	if errors.As(err, &wrong) {
		return answer{
			"verdict": "refuses", "rule": wrong.Rule, "pointer": wrong.Pointer, "code": wrong.Code, "echo": wrong.ID,
		}
	}
	switch m := found.(type) {
	case *wire.UnknownEnvelope:
		return answer{"verdict": "accepts", "unknown": answer{"tag": m.Type, "id": m.ID, "bare": m.Bare}}
	case wire.Envelope:
		line, err := wire.Encode(m)
		if err != nil {
			return answer{"verdict": "accepts", "canonical": err.Error()}
		}
		return answer{"verdict": "accepts", "envelope": m.Tag(), "canonical": string(bytes.TrimSuffix(line, []byte("\n")))}
	default:
		return answer{"verdict": err.Error()}
	}
}

func vocabulary(name string, value *string) answer {
	// One that is absent reads like an unlisted one.
	asked := ""
	if value != nil {
		asked = *value
	}
	listed, readsAs, traits, known := meaning(name, asked)
	if !known {
		return unsupported()
	}
	return answer{"listed": listed, "reads_as": readsAs, "traits": traits}
}
