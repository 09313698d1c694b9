"""How a message becomes a vector: what its author says about it is held against the oracle."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Envelope, Json, Member, Record
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.model.words import article
from cgp_toolkit.oracle import Reading, jsons
from cgp_toolkit.oracle.jsons import Message, Path
from cgp_toolkit.targets.vectors.material.places import held
from cgp_toolkit.targets.vectors.material.stock import Base, Stock
from cgp_toolkit.targets.vectors.vector import Cites, MessageVector

_MARKER = "\x00"


class Contradiction(ValueError):
    """A vector is not what it was made to be: the toolkit reads its own model in two ways."""


def spelt_with(message: Message, path: Path, text: str) -> bytes:
    """The line of ``message`` with the raw ``text`` in the place of a value."""
    marked = jsons.spelt(jsons.replaced(message, path, _MARKER))
    return marked.replace(jsons.spelt(_MARKER), text).encode()


def a(name: str) -> str:
    """A name behind its indefinite article, as a sentence starts."""
    text = article(name)
    return text[0].upper() + text[1:]


class Builder:
    """Makes vectors, and remembers what has been shown."""

    def __init__(self, stock: Stock) -> None:
        self.stock = stock
        self.oracle = stock.oracle
        self.model = stock.model
        self._shown: set[tuple[str, str, str]] = set()

    def judge(self, line: bytes | Message) -> Reading:
        """What the oracle makes of a line or a message."""
        return self.stock.readings.read(line)

    def fine(self, id: str, line: bytes | Message, cited: Cites) -> MessageVector:  # noqa: A002
        """A vector of a message with which nothing is wrong."""
        vector = self.vector(id, line, cited)
        if vector.reading.findings:
            raise Contradiction(f"{id}: nothing should be wrong, but {vector.reading.findings[0]} is")
        return vector

    def wrong(
        self,
        id: str,  # noqa: A002
        line: bytes | Message,
        rule: FaultName,
        at: Path,
        cited: Cites,
    ) -> MessageVector:
        """A vector of a message with this fault; readers stop at it if the fault is none of authors alone."""
        vector = self.vector(id, line, cited.and_(self.model.lines.fault(rule.value)))
        place = jsons.pointer(at)
        if (rule.value, place) not in {(finding.rule, finding.at) for finding in vector.reading.findings}:
            raise Contradiction(f"{id}: {rule.value} at {place} was to be found, not {vector.reading.findings}")
        return vector

    def vector(self, id: str, line: bytes | Message, cited: Cites) -> MessageVector:  # noqa: A002
        """A vector of any message."""
        return MessageVector(id, *self.stock.readings.line_of(line), cited)

    def show(self, rule: str, owner: str, member: str) -> None:
        """A message has been built with which only this is wrong."""
        self._shown.add((rule, owner, member))

    def is_shown(self, rule: FaultName, owner: Envelope | Record, member: Member) -> bool:
        """Whether there is such a message already."""
        return (rule.value, owner.name, member.name) in self._shown

    def members(self) -> Iterator[tuple[Envelope | Record, Member, Base]]:
        """Every member of the model, with a small message that has it, if there is one."""
        for owner in self.model.owners():
            for member in owner.members:
                base = self.stock.with_member(owner, member)
                if base is not None:
                    yield owner, member, base


def whose(builder: Builder, message: Json, at: str) -> tuple[str, str] | None:
    """Owner and member that a pointer leads to."""
    if not isinstance(message, dict):
        return None
    for place in builder.stock.places.of(message):
        for member in place.owner.members:
            paths = [(*place.path, member.name), *(path for _, path in held(place, member))]
            if at in map(jsons.pointer, paths):
                return place.owner.name, member.name
    return None
