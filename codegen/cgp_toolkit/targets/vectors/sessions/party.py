"""What one party of a session knows: where it stands, what it waits for, and what it owes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

Id: TypeAlias = str | None


@dataclass(frozen=True, slots=True)
class Due:
    """A reply that is owed; ``ready`` is the one that a session gives on its own.

    An ``optional`` one may stay away.  Nothing that is ready leaves before one that is ``first``.
    """

    replies: frozenset[str]
    ready: str | None = None
    optional: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class Party:
    """What a party knows.  ``declared`` are the capabilities that the answer gave, ``None`` before it.

    ``ours`` is the version that it speaks, if it has said or fixed one, ``theirs`` that of the opening it got.
    """

    role: str
    state: str
    watching: bool
    ours: str | None
    theirs: str | None = None
    declared: frozenset[str] | None = None
    waits: tuple[tuple[Id, frozenset[str]], ...] = ()
    given_up: frozenset[str] = frozenset()
    dues: tuple[tuple[Id, Due], ...] = ()

    def awaited(self, id_: Id) -> frozenset[str]:
        """The envelopes that would answer the request with this id, or without one."""
        return next((replies for known, replies in self.waits if known == id_), frozenset())

    def due(self, id_: Id, name: str) -> Due | None:
        """The due that an envelope settles."""
        for known, due in self.dues:
            if known == id_:
                if name in due.replies and due.ready is None:
                    return due
                if not due.optional:
                    return None
        return None


def settled(party: Party, id_: Id, due: Due) -> Party:
    """``due``, and whatever optional was before it, is owed no more."""
    kept: list[tuple[Id, Due]] = []
    found = False
    for known, other in party.dues:
        if known == id_ and not found:
            found = other is due
        else:
            kept.append((known, other))
    return replace(party, dues=tuple(kept))


def next_ready(party: Party) -> tuple[Id, Due] | None:
    """The first answer that is ready and whose turn it is."""
    heads: dict[Id, Due] = {}
    for id_, due in party.dues:
        heads.setdefault(id_, due)
    if None in heads and heads[None].first:
        heads = {None: heads[None]}
    return next(((id_, due) for id_, due in heads.items() if due.ready is not None), None)
