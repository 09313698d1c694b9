"""YAML with positions, and without YAML's traps.

PyYAML's parser gives events; :mod:`cgp_toolkit.model.yaml_builder` makes plain data of them and remembers where every
key and value stands.  Free JSON values (the examples) ask for numbers later, through :class:`PlainNumber`.
"""

from __future__ import annotations

import re

import yaml

from cgp_toolkit.model import yaml_characters
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.yaml_builder import TOO_DEEP, Builder, TooDeep
from cgp_toolkit.model.yaml_document import Data, Document, Path, PlainNumber

__all__ = ["Data", "Document", "Path", "PlainNumber", "place", "read"]


def read(text: str, file: str) -> tuple[Document, list[Diagnostic]]:
    """Parse ``text``; the document is as complete as the problems allow."""
    document = Document(file, yaml_characters.readable(text))
    diagnostics = list(yaml_characters.check(text, file))
    builder = Builder(document, yaml.parse(document.text, Loader=yaml.CSafeLoader))
    try:
        builder.build()
    except TooDeep:
        document.unread = True
    except yaml.MarkedYAMLError as error:
        diagnostics.append(_syntax(error, document))
        document.unread = True
    if document.unread:
        document.data = None
    return document, diagnostics + builder.diagnostics


def _syntax(error: yaml.MarkedYAMLError, document: Document) -> Diagnostic:
    message, begin, mark = error.problem or "not YAML", error.context_mark, error.problem_mark
    if "nesting depth" in message and begin is not None:
        # The parser looks ahead and reaches its own limit first.
        return Diagnostic(document.place(begin.line, begin.column), "yaml-depth", *TOO_DEEP)
    if error.context and begin is not None:
        message = f"{error.context} that begins at {begin.line + 1}:{begin.column + 1}: {message}"
    mark = mark or begin
    place = document.place(mark.line, mark.column) if mark is not None else document.place(0, 0)
    line = document.text.split("\n")[place.line - 1]
    tab = line[place.column - 1 : place.column] == "\t"
    return Diagnostic(place, "yaml-syntax", message, "indent with spaces, not with tabs" if tab else "")


_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)")


def place(source: str, start: Position, text: str, offset: int) -> Position:
    """Where the character at ``offset`` of the scalar ``text`` stands, which begins at ``start`` of ``source``.

    Quotes, escapes, folds and indentation are stepped over by walking through the file and the text side by side.
    """
    raw = sum(len(line) for line in source.splitlines(keepends=True)[: start.line - 1]) + start.column - 1
    style = source[raw : raw + 1]
    if style in ("|", ">"):
        raw = source.index("\n", raw) + 1
    elif style in ("'", '"'):
        raw += 1
    for character in text[:offset]:
        raw = _step(source, _skip(source, raw, character), character, style)
    if offset < len(text):
        raw = _skip(source, raw, text[offset])
    before = source[:raw]
    return Position(start.file, before.count("\n") + 1, raw - before.rfind("\n"))


def _skip(source: str, raw: int, character: str) -> int:
    """The place of ``character``: past a fold and an indentation, which the text does not have."""
    if character.isspace():
        return raw
    while source[raw : raw + 1].isspace() or source.startswith("\\\n", raw):
        raw += 2 if source[raw] == "\\" else 1
    return raw


def _step(source: str, raw: int, character: str, style: str) -> int:
    """The place after ``character``, which stands at ``raw``."""
    if character.isspace():
        # One line end of the file may be a space of the text; the rest of the indentation is skipped later.
        return raw + 1 if source[raw : raw + 1].isspace() else raw
    if style == "'" and character == "'":
        return raw + 2
    escape = _ESCAPE.match(source, raw) if style == '"' else None
    return escape.end() if escape else raw + 1
