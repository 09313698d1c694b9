"""The house: who may import whom, and that no protocol is written into the toolkit."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cgp_toolkit.model import Model, Vocabulary
from cgp_toolkit.model.entries import FILES

ROOT = Path(__file__).parents[1]
TOOLKIT = ROOT / "codegen" / "cgp_toolkit"

# Room -> rooms that it may import from, itself aside.  `base` is what every room may use.
BASE = {"version"}
ARROWS: dict[str, set[str]] = {
    "model": set(),
    "schema": {"model"},
    "rules": {"model"},
    "lifecycle": {"model"},
    # What the bindings of all languages share.
    "binding": {"model"},
    "tracing": {"rules", "lifecycle", "model"},
    "oracle": {"binding", "rules", "model"},
    # Lays out packages that are not of this house.
    "scaffold": set(),
    "probing": {"oracle", "rules", "model"},
    "targets": {"explain", "tracing", "binding", "schema", "oracle", "rules", "lifecycle", "model"},
    "workspace": {"targets", "probing", "binding", "tracing", "oracle", "rules", "lifecycle", "schema", "model"},
    # Builds and serves the documentation.
    "site": {"workspace", "targets", "model"},
    "wire": {"probing", "oracle", "rules", "lifecycle", "model"},
    "cli": {
        "workspace",
        "wire",
        "site",
        "probing",
        "rules",
        "lifecycle",
        "model",
        "targets",
        "report",
        "explain",
        "tracing",
        "scaffold",
    },
    "report": {"workspace", "explain", "tracing", "model", "wire"},
    # Changes the model in every way that matters and runs the vectors: it needs the way from model to outcome whole.
    "mutation": {"wire", "workspace", "tracing", "targets", "rules", "lifecycle", "model"},
    "explain": {"tracing", "lifecycle", "rules", "model"},
}


def _room(path: Path) -> str:
    return path.relative_to(TOOLKIT).parts[0].removesuffix(".py")


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None and node.level == 0:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _sources() -> list[Path]:
    # The runtime modules of a binding are templates that happen to be Python: they live in the generated package.
    return [p for p in sorted(TOOLKIT.rglob("*.py")) if "runtime" not in p.relative_to(TOOLKIT).parts]


@pytest.mark.parametrize("path", _sources(), ids=lambda p: str(p.relative_to(TOOLKIT)))
def test_imports_follow_the_arrows_between_rooms(path: Path) -> None:
    room = _room(path)
    if room in {"__init__", "__main__", "version"}:
        return
    for name in _imports(path):
        parts = name.split(".")
        if parts[0] != "cgp_toolkit" or len(parts) < 2:
            continue
        assert parts[1] == room or parts[1] in ARROWS[room] | BASE, f"{room} must not import {name}"


@pytest.mark.parametrize("path", _sources(), ids=lambda p: str(p.relative_to(TOOLKIT)))
def test_targets_do_not_import_each_other(path: Path) -> None:
    parts = path.relative_to(TOOLKIT).parts
    if parts[0] != "targets" or len(parts) < 3:
        return
    for name in _imports(path):
        if name.startswith("cgp_toolkit.targets."):
            assert name.split(".")[2] in {parts[1], "base", "stamp"}


@pytest.mark.parametrize("path", _sources(), ids=lambda p: str(p.relative_to(TOOLKIT)))
def test_only_the_wire_room_imports_the_generated_binding(path: Path, model: Model) -> None:
    binding = model.protocol.packages["python"].names["module"]
    if _room(path) != "wire":
        assert not [name for name in _imports(path) if name.split(".")[0] == binding]


@pytest.mark.parametrize("path", sorted((ROOT / "generated" / "python").rglob("*.py")), ids=lambda p: p.name)
def test_the_generated_binding_knows_nothing_of_the_toolkit(path: Path) -> None:
    assert not [name for name in _imports(path) if name.split(".")[0] == "cgp_toolkit"]


# Names of the protocol that are also plain words of JSON Schema, Python or the trade.
_PLAIN = frozenset(
    {
        "by",
        "content",
        "digest",
        "file",
        "full",
        "id",
        "kind",
        "kinds",
        "method",
        "name",
        "provider",
        "range",
        "request",
        "response",
        "uri",
    }
)


@cache
def _words_of_the_model() -> frozenset[str]:
    """What the YAML of any model is made of: the keys of its entries and the values of its axes."""
    words: set[str] = set()
    for kind in FILES:
        for section in kind.sections:
            schema = section.entry.model_json_schema()
            words.add(section.key)
            for part in (schema, *schema.get("$defs", {}).values()):
                words |= set(part.get("properties", {})) | set(part.get("enum", []))
    return frozenset(words)


@pytest.fixture(scope="module")
def names(model: Model) -> frozenset[str]:
    """Everything that the real protocol has a name for."""
    return frozenset(_protocol_names(model))


def _protocol_names(model: Model) -> set[str]:
    names = set(model.envelopes) | {f"{m.name}" for owner in model.owners() for m in owner.members}
    names |= {name for name in model.types if len(re.findall("[A-Z]", name)) > 1}
    for type_ in model.types.values():
        if isinstance(type_, Vocabulary):
            names |= {value.name for value in type_.values}
    names |= {measure.name for measure in model.protocol.measures}
    return names


def _compound(name: str) -> bool:
    return bool(re.search(r"[a-z0-9][_.-][a-z]|[a-z][A-Z]", name))


_SUFFIXES = {".py", ".jinja2", ".js", ".json", ".ts", ".mjs", ".go", ".rs", ".java", ".toml", ".html", ".css", ".md"}


def _texts() -> list[Path]:
    return [p for p in sorted(TOOLKIT.rglob("*")) if p.suffix in _SUFFIXES and p.is_file()]


@pytest.mark.parametrize("path", _texts(), ids=lambda p: str(p.relative_to(TOOLKIT)))
def test_no_compound_name_of_the_protocol_occurs_in_the_toolkit(path: Path, names: frozenset[str]) -> None:
    compound = {name for name in names if _compound(name)}
    assert len(compound) > 40
    text = path.read_text()
    # Most names are nowhere, and to find that out takes no expression.
    found = [n for n in sorted(compound) if n in text and re.search(rf"(?<![\w-]){re.escape(n)}(?![\w-])", text)]
    assert not found


@pytest.mark.parametrize("path", _sources(), ids=lambda p: str(p.relative_to(TOOLKIT)))
def test_no_simple_name_of_the_protocol_is_a_string_in_the_toolkit(path: Path, names: frozenset[str]) -> None:
    simple = {name for name in names if not _compound(name)} - _PLAIN - _words_of_the_model()
    assert {"query", "frames", "verify", "shutdown", "score", "snippet", "stale"} <= simple
    strings = {
        node.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not simple & strings
