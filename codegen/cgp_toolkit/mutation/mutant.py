"""What a mutant is: the model with one thing changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from cgp_toolkit.model import Envelope, Member, Model, Record, Type

T = TypeVar("T")

Sources: TypeAlias = Mapping[str, str]
"""The modules of a binding, by file name."""


def _unchanged(sources: Sources) -> Sources:
    return sources


@dataclass(frozen=True, slots=True)
class Mutant:
    """A model with one thing changed.

    ``subject`` is the part of the model that is changed and ``change`` what becomes of it: together they are unique.
    ``requirements`` are those that the part is there for.  ``build`` makes the changed model; what it takes is only
    paid for when it is tried.  ``strict`` keeps it from being tried with the rules as they were, where they make no
    sense any more.  ``edit`` changes the sources of its binding, where no word of the model stands for what every
    reader does.
    """

    subject: str
    change: str
    requirements: tuple[str, ...]
    build: Callable[[], Model] = field(compare=False, repr=False)
    strict: bool = False
    edit: Callable[[Sources], Sources] = field(compare=False, repr=False, default=_unchanged)

    @property
    def id(self) -> str:
        """What reports and tables call it."""
        return f"{self.subject}: {self.change}"


def with_type(model: Model, changed: Type) -> Model:
    """``model`` with another type of the same name."""
    return replace(model, types={**model.types, changed.name: changed})


def with_envelope(model: Model, changed: Envelope) -> Model:
    """``model`` with another envelope of the same name."""
    return replace(model, envelopes={**model.envelopes, changed.name: changed})


def with_owner(model: Model, owner: Envelope | Record) -> Model:
    """``model`` with another envelope or record of the same name."""
    return with_envelope(model, owner) if isinstance(owner, Envelope) else with_type(model, owner)


def with_members(owner: Envelope | Record, members: Iterable[Member]) -> Envelope | Record:
    """``owner`` with other members."""
    return replace(owner, members=tuple(members))


def with_member(model: Model, owner: Envelope | Record, old: Member, new: Member) -> Model:
    """``model`` with one member of ``owner`` changed."""
    return with_owner(model, with_members(owner, swapped(owner.members, old, new)))


def swapped(items: Iterable[T], old: T, *new: T) -> tuple[T, ...]:
    """``items`` with ``new``, any number of them, in the place of ``old``."""
    return tuple(result for item in items for result in (new if item is old else (item,)))
