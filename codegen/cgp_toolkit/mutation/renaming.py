"""Members and envelopes under another name, or gone, with everything that refers to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from cgp_toolkit.model import Envelope, Lifecycle, Member, Model, Phrase, Record, Rule, Subject, Variant
from cgp_toolkit.mutation.expressions import places_of, renamed
from cgp_toolkit.mutation.mutant import swapped, with_members, with_owner
from cgp_toolkit.rules.compiling import compile_rules
from cgp_toolkit.rules.problems import Problems

_MOST_PLACES = 8


def with_renamed_member(model: Model, owner: Envelope | Record, member: Member, name: str) -> Model:
    """``model`` with another name on the wire for one member, as far as what refers to it can follow."""
    old = member.name
    changed = with_members(owner, swapped(owner.members, member, replace(member, name=name)))
    if isinstance(changed, Record):
        changed = replace(changed, variants=tuple(_variant(variant, old, name) for variant in changed.variants))
    elif changed.correlation is not None and changed.correlation.member == old:
        changed = replace(changed, correlation=replace(changed.correlation, member=name))
    result = _with_paths(model, with_owner(model, changed), owner, old, name)
    protocol = result.protocol
    if owner.name == protocol.answer and protocol.capabilities == old:
        protocol = replace(protocol, capabilities=name)
    if owner.name == protocol.failure:
        protocol = replace(
            protocol,
            failure_code=name if protocol.failure_code == old else protocol.failure_code,
            failure_id=name if protocol.failure_id == old else protocol.failure_id,
            failure_text=name if protocol.failure_text == old else protocol.failure_text,
        )
    result = replace(result, protocol=protocol)
    rules = {known.name: _following(result, known, old, name) for known in result.rules.values()}
    return replace(result, rules=rules)


def without_member(model: Model, owner: Envelope | Record, member: Member) -> Model:
    """``model`` without one member, what variants demand of it, and the rules that then make no sense."""
    changed = with_members(owner, swapped(owner.members, member))
    if isinstance(changed, Record):
        variants = (v for v in changed.variants if v.member != member.name)
        changed = replace(changed, variants=tuple(_variant_without(variant, member.name) for variant in variants))
    result = with_owner(model, changed)
    return replace(result, rules={name: rule for name, rule in result.rules.items() if _makes_sense(result, rule)})


def _variant_without(variant: Variant, name: str) -> Variant:
    return replace(
        variant,
        require=tuple(other for other in variant.require if other != name),
        forbid=tuple(other for other in variant.forbid if other != name),
        refine={other: scalar for other, scalar in variant.refine.items() if other != name},
    )


def _makes_sense(model: Model, rule: Rule) -> bool:
    problems = Problems()
    compile_rules(replace(model, rules={rule.name: rule}), problems)
    return not len(problems)


def _variant(variant: Variant, old: str, new: str) -> Variant:
    def called(name: str) -> str:
        return new if name == old else name

    return replace(
        variant,
        member=called(variant.member),
        require=tuple(map(called, variant.require)),
        forbid=tuple(map(called, variant.forbid)),
        refine={called(name): scalar for name, scalar in variant.refine.items()},
    )


def _with_paths(before: Model, model: Model, owner: Envelope | Record, old: str, new: str) -> Model:
    def path(text: str) -> str:
        steps, at = [], before.envelopes[before.protocol.answer]
        here: Envelope | Record = at
        for step in text.split("."):
            steps.append(new if here.name == owner.name and step == old else step)
            type_ = before.type_of(here.member(step))
            if isinstance(type_, Record):
                here = type_
        return ".".join(steps)

    envelopes = {}
    for envelope in model.envelopes.values():
        correlation = envelope.correlation
        envelopes[envelope.name] = replace(
            envelope,
            requires=None if envelope.requires is None else path(envelope.requires),
            correlation=None if correlation is None else replace(correlation, when=path(correlation.when)),
        )
    return replace(model, envelopes=envelopes)


def _following(model: Model, rule: Rule, old: str, new: str) -> Rule:
    """The first way to rename what the rule names that makes sense; the rule as it is if there is none."""
    return next((candidate for candidate in _candidates(rule, old, new) if _makes_sense(model, candidate)), rule)


def _candidates(rule: Rule, old: str, new: str) -> Iterator[Rule]:
    phrases = [rule.check, *([rule.each.items] if rule.each is not None else []), *rule.values.values()]
    counts = [places_of(phrase.text, old) for phrase in phrases]
    pointers = rule.at.split("/").count(old)
    total = sum(counts) + pointers
    yield rule
    if 0 < total <= _MOST_PLACES:
        for chosen in product((True, False), repeat=total):
            yield _renamed(rule, old, new, counts, chosen)


def _renamed(rule: Rule, old: str, new: str, counts: list[int], chosen: tuple[bool, ...]) -> Rule:
    left = list(chosen)

    def taken(number: int) -> tuple[bool, ...]:
        result, left[:] = tuple(left[:number]), left[number:]
        return result

    def changed(phrase: Phrase, count: int) -> Phrase:
        text = renamed(phrase.text, old, new, taken(count)) if count else phrase.text
        return Phrase(text, phrase.position, text)

    remaining = iter(counts)
    check = changed(rule.check, next(remaining))
    each = None if rule.each is None else replace(rule.each, items=changed(rule.each.items, next(remaining)))
    values = {name: changed(phrase, next(remaining)) for name, phrase in rule.values.items()}
    at = "/".join(new if step == old and taken(1)[0] else step for step in rule.at.split("/"))
    return replace(rule, check=check, each=each, values=values, at=at)


def with_renamed_envelope(model: Model, envelope: Envelope, name: str) -> Model:
    """``model`` with another tag for one envelope, everywhere."""
    old = envelope.name

    def called(other: str) -> str:
        return name if other == old else other

    def perhaps(other: str | None) -> str | None:
        return None if other is None else called(other)

    envelopes = {
        called(other.name): replace(other, name=called(other.name), reply=perhaps(other.reply))
        for other in model.envelopes.values()
    }
    protocol = model.protocol
    protocol = replace(
        protocol,
        opening=called(protocol.opening),
        answer=called(protocol.answer),
        failure=called(protocol.failure),
        closing=called(protocol.closing),
    )
    rules = {
        rule.name: replace(
            rule,
            subjects=tuple(
                Subject(perhaps(s.on), perhaps(s.request), perhaps(s.reply), s.position) for s in rule.subjects
            ),
        )
        for rule in model.rules.values()
    }
    lifecycle = model.lifecycle
    if lifecycle is not None:
        lifecycle = _rows(lifecycle, old, name)
    return replace(model, envelopes=envelopes, protocol=protocol, rules=rules, lifecycle=lifecycle)


def _rows(lifecycle: Lifecycle, old: str, new: str) -> Lifecycle:
    rows = (replace(row, names=tuple(new if other == old else other for other in row.names)) for row in lifecycle.rows)
    return replace(lifecycle, rows=tuple(rows))
