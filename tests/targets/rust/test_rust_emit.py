"""What the target emits: the same for the same model, stamped, and following every change of it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.targets.rust import emit
from cgp_toolkit.targets.stamp import MARK


def test_the_same_model_gives_the_same_files(any_model: Model) -> None:
    assert emit(any_model) == emit(any_model)


def test_every_file_starts_with_the_stamp_and_ends_with_one_line_end(any_model: Model) -> None:
    for path, text in emit(any_model).items():
        assert MARK in text.partition("\n")[0], path
        assert text.endswith("\n"), path
        assert not text.endswith("\n\n"), path


def test_no_file_names_a_host_of_packages(any_model: Model) -> None:
    for path, text in emit(any_model).items():
        assert not re.search(r"https?://", text), path


def test_a_model_without_lifecycle_has_no_sessions(model: Model) -> None:
    files = emit(replace(model, lifecycle=None))
    assert not [path for path in files if "session" in path or "stepping" in path]
    assert "session" not in files["src/lib.rs"]


def test_a_model_without_the_json_rpc_binding_has_no_module_for_it(model: Model) -> None:
    files = emit(replace(model, rpc=None))
    assert not [path for path in files if "jsonrpc" in path]
    assert "jsonrpc" not in files["src/lib.rs"] + files["examples/testee/main.rs"]


@pytest.mark.parametrize("path", ["src/codec/records.rs", "src/types/records.rs"])
def test_a_new_member_shows_where_it_belongs(model: Model, path: str) -> None:
    record = next(iter(model.records()))
    renamed = replace(record.members[0], name="brand_new")
    changed = replace(record, members=(renamed, *record.members[1:]))
    files = emit(replace(model, types={**model.types, record.name: changed}))
    assert "brand_new" in files[path]
    assert "brand_new" not in emit(model)[path]
