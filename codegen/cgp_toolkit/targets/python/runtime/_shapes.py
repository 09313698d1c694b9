"""The vocabulary of the tables: what a value, a member and an object look like to a reader."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Kind(Struct, frozen=True, gc=False):
    """One named type as readers enforce it.

    ``json`` is ``string``, ``boolean``, ``integer``, ``number`` or ``object``.  Lengths are counted in characters.
    ``largest`` is the largest magnitude that fits the width of a number.  ``values`` is all that a closed vocabulary
    lists.  ``expected`` is what an error says, as "expected ...".
    """

    json: str
    expected: str
    minimum: float | None = None
    maximum: float | None = None
    largest: float | None = None
    min_length: int = 0
    max_length: int | None = None
    values: tuple[str, ...] | None = None


class Member(Struct, frozen=True, gc=False):
    """One member of an object: the name of its type, and whether readers demand it and take ``null`` for absent.

    Authors owe an ``owed`` one, though readers have a default for it; no typed value shows that it was missing.
    """

    type: str
    many: bool = False
    required: bool = False
    nullable: bool = False
    owed: bool = False


class Shape:
    """The members of a record or envelope by wire name, in wire order; an envelope's tag is not among them.

    The other attributes are what pruning needs: all names, those that may be ``null``, and (name, record, many) of
    the members that hold objects.
    """

    __slots__ = ("members", "names", "nested", "nullable")

    def __init__(self, members: Mapping[str, Member], records: frozenset[str], tag: str | None = None) -> None:
        self.members = members
        self.names = frozenset(members) | ({tag} if tag is not None else set())
        self.nullable = frozenset(name for name, member in members.items() if member.nullable)
        self.nested = tuple(
            (name, member.type, member.many) for name, member in members.items() if member.type in records
        )


class Fault(Struct, frozen=True, gc=False):
    """A rule that a message can break.

    ``code`` is the error code with which a receiver answers.  ``author`` faults stop no reader.
    """

    code: str
    author: bool
    fix: str
    requirements: tuple[str, ...]
    decisions: tuple[str, ...]
