"""Examples, exchanges and sessions: YAML trees become the JSON values that they stand for."""

from __future__ import annotations

import math
import re
from typing import cast

from cgp_toolkit.model.collect import Collection, Found
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.entries import ExampleEntry, ExchangeExampleEntry, SessionEntry
from cgp_toolkit.model.knowledge import Example, ExchangeExample, ExchangeFailure, Failure, Session
from cgp_toolkit.model.types import Json
from cgp_toolkit.model.yaml_document import Data, Path, PlainNumber

_BYTE = re.compile(rb"\\x([0-9a-f]{2})")


def resolve(collection: Collection, diagnostics: list[Diagnostic]) -> tuple[dict[str, Example], dict[str, Session]]:
    """The examples and sessions of a collection."""
    examples = {found.name: _example(found, diagnostics) for found in collection.of("examples")}
    sessions = {found.name: _session(found, diagnostics) for found in collection.of("sessions")}
    return examples, sessions


def _example(found: Found, diagnostics: list[Diagnostic]) -> Example:
    entry = cast(ExampleEntry, found.entry)
    message = None
    if entry.message is not None:
        message = object_of(found, ("message",), diagnostics)
    return Example(
        name=found.name,
        doc=entry.doc,
        verdict=entry.verdict,
        message=message,
        line=None if entry.line is None else _bytes(entry.line),
        fails=tuple(
            Failure(failure.rule, failure.at, failure.requirement, found.at("fails", index))
            for index, failure in enumerate(entry.fails)
        ),
        requirements=entry.requirements,
        decisions=entry.decisions,
        position=found.position,
    )


def resolve_exchanges(collection: Collection, diagnostics: list[Diagnostic]) -> dict[str, ExchangeExample]:
    """The exchanges of a collection."""
    return {found.name: _exchange(found, diagnostics) for found in collection.of("exchanges")}


def _exchange(found: Found, diagnostics: list[Diagnostic]) -> ExchangeExample:
    entry = cast(ExchangeExampleEntry, found.entry)
    return ExchangeExample(
        name=found.name,
        doc=entry.doc,
        request=object_of(found, ("request",), diagnostics),
        reply=object_of(found, ("reply",), diagnostics),
        ack=None if entry.ack is None else object_of(found, ("ack",), diagnostics),
        fails=tuple(
            ExchangeFailure(failure.of, failure.rule, failure.at, failure.requirement, found.at("fails", index))
            for index, failure in enumerate(entry.fails)
        ),
        requirements=entry.requirements,
        decisions=entry.decisions,
        position=found.position,
    )


def _session(found: Found, diagnostics: list[Diagnostic]) -> Session:
    entry = cast(SessionEntry, found.entry)
    return Session(
        name=found.name,
        doc=entry.doc,
        messages=tuple(object_of(found, ("messages", index), diagnostics) for index in range(len(entry.messages))),
        requirements=entry.requirements,
        position=found.position,
    )


def _bytes(text: str) -> bytes:
    r"""The bytes of a raw line: UTF-8, where ``\xNN`` in lower case stands for one byte."""
    return _BYTE.sub(lambda match: bytes([int(match[1], 16)]), text.encode())


def object_of(found: Found, path: Path, diagnostics: list[Diagnostic]) -> dict[str, Json]:
    """The JSON object that stands at ``path`` of an entry."""
    data = found.document.value((*found.path, *path))
    return cast("dict[str, Json]", json_of(data, found, path, diagnostics))


def json_of(data: Data, found: Found, path: Path, diagnostics: list[Diagnostic]) -> Json:
    """``data``, which stands at ``path`` of an entry, as a JSON value."""
    if isinstance(data, dict):
        return {key: json_of(value, found, (*path, key), diagnostics) for key, value in data.items()}
    if isinstance(data, list):
        return [json_of(value, found, (*path, index), diagnostics) for index, value in enumerate(data)]
    if isinstance(data, PlainNumber):
        number = float(data)
        if repr(number) != data:
            fix = f"write {number!r}, or quote it if it is text" if math.isfinite(number) else "no double is that large"
            message = "this number changes its spelling when it is read"
            diagnostics.append(Diagnostic(found.at(*path), "number-spelling", message, fix))
        return number
    return data
