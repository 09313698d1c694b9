"""The schemas of the model's own YAML: an editor finds them, accepts what we wrote, and marks what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import jsonschema
import pytest

from cgp_toolkit.model.yaml_source import PlainNumber, read
from tests.conftest import RESERVED_SPEC, ROOT, SPEC

FILES = sorted([*SPEC.rglob("*.yaml"), *RESERVED_SPEC.rglob("*.yaml")])


def _as_an_editor_reads(value: object) -> object:
    """Plain numbers with a fraction are numbers to an editor."""
    if isinstance(value, PlainNumber):
        return float(value)
    if isinstance(value, dict):
        return {key: _as_an_editor_reads(item) for key, item in value.items()}
    return [_as_an_editor_reads(item) for item in value] if isinstance(value, list) else value


def _schema_of(path: Path) -> Path:
    first = path.read_text().split("\n", 1)[0]
    match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert match, first
    return (path.parent / match[1]).resolve()


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_model_file_names_a_schema_that_is_there_and_accepts_it(path: Path, emitted: Mapping[str, str]) -> None:
    named = _schema_of(path)
    assert named.is_file()
    schema = json.loads(emitted[named.relative_to(ROOT / "generated" / "schemas").as_posix()])
    document, diagnostics = read(path.read_text(), path.name)
    assert not diagnostics
    errors = [
        f"{error.json_path}: {error.message}"
        for error in jsonschema.Draft202012Validator(schema).iter_errors(_as_an_editor_reads(document.data))
    ]
    assert not errors


@pytest.mark.parametrize(
    ("kind", "yaml"),
    [
        ("types", "{types: {A: {doc: x}}}"),
        ("types", "{type: {}}"),
        ("scalars", "{scalars: {A: {doc: x, base: text, compare: exact, origin: seed}}}"),
        ("scalars", "{scalars: {A: {doc: x, base: string, compare: exact, origin: seed, colour: red}}}"),
        ("envelopes", "{envelopes: {a: {doc: 1.10}}}"),
        ("ndjson", "{ndjson: {doc: x, limits: {line_bytes: 0, depth: 1}}}"),
        ("examples", "{}"),
    ],
)
def test_a_wrong_model_file_is_refused(emitted: Mapping[str, str], kind: str, yaml: str) -> None:
    schema = json.loads(emitted[f"model/{kind}.schema.json"])
    document, diagnostics = read(yaml, "a.yaml")
    assert not diagnostics
    assert not jsonschema.Draft202012Validator(schema).is_valid(_as_an_editor_reads(document.data))
