"""Looking things up in a model that may refer to what is not there: ``None`` where a reference leads nowhere."""

from __future__ import annotations

from cgp_toolkit.model.model import Model
from cgp_toolkit.model.protocol import Envelope
from cgp_toolkit.model.types import Member, Record, Scalar, Type, Vocabulary

Owner = Envelope | Record


def names(owner: Owner) -> tuple[str, ...]:
    """What the members of an envelope or record are called."""
    return tuple(member.name for member in owner.members)


def member_of(owner: Owner | None, name: str) -> Member | None:
    """The member of that name."""
    return next((m for m in owner.members if m.name == name), None) if owner is not None else None


def type_of(model: Model, member: Member | None) -> Type | None:
    """The type of a member, or of its items."""
    return model.types.get(member.type) if member is not None else None


def vocabulary(model: Model, name: str) -> Vocabulary | None:
    """The vocabulary of that name."""
    found = model.types.get(name)
    return found if isinstance(found, Vocabulary) else None


def scalar(model: Model, name: str | None) -> Scalar | None:
    """The scalar of that name."""
    found = model.types.get(name) if name is not None else None
    return found if isinstance(found, Scalar) else None


def listed(value: Vocabulary) -> tuple[str, ...]:
    """The listed values of a vocabulary, or of the one that it is like."""
    return tuple(item.name for item in value.values)


def failure_codes(model: Model) -> Vocabulary | None:
    """The vocabulary of error codes."""
    failure = model.envelopes.get(model.protocol.failure)
    found = type_of(model, member_of(failure, model.protocol.failure_code))
    return found if isinstance(found, Vocabulary) else None
