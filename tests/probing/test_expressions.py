"""The expressions of probes and of the mock: checked against the model, word by word."""

from __future__ import annotations

import pytest

from cgp_toolkit import probing
from cgp_toolkit.model import Json, Model, Verdict
from cgp_toolkit.model.loading import inspect
from cgp_toolkit.oracle import Oracle
from tests.model.fixture_models import FIRST_LINE, over_base

INSPECTION = """
inspection:
  doc: A customer talks to a clerk.
  role: clerk
  greeting: {note: hello, version: parcels/1}
  question: {note: find}
  text_at: [/ticket]
  goodbye: {note: bye}
"""
MOCK = """
mock:
  doc: A clerk.
  answers:
    hello: {message: {note: welcome, offers: {tickets: true, search: true}}}
    find: {message: {note: found}, items: {at: /parcels, ITEMS}}
"""


def _model(probe: str = "", items: str = "of: Parcel") -> Model:
    kinds = {"inspection.yaml": ("probes", INSPECTION + probe), "mock.yaml": ("mock", MOCK.replace("ITEMS", items))}
    model, found = inspect(over_base({name: FIRST_LINE.format(kind) + text for name, (kind, text) in kinds.items()}))
    assert model is not None
    assert found == ()
    return model


def _probe(steps: str, more: str = "") -> str:
    return f"probes:\n  it: {{doc: It is so., requirements: [R1], {more} steps: [{steps}], fix: Mend it.}}\n"


def _said(model: Model) -> list[str]:
    return [str(diagnostic).split(": ", 1)[1] for diagnostic in probing.inspect(model)]


@pytest.mark.parametrize(
    ("steps", "more", "said"),
    [
        ("{send: question, expect: [reply]}", "needs: ack.offers.tickets, without: No.,", []),
        ("{send: question, expect: [reply]}", "needs: ack.offers.tickts, without: No.,", ["tickts"]),
        ("{send: question, expect: [reply]}", "needs: ack.offers, without: No.,", ["a truth value is wanted here"]),
        ("{send: question, expect: [reply], check: size(reply.parcels) == 0, wrong: Some.}", "", []),
        ("{send: question, expect: [failure], check: size(reply.parcels) == 0, wrong: Some.}", "", ["parcels"]),
        ("{send: question, expect: [reply], check: kept.ticket == '1', wrong: Some.}", "", ["kept"]),
        (
            "{send: question, expect: [reply], keep: kept}, "
            "{each: {one: kept.parcels}, send: question, set: {/ticket: one.size}, expect: [reply]}",
            "",
            [],
        ),
        ("{each: {one: ack.offers.tickets}, send: question, expect: [reply]}", "", ["a list is wanted here"]),
        ("{each: {one: [a, b]}, send: question, set: {/ticket: one}, expect: [reply]}", "", []),
        ("{send: question, set: {/ticket: 'ack.('}, expect: [reply]}", "", ["rule-syntax"]),
    ],
)
def test_expressions_of_probes_are_checked_where_they_stand(steps: str, more: str, said: list[str]) -> None:
    found = _said(_model(_probe(steps, more)))
    assert len(found) == len(said)
    assert all(word in line for word, line in zip(said, found, strict=True)), found


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ("of: Parcel, first: item.size == 'large'", []),
        ("of: Parcel, first: item.size", ["a truth value"]),
        ("of: Parcel, first: 'has(request.ticket) && stock.exists(s, s.size == item.size)'", []),
        ("each: {one: request.ticket}, item: {}", ["'ticket' is optional"]),
        ("each: {stock: stock}, item: {}", ["no variable 'stock'"]),
    ],
)
def test_expressions_of_the_mock_are_checked_where_they_stand(items: str, said: list[str]) -> None:
    found = _said(_model(items=items))
    assert len(found) == len(said)
    assert all(word in line for word, line in zip(said, found, strict=True)), found


def test_a_probe_that_runs_through_examples_becomes_one_for_each_that_the_peer_may_be_shown() -> None:
    model = _model(_probe("{send: example, expect: [failure]}", "examples: invalid,"))
    ready = probing.probes(model, probing.Problems())
    assert [one.id for one in ready] == ["it/no-words"]
    assert ready[0].steps[0].line == b'{"note":"oops"}'


def test_messages_for_the_other_role_are_not_shown(model: Model) -> None:
    for example in probing.examples_for(model, Verdict.INVALID, "provider"):
        tag = (example.message or {}).get(model.protocol.tag)
        assert tag not in model.envelopes or model.envelopes[str(tag)].receiver == "provider"


def test_the_stock_holds_each_example_once_and_nothing_that_breaks_a_rule(model: Model) -> None:
    oracle = Oracle(model)
    stock = probing.stock(oracle, probing.stock_type(model) or "")
    names = [str(item["id"]) for item in stock]
    assert len(set(names)) == len(names) > 10


def test_what_is_put_into_a_message_leads_where_the_pointer_says() -> None:
    message: Json = {"a": [{"b": 1}, {"b": 2}], "c": {}}
    probing.put(message, "/a/*/b", 3)
    probing.put(message, "/c/d/e~1f", [])
    probing.put(message, "/a/7/b", 4)
    assert message == {"a": [{"b": 3}, {"b": 3}], "c": {"d": {"e/f": []}}}
