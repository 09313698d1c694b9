"""Messages as JSON values: put together, looked up in the examples."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from cgp_toolkit.model import Envelope, Example, Json, Model, Record, Verdict
from cgp_toolkit.oracle import Oracle

_EVERY = "*"


def put(message: Json, pointer: str, value: Json) -> None:
    """Put ``value`` where ``pointer`` leads, into ``message`` itself; objects that are missing on the way are added.

    ``*`` stands for every item of a list.  What the way does not lead to stays as it is.
    """
    first, *rest = (part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])
    _put(message, first, rest, value)


def _put(owner: Json, name: str, rest: list[str], value: Json) -> None:
    for key in _keys(owner, name):
        if not rest:
            _set(owner, key, copy.deepcopy(value))
        else:
            if isinstance(owner, dict) and key not in owner:
                if rest[0] == _EVERY:
                    continue
                owner[str(key)] = {}
            _put(_get(owner, key), rest[0], rest[1:], value)


def places(message: Json, pointer: str) -> Iterator[tuple[Json, str | int]]:
    """Every object or list with the name or index in it to which ``pointer`` leads and where something is."""
    first, *rest = (part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])
    yield from _places(message, first, rest)


def _places(owner: Json, name: str, rest: list[str]) -> Iterator[tuple[Json, str | int]]:
    for key in _keys(owner, name):
        if isinstance(owner, dict) and key not in owner:
            continue
        if rest:
            yield from _places(_get(owner, key), rest[0], rest[1:])
        else:
            yield owner, key


def _keys(owner: Json, name: str) -> list[str | int]:
    if isinstance(owner, dict):
        return [name]
    if isinstance(owner, list) and name == _EVERY:
        return list(range(len(owner)))
    if isinstance(owner, list) and name.isdecimal() and int(name) < len(owner):
        return [int(name)]
    return []


def _get(owner: Json, key: str | int) -> Json:
    if isinstance(owner, dict):
        return owner[str(key)]
    return owner[int(key)] if isinstance(owner, list) else None


def _set(owner: Json, key: str | int, value: Json) -> None:
    if isinstance(owner, dict):
        owner[str(key)] = value
    elif isinstance(owner, list):
        owner[int(key)] = value


def examples_for(model: Model, verdict: Verdict, role: str) -> Iterator[Example]:
    """The examples of a verdict that a peer of ``role`` may be shown: raw lines, and messages that are for it."""
    for example in model.examples.values():
        if example.verdict is verdict:
            envelope = model.envelopes.get(str((example.message or {}).get(model.protocol.tag)))
            if example.line is not None or envelope is None or envelope.receiver == role:
                yield example


def stock(oracle: Oracle, of: str) -> tuple[dict[str, Json], ...]:
    """Every object of the type ``of`` in messages that authors may write; of those with one first text the richest.

    The objects of examples come first, then those of sessions and exchanges.
    """
    model = oracle.model
    messages = [example.message for example in model.examples.values() if example.message is not None]
    messages += [message for session in model.sessions.values() for message in session.messages]
    messages += [exchange.reply for exchange in model.exchanges.values()]
    found: dict[str, dict[str, Json]] = {}
    for message in messages:
        reading = oracle.judge(message)
        if reading.envelope is None or not reading.clean or reading.value is None:
            continue
        for item in _objects(model, model.envelopes[reading.envelope], reading.value, of):
            name = next((value for value in item.values() if isinstance(value, str)), repr(item))
            if name not in found or len(item) > len(found[name]):
                found[name] = item
    return tuple(found.values())


def _objects(model: Model, owner: Envelope | Record, value: Json, of: str) -> Iterator[dict[str, Json]]:
    if not isinstance(value, dict):
        return
    if isinstance(owner, Record) and owner.name == of:
        yield value
        return
    for member in owner.members:
        type_ = model.type_of(member)
        held = value.get(member.name)
        if isinstance(type_, Record):
            for item in held if isinstance(held, list) else (held,):
                yield from _objects(model, type_, item, of)
