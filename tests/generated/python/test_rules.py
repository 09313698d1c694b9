"""The rules of the protocol, one by one: what keeps them, what breaks them, and where."""

from __future__ import annotations

import msgspec
import pytest

from cgp_toolkit.model import Json, Model
from cgp_wire import ndjson, rules, types
from cgp_wire.rules import Violation, check, check_exchange
from tests.rules.cases import REAL, Case, ack, error, frame, frames, query

CASES = [(name, number) for name, cases in REAL.items() for number in range(len(cases))]


def read(message: dict[str, Json]) -> types.Envelope:
    """The typed form of a message."""
    envelope = ndjson.decode(msgspec.json.encode(message))
    assert not isinstance(envelope, ndjson.UnknownEnvelope)
    return envelope


def violations(case: Case) -> tuple[Violation, ...]:
    """What is wrong in a case."""
    agreed = read(case.ack) if case.ack is not None else None
    assert agreed is None or isinstance(agreed, types.HandshakeAck)
    if case.request is not None and case.reply is not None:
        return check_exchange(read(case.request), read(case.reply), ack=agreed)
    assert case.this is not None
    if agreed is None:
        return check(read(case.this), thorough=True)
    return check_exchange(read(case.this), read(error()), ack=agreed)


@pytest.mark.parametrize(("name", "number"), CASES)
def test_a_rule_is_broken_exactly_where_it_is(name: str, number: int) -> None:
    case = REAL[name][number]
    assert tuple(v.pointer for v in violations(case) if v.rule == name) == case.at


def test_every_rule_has_a_case_that_keeps_it_and_one_that_breaks_it() -> None:
    assert set(REAL) == set(rules.RULES)
    for name, cases in REAL.items():
        assert {bool(case.at) for case in cases} == {True, False}, name


def test_a_violation_carries_requirement_severity_and_a_way_out(model: Model) -> None:
    for name, cases in REAL.items():
        rule = model.rules[name]
        level = rule.level or model.requirements[rule.requirement].level
        for case in cases:
            for violation in violations(case):
                if violation.rule == name:
                    assert violation.requirement == rule.requirement
                    assert violation.severity == ("error" if level.value == "MUST" else "warning")
                    assert violation.fix == rule.fix


def test_a_message_tells_numbers_and_never_what_a_frame_says() -> None:
    found = check(read(frames(frame("secret", title="hidden", citation_label="covert", token_cost=9))))
    assert [v.message for v in found] == ["token_cost is 9, but the bytes of the content come to 2"]
    found = check_exchange(read(query(max_tokens=1)), read(frames(frame("secret"), frame("hidden"))))
    assert [v.message for v in found] == ["the frames cost 4 budget tokens, the query allows 1"]


def test_a_value_that_breaks_its_own_limits_gets_no_second_finding() -> None:
    found = check(read(frames(frame("text", content_digest="sha256:short"))), thorough=True)
    assert [(v.rule, v.pointer) for v in found] == [("bad-format", "/result/frames/0/content_digest")]


def test_rules_that_cost_more_than_reading_run_only_when_asked_for() -> None:
    message = read(frames(frame("text", content_digest="sha256:" + "0" * 64)))
    assert check(message) == ()
    assert [v.rule for v in check(message, thorough=True)] == ["digest-is-content"]


def test_rules_about_what_was_agreed_need_to_know_it() -> None:
    request, reply = read(query("q1")), read(frames())
    assert check_exchange(request, reply) == ()
    agreed = read(ack(correlation=True))
    assert isinstance(agreed, types.HandshakeAck)
    assert [(v.rule, v.of) for v in check_exchange(request, reply, ack=agreed)] == [("id-is-echoed", "reply")]
    agreed = read(ack(correlation=False))
    assert isinstance(agreed, types.HandshakeAck)
    assert [(v.rule, v.of) for v in check_exchange(request, reply, ack=agreed)] == [("id-needs-correlation", "request")]


def test_a_message_without_anything_to_check_is_fine() -> None:
    assert check(types.Shutdown()) == ()


def test_what_is_no_message_is_refused() -> None:
    with pytest.raises(TypeError, match="ContextFrame is no message of this revision"):
        check(read(frames(frame())).result.frames[0])  # type: ignore[union-attr,arg-type]


def test_a_violation_reads_as_one_line() -> None:
    (found,) = check(read(frames(frame("text", token_cost=2))))
    assert str(found) == (
        "/result/frames/0/token_cost: error: token_cost is 2, but the bytes of the content come to 1 "
        "[token-cost-is-bytes, B3]"
    )
    (found,) = check_exchange(read(query()), read(frames(id="q1")))
    assert str(found) == "reply/id: error: the reply has an id, the request had none [id-was-asked-for, N-lock-step]"
