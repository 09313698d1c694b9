"""The messages that sessions are made of: the least of each envelope, with ids, versions, codes and capabilities."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from cgp_toolkit.lifecycle import version_member
from cgp_toolkit.lifecycle.table import asks
from cgp_toolkit.model import Envelope, Json, Record, Vocabulary
from cgp_toolkit.oracle import jsons
from cgp_toolkit.oracle.jsons import Message, Path
from cgp_toolkit.targets.vectors.material.instances import texts
from cgp_toolkit.targets.vectors.material.stock import Stock
from cgp_toolkit.targets.vectors.material.texts import matching, misfits

_MOST_GATES = 3


class Cast:
    """Makes the messages of a model that has a lifecycle."""

    def __init__(self, stock: Stock) -> None:
        self.stock = stock
        self.model = stock.model
        version = self.model.protocol.version
        self.ours = self.model.protocol.revision
        family = self.family(self.ours)
        self.foreign = next(text for text in matching(version.pattern) if self.family(text) != family)
        self.no_version = next(text for _, text in misfits(self.ours, version.pattern, least=1))
        self.gates = tuple(
            dict.fromkeys(
                path
                for envelope in self.model.envelopes.values()
                for path in (
                    envelope.requires,
                    envelope.correlation.when if envelope.correlation is not None else None,
                )
                if path is not None
            )
        )

    def family(self, text: str) -> str | None:
        """The family of a version; ``None`` for a text that is no version."""
        version = self.model.protocol.version
        return text.split(version.family_until)[0] if re.fullmatch(version.pattern, text) else None

    def of_version(self, envelope: str, text: str) -> Message:
        """The opening or the answer, with a version."""
        member = version_member(self.model, envelope)
        return jsons.replaced(self.stock.message(envelope), (member.name,), text)

    def openings(self) -> Iterator[Message]:
        """The opening with each kind of version."""
        for text in (self.ours, self.foreign, self.no_version):
            yield self.of_version(self.model.protocol.opening, text)

    def answers(self) -> Iterator[Message]:
        """The answer with each choice of capabilities, then with versions that do not fit."""
        name = self.model.protocol.answer
        for chosen in self._choices():
            message = self.of_version(name, self.ours)
            for gate in self.gates:
                message = jsons.replaced(message, _steps(gate), gate in chosen)
            yield message
        for text in (self.foreign, self.no_version):
            yield self.of_version(name, text)

    def _choices(self) -> Iterator[frozenset[str]]:
        if len(self.gates) > _MOST_GATES:
            yield from (frozenset(self.gates), frozenset(), *map(frozenset, zip(self.gates, strict=True)))
            return
        for flags in product((True, False), repeat=len(self.gates)):
            yield frozenset(gate for gate, flag in zip(self.gates, flags, strict=True) if flag)

    def declared(self, answer: Message) -> frozenset[str]:
        """The capabilities that a settled answer declares."""
        return frozenset(gate for gate in self.gates if jsons.at_path(answer, _steps(gate)) is True)

    def with_ids(self, envelope: Envelope) -> Iterator[Message]:
        """The least message of an envelope without an id and, if it may have one, with one."""
        message = self.stock.message(envelope.name)
        if envelope.correlation is None:
            yield message
            return
        path: Path = (envelope.correlation.member,)
        yield jsons.without(message, path) if jsons.has_path(message, path) else message
        yield jsons.replaced(message, path, self.id)

    @property
    def id(self) -> str:
        """An id that every envelope with ids may carry."""
        protocol = self.model.protocol
        type_ = self.model.type_of(self.model.envelopes[protocol.failure].member(protocol.failure_id))
        if isinstance(type_, Record | Vocabulary):
            raise TypeError("an id is a text")
        return texts(type_)[0]

    def failures(self) -> Iterator[Message]:
        """The failure with another code, with that for versions that do not fit, and with none; with and without id."""
        protocol = self.model.protocol
        codes = self.model.type_of(self.model.envelopes[protocol.failure].member(protocol.failure_code))
        mismatch = protocol.version.mismatch_code
        others = [v.name for v in codes.values if v.name != mismatch] if isinstance(codes, Vocabulary) else []
        for message in self.with_ids(self.model.envelopes[protocol.failure]):
            for code in (*others[:1], mismatch, None):
                path: Path = (protocol.failure_code,)
                bare = jsons.without(message, path) if jsons.has_path(message, path) else message
                yield bare if code is None else jsons.replaced(bare, path, code)

    def said(self, envelope: Envelope) -> Iterator[Message]:
        """What a party may say with an envelope."""
        protocol = self.model.protocol
        if envelope.name == protocol.opening:
            yield from self.openings()
        elif envelope.name == protocol.answer:
            yield from self.answers()
        elif envelope.name == protocol.failure:
            yield from self.failures()
        else:
            yield from self.with_ids(envelope)

    def malformed(self) -> Iterator[bytes]:
        """Lines that are no message, the first of them with an id that an answer has to echo."""
        tag, id_ = self.model.protocol.tag, self.model.protocol.failure_id
        wanted = next((e for e in self.model.envelopes.values() if asks(self.model, e)), None)
        if wanted is not None:
            broken: Message = {tag: wanted.name, id_: self.id}
            for member in wanted.members:
                if not member.optional and member.name != id_:
                    broken[member.name] = None
            yield jsons.spelt(broken).encode()
        yield b"{"

    def unknown(self) -> Iterator[Message]:
        """Envelopes that nobody here knows: bare, with a member, with an id."""
        tag, id_ = self.model.protocol.tag, self.model.protocol.failure_id
        names: tuple[dict[str, Json], ...] = ({}, {"payload": {}}, {id_: self.id})
        for members in names:
            yield {tag: "made_up_envelope", **members}


def _steps(gate: str) -> Path:
    return tuple(gate.split("."))
