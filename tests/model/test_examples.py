"""The examples of the model: complete, and written as the model says."""

from __future__ import annotations

from typing import cast

from cgp_toolkit.model import Model
from cgp_toolkit.model.axes import Decider, Level, Omit, Openness, Presence, Verdict
from cgp_toolkit.model.knowledge import Example
from cgp_toolkit.model.types import Json, Vocabulary
from tests.model.messages import objects, valid_messages, values

# Decisions that concern one message; the others need a session, HTTP or another encoding.
SHOWN_DECISIONS = frozenset(f"DEC-{n:02}" for n in (*range(1, 15), 16, 17, 18, 20, 21, 26, 27, 28, 29))


def test_there_are_at_least_forty_messages_and_three_sessions(model: Model) -> None:
    assert len(model.examples) >= 40
    assert len(model.sessions) >= 3
    assert {example.verdict for example in model.examples.values()} == set(Verdict)


def test_what_is_valid_breaks_nothing_but_shoulds_and_what_is_not_says_why(model: Model) -> None:
    for example in model.examples.values():
        broken = [failure for failure in example.fails if not _is_warning(model, failure.rule)]
        assert bool(broken) == (example.verdict is not Verdict.VALID), example.name


def _is_warning(model: Model, name: str) -> bool:
    rule = model.rules.get(name)
    return rule is not None and (rule.level or model.requirements[rule.requirement].level) is Level.SHOULD


def test_readable_examples_break_authors_rules_and_invalid_ones_a_readers_rule(model: Model) -> None:
    readers = {fault.name for fault in model.lines.faults if not fault.author}
    for example in model.examples.values():
        broken = {failure.rule for failure in example.fails}
        if example.verdict is Verdict.INVALID:
            # A reader stops at the first fault.
            assert len(example.fails) == 1, example.name
            assert broken <= readers, example.name
        elif example.verdict is Verdict.READABLE and broken & readers:
            # Only a fault that the fast path lets pass (DEC-10).
            assert "DEC-10" in example.decisions, example.name


def test_valid_messages_are_written_as_the_model_says(model: Model) -> None:
    for name, message in valid_messages(model):
        for place in objects(model, message):
            written = [key for key in place.value if place.pointer or key != model.protocol.tag]
            where = f"{name}{place.pointer}"
            assert place.pointer or next(iter(place.value)) == model.protocol.tag, where
            assert written == [m.name for m in place.owner.members if m.name in place.value], where
            for member in place.owner.members:
                value = place.value.get(member.name)
                if member.name not in place.value:
                    assert member.omit is not Omit.NEVER, f"{where}: {member.name} is always written"
                    assert member.author is Presence.OPTIONAL, f"{where}: {member.name} is missing"
                    continue
                assert value is not None, f"{where}: {member.name} is null"
                assert not (member.omit is Omit.EMPTY and value == []), f"{where}: {member.name} is empty"
                assert not (member.omit is Omit.DEFAULT and value == member.default), f"{where}: {member.name}"


def test_every_envelope_is_shown_with_as_little_and_as_much_as_it_can_hold(model: Model) -> None:
    messages = [message for _, message in valid_messages(model)]
    for envelope in model.envelopes.values():
        least = {m.name for m in envelope.members if m.author is Presence.REQUIRED or m.omit is Omit.NEVER}
        most = {m.name for m in envelope.members}
        shown = [set(m) - {model.protocol.tag} for m in messages if m[model.protocol.tag] == envelope.name]
        assert least in shown, envelope.name
        assert most in shown, envelope.name


def test_every_member_stands_in_a_valid_message(model: Model) -> None:
    shown = {
        (place.owner.name, key)
        for _, message in valid_messages(model)
        for place in objects(model, message)
        for key in place.value
    }
    assert {(owner.name, m.name) for owner in model.owners() for m in owner.members} <= shown


def test_every_listed_value_stands_in_a_valid_message(model: Model) -> None:
    shown = {
        (member.type, value)
        for _, message in valid_messages(model)
        for place in objects(model, message)
        for member in place.owner.members
        for value in values(place, member)
        if isinstance(value, str)
    }
    # A default is not written; a list of the same vocabulary may still name it.
    listed = {(v.name, value.name) for v in model.vocabularies() for value in v.values}
    assert listed <= shown


def test_every_open_vocabulary_is_shown_with_a_value_that_it_does_not_list(model: Model) -> None:
    shown: set[str] = set()
    for example in model.examples.values():
        for place in objects(model, example.message) if example.message and "type" in example.message else ():
            for member in place.owner.members:
                type_ = model.type_of(member)
                if isinstance(type_, Vocabulary):
                    like = model.vocabulary(type_.like) if type_.like is not None else type_
                    listed = {value.name for value in like.values}
                    shown |= {type_.name for value in values(place, member) if value not in listed}
    assert shown == {vocabulary.name for vocabulary in model.vocabularies()}


def test_every_fault_is_shown(model: Model) -> None:
    shown = {failure.rule for example in model.examples.values() for failure in example.fails}
    # A line beyond the limit would fill the file; the tests of the bindings write it.
    impossible = {"line-too-long"}
    if all(scalar.read.max_length is None for scalar in model.scalars()):
        impossible.add("too-long")
    if all(vocabulary.openness is not Openness.CLOSED for vocabulary in model.vocabularies()):
        impossible.add("not-in-vocabulary")
    faults = {fault.name for fault in model.lines.faults}
    assert faults - shown == impossible


def test_every_rule_about_one_message_is_shown_broken(model: Model) -> None:
    rules = {
        rule.name
        for rule in model.rules.values()
        if all(subject.on is not None for subject in rule.subjects) and "ack." not in rule.check.text
    }
    assert rules
    assert rules == {failure.rule for example in model.examples.values() for failure in example.fails} & set(
        model.rules
    )


def test_a_failure_of_a_rule_names_its_requirement(model: Model) -> None:
    for example in model.examples.values():
        for failure in example.fails:
            if failure.rule in model.rules:
                assert failure.requirement == model.rules[failure.rule].requirement, example.name


def test_every_decision_about_one_message_is_shown(model: Model) -> None:
    assert set(model.decisions) >= SHOWN_DECISIONS
    assert {decision for example in model.examples.values() for decision in example.decisions} >= SHOWN_DECISIONS


def _cited(example: Example) -> set[str]:
    return {*example.requirements, *(f.requirement for f in example.fails if f.requirement is not None)}


def test_what_types_decide_is_shown_kept_and_broken(model: Model) -> None:
    decided = {r.name for r in model.requirements.values() if Decider.TYPE in r.decided_by}
    kept: set[str] = set()
    broken: set[str] = set()
    for example in model.examples.values():
        if example.verdict is Verdict.VALID:
            kept |= _cited(example)
        else:
            broken |= {failure.requirement for failure in example.fails if failure.requirement is not None}
    for exchange in model.exchanges.values():
        broken |= {failure.requirement for failure in exchange.fails if failure.requirement is not None}
    assert decided <= kept, decided - kept
    assert decided <= broken, decided - broken


def test_what_vectors_decide_is_shown(model: Model) -> None:
    decided = {r.name for r in model.requirements.values() if Decider.VECTOR in r.decided_by}
    shown = {name for example in model.examples.values() for name in _cited(example)}
    shown |= {name for session in model.sessions.values() for name in session.requirements}
    assert decided <= shown, decided - shown


def test_a_pointer_names_a_place_in_its_message(model: Model) -> None:
    for example in model.examples.values():
        for failure in example.fails if example.message is not None else ():
            value: Json = example.message
            *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in failure.at.split("/")[1:]]
            for part in parents:
                value = _child(value, part)
            if not failure.rule.startswith("missing-"):
                _child(value, last)
            else:
                # A null where authors owe a value is there and missing at once.
                assert cast("dict[str, Json]", value).get(last) is None, f"{example.name}: {failure.at}"


def _child(value: Json, part: str) -> Json:
    if isinstance(value, list):
        return value[int(part)]
    assert isinstance(value, dict)
    return value[part]
