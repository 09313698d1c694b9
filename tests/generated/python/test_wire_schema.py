"""The codec and the JSON Schemas are made from one model by two rooms: they give one verdict on any message."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings

from cgp_toolkit.model import Json, Model
from cgp_toolkit.schema import Profile, bundle
from tests.generated.python.codecs import Codec, codec
from tests.generated.strategies import Message, authored, damaged, readable

__all__ = ["codec"]

MANY = settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)


def _validator(model: Model, profile: Profile) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(bundle(model, profile))


def _pointer(path: list[str | int]) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _refused(validator: jsonschema_rs.Draft202012Validator, message: Json) -> Iterator[str]:
    """The pointers of the members that a schema refuses; a missing one is one of them."""
    for error in validator.iter_errors(message):
        missing = getattr(error.kind, "property", None) if error.kind.name == "required" else None
        yield _pointer([*error.instance_path, *([] if missing is None else [missing])])


def _line(message: Json) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode()


def test_the_wire_schema_accepts_what_the_decoder_accepts(codec: Codec) -> None:
    validator = _validator(codec.model, Profile.WIRE)

    @MANY
    @given(readable(codec.model))
    def check(message: Message) -> None:
        codec.ndjson.decode(_line(message))
        assert list(_refused(validator, message)) == []

    check()


def test_the_wire_schema_refuses_what_the_decoder_refuses_at_the_same_members(codec: Codec) -> None:
    validator = _validator(codec.model, Profile.WIRE)

    @MANY
    @given(damaged(codec.model))
    def check(message: Json) -> None:
        faults = codec.ndjson.examine(_line(message)).faults
        if len(faults) < 100:
            assert {fault.pointer for fault in faults} == set(_refused(validator, message))

    check()


def test_the_strict_schema_accepts_what_the_encoder_makes_of_what_authors_may_write(codec: Codec) -> None:
    validator = _validator(codec.model, Profile.STRICT)

    @MANY
    @given(authored(codec.model))
    def check(message: Message) -> None:
        written = codec.ndjson.encode(codec.ndjson.decode(_line(message)))
        assert list(_refused(validator, json.loads(written))) == []

    check()


@dataclass(frozen=True)
class Difference:
    """A line that the decoder refuses though the wire schema accepts its value, and the reason why no schema could."""

    line: bytes
    rule: str
    reason: str


_QUERY = b'{"type":"query","query":{"goal":"g","max_frames":1,"max_tokens":%s}}'

# All there are: what is not listed here, the two agree on.
DIFFERENCES = {
    "an integer with a point": Difference(
        _QUERY % b"1.0", "wrong-type", "to JSON Schema 1.0 is an integer; DEC-09 reads plain spellings only"
    ),
    "an integer with an exponent": Difference(_QUERY % b"1e2", "wrong-type", "the same"),
    "a doubled member": Difference(
        b'{"type":"handshake","protocol_version":"a","protocol_version":"b"}',
        "duplicate-member",
        "a schema sees the value that a parser has made of it",
    ),
    "half a surrogate pair": Difference(
        b'{"type":"error","message":"\\ud83d"}', "lone-surrogate", "a schema sees text, however it was spelt"
    ),
    "too many levels": Difference(
        b'{"type":"shutdown","x":' + b"[" * 126 + b"]" * 126 + b"}", "too-deep", "a schema cannot count levels"
    ),
    "too many bytes": Difference(
        b'{"type":"shutdown"}' + b" " * (16 << 20), "line-too-long", "a schema cannot count bytes"
    ),
}

# What a schema cannot be asked about, for there is no value.
NO_VALUE = {"not-utf8", "byte-order-mark", "not-json"}


@pytest.mark.parametrize("difference", DIFFERENCES.values(), ids=DIFFERENCES)
def test_a_difference_that_is_listed_is_one(model: Model, difference: Difference) -> None:
    from cgp_wire.ndjson import examine

    assert [fault.rule for fault in examine(difference.line).faults] == [difference.rule]
    validator = _validator(model, Profile.WIRE)
    if difference.rule == "lone-surrogate":
        # No UTF-8, so the validator cannot even be handed it; the same text without the half pair passes.
        assert list(_refused(validator, json.loads(difference.line.replace(b"\\ud83d", b"x")))) == []
    else:
        assert list(_refused(validator, json.loads(difference.line))) == []


def test_every_rule_of_readers_is_either_agreed_on_or_listed(model: Model) -> None:
    """The list is exact: a fault that is neither of values alone nor listed would be a difference without a reason."""
    of_values = {
        "not-an-object",
        "missing-member",
        "null-member",
        "wrong-type",
        "out-of-range",
        "too-short",
        "too-long",
        "not-in-vocabulary",
    }
    listed = {difference.rule for difference in DIFFERENCES.values()}
    readers = {fault.name for fault in model.lines.faults if not fault.author}
    assert readers == of_values | listed | NO_VALUE
    # Of the rules that both know, only the spelling of integers makes a difference.
    assert listed & of_values == {"wrong-type"}
