"""Examples of methods: requests and their replies, as the sessions of the model have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from cgp_toolkit.model import Envelope, Example, Json, Method, Model, Session, Shape, Verdict
from cgp_toolkit.schema import Schema
from cgp_toolkit.targets.openrpc.definitions import payload

Message: TypeAlias = Mapping[str, Json]

_MOST = 3


def examples(model: Model, method: Method) -> Iterator[Json]:
    """Pairings of params and result: of each session the first one that succeeds; without any, of single messages."""
    shown = [pairing for session in model.sessions.values() for pairing in _of_session(model, method, session)]
    yield from shown[:_MOST] if shown else _of_messages(model, method)


def _of_session(model: Model, method: Method, session: Session) -> Iterator[Json]:
    for request, reply in exchanges(model, session):
        if request[model.protocol.tag] == method.envelope:
            yield _pairing(model, method, (session.name, session.doc), request, reply)
            return


def _of_messages(model: Model, method: Method) -> Iterator[Json]:
    """The first request and the first reply that are valid."""
    reply = model.envelopes[method.envelope].reply
    request, answer = _first(model, method.envelope), _first(model, reply)
    if request is not None and request.message is not None and (reply is None or answer is not None):
        message = answer.message if answer is not None else None
        yield _pairing(model, method, (request.name, request.doc), request.message, message)


def _first(model: Model, envelope: str | None) -> Example | None:
    tag = model.protocol.tag
    valid = (e for e in model.examples.values() if e.verdict is Verdict.VALID and e.message is not None)
    return next((e for e in valid if e.message is not None and e.message[tag] == envelope), None)


def exchanges(model: Model, session: Session) -> Iterator[tuple[Message, Message | None]]:
    """The requests of a session that have succeeded, with their replies, and the notifications."""
    waiting: list[Message] = []
    for message in session.messages:
        envelope = model.envelopes[str(message[model.protocol.tag])]
        if envelope.reply is not None:
            waiting.append(message)
        elif _is_answer(model, envelope):
            request = next((r for r in waiting if _id(model, r) == _id(model, message)), None)
            if request is not None:
                waiting.remove(request)
                if envelope.name != model.protocol.failure:
                    yield request, message
        else:
            yield message, None


def _is_answer(model: Model, envelope: Envelope) -> bool:
    return envelope.name == model.protocol.failure or any(e.reply == envelope.name for e in model.envelopes.values())


def _id(model: Model, message: Message) -> Json:
    correlation = model.envelopes[str(message[model.protocol.tag])].correlation
    return message.get(correlation.member) if correlation is not None else None


def _pairing(model: Model, method: Method, called: tuple[str, str], request: Message, reply: Message | None) -> Schema:
    envelope = model.envelopes[method.envelope]
    pairing: Schema = {
        "name": called[0],
        "description": called[1],
        "params": [{"name": name, "value": value} for name, value in _params(method, envelope, request).items()],
    }
    if reply is not None:
        answer = model.envelopes[str(reply[model.protocol.tag])]
        members = {name: reply[name] for name in payload(answer) if name in reply}
        alone = method.result is Shape.PAYLOAD
        name = payload(answer)[0] if alone else answer.name
        pairing["result"] = {"name": name, "value": members[name] if alone else members}
    return pairing


def _params(method: Method, envelope: Envelope, request: Message) -> Message:
    members = {name: request[name] for name in payload(envelope) if name in request}
    if method.params is Shape.MEMBERS:
        return members
    alone = members[payload(envelope)[0]]
    assert isinstance(alone, dict), "params are an object"
    return alone
