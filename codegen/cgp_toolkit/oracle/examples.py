"""Whether examples are what they say: what is wrong with them, and what readers and authors make of that."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Example, ExchangeExample, Model, Verdict
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.oracle.judging import ExchangeFinding, Oracle, oracle_of
from cgp_toolkit.oracle.reading import Finding, Reading

CATALOGUE: dict[str, str] = {
    "example-findings": "An example breaks exactly what it says, where it says, and has the verdict that follows.",
    "exchange-findings": "An exchange breaks exactly what it says, where it says, and its messages are fine alone.",
    "session-findings": "Every message of a session is one that its author may write.",
}
"""Lint rule ids and their purposes."""


def inspect(model: Model) -> list[Diagnostic]:
    """Every example and session of a model that is sound otherwise, but is not what it says."""
    oracle = oracle_of(model)
    return [*_examples(oracle), *_exchanges(oracle), *_sessions(oracle)]


def _examples(oracle: Oracle) -> Iterator[Diagnostic]:
    for example in oracle.model.examples.values():
        reading = oracle.read(example.line) if example.line is not None else oracle.judge(example.message)
        said = [Finding(failure.rule, failure.at) for failure in example.fails]
        found = [Finding(finding.rule, finding.at) for finding in reading.findings]
        for finding in sorted(set(found) - set(said)):
            message = f"the example breaks {finding.rule!r} at {finding.at!r}, too"
            yield Diagnostic(example.position, "example-findings", message, "mend the message, or add it to 'fails'")
        for failure in example.fails:
            if Finding(failure.rule, failure.at) not in found:
                message = f"the example does not break {failure.rule!r} at {failure.at!r}"
                yield Diagnostic(failure.position, "example-findings", message, "mend the message, or remove this")
        if set(said) == set(found) and verdict(reading) is not example.verdict:
            message = f"the example is {verdict(reading).value}, not {example.verdict.value}"
            yield Diagnostic(example.position, "example-findings", message, "change the verdict")


def _exchanges(oracle: Oracle) -> Iterator[Diagnostic]:
    for exchange in oracle.model.exchanges.values():
        unfit = list(_unfit(oracle, exchange))
        if unfit:
            # Of messages that don't go together, nothing more can be said.
            yield from (Diagnostic(exchange.position, "exchange-findings", text, "mend the message") for text in unfit)
            continue
        said = {(failure.of, failure.rule, failure.at) for failure in exchange.fails}
        found = {(finding.of, finding.rule, finding.at) for finding in exchange_findings(oracle, exchange)}
        for of, rule, at in sorted(found - said):
            message = f"the {of} breaks {rule!r} at {at!r}, too"
            yield Diagnostic(exchange.position, "exchange-findings", message, "mend the message, or add it to 'fails'")
        for failure in exchange.fails:
            if (failure.of, failure.rule, failure.at) not in found:
                message = f"the {failure.of} does not break {failure.rule!r} at {failure.at!r}"
                yield Diagnostic(failure.position, "exchange-findings", message, "mend the message, or remove this")


def _unfit(oracle: Oracle, exchange: ExchangeExample) -> Iterator[str]:
    """Why messages are not fine alone, or do not answer each other."""
    model = oracle.model
    parts = {"request": exchange.request, "reply": exchange.reply, "ack": exchange.ack}
    tags = {}
    for name, part in parts.items():
        if part is None:
            continue
        reading = oracle.judge(part)
        tags[name] = reading.envelope
        if reading.envelope is None or not reading.authored:
            wrong = next((finding for finding in reading.findings if finding.error), None)
            yield (
                f"the {name} is no message"
                if wrong is None
                else f"the {name} breaks {wrong.rule!r} at {wrong.at!r} alone"
            )
    request = model.envelopes.get(tags.get("request") or "")
    if request is not None and tags["reply"] not in (None, request.reply, model.protocol.failure):
        yield f"{tags['reply']!r} does not answer {request.name!r}"
    if tags.get("ack", model.protocol.answer) not in (None, model.protocol.answer):
        yield f"{tags['ack']!r} does not answer the handshake"


def exchange_findings(oracle: Oracle, exchange: ExchangeExample) -> tuple[ExchangeFinding, ...]:
    """What is wrong with the messages of an exchange together; they are fine alone."""
    ack = None if exchange.ack is None else oracle.judge(exchange.ack).settled
    return oracle.exchange(oracle.judge(exchange.request).settled, oracle.judge(exchange.reply).settled, ack)


def verdict(reading: Reading) -> Verdict:
    """What a message is, by what is wrong with it."""
    if not reading.accepted:
        return Verdict.INVALID
    return Verdict.VALID if reading.authored else Verdict.READABLE


def matches(example: Example, reading: Reading) -> bool:
    """Whether an example is what it says."""
    said = sorted((failure.rule, failure.at) for failure in example.fails)
    found = sorted((finding.rule, finding.at) for finding in reading.findings)
    return said == found and verdict(reading) is example.verdict


def _sessions(oracle: Oracle) -> Iterator[Diagnostic]:
    for session in oracle.model.sessions.values():
        for number, message in enumerate(session.messages, 1):
            for finding in oracle.judge(message).findings:
                if finding.error:
                    text = f"message {number} of the session breaks {finding.rule!r} at {finding.at!r}"
                    yield Diagnostic(session.position, "session-findings", text, "mend the message")
