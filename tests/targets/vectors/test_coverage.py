"""For every constraint of a model there is a vector that breaks it, and for what is allowed one that shows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from cgp_toolkit.model import (
    Base,
    Envelope,
    Member,
    Model,
    OnNull,
    Openness,
    Presence,
    Record,
    Verdict,
)
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.oracle import Oracle
from cgp_toolkit.rules import checks
from cgp_toolkit.targets.vectors import emit
from cgp_toolkit.targets.vectors.material.places import places
from cgp_toolkit.targets.vectors.material.stock import Stock
from cgp_toolkit.targets.vectors.sessions import places_without

# Any: vectors are free JSON here.
Vectors = list[dict[str, Any]]


@pytest.fixture(scope="module", params=["real", "reserved"])
def each(request: pytest.FixtureRequest) -> tuple[Model, Vectors]:
    """Each model with its vectors."""
    model: Model = request.getfixturevalue("model" if request.param == "real" else "reserved_model")
    texts = [text for name, text in emit(model).items() if name.endswith(".ndjson")]
    return model, [json.loads(line) for text in texts for line in text.split("\n")[1:-1]]


def of(vectors: Vectors, kind: str) -> Vectors:
    return [each for each in vectors if each["kind"] == kind]


def alone(vectors: Vectors) -> set[tuple[str, str]]:
    """Rule and member of what some message breaks: the owner's pointer is left out, for it stands in many places."""
    found = set()
    for vector in of(vectors, "message"):
        for finding in vector["findings"]:
            steps = [step for step in finding["pointer"].split("/") if not step.isdigit()]
            found.add((finding["rule"], steps[-1].replace("~1", "/").replace("~0", "~")))
    return found


def members(model: Model) -> Iterator[tuple[Envelope | Record, Member]]:
    return ((owner, member) for owner in model.owners() for member in owner.members)


def test_every_member_that_has_to_be_there_is_missing_somewhere(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    found = alone(vectors)
    for _, member in members(model):
        if member.read is Presence.REQUIRED:
            assert (FaultName.MISSING_MEMBER, member.name) in found, member.name
        elif member.author is Presence.REQUIRED:
            assert (FaultName.MISSING_FOR_AUTHOR, member.name) in found, member.name


def test_every_member_is_null_and_of_a_wrong_type_somewhere(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    found = alone(vectors)
    for _, member in members(model):
        nullable = member.optional and member.on_null is OnNull.ABSENT
        assert (FaultName.NULL_WRITTEN if nullable else FaultName.NULL_MEMBER, member.name) in found, member.name
        assert (FaultName.WRONG_TYPE, member.name) in found, member.name


def test_every_default_is_written_out_and_left_to_be_read(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    oracle, shown = Oracle(model), set()
    for vector in of(vectors, "message"):
        if vector["reader"] != "accepts" or "bytes" not in vector or vector["unknown"] is not None:
            continue
        message = json.loads(vector["bytes"])
        reading = oracle.read(vector["bytes"].encode())
        for place, whole in zip(places(model, message), places(model, reading.settled), strict=True):
            for member in place.owner.members:
                if member.has_default and whole.value[member.name] == member.default:
                    shown.add((place.owner.name, member.name, member.name in place.value))
    for owner, member in members(model):
        if member.has_default:
            assert (owner.name, member.name, True) in shown, member.name
            assert (owner.name, member.name, False) in shown, member.name


def test_every_object_has_a_member_that_nobody_knows_somewhere_and_is_read(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    named = {
        v["id"].split(" ")[0] for v in of(vectors, "message") if v["id"].endswith("has a member that nobody knows.")
    }
    accepted = {v["id"].split(" ")[0] for v in of(vectors, "message") if v["reader"] == "accepts"}
    shown = {owner for owner in named if owner in accepted}
    # What an example shows alone is not shown a second time.
    assert len(shown) >= 0.5 * len(list(model.owners()))
    assert ("unknown-member", "made_up_member") in alone(vectors)


def test_every_limit_is_broken_somewhere(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    used = {member.type for _, member in members(model)} | {
        narrow for record in model.records() for variant in record.variants for narrow in variant.refine.values()
    }
    broken = {(finding["rule"], vector["id"]) for vector in of(vectors, "message") for finding in vector["findings"]}
    for scalar in model.scalars():
        if scalar.name not in used:
            continue
        wanted = set()
        wanted |= {FaultName.TOO_SHORT} if scalar.read.min_length else set()
        wanted |= {FaultName.TOO_LONG} if scalar.read.max_length is not None else set()
        wanted |= {FaultName.BAD_FORMAT} if scalar.author.pattern is not None else set()
        wanted |= {FaultName.NO_SUCH_INSTANT} if scalar.author.calendar is not None else set()
        wanted |= {FaultName.OUT_OF_RANGE} if scalar.base in (Base.INTEGER, Base.NUMBER) else set()
        carriers = {member.name for _, member in members(model) if member.type == scalar.name}
        for rule in wanted:
            by_name = any(rule == each and scalar.name in id_ for each, id_ in broken)
            assert by_name or any((rule, name) in alone(vectors) for name in carriers), (scalar.name, rule)


def test_every_vocabulary_shows_a_value_that_it_does_not_list(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    found = alone(vectors)
    for vocabulary in model.vocabularies():
        carriers = {member.name for _, member in members(model) if member.type == vocabulary.name}
        if vocabulary.openness is Openness.OPEN:
            assert any(
                vocabulary.name in v["id"] and "new word" in v["id"] and v["author"] == "accepts"
                for v in vectors
                if "author" in v
            )
            continue
        closed = vocabulary.openness is Openness.CLOSED
        rule = FaultName.NOT_IN_VOCABULARY if closed else FaultName.UNLISTED_VALUE
        assert any((rule, name) in found for name in carriers), vocabulary.name


def test_every_listed_value_is_written_somewhere(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    written: set[tuple[str, str]] = set()
    for vector in of(vectors, "message"):
        if vector["reader"] == "accepts" and vector["value"] is not None:
            for place in places(model, vector["value"]):
                for member in place.owner.members:
                    held = place.value.get(member.name)
                    written |= {
                        (member.type, v) for v in (held if isinstance(held, list) else [held]) if isinstance(v, str)
                    }
    for vocabulary in model.vocabularies():
        defaults = {m.default for _, m in members(model) if m.type == vocabulary.name and m.omit == "default"}
        for value in vocabulary.values:
            assert (vocabulary.name, value.name) in written or value.name in defaults, value.name


def test_every_vocabulary_says_what_a_value_means_that_it_does_not_list(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    found = {(v["vocabulary"], v["value"]): v for v in of(vectors, "vocabulary")}
    for vocabulary in model.vocabularies():
        if vocabulary.openness is not Openness.CLOSED:
            unlisted = found[vocabulary.name, "made up"]
            assert unlisted["reads_as"] == (vocabulary.unknown_reads_as or "made up")
            assert not unlisted["listed"]
            assert set(unlisted["traits"]) == {trait.name for trait in vocabulary.traits}
        if vocabulary.traits:
            assert {(vocabulary.name, value.name) for value in vocabulary.values} <= found.keys()
        assert ((vocabulary.name, None) in found) == (vocabulary.unknown_reads_as is not None)


def test_every_variant_is_broken_in_all_its_parts(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    found = alone(vectors)
    for record in model.records():
        for variant in record.variants:
            assert {(FaultName.MISSING_IN_VARIANT, name) for name in variant.require} <= found
            assert {(FaultName.FORBIDDEN_IN_VARIANT, name) for name in variant.forbid} <= found
            assert {(FaultName.BAD_FORMAT, name) for name in variant.refine} <= found


def test_every_rule_is_broken_somewhere_and_kept_elsewhere(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    broken = {finding["rule"] for vector in vectors for finding in vector.get("findings", ())}
    named = {rule for rule in model.rules for v in vectors if f"The rule {rule} is kept" in v["id"]}
    for check in checks(model):
        assert check.rule in broken, check.rule
    # A pair whose good half is an example or stands in another pair is not given twice.
    assert len(named) >= len(model.rules) / 2


def test_every_fault_that_the_model_can_have_is_shown(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    shown = {finding["rule"] for v in vectors for finding in v.get("findings", ())}
    shown |= {outcome["rule"] for v in of(vectors, "framing") for outcome in v["outcomes"]}
    possible = {fault.name for fault in model.lines.faults}
    if not any(v.openness is Openness.CLOSED for v in model.vocabularies()):
        possible -= {FaultName.NOT_IN_VOCABULARY}
    if not any(s.read.max_length is not None for s in model.scalars()):
        possible -= {FaultName.TOO_LONG}
    assert possible <= shown


def test_every_example_and_every_session_is_there(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    ids = {vector["id"] for vector in vectors}
    lines = {vector["bytes"] for vector in of(vectors, "message") if "bytes" in vector}
    for example in model.examples.values():
        shown = example.message is not None and json.dumps(example.message, ensure_ascii=False, separators=(",", ":"))
        assert f"Example {example.name}: {example.doc}" in ids or shown in lines, example.name
    for session in model.sessions.values():
        assert f"Session {session.name}: {session.doc}" in ids


def test_the_verdicts_are_those_of_the_examples(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    by_id = {vector["id"]: vector for vector in vectors}
    for example in model.examples.values():
        vector = by_id.get(f"Example {example.name}: {example.doc}")
        if vector is not None:
            assert (vector["reader"] == "refuses") == (example.verdict is Verdict.INVALID), example.name
            assert (vector["author"] == "accepts") == (example.verdict is Verdict.VALID), example.name


def test_every_place_of_the_table_is_reached(each: tuple[Model, Vectors]) -> None:
    model, _ = each
    assert places_without(Stock(Oracle(model))) == frozenset()


def test_every_way_to_treat_doubled_members_is_shown_for_every_envelope(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    for envelope in model.envelopes.values():
        doubled = [
            v for v in of(vectors, "message") if v["id"].startswith(f"{envelope.name} has ") and "twice" in v["id"]
        ]
        assert doubled, envelope.name
        assert {v["reader"] for v in doubled} == {"refuses" if envelope.duplicates == "rejected" else "accepts"}
        assert {v["author"] for v in doubled} == {"refuses"}


def test_scalars_that_are_no_integers_are_spelt_in_many_ways(each: tuple[Model, Vectors]) -> None:
    model, vectors = each
    used = {member.type for _, member in members(model)}
    for scalar in model.scalars():
        if scalar.base is Base.INTEGER and scalar.name in used:
            refused = [v for v in of(vectors, "message") if f"{scalar.name} is spelt 1.0" in v["id"]]
            assert [v["rule"] for v in refused] == [FaultName.WRONG_TYPE], scalar.name
