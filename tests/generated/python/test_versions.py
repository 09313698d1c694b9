"""Versions: the grammar exactly, families as texts, and named errors for everything else."""

from __future__ import annotations

import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgp_toolkit.model import Model
from cgp_wire import REVISION, VersionError, VersionMismatch, WireError
from cgp_wire.versions import Version, family, interoperate, parse, require

_VERSIONS = st.from_regex(r"contextgraph/[0-9]{1,3}\.[0-9]{1,3}(?:-draft)?", fullmatch=True)

NONE = [
    "",
    "contextgraph",
    "contextgraph/1",
    "contextgraph/1.",
    "contextgraph/.0",
    "contextgraph/1.0.0",
    "contextgraph/1.0-",
    "contextgraph/1.0-rc1",
    "contextgraph/1.0-draft2",
    "contextgraph/1.0-Draft",
    "ContextGraph/1.0",
    "contextgraph/v1.0",
    "contextgraph/-1.0",
    "contextgraph/1,0",
    "contextgraph/١.٠",
    "contextgraph/1.0\n",
    "\ncontextgraph/1.0",
    " contextgraph/1.0",
    "contextgraph/1.0 ",
    "contextgraph/1.0\0",
    "xcontextgraph/1.0",
    "mcp/1.0",
]


def test_a_version_has_a_text_and_a_family() -> None:
    assert parse("contextgraph/1.0-draft") == Version("contextgraph/1.0-draft", "contextgraph/1")
    assert family("contextgraph/12.345") == "contextgraph/12"
    assert parse(REVISION).text == REVISION


@pytest.mark.parametrize("text", NONE)
def test_what_the_grammar_does_not_allow_is_a_named_error(text: str) -> None:
    for call in (parse, family):
        with pytest.raises(VersionError) as caught:
            call(text)
        assert caught.value.code == "incompatible_version"
        assert "H3" in caught.value.requirements
    for pair in ((text, REVISION), (REVISION, text)):
        with pytest.raises(VersionError):
            interoperate(*pair)


def test_a_version_error_says_what_a_version_looks_like_and_not_what_was_sent() -> None:
    with pytest.raises(
        VersionError, match=re.escape("expected a protocol version such as 'contextgraph/1.0-draft'")
    ) as caught:
        parse("hunter2")
    assert "hunter2" not in repr(caught.value)
    assert isinstance(caught.value, WireError)


def test_versions_interoperate_if_and_only_if_they_share_a_family() -> None:
    assert interoperate("contextgraph/1.0-draft", "contextgraph/1.0")
    assert interoperate("contextgraph/1.0", "contextgraph/1.99")
    assert not interoperate("contextgraph/1.0", "contextgraph/2.0")
    assert not interoperate("contextgraph/1.0", "contextgraph/10.0")
    # Families are texts: nobody takes the zero away.
    assert not interoperate("contextgraph/1.0", "contextgraph/01.0")


@given(_VERSIONS, _VERSIONS)
def test_interoperating_is_comparing_families(a: str, b: str) -> None:
    assert interoperate(a, b) == interoperate(b, a) == (family(a) == family(b))
    assert interoperate(a, a)


@given(st.text(max_size=30) | _VERSIONS)
def test_parsing_accepts_what_the_grammar_s_pattern_matches(model: Model, text: str) -> None:
    if re.fullmatch(model.protocol.version.pattern, text):
        assert parse(text).text == text
    else:
        with pytest.raises(VersionError):
            parse(text)


def test_a_mismatch_is_a_named_error_with_both_families() -> None:
    require("contextgraph/1.0", "contextgraph/1.7")
    with pytest.raises(
        VersionMismatch, match="the family 'contextgraph/2' is not ours, which is 'contextgraph/1'"
    ) as caught:
        require("contextgraph/1.0", "contextgraph/2.0")
    assert (caught.value.ours, caught.value.theirs) == ("contextgraph/1", "contextgraph/2")
    assert caught.value.code == "incompatible_version"
    with pytest.raises(VersionError):
        require("contextgraph/1.0", "contextgraph/1")


def test_errors_about_versions_survive_pickling() -> None:
    for error in (VersionError(), VersionMismatch("contextgraph/1", "contextgraph/2")):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.__dict__) == (type(error), str(error), error.__dict__)


def test_the_family_in_an_error_is_bounded() -> None:
    with pytest.raises(VersionMismatch) as caught:
        require("contextgraph/1.0", f"contextgraph/{'9' * 10_000}.0")
    assert len(str(caught.value)) < 200
