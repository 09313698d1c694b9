"""Envelopes: who talks to whom, what answers what, and which part each plays in a session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cgp_toolkit.model.axes import Base, Presence
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.lint.lookup import failure_codes, member_of, type_of
from cgp_toolkit.model.protocol import Envelope
from cgp_toolkit.model.types import Record, Scalar


def envelope_roles(context: Context) -> Iterator[Diagnostic]:
    """Envelopes that a role would send to itself."""
    for envelope in context.model.envelopes.values():
        if envelope.sender == envelope.receiver:
            message = f"{envelope.sender!r} would send it to itself"
            yield Diagnostic(context.entry(envelope).at("to"), "envelope-roles", message, "name the other role")


def envelope_reply(context: Context) -> Iterator[Diagnostic]:
    """Replies that go the same way as their request, or are answered themselves."""
    envelopes = context.model.envelopes
    for envelope in envelopes.values():
        reply = envelopes.get(envelope.reply) if envelope.reply is not None else None
        if reply is None:
            continue
        place = context.entry(envelope).at("reply")
        if (reply.sender, reply.receiver) != (envelope.receiver, envelope.sender):
            message = f"{reply.name!r} does not go from {envelope.receiver!r} to {envelope.sender!r}"
            yield Diagnostic(place, "envelope-reply", message, "name an envelope of the other direction")
        if reply.reply is not None:
            message = f"{reply.name!r} asks for a reply itself"
            yield Diagnostic(place, "envelope-reply", message, "a reply is the end of an exchange")


def envelope_part(context: Context) -> Iterator[Diagnostic]:
    """Parts of a session that their envelope can't play."""
    protocol, envelopes = context.model.protocol, context.model.envelopes
    found = context.entry(protocol)
    parts = {
        ("handshake", "opening"): protocol.opening,
        ("handshake", "answer"): protocol.answer,
        ("failure", "envelope"): protocol.failure,
        ("closing",): protocol.closing,
    }
    counts = Counter(parts.values())
    for path, name in parts.items():
        envelope = envelopes.get(name)
        if counts[name] > 1:
            message = f"{name!r} plays more than one part of a session"
            yield Diagnostic(found.at(*path), "envelope-part", message, "name an envelope of its own")
        elif envelope is not None:
            for message, fix in _misplaced(context, path, envelope):
                yield Diagnostic(found.at(*path), "envelope-part", f"{name!r} {message}", fix)


def _misplaced(context: Context, path: tuple[str, ...], envelope: Envelope) -> Iterator[tuple[str, str]]:
    protocol = context.model.protocol
    if path[0] == "handshake" and (envelope.requires is not None or envelope.correlation is not None):
        yield "needs a capability, and none is known before the handshake is over", "drop its gate and its correlation"
    if path == ("handshake", "opening"):
        if envelope.reply != protocol.answer:
            yield f"is not answered by {protocol.answer!r}", "make that its reply"
    elif envelope.reply is not None:
        yield "asks for a reply", "drop 'reply'"
    if path[0] == "failure" and envelope.requires is not None:
        yield "needs a capability, but any request can fail", "drop 'requires'"


def part_member(context: Context) -> Iterator[Diagnostic]:
    """Members of the failure and of the handshake's answer whose types do not fit their part."""
    model, protocol = context.model, context.model.protocol
    found = context.entry(protocol)
    failure, answer = model.envelopes.get(protocol.failure), model.envelopes.get(protocol.answer)
    code = member_of(failure, protocol.failure_code)
    if code is not None and type_of(model, code) is not None and (failure_codes(model) is None or code.many):
        message, fix = "the type of the error code is no vocabulary", "name a member with listed codes"
        yield Diagnostic(found.at("failure", "code"), "part-member", message, fix)
    texts = {"id": protocol.failure_id, "text": protocol.failure_text}
    for key, name in texts.items():
        member = member_of(failure, name) if name is not None else None
        type_ = type_of(model, member)
        if member is not None and type_ is not None and (member.many or not _is_text(type_)):
            message = f"the type of {name!r} is no text"
            yield Diagnostic(found.at("failure", key), "part-member", message, "name another member")
    capabilities = member_of(answer, protocol.capabilities)
    type_ = type_of(model, capabilities)
    if capabilities is not None and type_ is not None:
        if capabilities.many or not isinstance(type_, Record):
            message, fix = "gates look into an object, and this is none", "name a member whose type has members"
            yield Diagnostic(found.at("handshake", "capabilities"), "part-member", message, fix)
        elif capabilities.read is Presence.OPTIONAL:
            message, fix = "gates look into this member, so readers need it", "make it required"
            yield Diagnostic(found.at("handshake", "capabilities"), "part-member", message, fix)


def _is_text(type_: object) -> bool:
    return isinstance(type_, Scalar) and type_.base is Base.STRING
