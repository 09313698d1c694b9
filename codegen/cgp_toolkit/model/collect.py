"""Model files in, checked entries out: each with its place, and every problem of the run."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import pydantic

from cgp_toolkit.model import yaml_source
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.entries import FILES, Entry, FileKind, Section
from cgp_toolkit.model.rules import Phrase
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.yaml_source import Data, Document, Path


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
        value: Data = self.document.data
        for part in self.path:
            value = value[part]  # type: ignore[index,call-overload]
        return value


@dataclass(slots=True)
class Collection:
    """All entries by section.  ``broken`` names those that were there but could not be read."""

    found: dict[str, list[Found]] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    documents: list[Document] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def of(self, section: str) -> list[Found]:
        """The entries of a section, in file order."""
        return self.found.get(section, [])


def collect(files: Mapping[str, str]) -> Collection:
    """Read every file; names are unique within a section, over all files."""
    result = Collection()
    for file in sorted(files):
        _collect_file(file, files[file], result)
    return result


def _collect_file(file: str, text: str, result: Collection) -> None:
    document, diagnostics = yaml_source.read(text, file)
    result.diagnostics += diagnostics
    result.documents.append(document)
    data = document.data
    if not isinstance(data, dict):
        if not any(d.rule == "yaml-syntax" for d in diagnostics):
            result.diagnostics.append(
                Diagnostic(document.at(()), "model-shape", "a model file is a mapping with one of the known keys")
            )
        return
    sections = {section.key: (kind, section) for kind in FILES for section in kind.sections}
    kinds: list[FileKind] = []
    for key in data:
        if key not in sections:
            result.diagnostics.append(
                Diagnostic(
                    document.at((key,), key=True),
                    "unknown-key",
                    f"the key {key!r} is not known here" + suggestion(key, sections),
                )
            )
            continue
        kind, section = sections[key]
        if kind not in kinds:
            kinds.append(kind)
        _collect_section(section, document, data[key], result)
    if kinds:
        _check_first_line(text, file, kinds[0], result)


_MODELINE = re.compile(r"# yaml-language-server: \$schema=\S*?([a-z]+)\.schema\.json")


def _check_first_line(text: str, file: str, kind: FileKind, result: Collection) -> None:
    match = _MODELINE.fullmatch(text.split("\n", 1)[0].rstrip())
    if match is None or match[1] != kind.name:
        result.diagnostics.append(
            Diagnostic(
                Position(file, 1, 1),
                "schema-line",
                "the first line does not name the JSON Schema of this kind of file",
                f"# yaml-language-server: $schema=.../{kind.name}.schema.json",
            )
        )


def _collect_section(section: Section, document: Document, data: Data, result: Collection) -> None:
    found = result.found.setdefault(section.key, [])
    path: Path = (section.key,)
    if section.single:
        entry = _validate(section.entry, data, document, path, result)
        if found:
            result.diagnostics.append(
                Diagnostic(
                    document.at(path, key=True), "duplicate-name", f"{section.key!r} is given in another file already"
                )
            )
        elif entry is not None:
            found.append(Found(section.key, entry, document, path))
        else:
            result.broken.add(section.key)
        return
    if not isinstance(data, dict):
        result.diagnostics.append(
            Diagnostic(document.at(path), "model-shape", f"{section.key!r} is a mapping of names to entries")
        )
        return
    known = {other.name: other for other in found}
    for name, value in data.items():
        here: Path = (section.key, name)
        if name in known:
            result.diagnostics.append(
                Diagnostic(
                    document.at(here, key=True),
                    "duplicate-name",
                    f"the name {name!r} is taken, at {known[name].position}",
                )
            )
            continue
        entry = _validate(section.entry, value, document, here, result)
        if entry is None:
            result.broken.add(name)
        else:
            known[name] = Found(name, entry, document, here)
            found.append(known[name])


def _validate(kind: type[Entry], data: Data, document: Document, path: Path, result: Collection) -> Entry | None:
    try:
        return kind.model_validate(data)
    except pydantic.ValidationError as error:
        for problem in error.errors(include_url=False, include_input=False):
            loc: Path = tuple(part for part in problem["loc"] if part != "[key]")
            result.diagnostics.append(_diagnostic(problem["type"], problem["msg"], loc, kind, document, path))
        return None


def _diagnostic(problem: str, message: str, loc: Path, kind: type[Entry], document: Document, path: Path) -> Diagnostic:
    last = str(loc[-1]) if loc else ""
    if problem == "extra_forbidden":
        position = document.at((*path, *loc), key=True)
        return Diagnostic(
            position, "unknown-key", f"the key {last!r} is not known here" + suggestion(last, _keys(kind, loc[:-1]))
        )
    if problem == "missing":
        return Diagnostic(document.at((*path, *loc[:-1])), "missing-key", f"the key {last!r} is missing")
    where = f"{last!r}: " if isinstance(last, str) and last else ""
    return Diagnostic(document.at((*path, *loc)), "wrong-value", where + message[0].lower() + message[1:])


def _keys(kind: type[Entry], loc: Path) -> Iterable[str]:
    """The keys that are known at ``loc`` below ``kind``."""
    schema = kind.model_json_schema(by_alias=True)
    definitions = schema.get("$defs", {})
    here = schema
    for part in loc:
        here = _resolve(here, definitions)
        properties = here.get("properties", {})
        if isinstance(part, str) and part in properties:
            here = properties[part]
        elif "additionalProperties" in here and isinstance(here["additionalProperties"], dict):
            here = here["additionalProperties"]
        elif "items" in here:
            here = here["items"]
    return tuple(_resolve(here, definitions).get("properties", {}))


def _resolve(schema: dict[str, object], definitions: Mapping[str, object]) -> dict[str, object]:
    options = schema.get("anyOf")
    if isinstance(options, list):
        schema = next((o for o in options if isinstance(o, dict) and o.get("type") != "null"), schema)
    reference = schema.get("$ref")
    if isinstance(reference, str):
        target = definitions[reference.rsplit("/", 1)[-1]]
        return target if isinstance(target, dict) else schema
    return schema


def suggestion(word: str, known: Iterable[str]) -> str:
    """``; did you mean …?`` where a known word is close, else nothing."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""
