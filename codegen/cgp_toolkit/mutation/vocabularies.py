"""Mutants of vocabularies: openness, values, traits and what an unlisted value reads as."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from cgp_toolkit.model import Base, JsonScalar, Model, Openness, Trait, Value, Vocabulary
from cgp_toolkit.mutation.mutant import Mutant, swapped, with_type
from cgp_toolkit.mutation.subjects import Subjects

_OTHER_NAME = "renamed-{}"


def mutants(model: Model, subjects: Subjects) -> Iterator[Mutant]:
    """Every mutant of every vocabulary, in the order of the model."""
    for vocabulary in model.vocabularies():
        requirements = subjects.type(vocabulary)
        for change, other in _changed(model, vocabulary):
            yield Mutant(vocabulary.name, change, requirements, partial(with_type, model, other))


def _changed(model: Model, vocabulary: Vocabulary) -> Iterator[tuple[str, Vocabulary]]:
    form = vocabulary.form or next((v.form for v in model.vocabularies() if v.form is not None), None)
    for openness in Openness:
        if openness is not vocabulary.openness and (openness is not Openness.NAMESPACED or form is not None):
            needed = form if openness is Openness.NAMESPACED else None
            yield f"is {openness}", replace(vocabulary, openness=openness, form=needed)
    for value in vocabulary.values:
        yield f"does not list {value.name}", _with_values(vocabulary, value)
        other = _OTHER_NAME.format(value.name)
        yield f"lists {other} for {value.name}", _with_values(vocabulary, value, replace(value, name=other))
        for trait in vocabulary.traits:
            yield from _trait(vocabulary, value, trait)
    for name in (None, *(value.name for value in vocabulary.values)):
        if name != vocabulary.unknown_reads_as:
            change = f"unlisted values read as {name}" if name is not None else "unlisted values stay as they are"
            yield change, replace(vocabulary, unknown_reads_as=name)
    for trait in vocabulary.traits:
        if isinstance(trait.unknown, bool):
            traits = swapped(vocabulary.traits, trait, replace(trait, unknown=not trait.unknown))
            yield f"{trait.name} of an unlisted value is {not trait.unknown}", replace(vocabulary, traits=traits)


def _with_values(vocabulary: Vocabulary, old: Value, *new: Value) -> Vocabulary:
    reads_as = vocabulary.unknown_reads_as
    if reads_as == old.name:
        reads_as = new[0].name if new else None
    return replace(vocabulary, values=swapped(vocabulary.values, old, *new), unknown_reads_as=reads_as)


def _trait(vocabulary: Vocabulary, value: Value, trait: Trait) -> Iterator[tuple[str, Vocabulary]]:
    known = value.traits.get(trait.name)
    # What a text says is for people.
    if trait.base is Base.BOOLEAN and isinstance(known, bool):
        other: dict[str, JsonScalar] = {**value.traits, trait.name: not known}
        yield (
            f"{trait.name} of {value.name} is {not known}",
            _with_values(vocabulary, value, replace(value, traits=other)),
        )
