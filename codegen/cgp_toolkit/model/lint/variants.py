"""Variants: what else authors owe, and what they may not write, when a member has a value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from cgp_toolkit.model.axes import Presence
from cgp_toolkit.model.collect import Found
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.entries import RecordEntry
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.lint.lookup import member_of, scalar, type_of
from cgp_toolkit.model.types import Record, Scalar, Variant, Vocabulary
from cgp_toolkit.model.words import article

Place = tuple[str | int, ...]


def _variants(context: Context) -> Iterator[tuple[Found, Record, Variant, Place]]:
    for record in context.model.records():
        for index, variant in enumerate(record.variants):
            yield context.entry(record), record, variant, ("variants", index)


def variant_condition(context: Context) -> Iterator[Diagnostic]:
    """Conditions that are not one value of a vocabulary, and those that stand twice."""
    for found, record, variant, path in _variants(context):
        conditions = cast(RecordEntry, found.entry).variants[cast(int, path[1])].when
        if len(conditions) != 1:
            message = "a variant has exactly one condition"
            yield Diagnostic(found.at(*path, "when", key=True), "variant-condition", message, "name one member")
            continue
        member = member_of(record, variant.member)
        type_ = type_of(context.model, member)
        if member is not None and type_ is not None and (member.many or not isinstance(type_, Vocabulary)):
            yield Diagnostic(
                found.at(*path, "when", variant.member, key=True),
                "variant-condition",
                f"the type of {variant.member!r} is no vocabulary, so its values can't be told apart by name",
                "name a member whose type is a vocabulary",
            )
        first = next(v for v in record.variants if (v.member, v.value) == (variant.member, variant.value))
        if first is not variant:
            message = f"this condition has a variant already, at {first.position}"
            place = found.at(*path, "when", variant.member)
            yield Diagnostic(place, "variant-condition", message, "merge the two")


def variant_members(context: Context) -> Iterator[Diagnostic]:
    """Members that a variant both requires and forbids, or forbids although authors owe them anyway."""
    for found, record, variant, path in _variants(context):
        for index, name in enumerate(variant.forbid):
            member = member_of(record, name)
            if name == variant.member:
                message = "a variant can't forbid the member that it depends on"
            elif name in variant.require:
                message = f"{name!r} is required and forbidden"
            elif name in variant.refine:
                message = f"{name!r} is narrowed and forbidden"
            elif member is not None and member.author is Presence.REQUIRED:
                message = f"authors owe {name!r} in any case"
            else:
                continue
            yield Diagnostic(found.at(*path, "forbid", index), "variant-members", message, "decide for one of the two")


def variant_refine(context: Context) -> Iterator[Diagnostic]:
    """Narrower types that are of another kind than the member."""
    for found, record, variant, path in _variants(context):
        for name, narrower in variant.refine.items():
            member = member_of(record, name)
            wide, narrow = type_of(context.model, member), scalar(context.model, narrower)
            if member is None or wide is None or narrow is None:
                continue
            if member.many or not isinstance(wide, Scalar):
                message = f"{name!r} is no scalar, so it can't be narrowed"
            elif wide.base is not narrow.base:
                message = f"{name!r} is {article(wide.base)}, {narrower!r} is {article(narrow.base)}"
            else:
                continue
            place = found.at(*path, "refine", name)
            yield Diagnostic(place, "variant-refine", message, "name a scalar of the same kind")
