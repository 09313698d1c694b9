"""Examples are held against the model: what they say is wrong, where, and what follows from it."""

from __future__ import annotations

import dataclasses

from cgp_toolkit import oracle
from cgp_toolkit.model import Example, ExchangeExample, Model, Verdict
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.rules import checks
from cgp_toolkit.rules.checks import Exchange


def _changed(model: Model, name: str, **changes: object) -> Model:
    # mypy can't know the fields behind a mapping.
    example = dataclasses.replace(model.examples[name], **changes)  # type: ignore[arg-type]
    return dataclasses.replace(model, examples={name: example})


def _one(model: Model, verdict: Verdict) -> Example:
    """The first example of a verdict that is a message."""
    return next(e for e in model.examples.values() if e.verdict is verdict and e.message is not None)


def _told(found: list[Diagnostic]) -> list[tuple[str, str]]:
    return [(diagnostic.rule, diagnostic.message) for diagnostic in found]


def test_every_example_and_session_is_what_it_says(any_model: Model) -> None:
    assert oracle.inspect(any_model) == []


def test_a_failure_that_is_not_said_is_found(model: Model) -> None:
    example = _one(model, Verdict.INVALID)
    (failure,) = example.fails
    found = oracle.inspect(_changed(model, example.name, fails=()))
    assert _told(found) == [("example-findings", f"the example breaks {failure.rule!r} at {failure.at!r}, too")]
    assert found[0].position == example.position


def test_a_failure_that_is_not_there_is_found_at_its_place(model: Model) -> None:
    valid = next(
        e for e in model.examples.values() if e.verdict is Verdict.VALID and e.message is not None and not e.fails
    )
    invalid = _one(model, Verdict.INVALID)
    found = oracle.inspect(_changed(model, valid.name, fails=invalid.fails))
    assert [diagnostic.position for diagnostic in found] == [failure.position for failure in invalid.fails]
    assert found[0].message.startswith("the example does not break")


def test_a_verdict_that_does_not_follow_is_found(model: Model) -> None:
    example = _one(model, Verdict.READABLE)
    found = oracle.inspect(_changed(model, example.name, verdict=Verdict.INVALID))
    assert _told(found) == [("example-findings", "the example is readable, not invalid")]


def test_a_message_of_a_session_that_no_author_may_write_is_found(model: Model) -> None:
    name, session = next(iter(model.sessions.items()))
    broken = {**session.messages[0], "made_up": 1}
    changed = dataclasses.replace(session, messages=(broken, *session.messages[1:]))
    found = oracle.inspect(dataclasses.replace(model, sessions={name: changed}))
    assert _told(found) == [("session-findings", "message 1 of the session breaks 'unknown-member' at '/made_up'")]


def _exchange(model: Model, name: str, **changes: object) -> Model:
    # mypy can't know the fields behind a mapping.
    exchange = dataclasses.replace(model.exchanges[name], **changes)  # type: ignore[arg-type]
    return dataclasses.replace(model, exchanges={name: exchange}, examples={}, sessions={})


def _broken(model: Model) -> ExchangeExample:
    """The first exchange with one thing wrong in its reply."""
    return next(e for e in model.exchanges.values() if [failure.of for failure in e.fails] == ["reply"])


def test_a_failure_of_an_exchange_that_is_not_said_is_found(model: Model) -> None:
    exchange = _broken(model)
    (failure,) = exchange.fails
    found = oracle.inspect(_exchange(model, exchange.name, fails=()))
    assert _told(found) == [("exchange-findings", f"the reply breaks {failure.rule!r} at {failure.at!r}, too")]


def test_a_failure_of_an_exchange_that_is_not_there_is_found_at_its_place(model: Model) -> None:
    exchange = _broken(model)
    (failure,) = exchange.fails
    elsewhere = dataclasses.replace(failure, of="request")
    found = oracle.inspect(_exchange(model, exchange.name, fails=(failure, elsewhere)))
    assert _told(found) == [("exchange-findings", f"the request does not break {failure.rule!r} at {failure.at!r}")]
    assert found[0].position == failure.position


def test_a_message_of_an_exchange_that_is_not_fine_alone_is_found(model: Model) -> None:
    exchange = _broken(model)
    tag = model.protocol.tag
    for request, told in (
        ({**exchange.request, "made_up": 1}, "the request breaks 'unknown-member' at '/made_up' alone"),
        ({tag: "made_up"}, "the request breaks 'unknown-envelope' at '/type' alone"),
    ):
        found = oracle.inspect(_exchange(model, exchange.name, request=request))
        assert _told(found) == [("exchange-findings", told)]


def test_messages_that_do_not_answer_each_other_are_found(model: Model) -> None:
    exchange = _broken(model)
    found = oracle.inspect(_exchange(model, exchange.name, reply=exchange.request, ack=exchange.reply))
    name, answer = exchange.request[model.protocol.tag], exchange.reply[model.protocol.tag]
    assert _told(found) == [
        ("exchange-findings", f"{name!r} does not answer {name!r}"),
        ("exchange-findings", f"{answer!r} does not answer the handshake"),
    ]


def test_every_rule_about_two_messages_has_an_exchange_that_breaks_it(model: Model) -> None:
    broken = {failure.rule for exchange in model.exchanges.values() for failure in exchange.fails}
    wanted = {check.rule for check in checks(model) if check.needs_ack or isinstance(check.scope, Exchange)}
    assert wanted <= broken
