"""Which requirements a part of the model is there for: those that it cites, and those that it is traced to enforce."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cgp_toolkit.model import Envelope, Member, Model, Position, Record, Scalar, Vocabulary
from cgp_toolkit.tracing import Trace


@dataclass(frozen=True, slots=True)
class Subjects:
    """Requirements by the place of what enforces them."""

    model: Model
    places: Mapping[Position, tuple[str, ...]]

    @classmethod
    def of(cls, model: Model, traces: Mapping[str, Trace]) -> Subjects:
        """What the traces of a model tell."""
        places: dict[Position, dict[str, None]] = {}
        for name, traced in traces.items():
            for enforcer in traced.enforcers:
                if enforcer.direct:
                    places.setdefault(enforcer.position, {})[name] = None
        return cls(model, {place: tuple(names) for place, names in places.items()})

    def member(self, owner: Envelope | Record, member: Member) -> tuple[str, ...]:
        """What a member is there for; its type counts, and the variants that ask for it."""
        variants = owner.variants if isinstance(owner, Record) else ()
        asked = [v.requirement for v in variants if member.name in (*v.require, *v.forbid, *v.refine, v.member)]
        return _once(member.requirements, self.places.get(member.position, ()), asked)

    def type(self, type_: Scalar | Vocabulary) -> tuple[str, ...]:
        """What a type is there for; the members that are of it count."""
        found: list[str] = [*type_.requirements]
        for owner in self.model.owners():
            for member in owner.members:
                if member.type == type_.name:
                    found += self.places.get(member.position, ())
            for variant in owner.variants if isinstance(owner, Record) else ():
                if type_.name in variant.refine.values():
                    found.append(variant.requirement)
        return _once(found)


def _once(*names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for some in names for name in some))
