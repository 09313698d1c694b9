"""Each requirement with everything that enforces it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cgp_toolkit.model import Decider, Example, ExchangeExample, Model, Requirement
from cgp_toolkit.tracing.behaviour import behaviour
from cgp_toolkit.tracing.enforcer import CLAIMED_AS, COMPUTED, Enforcer, Means
from cgp_toolkit.tracing.limits import limits
from cgp_toolkit.tracing.probes import probes


@dataclass(frozen=True, slots=True)
class Trace:
    """A requirement, what enforces it, and the examples and sessions that show it."""

    requirement: Requirement
    enforcers: tuple[Enforcer, ...]
    shown_by: tuple[str, ...]
    means: tuple[Means, ...] = field(init=False, compare=False, repr=False)
    """How it is kept, in the order of :class:`Means`; ``nothing yet`` alone where nothing keeps it.

    What only bears on it counts where the model says that such a thing decides it, and nothing else of the kind does.
    Where vectors are said to decide it, examples and sessions show what readers do.
    """

    def __post_init__(self) -> None:
        # Asked for wherever the requirement is named, so looked up once.
        object.__setattr__(self, "means", self._means())

    def _means(self) -> tuple[Means, ...]:
        claims = self.requirement.decided_by
        found = {e.means for e in self.enforcers if e.direct}
        known = {CLAIMED_AS[means] for means in found}
        found |= {e.means for e in self.enforcers if CLAIMED_AS[e.means] in {*claims} - known}
        if Decider.VECTOR in claims and self.shown_by:
            found.add(Means.READER)
        found |= {means for means in Means if means not in COMPUTED and CLAIMED_AS[means] in claims}
        found.discard(Means.NOTHING)
        return tuple(means for means in Means if means in found) or (Means.NOTHING,)

    @property
    def enforced(self) -> bool:
        """Whether anything that comes from the model enforces it, a probe of a running peer included."""
        return self.generated or any(e.means is Means.PROBE for e in self.enforcers)

    @property
    def generated(self) -> bool:
        """Whether anything that is generated from the model enforces it."""
        return not COMPUTED.isdisjoint(self.means)

    def decided(self, decider: Decider, *, direct: bool = False) -> tuple[Enforcer, ...]:
        """The enforcers that the model's word stands for; ``direct``: only those that were made for it."""
        return tuple(e for e in self.enforcers if CLAIMED_AS[e.means] is decider and (e.direct or not direct))


def trace(model: Model) -> Mapping[str, Trace]:
    """Every requirement of a sound model, by its id, in the order of the model."""
    found: dict[str, dict[Enforcer, None]] = {name: {} for name in model.requirements}
    for name, enforcer in (*limits(model), *behaviour(model), *probes(model)):
        found[name][enforcer] = None
    shown = _shown(model)
    return {
        name: Trace(requirement, tuple(found[name]), tuple(shown[name]))
        for name, requirement in model.requirements.items()
    }


def _shown(model: Model) -> dict[str, dict[str, None]]:
    shown: dict[str, dict[str, None]] = {name: {} for name in model.requirements}
    examples: tuple[Example | ExchangeExample, ...] = (*model.examples.values(), *model.exchanges.values())
    for example in examples:
        broken = [failure.requirement for failure in example.fails if failure.requirement is not None]
        for name in (*example.requirements, *broken):
            shown[name][example.name] = None
    for session in model.sessions.values():
        for name in session.requirements:
            shown[name][session.name] = None
    return shown
