"""Conditional presence: for each variant what it requires, forbids and narrows, each broken alone."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Record, Variant
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.oracle import jsons
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.targets.vectors.material.instances import texts
from cgp_toolkit.targets.vectors.material.places import Place
from cgp_toolkit.targets.vectors.material.texts import misfits
from cgp_toolkit.targets.vectors.messages.building import Builder
from cgp_toolkit.targets.vectors.vector import MessageVector, cites


def vectors(builder: Builder) -> Iterator[MessageVector]:
    """Every variant that some message can show."""
    for record in builder.model.records():
        for variant in record.variants:
            yield from _variant(builder, record, variant)


def _variant(builder: Builder, record: Record, variant: Variant) -> Iterator[MessageVector]:
    deciding = record.member(variant.member)

    def chosen(place: Place) -> bool:
        return place.owner is record and place.value.get(variant.member, deciding.default) == variant.value

    base = builder.stock.least(chosen)
    if base is None:
        return
    case = f"{record.name} whose {variant.member} is {variant.value!r}"
    yield builder.vector(f"A {case}, as small as it can be.", base.message, cites(variant))
    for name in variant.require:
        path = (*base.path, name)
        message = jsons.without(base.message, path)
        yield builder.wrong(f"A {case} lacks {name}.", message, FaultName.MISSING_IN_VARIANT, path, cites(variant))
    for name in variant.forbid:
        path = (*base.path, name)
        value = next(builder.stock.values(record, record.member(name)))
        message = jsons.replaced(base.message, path, value)
        yield builder.wrong(f"A {case} has {name}.", message, FaultName.FORBIDDEN_IN_VARIANT, path, cites(variant))
    for name, refined in variant.refine.items():
        yield from _refined(builder, base.message, (*base.path, name), case, refined, variant)


def _refined(
    builder: Builder, message: Message, path: jsons.Path, case: str, refined: str, variant: Variant
) -> Iterator[MessageVector]:
    scalar = builder.model.scalar(refined)
    limits, name = scalar.author, path[-1]
    if limits.pattern is None:
        return
    sample = texts(scalar)[0]
    for change, text in misfits(sample, limits.pattern, limits.min_length or 0, limits.max_length):
        changed = jsons.replaced(message, path, text)
        words = f"A {case} has a {name} that {change}, so that it is no {refined}."
        yield builder.wrong(words, changed, FaultName.BAD_FORMAT, path, cites(variant, scalar))
