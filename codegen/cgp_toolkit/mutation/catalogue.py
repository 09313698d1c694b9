"""All mutants of a model."""

from __future__ import annotations

from cgp_toolkit.model import Model
from cgp_toolkit.mutation import envelopes, members, protocol, readers, rules, scalars, session, variants, vocabularies
from cgp_toolkit.mutation.mutant import Mutant
from cgp_toolkit.mutation.subjects import Subjects
from cgp_toolkit.tracing import trace


def mutants(model: Model) -> tuple[Mutant, ...]:
    """Every mutant of ``model``, in a stable order, each under an id of its own."""
    subjects = Subjects.of(model, trace(model))
    found = (
        *protocol.mutants(model),
        *readers.mutants(model),
        *envelopes.mutants(model),
        *members.mutants(model, subjects),
        *variants.mutants(model),
        *scalars.mutants(model, subjects),
        *vocabularies.mutants(model, subjects),
        *rules.mutants(model),
        *session.mutants(model),
    )
    known: dict[str, Mutant] = {}
    for mutant in found:
        if mutant.id in known:
            raise ValueError(f"two mutants are called {mutant.id!r}")
        known[mutant.id] = mutant
    return found
