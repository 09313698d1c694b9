"""YAML events to plain data.

Nothing is ever constructed from a tag, and an alias is never followed: neither code nor endless values can come out of
a file.  Plain scalars follow the YAML 1.2 core schema for ``true``, ``false``, ``null`` and integers; anything else,
``no``, ``on`` and ``1.10`` included, is a string.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.yaml_document import Data, Document, Path, PlainNumber

DEEPEST = 100
TOO_DEEP = f"values are nested in more than {DEEPEST} others", "flatten the value"

# Longer integers are no numbers of a model; they stay text.
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
# What YAML 1.2 takes for something else than text, spelt in any of its ways.
_NO_TEXT = re.compile(
    r"|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)


class TooDeep(Exception):
    """The file is nested too deeply; the diagnostic is recorded already."""


class Builder:
    """Fills a document from the events of its file."""

    def __init__(self, document: Document, events: Iterator[yaml.Event]) -> None:
        self.document = document
        self.events = events
        self.diagnostics: list[Diagnostic] = []

    def build(self) -> None:
        """Read the only document of the file; :class:`yaml.YAMLError` or :class:`TooDeep` end it early."""
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if event.version is not None or event.tags:
                    self.report(event, "yaml-document", "directives change how a file reads", "remove the directive")
                self.document.data = self.value(next(self.events), ())
                break
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                self.report(event, "yaml-document", "a second document begins here", "move it to a file of its own")

    def position(self, event: yaml.Event) -> Position:
        """Where an event begins; the parser gives every event a mark."""
        mark = event.start_mark
        assert mark is not None
        return self.document.place(mark.line, mark.column)

    def report(self, event: yaml.Event, rule: str, message: str, fix: str) -> None:
        """Record a finding at an event."""
        self.diagnostics.append(Diagnostic(self.position(event), rule, message, fix))

    def value(self, event: yaml.Event, path: Path) -> Data:
        """The value that ``event`` begins; its events are used up."""
        self.document.values[path] = self.position(event)
        if isinstance(event, yaml.AliasEvent):
            self.report(event, "yaml-alias", "an alias repeats a value from elsewhere", "write the value out")
            self.document.lost.add(path)
            return None
        if len(path) > DEEPEST:
            self.report(event, "yaml-depth", *TOO_DEEP)
            raise TooDeep
        self.check_properties(event)
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(path)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(path)
        assert isinstance(event, yaml.ScalarEvent)
        # The C parser says "" where the Python one says None.
        return str(event.value) if event.style else _plain(event.value)

    def check_properties(self, event: yaml.Event) -> None:
        """Anchors and tags, of which there may be none."""
        if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            self.report(event, "yaml-alias", "an anchor names this value for reuse", "remove the anchor")
        tag = getattr(event, "tag", None)
        if tag is not None:
            self.report(event, "yaml-tag", f"the tag {tag} is not allowed here", "remove the tag")

    def sequence(self, path: Path) -> Data:
        """The items up to the end of a sequence."""
        result: list[Data] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            result.append(self.value(event, (*path, len(result))))
        return result

    def mapping(self, path: Path) -> Data:
        """The members up to the end of a mapping; the first one of a name counts."""
        result: dict[str, Data] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.key(event, path)
            if key is None:
                self.document.partial.add(path)
                self.skip(next(self.events))
            elif key in result:
                first = self.document.keys[(*path, key)]
                message = f"the key {key!r} stands here already, at {first.line}:{first.column}"
                self.report(event, "yaml-duplicate-key", message, "remove one of the two")
                self.skip(next(self.events))
            else:
                self.document.keys[(*path, key)] = self.position(event)
                result[key] = self.value(next(self.events), (*path, key))
        return result

    def key(self, event: yaml.Event, path: Path) -> str | None:
        """The text of a key, or ``None`` if it is none; the events of the key are used up."""
        if isinstance(event, yaml.AliasEvent):
            self.report(event, "yaml-alias", "an alias repeats a value from elsewhere", "write the key out")
            return None
        if not isinstance(event, yaml.ScalarEvent):
            self.report(event, "yaml-key", "a key must be one plain text", "write it on one line, without brackets")
            self.skip(event)
            return None
        text = str(event.value)
        if text == "<<" and not event.style:
            self.report(event, "yaml-merge", "merge keys hide where a fact is written", "write the members out")
            return None
        self.check_properties(event)
        if not event.style and _NO_TEXT.fullmatch(text):
            self.report(event, "yaml-key", f"the key {text!r} does not read as text", "put it in quotes")
        return text

    def skip(self, event: yaml.Event) -> None:
        """Use up the events of a value that is not kept."""
        depth = 0
        while True:
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth == 0:
                return
            event = next(self.events)


def _plain(text: str) -> Data:
    """The value of a plain scalar."""
    if text in ("true", "false"):
        return text == "true"
    if text in ("null", "~", ""):
        return None
    if _INTEGER.fullmatch(text):
        return int(text)
    return PlainNumber(text) if _NUMBER.fullmatch(text) else text
