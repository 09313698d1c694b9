"""Identifiers: URNs, from which relative references lead to neighbours."""

from __future__ import annotations

import dataclasses
import re

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.schema.urns import urn

# RFC 8141: "urn:" NID ":" NSS, here with pchar as the RFC 3986 has it.
_URN = re.compile(
    r"urn:[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2})"
    r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-F]{2})*"
)


def test_the_urn_names_protocol_and_version_once(model: Model) -> None:
    assert urn(model.protocol, "strict/A.schema.json") == "urn:contextgraph:1.0-draft/strict/A.schema.json"


def test_a_revision_under_another_name_is_kept_whole(reserved_model: Model) -> None:
    assert urn(reserved_model.protocol, "a") == "urn:package:interface/1-2/a"


@pytest.mark.parametrize("name", ["x", "_", "My_Protocol.v1", "a" * 40, "-a-"])
@pytest.mark.parametrize("revision", ["1", "v 1/ä?#", "../1", "a:b"])
def test_any_name_and_revision_give_a_urn(model: Model, name: str, revision: str) -> None:
    protocol = dataclasses.replace(model.protocol, name=name, revision=revision)
    result = urn(protocol, "strict/A.schema.json")
    assert _URN.fullmatch(result)
    assert ".." not in result
