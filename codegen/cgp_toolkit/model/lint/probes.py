"""Probes and the mock: what is sent is there, what is expected can come, and every request is answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.http import HttpBinding
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.mock import Deed, Misbehaviour
from cgp_toolkit.model.model import Model
from cgp_toolkit.model.probes import COMMON, EXAMPLE, Answer, Probe, Step, Transport, Watch
from cgp_toolkit.model.protocol import Envelope
from cgp_toolkit.model.types import Json


def probe_ground(context: Context) -> Iterator[Diagnostic]:
    """Probes without an inspection to build on, misbehaviours without a mock, and both without an HTTP binding."""
    model = context.model
    built: tuple[tuple[Sequence[Probe | Misbehaviour], str, bool], ...] = (
        (tuple(model.probes.values()), "inspection", model.inspection is not None),
        (tuple(model.misbehaviours.values()), "mock", model.mock is not None),
        (
            tuple(filter(_about_http, (*model.probes.values(), *model.misbehaviours.values()))),
            "http",
            model.http is not None,
        ),
    )
    for what, ground, there in built:
        if not there and not context.hides(ground, ground):
            for entry in what[:1]:
                message = f"no file has a section {ground!r}, which this builds on"
                yield Diagnostic(entry.position, "probe-ground", message, "add the section")


def _about_http(entry: Probe | Misbehaviour) -> bool:
    """Whether it makes no sense without an HTTP binding."""
    if entry.over == (Transport.HTTP,):
        return True
    if isinstance(entry, Misbehaviour):
        return entry.does is Deed.STATUS
    unusual = any(step.statuses or step.method is not None or step.media_type is not None for step in entry.steps)
    return unusual or entry.watch is Watch.STATUSES


def probe_message(context: Context) -> Iterator[Diagnostic]:
    """Messages of the inspection that are not of the envelope that their part of a session has."""
    model, inspection = context.model, context.model.inspection
    if inspection is None:
        return
    found = context.entry(inspection)
    for name in COMMON:
        envelope = _envelope(model, message_of(model, name))
        if envelope is None:
            message = f"the {name} is of no envelope of this revision"
            yield Diagnostic(found.at(name), "probe-message", message, "write one that the model has")
        elif envelope.receiver != inspection.role:
            message = f"the {name} is not for the {inspection.role}"
            yield Diagnostic(found.at(name), "probe-message", message, "write one that goes the other way")


def probe_expectation(context: Context) -> Iterator[Diagnostic]:
    """Steps that expect what can't come, or nothing at all, codes where no failure may come, and usual requests."""
    for probe in context.model.probes.values():
        found = context.entry(probe)
        for index, step in enumerate(probe.steps):
            for key, problem, fix in _problems(context.model, step):
                yield Diagnostic(found.at("steps", index, key), "probe-expectation", problem, fix)
            for key in _usual(context.model.http, step):
                problem = "the HTTP binding has the same, so that nothing is unusual about the request"
                place = found.at("steps", index, "request", key)
                yield Diagnostic(place, "probe-expectation", problem, "write another")


def _problems(model: Model, step: Step) -> Iterator[tuple[str, str, str]]:
    if step.send is None:
        return
    if not step.expect:
        yield "send", "nothing is said about what may come of it", "add 'expect'"
    envelope = _envelope(model, message_of(model, step.send))
    if Answer.REPLY in step.expect and step.send != EXAMPLE and (envelope is None or envelope.reply is None):
        yield "expect", "what is sent has no reply", "expect the failure, or nothing"
    if Answer.FAILURE not in step.expect:
        for key, given in (("code", step.codes), ("should", step.should)):
            if given:
                yield key, "no failure is expected, so it has no code", "expect the failure, or remove this"
    if step.keep is not None and Answer.REPLY not in step.expect:
        yield "keep", "only a reply can be kept", "expect the reply, or remove this"


def _usual(http: HttpBinding | None, step: Step) -> Iterator[str]:
    """What a step says of its request though it is as always."""
    if http is not None and step.method == http.method:
        yield "method"
    if http is not None and step.media_type == http.media_type:
        yield "media_type"


def message_of(model: Model, send: str | dict[str, Json]) -> dict[str, Json] | None:
    """The message that a step sends, before it is changed; ``None`` if it is none of the model's."""
    if isinstance(send, dict):
        return send
    if send in COMMON and model.inspection is not None:
        inspection = model.inspection
        return dict(zip(COMMON, (inspection.greeting, inspection.question, inspection.goodbye), strict=True))[send]
    example = model.examples.get(send)
    return example.message if example is not None else None


def _envelope(model: Model, message: dict[str, Json] | None) -> Envelope | None:
    return model.envelopes.get(str(message.get(model.protocol.tag))) if message is not None else None


def mock_answer(context: Context) -> Iterator[Diagnostic]:
    """Requests without an answer, and answers that are no reply to their request."""
    model, mock = context.model, context.model.mock
    if mock is None or model.inspection is None:
        return
    found = context.entry(mock)
    for envelope in model.envelopes.values():
        if envelope.receiver != model.inspection.role or envelope.reply is None:
            continue
        answer = mock.answers.get(envelope.name)
        if answer is None:
            message = f"nothing says how {envelope.name!r} is answered"
            yield Diagnostic(found.at("answers", key=True), "mock-answer", message, "add it to 'answers'")
        elif answer.message.get(model.protocol.tag) != envelope.reply:
            message = f"this is no answer to {envelope.name!r}"
            place = found.at("answers", envelope.name, "message")
            yield Diagnostic(place, "mock-answer", message, f"answer with {envelope.reply!r}")
