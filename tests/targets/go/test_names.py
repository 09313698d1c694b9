"""What everything is called in Go."""

from __future__ import annotations

import re

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.targets.go import emit
from cgp_toolkit.targets.go.names import camel, names, pascal
from cgp_toolkit.targets.go.reserved import PACKAGE_NAMES


@pytest.mark.parametrize(
    ("wire", "name"),
    [
        ("id", "ID"),
        ("frame_id", "FrameID"),
        ("FrameId", "FrameID"),
        ("target_uri", "TargetURI"),
        ("Uri", "URI"),
        ("hash-code", "HashCode"),
        ("code.calls", "CodeCalls"),
        ("identity", "Identity"),
        ("__proto__", "Proto"),
        ("2d", "N2D"),
        ("_", "N"),
    ],
)
def test_names_are_exported_with_the_initialisms_of_go(wire: str, name: str) -> None:
    assert pascal(wire) == name


def test_names_that_a_package_keeps_to_itself_start_small() -> None:
    assert [camel(name) for name in ("id", "some-id", "UriOf", "_")] == ["id", "someID", "uriOf", "n"]


def test_of_two_equal_names_one_gives_way(reserved_model: Model) -> None:
    called = names(reserved_model)
    assert called.fields["None", "self"] != called.fields["None", "Self"]
    assert called.types["Class"] == "Class"
    assert called.envelopes["class"] == "ClassEnvelope"


def test_no_two_exported_names_are_equal(any_model: Model) -> None:
    called = names(any_model)
    spelt = [
        *called.types.values(),
        *called.envelopes.values(),
        called.union,
        *called.constants.values(),
        *called.lists.values(),
        *called.measures.values(),
        *called.sessions.values(),
        *PACKAGE_NAMES,
    ]
    assert len(spelt) == len(set(spelt))


def test_the_names_of_the_package_are_those_that_are_kept_free(any_model: Model) -> None:
    files = emit(any_model)
    called = names(any_model)
    own = {*called.types.values(), *called.envelopes.values(), called.union, *called.constants.values()}
    own |= {*called.lists.values(), *called.measures.values(), *called.sessions.values()}
    own |= {f"New{name}" for name in called.sessions.values()}
    for path, text in files.items():
        if "/" not in path:
            declared = set(re.findall(r"^(?:type|func|const|var) ([A-Z]\w*)", text, re.MULTILINE))
            declared |= set(re.findall(r"^\t([A-Z]\w*) \w+ = \"", text, re.MULTILINE))
            assert declared <= own | PACKAGE_NAMES, path
