"""YAML with positions, and without YAML's traps.

PyYAML composes the node graph; nothing is ever constructed, so no tag can run code.  The walker below turns nodes
into plain data and remembers where every key and value stands.  Plain scalars follow the YAML 1.2 core schema for
``true``, ``false``, ``null`` and integers; anything else, ``no``, ``on`` and ``1.10`` included, is a string.  Free
JSON values (the examples) ask for numbers later, through :class:`PlainNumber`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

import yaml

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.source import Position

Path: TypeAlias = tuple[str | int, ...]
Data: TypeAlias = None | bool | int | str | list["Data"] | dict[str, "Data"]

# Longer integers are no numbers of a model; they stay text.
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_CORE_TAGS = frozenset(f"tag:yaml.org,2002:{kind}" for kind in ("map", "seq", "str", "int", "bool", "null"))
# Tags that YAML 1.1 resolves plain scalars to, without anybody having written them.
_IMPLICIT_TAGS = _CORE_TAGS | {f"tag:yaml.org,2002:{kind}" for kind in ("float", "timestamp", "merge", "value")}


class PlainNumber(str):
    """A plain scalar that reads as a JSON number with fraction or exponent; the text is kept."""

    __slots__ = ()


@dataclass(slots=True)
class Document:
    """One file as plain data, with the position of each value and each mapping key."""

    file: str
    text: str = ""
    data: Data = None
    values: dict[Path, Position] = field(default_factory=dict)
    keys: dict[Path, Position] = field(default_factory=dict)

    def at(self, path: Path, *, key: bool = False) -> Position:
        """The position of the value (or the key) at ``path``, or of the closest parent that has one."""
        if key and path in self.keys:
            return self.keys[path]
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, Position(self.file, 1, 1))


class _Loader(yaml.CSafeLoader):
    """Composes only; a subclass so that the global loader stays as it is."""


def read(text: str, file: str) -> tuple[Document, list[Diagnostic]]:
    """Parse ``text``; the document is as complete as the problems allow."""
    document = Document(file, text)
    try:
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Position(file, mark.line + 1, mark.column + 1) if mark else Position(file, 1, 1)
        return document, [Diagnostic(place, "yaml-syntax", f"{error.problem or 'not YAML'}")]
    except yaml.YAMLError as error:
        position = Position(file, 1, 1)
        if isinstance(error, yaml.reader.ReaderError):
            before = text[: error.position]
            position = Position(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
            return document, [Diagnostic(position, "yaml-syntax", "a character that YAML does not allow")]
        return document, [Diagnostic(position, "yaml-syntax", "not YAML")]
    walker = _Walker(document)
    if node is not None:
        document.data = walker.walk(node, ())
    return document, walker.diagnostics


def _plain(node: yaml.ScalarNode) -> bool:
    # The C parser says "" where the Python one says None.
    return not node.style


class _Walker:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.diagnostics: list[Diagnostic] = []
        self.seen: set[int] = set()

    def position(self, node: yaml.Node) -> Position:
        return Position(self.document.file, node.start_mark.line + 1, node.start_mark.column + 1)

    def report(self, node: yaml.Node, rule: str, message: str, fix: str = "") -> None:
        self.diagnostics.append(Diagnostic(self.position(node), rule, message, fix))

    def walk(self, node: yaml.Node, path: Path) -> Data:
        self.document.values[path] = self.position(node)
        if id(node) in self.seen:
            # An alias composes to the very node of its anchor, which may even be a parent of this place.
            self.report(node, "yaml-alias", "an alias repeats this value elsewhere", "write the value out")
            return None
        self.seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            self.check_tag(node)
            return self.mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            self.check_tag(node)
            return [self.walk(item, (*path, index)) for index, item in enumerate(node.value)]
        return self.scalar(node)

    def check_tag(self, node: yaml.Node) -> None:
        if node.tag not in _CORE_TAGS:
            self.report(node, "yaml-tag", f"the tag {node.tag} is not allowed here", "remove the tag")

    def mapping(self, node: yaml.MappingNode, path: Path) -> Data:
        result: dict[str, Data] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self.report(key_node, "yaml-key", "a key must be a plain string")
                continue
            key = key_node.value
            if key == "<<" and _plain(key_node):
                self.report(key_node, "yaml-merge", "merge keys are not allowed", "write the members out")
                continue
            if key_node.tag not in _IMPLICIT_TAGS:
                self.report(key_node, "yaml-tag", f"the tag {key_node.tag} is not allowed here", "remove the tag")
            here = (*path, key)
            if key in result:
                first = self.document.keys[here]
                self.report(
                    key_node,
                    "yaml-duplicate-key",
                    f"the key {key!r} stands here already, at {first.line}:{first.column}",
                    "remove one of the two",
                )
                continue
            self.document.keys[here] = self.position(key_node)
            result[key] = self.walk(value_node, here)
        return result

    def scalar(self, node: yaml.ScalarNode) -> Data:
        text = str(node.value)
        if not _plain(node):
            if node.tag not in ("tag:yaml.org,2002:str", "!"):
                self.report(node, "yaml-tag", f"the tag {node.tag} is not allowed here", "remove the tag")
            return text
        if node.tag not in _IMPLICIT_TAGS:
            self.report(node, "yaml-tag", f"the tag {node.tag} is not allowed here", "remove the tag")
        if text in ("true", "false"):
            return text == "true"
        if text in ("null", "~", ""):
            return None
        if _INTEGER.fullmatch(text):
            return int(text)
        if _NUMBER.fullmatch(text):
            return PlainNumber(text)
        return text


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
