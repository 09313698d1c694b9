"""Model files in, checked entries out: each with its place, and every problem of the run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from cgp_toolkit.model import shape, yaml_source
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.entries import FILES, Entry, FileKind, Section
from cgp_toolkit.model.rules import Phrase
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.words import shown, suggestion
from cgp_toolkit.model.yaml_characters import MARK
from cgp_toolkit.model.yaml_document import Data, Document, Path

# Sections whose names are names of types, so that each is given once over all of them.
TYPES = ("scalars", "vocabularies", "types")
_KINDS = {section.key: kind for kind in FILES for section in kind.sections}
_SECTIONS = {section.key: section for kind in FILES for section in kind.sections}
_KEY = re.compile(r"^([a-z]+):", re.MULTILINE)
_NEEDED = ("protocol", "ndjson")
_FIRST_LINE = re.compile(r"# yaml-language-server: \$schema=\S*?([a-z]+)\.schema\.json")


@dataclass(frozen=True, slots=True)
class Found:
    """One entry, its name, and how to find the positions of its parts."""

    name: str
    entry: Entry
    document: Document
    path: Path

    @property
    def position(self) -> Position:
        """Where its name stands."""
        return self.document.at(self.path, key=True)

    def at(self, *parts: str | int, key: bool = False) -> Position:
        """Where one of its parts stands."""
        return self.document.at((*self.path, *parts), key=key)

    def phrase(self, text: str, *parts: str | int) -> Phrase:
        """One of its texts, with the places of its characters."""
        return Phrase(text, self.at(*parts), self.document.text)

    def data(self) -> Data:
        """The entry as plain data, for what has no narrower shape."""
        return self.document.value(self.path)


@dataclass(slots=True)
class Collection:
    """All entries by section and name.

    ``broken`` names the entries of a section that are there but could not be read; of the sections in ``incomplete``
    nobody knows what else there is.
    """

    found: dict[str, dict[str, Found]] = field(default_factory=dict)
    broken: dict[str, dict[str, Position]] = field(default_factory=dict)
    incomplete: set[str] = field(default_factory=set)
    documents: list[Document] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def of(self, section: str) -> list[Found]:
        """The entries of a section, in file order."""
        return list(self.found.get(section, {}).values())

    def find(self, section: str, name: str) -> Found | None:
        """The entry of that name; that of a section with a single entry has the section's."""
        return self.found.get(section, {}).get(name)

    def taken(self, section: str, name: str) -> Position | None:
        """Where an entry of that name stands, broken or not."""
        found = self.find(section, name)
        return found.position if found is not None else self.broken.get(section, {}).get(name)

    def hides(self, section: str, name: str) -> bool:
        """Whether there may be an entry of that name, though none could be read."""
        return section in self.incomplete or name in self.broken.get(section, ())

    @property
    def whole(self) -> bool:
        """Whether everything could be read, so that what is not there is missing."""
        return not self.broken and not self.incomplete


@dataclass(frozen=True, slots=True, eq=False)
class _File:
    """A file as it was read: what is wrong with it, and its entries, or what is wrong with those, by their paths."""

    document: Document
    diagnostics: tuple[Diagnostic, ...]
    entries: Mapping[Path, tuple[Entry | None, list[Diagnostic]]]


# Where a model is followed while it is edited, most of its files stay the same.
@lru_cache(maxsize=256)
def _read(text: str, file: str) -> _File:
    document, diagnostics = yaml_source.read(text, file)
    entries = {
        path: shape.validate(section.entry, data, document, path) for section, path, data in _written(document.data)
    }
    return _File(document, tuple(diagnostics), entries)


def _written(data: Data) -> Iterator[tuple[Section, Path, Data]]:
    for key, value in data.items() if isinstance(data, dict) else ():
        section = _SECTIONS.get(key)
        if section is not None and section.single:
            yield section, (key,), value
        elif section is not None and isinstance(value, dict):
            yield from ((section, (key, name), entry) for name, entry in value.items())


def collect(files: Mapping[str, str]) -> Collection:
    """Read every file; names are unique within a section, over all files."""
    result = Collection()
    for file in sorted(files):
        read = _read(files[file], file)
        result.documents.append(read.document)
        result.diagnostics += [*read.diagnostics, *_collect(read, result)]
    for section in _NEEDED:
        if result.find(section, section) is None and not result.hides(section, section):
            place = Position(min(files, default="."), 1, 1)
            message, fix = f"no file has a section {section!r}", f"add it to {section}.yaml"
            result.diagnostics.append(Diagnostic(place, "missing-section", message, fix))
    return result


def _collect(file: _File, result: Collection) -> Iterator[Diagnostic]:
    document, data = file.document, file.document.data
    if not isinstance(data, dict):
        result.incomplete |= _sections(document)
        if not document.unread and () not in document.lost:
            yield Diagnostic(
                document.at(()), "model-shape", "a model file is a mapping with one of the known keys", _known_keys()
            )
        return
    if () in document.partial:
        result.incomplete |= _sections(document)
    kinds = [_KINDS[key] for key in data if key in _KINDS]
    if not data and () not in document.partial:
        yield Diagnostic(document.at(()), "model-shape", "a model file holds one of the known keys", _known_keys())
    for key, value in data.items():
        if key in _SECTIONS:
            yield from _section(_SECTIONS[key], file, value, result)
        else:
            result.incomplete |= _sections(document)
            message = f"the key {shown(key)} is not known here" + suggestion(key, _SECTIONS)
            yield Diagnostic(document.at((key,), key=True), "unknown-key", message)
    if kinds and len(kinds) == len(data) and _named_kind(document) is not kinds[0]:
        yield Diagnostic(
            Position(document.file, 1, 1),
            "schema-line",
            "the first line does not name the JSON Schema of this kind of file",
            f"# yaml-language-server: $schema=.../{kinds[0].name}.schema.json",
        )


def _known_keys() -> str:
    return "one of " + ", ".join(_SECTIONS)


def _named_kind(document: Document) -> FileKind | None:
    """The kind of file that the first line names."""
    first = document.text.removeprefix(MARK).split("\n", 1)[0].rstrip()
    match = _FIRST_LINE.fullmatch(first)
    return next((kind for kind in FILES if match is not None and kind.name == match[1]), None)


def _sections(document: Document) -> set[str]:
    """The sections that something unreadable in the file may belong to, by its first line and what looks like keys."""
    kind = _named_kind(document)
    seen = set(_KEY.findall(document.text)) & set(_SECTIONS)
    return {section.key for section in kind.sections} | seen if kind is not None else set(_SECTIONS)


def _section(section: Section, file: _File, data: Data, result: Collection) -> Iterator[Diagnostic]:
    document, path = file.document, (section.key,)
    if section.single:
        yield from _entry(section, section.key, file, path, result)
        return
    if not isinstance(data, dict):
        result.incomplete.add(section.key)
        if path not in document.lost:
            message = f"{section.key!r} is a mapping of names to entries"
            yield Diagnostic(document.at(path, key=True), "model-shape", message)
        return
    if path in document.partial:
        result.incomplete.add(section.key)
    for name in data:
        yield from _entry(section, name, file, (*path, name), result)


def _entry(section: Section, name: str, file: _File, path: Path, result: Collection) -> Iterator[Diagnostic]:
    document = file.document
    other, taken = next(
        ((key, place) for key in _namespace(section) if (place := result.taken(key, name)) is not None), ("", None)
    )
    if taken is not None:
        if other != section.key:
            # Nobody knows which kind of type is meant, so nothing is said about it.
            result.found.get(other, {}).pop(name, None)
            result.broken.setdefault(other, {})[name] = taken
        what = f"{section.key!r} is given" if section.single else f"the name {shown(name)} is taken"
        yield Diagnostic(document.at(path, key=True), "duplicate-name", f"{what} already, at {taken}")
        return
    entry, diagnostics = file.entries[path]
    yield from diagnostics
    if entry is None:
        result.broken.setdefault(section.key, {})[name] = document.at(path, key=True)
    else:
        result.found.setdefault(section.key, {})[name] = Found(name, entry, document, path)


def _namespace(section: Section) -> Iterable[str]:
    return TYPES if section.key in TYPES else (section.key,)
