"""Entries against their shape: what pydantic finds, as diagnostics with the place of the word that is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar, cast

import pydantic
from pydantic_core import ErrorDetails

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.entries.base import Entry
from cgp_toolkit.model.words import closest, shown, suggestion
from cgp_toolkit.model.yaml_document import Data, Document, Path, child

E = TypeVar("E", bound=Entry)
Schema: TypeAlias = Mapping[str, object]

_EXTRA = "extra_forbidden"
# How pydantic says that a value is of another kind, and how we do.
_KINDS = {
    "string_type": "text",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "float_type": "a number",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
}


def validate(kind: type[E], data: Data, document: Document, path: Path) -> tuple[E | None, list[Diagnostic]]:
    """The entry at ``path`` of ``document``, or ``None`` and what is wrong with it.

    What follows from a value that could not even be read is not reported again.
    """
    try:
        entry = kind.model_validate(data)
    except pydantic.ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)
    else:
        return (None if document.gaps(path) else entry), []
    places: dict[tuple[Path, bool], list[ErrorDetails]] = {}
    for problem in problems:
        inner, key = _place(data, problem)
        places.setdefault(((*path, *inner), key), []).append(problem)
    diagnostics: list[Diagnostic] = []
    meant = set(filter(None, (_meant(kind, place, path) for (place, _), found in places.items() if _is(found, _EXTRA))))
    for (place, key), found in places.items():
        absent = _is(found, "missing") and (place[:-1] in document.partial or place in meant)
        if place not in document.lost and not absent:
            diagnostics += _diagnostics(found, kind, document, place, path, key)
    return None, diagnostics


def _is(problems: list[ErrorDetails], kind: str) -> bool:
    return problems[0]["type"] == kind


def _meant(kind: type[Entry], path: Path, root: Path) -> Path | None:
    """The place of the key that an unknown one was probably meant to be."""
    word = closest(str(path[-1]), _keys(kind, path[len(root) : -1]))
    return (*path[:-1], word) if word is not None else None


def _place(data: Data, problem: ErrorDetails) -> tuple[Path, bool]:
    """The path of the value (or else the key) in question; pydantic's own names of branches are left out."""
    path: Path = ()
    parts = list(problem["loc"])
    key = problem["type"] == _EXTRA or parts[-1:] == ["[key]"]
    for index, part in enumerate(parts):
        try:
            data = child(data, part)
        except LookupError:
            # Pydantic's own name of a branch, or the last part, which is what is missing.
            if problem["type"] != "missing" or index < len(parts) - 1:
                continue
        path = (*path, part)
    return path, key


def _diagnostics(
    problems: list[ErrorDetails], kind: type[Entry], document: Document, path: Path, root: Path, key: bool
) -> Iterator[Diagnostic]:
    last = str(path[-1]) if path else ""
    if _is(problems, _EXTRA):
        known = _keys(kind, path[len(root) : -1])
        message = f"the key {shown(last)} is not known here" + suggestion(last, known)
        yield Diagnostic(document.at(path, key=True), "unknown-key", message)
        return
    if _is(problems, "missing"):
        yield Diagnostic(document.at(path[:-1], key=True), "missing-key", f"the key {last!r} is missing")
        return
    # A value that may be of several kinds has one problem a kind; the kinds that it has not matter least.
    detailed = [problem for problem in problems if problem["type"] not in _KINDS]
    for message in dict.fromkeys(map(_message, detailed)) if detailed else [_expected(problems)]:
        word = document.value(path)
        text = message + suggestion(word, _choices(problems)) if isinstance(word, str) else message
        what = f"the name {shown(last)}" if key else shown(last) if isinstance(path[-1], str) else f"item {last}"
        quoted = "string_type" in {problem["type"] for problem in problems} and isinstance(word, bool | int)
        fix = "put it in quotes" if quoted else ""
        yield Diagnostic(document.at(path, key=key), "wrong-value", f"{what}: {text}", fix)


def _message(problem: ErrorDetails) -> str:
    limits = problem.get("ctx", {})
    match problem["type"]:
        case "too_short":
            return "must not be empty" if limits["min_length"] == 1 else f"has fewer than {limits['min_length']} items"
        case "too_long":
            return "must be empty" if limits["max_length"] == 0 else f"has more than {limits['max_length']} items"
        case "string_too_short":
            return "must not be empty"
        case "string_pattern_mismatch":
            return f"must match {limits['pattern']}"
        case _:
            message = problem["msg"].removeprefix("Value error, ")
            return message[0].lower() + message[1:]


def _expected(problems: Iterable[ErrorDetails]) -> str:
    kinds = dict.fromkeys(_KINDS[problem["type"]] for problem in problems)
    if "a number" in kinds:
        kinds.pop("a whole number", None)
    return "must be " + " or ".join(kinds)


def _choices(problems: Iterable[ErrorDetails]) -> list[str]:
    """The words of an enumeration, from pydantic's ``'a', 'b' or 'c'``."""
    texts = [str(problem.get("ctx", {}).get("expected", "")) for problem in problems if problem["type"] == "enum"]
    return [word for text in texts for word in text.split("'")[1::2]]


def _keys(kind: type[Entry], path: Path) -> Iterable[str]:
    """The keys that are known at ``path`` below ``kind``."""
    schema = kind.model_json_schema(by_alias=True)
    definitions = _mapping(schema.get("$defs"))
    here = _resolve(schema, definitions)
    for part in path:
        properties = _mapping(here.get("properties"))
        if isinstance(part, str) and part in properties:
            here = _mapping(properties[part])
        else:
            patterns = list(_mapping(here.get("patternProperties")).values())
            here = _mapping(here.get("additionalProperties") or here.get("items") or next(iter(patterns), None))
        here = _resolve(here, definitions)
    return tuple(_mapping(here.get("properties")))


def _resolve(schema: Schema, definitions: Schema) -> Schema:
    options = schema.get("anyOf")
    if isinstance(options, list):
        # Of several kinds, the one that has keys.
        schema = next((o for o in map(_mapping, options) if "$ref" in o or o.get("type") == "object"), schema)
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return _mapping(definitions[reference.rsplit("/", 1)[-1]])
    return schema


def _mapping(value: object) -> Schema:
    return cast(Schema, value) if isinstance(value, dict) else {}
