"""Every example is to the Python binding exactly what the model says of it, and so is every session."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from cgp_toolkit.model import Example, Json, Model, Verdict
from cgp_wire import ndjson, rules
from cgp_wire.types import HandshakeAck
from tests.model.messages import exchanges


def line(message: Json) -> bytes:
    """A message as writers spell it, but with the members in the order that they have."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def line_of(example: Example) -> bytes:
    return example.line if example.line is not None else line(example.message)


def examples(model: Model, *verdicts: Verdict) -> Iterator[Example]:
    return (example for example in model.examples.values() if example.verdict in verdicts)


def expected(example: Example) -> list[tuple[str, str]]:
    return sorted((failure.rule, failure.at) for failure in example.fails)


def findings(message: bytes) -> list[tuple[str, str]]:
    """Rule and pointer of all that is wrong with a message that readers accept."""
    envelope = ndjson.decode(message)
    found = [(fault.rule, fault.pointer) for fault in ndjson.examine(message, strict=True).faults]
    if not isinstance(envelope, ndjson.UnknownEnvelope):
        found += [(violation.rule, violation.pointer) for violation in rules.check(envelope, thorough=True)]
    return sorted(found)


def test_what_is_invalid_is_refused_for_the_rule_and_at_the_place_that_it_names(model: Model) -> None:
    for example in examples(model, Verdict.INVALID):
        with pytest.raises(ndjson.DecodeError) as caught:
            ndjson.decode(line_of(example))
        assert [(caught.value.rule, caught.value.pointer)] == expected(example), example.name


def test_everything_else_is_read_and_exactly_its_findings_are_found(model: Model) -> None:
    found = {e.name: findings(line_of(e)) for e in examples(model, Verdict.VALID, Verdict.READABLE)}
    assert found == {e.name: expected(e) for e in examples(model, Verdict.VALID, Verdict.READABLE)}


def test_the_findings_of_what_is_valid_are_warnings(model: Model) -> None:
    for example in examples(model, Verdict.VALID):
        envelope = ndjson.decode(line_of(example))
        assert not isinstance(envelope, ndjson.UnknownEnvelope), example.name
        assert all(v.severity == "warning" for v in rules.check(envelope, thorough=True)), example.name


def test_what_is_valid_comes_out_as_it_went_in(model: Model) -> None:
    for example in examples(model, Verdict.VALID):
        envelope = ndjson.decode(line_of(example))
        assert not isinstance(envelope, ndjson.UnknownEnvelope), example.name
        written = ndjson.encode(envelope)
        assert ndjson.decode(written) == envelope, example.name
        if example.message is not None:
            assert written == line(example.message) + b"\n", example.name


def test_every_message_of_a_session_is_without_fault_and_comes_out_as_it_went_in(model: Model) -> None:
    for session in model.sessions.values():
        for message in session.messages:
            assert findings(line(message)) == [], session.name
            envelope = ndjson.decode(line(message))
            assert not isinstance(envelope, ndjson.UnknownEnvelope), session.name
            assert ndjson.encode(envelope) == line(message) + b"\n", session.name


def test_every_request_and_reply_of_a_session_keep_the_rules_together(model: Model) -> None:
    checked = 0
    for session in model.sessions.values():
        ack = ndjson.decode(line(session.messages[1]))
        for pair in exchanges(model, session):
            request, reply = (None if message is None else ndjson.decode(line(message)) for message in pair)
            if reply is None:
                continue
            assert not isinstance(request, ndjson.UnknownEnvelope | None), session.name
            assert not isinstance(reply, ndjson.UnknownEnvelope), session.name
            agreed = ack if isinstance(ack, HandshakeAck) else None
            assert rules.check_exchange(request, reply, ack=agreed) == (), session.name
            checked += 1
    assert checked > 15
