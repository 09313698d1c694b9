"""Vectors of what values of vocabularies mean: the listed ones, one that is not listed, and none at all."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Model, Openness, Vocabulary
from cgp_toolkit.oracle import trait_of
from cgp_toolkit.targets.vectors.messages.building import a
from cgp_toolkit.targets.vectors.messages.types import UNLISTED
from cgp_toolkit.targets.vectors.vector import VocabularyVector, cites


def vectors(model: Model) -> Iterator[VocabularyVector]:
    """Every vocabulary that says more of a value than that it is one."""
    for vocabulary in model.vocabularies():
        if vocabulary.traits:
            for value in vocabulary.values:
                yield _vector(model, vocabulary, value.name, f"that is {value.name!r}")
        if vocabulary.openness is not Openness.CLOSED:
            yield _vector(model, vocabulary, UNLISTED, "that is not listed")
        if vocabulary.unknown_reads_as is not None:
            yield _vector(model, vocabulary, None, "that is absent")


def _vector(model: Model, vocabulary: Vocabulary, value: str | None, words: str) -> VocabularyVector:
    listed = value in {known.name for known in vocabulary.values}
    reads_as = value if listed or vocabulary.unknown_reads_as is None else vocabulary.unknown_reads_as
    return VocabularyVector(
        id=f"{a(vocabulary.name)} {words}, and what it means.",
        vocabulary=vocabulary.name,
        value=value,
        listed=listed,
        reads_as=reads_as or "",
        traits={
            trait.name: trait_of(model, vocabulary.name, trait.name, reads_as or "") for trait in vocabulary.traits
        },
        cites=cites(vocabulary),
    )
