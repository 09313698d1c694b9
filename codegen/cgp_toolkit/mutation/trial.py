"""One mutant at a time: its binding is generated, imported and asked vector after vector, until one tells."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cgp_toolkit.model.diagnostics import ModelError
from cgp_toolkit.mutation.binding import Loaded, sources
from cgp_toolkit.mutation.mutant import Mutant, Sources
from cgp_toolkit.mutation.suite import Suite, asked
from cgp_toolkit.rules import Check


class Fate(StrEnum):
    """What became of a mutant.

    ``killed``: a vector tells it from the model.  ``refused``: the toolkit's own checks don't let such a model be
    generated.  ``broken``: what is generated can't be imported, so that no vector was needed.  ``survived``: neither.
    """

    KILLED = "killed"
    REFUSED = "refused"
    BROKEN = "broken"
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the mutant called ``id``; ``by`` is the vector that told, and ``how`` what showed."""

    id: str
    fate: Fate
    by: str
    how: str


def tried(mutant: Mutant, suite: Suite, base: Sources, rules: tuple[Check, ...]) -> Outcome:
    """The fate of one mutant; ``base`` are the sources of the unmutated binding, ``rules`` its compiled rules."""
    try:
        texts = mutant.edit(_sources(mutant, rules))
    except ModelError as error:
        return Outcome(mutant.id, Fate.REFUSED, "", f"the checks of the model refuse it: {error.diagnostics[0]}")
    except Exception as error:
        # Whatever a generator says about a model that no lint has seen.
        return Outcome(mutant.id, Fate.REFUSED, "", f"nothing can be generated from it: {_described(error)}")
    if texts == base:
        return Outcome(mutant.id, Fate.SURVIVED, "", "no line of the binding depends on it")
    with Loaded(texts):
        try:
            ask = asked()
        except Exception as error:
            return Outcome(mutant.id, Fate.BROKEN, "", f"the binding can't be imported: {_described(error)}")
        for vector in suite.ordered(mutant):
            difference = ask(vector)
            if difference is not None:
                return Outcome(mutant.id, Fate.KILLED, vector.id, difference)
    return Outcome(mutant.id, Fate.SURVIVED, "", "")


def _sources(mutant: Mutant, rules: tuple[Check, ...]) -> Sources:
    """The binding of a mutant; where its own rules make no sense any more, they stay as they were."""
    model = mutant.build()
    try:
        return sources(model)
    except ModelError:
        if mutant.strict:
            raise
        return sources(model, rules)


def _described(error: Exception) -> str:
    text = str(error).splitlines()
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__
