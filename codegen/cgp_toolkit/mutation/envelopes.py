"""Mutants of envelopes: name, direction, reply, gate, correlation and doubled members."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from cgp_toolkit.model import Base, Duplicates, Envelope, Model, Record, Scalar
from cgp_toolkit.mutation.mutant import Mutant, with_envelope
from cgp_toolkit.mutation.renaming import with_renamed_envelope

_OTHER_NAME = "renamed_{}"


def mutants(model: Model) -> Iterator[Mutant]:
    """Every mutant of every envelope, in the order of the model."""
    for envelope in model.envelopes.values():
        cited = envelope.correlation.requirement if envelope.correlation is not None else None
        requirements = tuple(dict.fromkeys((*envelope.requirements, *((cited,) if cited is not None else ()))))
        for change, other in _changed(model, envelope):
            yield Mutant(envelope.name, change, requirements, partial(with_envelope, model, other))
        name = _OTHER_NAME.format(envelope.name)
        yield Mutant(
            envelope.name, f"is called {name}", requirements, partial(with_renamed_envelope, model, envelope, name)
        )


def _changed(model: Model, envelope: Envelope) -> Iterator[tuple[str, Envelope]]:
    yield "goes the other way", replace(envelope, sender=envelope.receiver, receiver=envelope.sender)
    if envelope.reply is not None:
        yield "has no reply", replace(envelope, reply=None)
    others = [
        e.name
        for e in model.envelopes.values()
        if (e.sender, e.receiver) == (envelope.receiver, envelope.sender) and e.name != envelope.reply
    ]
    for name in others[:2] if envelope.reply is not None else others[:1]:
        yield f"is answered by {name}", replace(envelope, reply=name)
    other = Duplicates.LAST_WINS if envelope.duplicates is Duplicates.REJECTED else Duplicates.REJECTED
    yield f"doubled members: {other}", replace(envelope, duplicates=other)
    gates = [envelope.requires, envelope.correlation.when if envelope.correlation is not None else None]
    if envelope.requires is not None:
        yield "needs no capability", replace(envelope, requires=None)
    for path in _capabilities(model):
        if path not in gates and envelope.name not in (model.protocol.opening, model.protocol.answer):
            yield f"requires {path}", replace(envelope, requires=path)
            if envelope.correlation is not None:
                moved = replace(envelope.correlation, when=path)
                yield f"is correlated when {path}", replace(envelope, correlation=moved)
    if envelope.correlation is not None:
        yield "is not correlated", replace(envelope, correlation=None)


def _capabilities(model: Model) -> Iterator[str]:
    """The paths of two capabilities that an answer may declare, those that envelopes ask for first."""
    protocol = model.protocol
    member = model.envelopes[protocol.answer].member(protocol.capabilities)
    record = model.type_of(member)
    if isinstance(record, Record):
        asked = {e.requires for e in model.envelopes.values()}
        asked |= {e.correlation.when for e in model.envelopes.values() if e.correlation is not None}
        flags = [
            f"{member.name}.{flag.name}"
            for flag in record.members
            if isinstance(type_ := model.type_of(flag), Scalar) and type_.base is Base.BOOLEAN and not flag.many
        ]
        yield from sorted(flags, key=lambda path: path not in asked)[:3]
