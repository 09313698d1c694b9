"""Mutants of variants: each of their demands, their condition, and they themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from cgp_toolkit.model import Model, Record, Variant, Vocabulary
from cgp_toolkit.mutation.mutant import Mutant, swapped, with_type


def mutants(model: Model) -> Iterator[Mutant]:
    """Every mutant of every variant, in the order of the model."""
    for record in model.records():
        for variant in record.variants:
            subject = f"{record.name}, {variant.member} {variant.value}"
            yield Mutant(
                subject, "is not there", (variant.requirement,), partial(_with_variants, model, record, variant)
            )
            for change, other in _changed(model, record, variant):
                build = partial(_with_variants, model, record, variant, other)
                yield Mutant(subject, change, (variant.requirement,), build)


def _with_variants(model: Model, record: Record, old: Variant, *new: Variant) -> Model:
    return with_type(model, replace(record, variants=swapped(record.variants, old, *new)))


def _changed(model: Model, record: Record, variant: Variant) -> Iterator[tuple[str, Variant]]:
    for name in variant.require:
        rest = tuple(other for other in variant.require if other != name)
        yield f"does not require {name}", replace(variant, require=rest)
    for name in variant.forbid:
        rest = tuple(other for other in variant.forbid if other != name)
        yield f"does not forbid {name}", replace(variant, forbid=rest)
        yield f"requires {name}", replace(variant, forbid=rest, require=(*variant.require, name))
    for name in variant.refine:
        yield (
            f"leaves {name} as it is",
            replace(variant, refine={other: scalar for other, scalar in variant.refine.items() if other != name}),
        )
    told = model.type_of(record.member(variant.member))
    taken = {other.value for other in record.variants}
    if isinstance(told, Vocabulary):
        other = next((value.name for value in told.values if value.name not in taken), None)
        if other is not None:
            yield f"is for {other}", replace(variant, value=other)
