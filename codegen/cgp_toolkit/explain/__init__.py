"""Looking things up in the model: what a name stands for, and where it is used.  Pure functions."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from cgp_toolkit.explain.knowledge import lint_rule
from cgp_toolkit.explain.parts import Part, part, part_names, whole
from cgp_toolkit.explain.thing import Fact, Kind, Thing
from cgp_toolkit.explain.things import things
from cgp_toolkit.explain.use import Use
from cgp_toolkit.explain.uses import uses
from cgp_toolkit.model import Model
from cgp_toolkit.model.lint import Rule as LintRule
from cgp_toolkit.tracing import Trace, trace


@dataclass(frozen=True, slots=True)
class Explanation:
    """A thing, everything that uses it and, of a requirement, what enforces it."""

    thing: Thing
    used_by: tuple[Use, ...]
    trace: Trace | None = None


def lookup(model: Model, lint_rules: Sequence[LintRule], name: str) -> tuple[Explanation, ...]:
    """Everything that is called ``name``: spelt exactly so, or else in another case; empty if there is nothing."""
    found = _called(name, tuple(things(model, lint_rules)))
    used = tuple(uses(model)) if found else ()
    traces = trace(model) if any(thing.kind is Kind.REQUIREMENT for thing in found) else {}
    return tuple(
        Explanation(
            thing,
            tuple(use for use in used if (use.kind, use.id) == (thing.kind, thing.id)),
            traces[thing.id] if thing.kind is Kind.REQUIREMENT else None,
        )
        for thing in found
    )


def lookup_lint_rule(lint_rules: Sequence[LintRule], name: str) -> tuple[Explanation, ...]:
    """The lint rule that is called ``name``; for when there is no sound model to look anything else up in."""
    return tuple(Explanation(thing, ()) for thing in _called(name, tuple(map(lint_rule, lint_rules))))


def _called(name: str, known: Sequence[Thing]) -> list[Thing]:
    found = [thing for thing in known if name in (thing.id, *thing.names)]
    if found:
        return found
    folded = name.casefold()
    return [thing for thing in known if folded in (other.casefold() for other in (thing.id, *thing.names))]


def names(model: Model, lint_rules: Sequence[LintRule]) -> tuple[str, ...]:
    """Every name that :func:`lookup` finds something under, each once, in a stable order."""
    return tuple(dict.fromkeys(name for thing in things(model, lint_rules) for name in (thing.id, *thing.names)))


def similar(name: str, known: Sequence[str], most: int = 3) -> tuple[str, ...]:
    """The names among ``known`` that may have been meant, the closest first."""
    folded = {other.casefold(): other for other in reversed(known)}
    return tuple(folded[close] for close in difflib.get_close_matches(name.casefold(), folded, n=most, cutoff=0.6))


__all__ = [
    "Explanation",
    "Fact",
    "Kind",
    "Part",
    "Thing",
    "Use",
    "lookup",
    "lookup_lint_rule",
    "names",
    "part",
    "part_names",
    "similar",
    "things",
    "uses",
    "whole",
]
