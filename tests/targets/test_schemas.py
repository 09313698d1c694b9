"""The files of the target: which there are, how they start, and that nothing but the model shapes them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.model.entries import FILES
from cgp_toolkit.schema import Profile, documents
from cgp_toolkit.targets.schemas import TARGET, emit
from cgp_toolkit.targets.stamp import stamp

ROOT = Path(__file__).parents[2]


def test_there_is_a_file_for_each_definition_each_bundle_and_each_kind_of_model_file(any_model: Model) -> None:
    expected = {f"{profile}/{name}.schema.json" for profile in Profile for name in documents(any_model, profile)}
    expected |= {f"{profile}{draft}.schema.json" for profile in Profile for draft in ("", ".draft-07")}
    expected |= {f"model/{kind.name}.schema.json" for kind in FILES}
    assert set(emit(any_model)) == expected


def test_a_file_starts_with_the_stamp_and_the_metaschema(any_model: Model) -> None:
    for path, text in emit(any_model).items():
        schema = json.loads(text)
        assert list(schema)[:3] == ["$comment", "$schema", "$id"]
        assert schema["$comment"] == stamp(any_model, TARGET.name)
        assert schema["$id"].endswith(f"/{path}")


def test_identifiers_are_urns_and_no_two_are_equal(any_model: Model) -> None:
    ids = [json.loads(text)["$id"] for text in emit(any_model).values()]
    assert all(name.startswith("urn:") for name in ids)
    assert len(set(ids)) == len(ids)


def test_references_between_files_are_relative_and_lead_to_files(any_model: Model) -> None:
    files = emit(any_model)
    followed = 0
    for path, text in files.items():
        folder = path.rpartition("/")[0]
        if folder not in set(Profile):
            continue
        for reference in _references(json.loads(text)):
            assert f"{folder}/{reference}" in files
            followed += 1
    assert followed


def _references(schema: object) -> list[str]:
    if isinstance(schema, list):
        return [reference for item in schema for reference in _references(item)]
    if not isinstance(schema, dict):
        return []
    # A member may be called like the keyword: then its value is a schema.
    own = [schema["$ref"]] if isinstance(schema.get("$ref"), str) else []
    return own + [reference for value in schema.values() for reference in _references(value)]


def test_a_file_is_indented_utf_8_with_a_line_feed_at_its_end(any_model: Model) -> None:
    for text in emit(any_model).values():
        assert text.endswith("}\n")
        assert text.startswith('{\n  "$comment": ')
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"


def test_two_runs_give_equal_files_in_equal_order(any_model: Model) -> None:
    assert list(emit(any_model).items()) == list(emit(any_model).items())


_SCRIPT = """
import hashlib, sys
from pathlib import Path
from cgp_toolkit.targets.schemas import emit
from cgp_toolkit.workspace import read_model
print(hashlib.sha256(repr(list(emit(read_model(Path(sys.argv[1]))).items())).encode()).hexdigest())
"""


@pytest.mark.parametrize("spec", ["spec", "tests/reserved/spec"])
def test_the_hash_seed_of_the_process_changes_nothing(spec: str) -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", _SCRIPT, str(ROOT / spec)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "codegen")},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(digests) == 1
