"""Every emitted schema is one, by the metaschema that it names."""

from __future__ import annotations

import json
from collections.abc import Mapping

import jsonschema
import jsonschema_rs

from cgp_toolkit.schema import DRAFT_07, DRAFT_2020_12


def test_every_file_is_a_schema_of_the_draft_that_it_names(emitted: Mapping[str, str]) -> None:
    for path, text in emitted.items():
        schema = json.loads(text)
        old = "draft-07" in path
        assert schema["$schema"] == (DRAFT_07 if old else DRAFT_2020_12).metaschema
        (jsonschema.Draft7Validator if old else jsonschema.Draft202012Validator).check_schema(schema)
        jsonschema_rs.meta.validate(schema)


def test_the_metaschema_can_fail(emitted: Mapping[str, str]) -> None:
    schema = json.loads(next(iter(emitted.values())))
    schema["type"] = "text"
    assert not jsonschema_rs.meta.is_valid(schema)
