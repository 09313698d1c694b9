"""What is read can be written and what is written can be read, for examples and for whatever the model allows."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from cgp_toolkit.model import Envelope, Json, Model, Omit, OnNull, Record, Verdict
from tests.conftest import ROOT
from tests.generated.python.codecs import Codec, codec
from tests.generated.strategies import Message, authored, damaged, readable, with_unknowns

__all__ = ["codec"]

CORPUS = ROOT.parent / "shared" / "corpus"
# The models are drawn from in place of whole test functions, so that one test serves both.
MANY = settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)


def _line(message: Json) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode()


def test_what_is_read_is_written_and_read_again(codec: Codec) -> None:
    ndjson = codec.ndjson

    @MANY
    @given(readable(codec.model))
    def check(message: Message) -> None:
        envelope = ndjson.decode(_line(message))
        line = ndjson.encode(envelope)
        assert ndjson.decode(line) == envelope
        assert ndjson.encode(ndjson.decode(line)) == line
        assert ndjson.examine(line, strict=True) == ndjson.Examined(envelope, ())
        assert ndjson.examine(_line(message)) == ndjson.Examined(envelope, ())

    check()


def test_nothing_is_lost_but_what_a_writer_leaves_out(codec: Codec) -> None:
    ndjson = codec.ndjson

    @MANY
    @given(readable(codec.model))
    def check(message: Message) -> None:
        written = json.loads(ndjson.encode(ndjson.decode(_line(message))))
        assert written == canonical(codec.model, message)

    check()


def test_writing_gives_the_members_in_the_order_of_the_model(codec: Codec) -> None:
    ndjson = codec.ndjson

    @MANY
    @given(readable(codec.model))
    def check(message: Message) -> None:
        written = json.loads(ndjson.encode(ndjson.decode(_line(message))))
        assert _names(written) == _names(canonical(codec.model, message))

    check()


def test_unknown_members_make_no_difference(codec: Codec) -> None:
    ndjson = codec.ndjson

    @MANY
    @given(with_unknowns(codec.model))
    def check(both: tuple[Message, Message]) -> None:
        message, sprinkled = both
        envelope = ndjson.decode(_line(message))
        assert ndjson.decode(_line(sprinkled)) == envelope
        examined = ndjson.examine(_line(sprinkled), strict=True)
        assert examined.message == envelope
        added = {fault.rule for fault in examined.faults} - {"missing-for-author"}
        assert added == (set() if message == sprinkled else {"unknown-member"})

    check()


def test_the_typed_decoder_and_the_careful_walk_agree(codec: Codec) -> None:
    """Two ways lead to a verdict: msgspec's types, and the tables.  One may not refuse what the other accepts."""
    ndjson, reading, walk, careful = map(codec.module, ("ndjson", "_reading", "_walk", "_careful"))

    @MANY
    @given(damaged(codec.model))
    def check(message: Json) -> None:
        line = _line(message)
        found = list(walk.faults(json.loads(line), strict=False))
        alone = careful.carefully(line, strict=False)
        assert [(fault.rule, fault.pointer, fault.detail) for fault in alone.faults] == found[:100]
        if not found:
            assert ndjson.decode(line) == alone.message
            return
        with pytest.raises(ndjson.DecodeError) as caught:
            ndjson.decode(line)
        assert caught.value.args == alone.faults[0].args
        with pytest.raises(msgspec.ValidationError):
            reading.typed(line)

    check()


def test_what_authors_may_write_is_written_without_a_fault(codec: Codec) -> None:
    ndjson = codec.ndjson

    @MANY
    @given(authored(codec.model))
    def check(message: Message) -> None:
        line = ndjson.encode(ndjson.decode(_line(message)))
        assert ndjson.examine(line, strict=True).faults == ()

    check()


def test_every_example_is_what_it_says_it_is(codec: Codec) -> None:
    """Invalid ones are refused for the rule and at the place that they name; all others are read, and round-trip."""
    ndjson = codec.ndjson
    raised = set(codec.module("_tables").FAULTS)
    assert codec.model.examples
    for example in codec.model.examples.values():
        line = _line(example.message) if example.line is None else example.line
        if example.verdict is Verdict.INVALID:
            with pytest.raises(ndjson.DecodeError) as caught:
                ndjson.decode(line)
            assert (caught.value.rule, caught.value.pointer) in {(f.rule, f.at) for f in example.fails}, example.name
            continue
        message = ndjson.decode(line)
        strict = {(fault.rule, fault.pointer) for fault in ndjson.examine(line, strict=True).faults}
        assert strict <= {(failure.rule, failure.at) for failure in example.fails}, example.name
        if example.verdict is Verdict.VALID:
            assert strict == set(), example.name
        if not isinstance(message, ndjson.UnknownEnvelope):
            assert ndjson.decode(ndjson.encode(message)) == message, example.name
    assert raised >= {"not-json"}


def test_every_message_of_every_session_is_canonical(codec: Codec) -> None:
    ndjson = codec.ndjson
    for session in codec.model.sessions.values():
        for message in session.messages:
            line = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            assert ndjson.encode(ndjson.decode(line)) == line


@pytest.mark.skipif(not CORPUS.is_dir(), reason="there is no corpus beside the repository")
@pytest.mark.parametrize("name", ["messages.json", "session.ndjson"])
def test_the_corpus_of_others_keeps_its_values(model: Model, name: str) -> None:
    from cgp_wire import ndjson

    messages = _corpus(CORPUS / name)
    assert len(messages) > 5
    for message in messages:
        envelope = ndjson.decode(_line(message))
        assert isinstance(envelope, ndjson.Envelope)
        assert json.loads(ndjson.encode(envelope)) == canonical(model, message)


def _corpus(path: Path) -> list[Message]:
    if path.suffix == ".json":
        array: list[Message] = json.loads(path.read_text())
        return array
    return [json.loads(line) for line in path.read_text().splitlines()]


def _names(value: Json) -> object:
    """The names of members in their order, at all depths."""
    if isinstance(value, dict):
        return [(name, _names(held)) for name, held in value.items()]
    return [_names(item) for item in value] if isinstance(value, list) else None


def canonical(model: Model, message: Message) -> Message:
    """The values that a writer gives for what a reader makes of ``message``, as the model alone has it."""
    tag = model.protocol.tag
    return {tag: message[tag], **_object(model, model.envelopes[str(message[tag])], message)}


def _object(model: Model, owner: Envelope | Record, value: Message) -> Message:
    result: Message = {}
    for member in owner.members:
        held = value.get(member.name)
        if held is None and (member.name not in value or member.on_null is OnNull.ABSENT):
            held = member.default
        type_ = model.type_of(member)
        if isinstance(type_, Record):
            if isinstance(held, dict):
                held = _object(model, type_, held)
            elif isinstance(held, list):
                held = [_object(model, type_, item) for item in held if isinstance(item, dict)]
        omitted = {
            Omit.NEVER: False,
            Omit.ABSENT: held is None,
            Omit.EMPTY: held == [],
            Omit.DEFAULT: held == member.default,
        }
        if not omitted[member.omit]:
            result[member.name] = held
    return result
