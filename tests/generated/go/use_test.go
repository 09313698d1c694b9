// What a user of the module relies on.
package cgpwire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	cgpwire "cgp.example/wire"
)

func decoded(t *testing.T, line string) cgpwire.Message {
	t.Helper()
	message, err := cgpwire.Decode([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	return message
}

const asked = `{"type":"query","query":{"goal":"g","max_frames":1,"max_tokens":2`

func TestAbsentAndEmptyAreTwoThings(t *testing.T) {
	absent := decoded(t, asked+`}}`).(*cgpwire.Query)
	empty := decoded(t, asked+`,"query_text":"","embedding":[]}}`).(*cgpwire.Query)
	if absent.Query.QueryText != nil || empty.Query.QueryText == nil || *empty.Query.QueryText != "" {
		t.Error("texts")
	}
	if absent.Query.Embedding != nil || empty.Query.Embedding == nil {
		t.Error("lists")
	}
	for _, message := range []*cgpwire.Query{absent, empty} {
		line, err := cgpwire.Encode(message)
		if err != nil {
			t.Fatal(err)
		}
		if again := decoded(t, string(line)); !reflect.DeepEqual(again, message) {
			t.Errorf("%s does not come back", line)
		}
	}
}

func TestNullReadsAsAbsentOnlyWhereItMay(t *testing.T) {
	if query := decoded(t, asked+`,"query_text":null}}`).(*cgpwire.Query); query.Query.QueryText != nil {
		t.Error("it is there")
	}
	_, err := cgpwire.Decode([]byte(asked + `,"kinds":null}}`))
	var wrong *cgpwire.DecodeError
	if !errors.As(err, &wrong) || wrong.Rule != "null-member" || wrong.Pointer != "/query/kinds" {
		t.Error(err)
	}
}

func TestADefaultIsReadByItsMethodAndNotWritten(t *testing.T) {
	frame := cgpwire.ContextFrame{ID: "f", Kind: cgpwire.FrameKindDoc, Title: "t"}
	if frame.RepresentationOrDefault() != cgpwire.RepresentationFull {
		t.Error("no default")
	}
	frame.Representation = cgpwire.Ptr(cgpwire.RepresentationFull)
	line, err := cgpwire.Encode(&cgpwire.Frames{Result: cgpwire.ContextQueryResult{Frames: []cgpwire.ContextFrame{frame}}})
	if err != nil || strings.Contains(string(line), "representation") {
		t.Error(string(line), err)
	}
}

func TestAListThatIsRequiredIsWrittenThoughNil(t *testing.T) {
	line, err := cgpwire.Encode(&cgpwire.Frames{})
	if err != nil || string(line) != `{"type":"frames","result":{"frames":[],"truncated":false}}`+"\n" {
		t.Error(string(line), err)
	}
}

func TestWhatCannotBeWrittenIsNamedBeforeAnyByteLeaves(t *testing.T) {
	frame := cgpwire.ContextFrame{Score: 0.5, Embedding: &cgpwire.FrameEmbedding{Vector: []float64{0, math.NaN()}}}
	frames := &cgpwire.Frames{Result: cgpwire.ContextQueryResult{Frames: []cgpwire.ContextFrame{{}, frame}}}
	var out bytes.Buffer
	var wrong *cgpwire.EncodeError
	if err := cgpwire.Write(&out, frames); !errors.As(err, &wrong) || out.Len() > 0 {
		t.Fatal(err)
	}
	if wrong.Rule != "out-of-range" || wrong.Pointer != "/result/frames/1/embedding/vector/1" {
		t.Error(wrong)
	}
	if _, err := cgpwire.Encode(&cgpwire.Error{Message: "\xff"}); !errors.As(err, &wrong) || wrong.Pointer != "/message" {
		t.Error(err)
	}
	for _, none := range []cgpwire.Envelope{nil, (*cgpwire.Query)(nil)} {
		if _, err := cgpwire.Encode(none); !errors.As(err, &wrong) || wrong.Rule != "unknown-envelope" {
			t.Error(err)
		}
	}
}

func TestTheFutureIsReadToo(t *testing.T) {
	switch m := decoded(t, ` {"type":"subscribe","id":"a","x":[1]} `).(type) {
	case *cgpwire.UnknownEnvelope:
		if m.Type != "subscribe" || *m.ID != "a" || m.Bare || string(m.Raw) != `{"type":"subscribe","id":"a","x":[1]}` {
			t.Errorf("%+v", m)
		}
	default:
		t.Errorf("%T", m)
	}
}

func TestAReaderGoesOnBehindBadLines(t *testing.T) {
	stream := "nonsense\n\n{\"type\":\"shutdown\"}\r\n" + strings.Repeat("x", 200_000) + "\n{\"type\":\"shutdown\"}"
	reader := cgpwire.NewReader(strings.NewReader(stream))
	reader.MaxLine = 100
	var found []string
	for message, err := range reader.All() {
		var wrong *cgpwire.DecodeError
		if errors.As(err, &wrong) {
			found = append(found, wrong.Rule)
		} else {
			found = append(found, message.Tag())
		}
	}
	if got := strings.Join(found, " "); got != "not-json shutdown line-too-long shutdown" {
		t.Error(got)
	}
	if _, err := reader.Next(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

func TestAnEnvelopeIsAPartOfOtherJSON(t *testing.T) {
	line, err := json.Marshal(map[string]any{"said": &cgpwire.Shutdown{}})
	if err != nil || string(line) != `{"said":{"type":"shutdown"}}` {
		t.Error(string(line), err)
	}
}

func TestErrorsNeverRepeatWhatAMessageCarries(t *testing.T) {
	_, err := cgpwire.Decode([]byte(`{"type":"error","id":"q","code":"hunter2","message":{"password":"hunter2"}}`))
	var wrong *cgpwire.DecodeError
	if !errors.As(err, &wrong) || strings.Contains(err.Error(), "hunter2") || wrong.ID == nil || *wrong.ID != "q" {
		t.Error(err)
	}
	if wrong.Fix() == "" || wrong.Code != "bad_request" || len(wrong.Requirements()) == 0 {
		t.Error("nothing is known of the rule")
	}
}

func TestVersionsAreComparedByTheirFamily(t *testing.T) {
	if fit, err := cgpwire.Interoperate("contextgraph/1.0", cgpwire.Revision); !fit || err != nil {
		t.Error(fit, err)
	}
	var mismatch *cgpwire.VersionMismatchError
	if err := cgpwire.RequireFamily(cgpwire.Revision, "contextgraph/2.0"); !errors.As(err, &mismatch) {
		t.Error(err)
	}
	var none *cgpwire.VersionError
	for _, text := range []string{"contextgraph/1", "ContextGraph/1.0", "contextgraph/1.0\n", "contextgraph/\u0661.0"} {
		if _, err := cgpwire.ParseVersion(text); !errors.As(err, &none) {
			t.Errorf("%q is a version", text)
		}
	}
}

func TestRulesTellPlaceAndWayOut(t *testing.T) {
	flow := cgpwire.DataFlow{EgressScopes: []cgpwire.EgressScope{cgpwire.EgressScopeLocalOnly, "acme:cloud"}}
	ack := &cgpwire.HandshakeAck{
		ProtocolVersion: cgpwire.Revision,
		Provider:        cgpwire.ProviderInfo{Name: "n", Version: "1", DataFlow: flow},
	}
	found := cgpwire.Check(ack)
	if len(found) != 1 || found[0].Rule != "scope-needs-egress" || found[0].Pointer != "/provider/data_flow/egress_scopes/1" {
		t.Error(found)
	}
	if len(cgpwire.Rules()) < 10 {
		t.Error("rules are missing")
	}
	if cgpwire.CountBudgetTokens("h\u00e9llo") != 2 {
		t.Error("budget tokens are not counted")
	}
}

func TestASessionIsDrivenByItsUser(t *testing.T) {
	host, provider := cgpwire.NewHostSession(), cgpwire.NewProviderSession()
	ack := &cgpwire.HandshakeAck{ProtocolVersion: cgpwire.Revision, Provider: cgpwire.ProviderInfo{Name: "n", Version: "1"}}
	asked := &cgpwire.Query{Query: cgpwire.ContextQuery{Goal: "g", MaxFrames: 1, MaxTokens: 1}}
	var violation *cgpwire.ProtocolViolationError
	if _, err := host.Send(asked); !errors.As(err, &violation) || violation.Requirement != "N-handshake-first" {
		t.Fatal(err)
	}
	pass := func(from *cgpwire.Session, envelope cgpwire.Envelope, to *cgpwire.Session) (events []cgpwire.Event) {
		t.Helper()
		line, err := from.Send(envelope)
		if err != nil {
			t.Fatal(err)
		}
		for _, half := range [][]byte{line[:3], line[3:]} {
			to.Feed(half)
			for event := range to.Events() {
				events = append(events, event)
			}
		}
		return events
	}
	pass(host, &cgpwire.Handshake{ProtocolVersion: "contextgraph/1.9"}, provider)
	pass(provider, ack, host)
	if events := pass(host, asked, provider); len(events) != 1 || len(host.InFlight()) != 1 {
		t.Error(events)
	} else if _, ok := events[0].(cgpwire.Requested); !ok {
		t.Error(events)
	}
	if events := pass(provider, &cgpwire.Frames{}, host); len(events) != 1 || host.State() != "ready" {
		t.Error(events)
	} else if replied, ok := events[0].(cgpwire.Replied); !ok || replied.Request.Envelope != cgpwire.Envelope(asked) {
		t.Error(events)
	}
	provider.Feed([]byte("nonsense\n"))
	for event := range provider.Events() {
		if rejected, ok := event.(cgpwire.Rejected); !ok || rejected.Code != "bad_request" {
			t.Error(event)
		}
	}
	if answer := string(provider.DataToSend()); !strings.HasPrefix(answer, `{"type":"error","code":"bad_request"`) {
		t.Error(answer)
	}
	pass(host, &cgpwire.Shutdown{}, provider)
	if !host.IsClosed() || !provider.IsClosed() {
		t.Error("it is not over")
	}
}

func TestJSONRPCKnowsWhatAResponseAnswers(t *testing.T) {
	var host, provider cgpwire.RPCPeer
	sent, err := host.Encode(&cgpwire.Handshake{ProtocolVersion: cgpwire.Revision})
	if err != nil {
		t.Fatal(err)
	}
	received, err := provider.Decode(sent)
	if err != nil || received.Method != "context/handshake" || received.ID != cgpwire.RPCNumberID(1) {
		t.Fatal(received, err)
	}
	answer, err := provider.Encode(&cgpwire.HandshakeAck{ProtocolVersion: cgpwire.Revision})
	if err != nil || !strings.HasPrefix(string(answer), `{"jsonrpc":"2.0","id":1,"result":{"protocol_version"`) {
		t.Fatal(string(answer), err)
	}
	var wrong *cgpwire.RPCError
	if _, err := provider.Decode([]byte(`{"jsonrpc":"2.0","id":7,"method":"x"}`)); !errors.As(err, &wrong) ||
		!strings.HasPrefix(string(wrong.Response()), `{"jsonrpc":"2.0","id":7,"error":{"code":-32601,`) {
		t.Error(err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(asked + `}}`))
	f.Add([]byte(`{"type":"frames","result":{"frames":[],"truncated":true,"x":{"a":1,"a":2}}}`))
	f.Add([]byte("{\"type\":\"error\",\"message\":\"\\ud800\xff\"}"))
	f.Fuzz(func(t *testing.T, line []byte) {
		message, err := cgpwire.Decode(line)
		if err != nil {
			return
		}
		envelope, ok := message.(cgpwire.Envelope)
		if !ok {
			return
		}
		cgpwire.CheckThoroughly(envelope)
		written, err := cgpwire.Encode(envelope)
		if err != nil {
			t.Fatal(err)
		}
		again, err := cgpwire.Decode(written)
		if err != nil || !reflect.DeepEqual(again, message) {
			t.Fatal(err)
		}
	})
}
