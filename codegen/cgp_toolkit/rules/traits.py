"""What a vocabulary tells of values that it does not list."""

from __future__ import annotations

from cgp_toolkit.model import Model


def unlisted_trait(model: Model, vocabulary: str, trait: str) -> bool:
    """What a vocabulary's trait tells of an unlisted value."""
    known = model.vocabulary(vocabulary)
    if known.unknown_reads_as is not None:
        value = next(value for value in known.values if value.name == known.unknown_reads_as)
        return value.traits[trait] is True
    return next(t.unknown for t in known.traits if t.name == trait) is True
