"""Capabilities and correlation: what is asked for is declared, and both sides of an exchange agree on it."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model.axes import Base, Presence
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.lint.lookup import Owner, member_of, names, type_of
from cgp_toolkit.model.protocol import Envelope
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.types import Record, Scalar
from cgp_toolkit.model.words import shown, suggestion


def gate_path(context: Context) -> Iterator[Diagnostic]:
    """Paths that do not lead from the handshake's answer to a member that is true or false."""
    protocol = context.model.protocol
    answer = context.model.envelopes.get(protocol.answer)
    if answer is None or not isinstance(type_of(context.model, member_of(answer, protocol.capabilities)), Record):
        # Reported there.
        return
    for path, place in _paths(context):
        wrong = _wrong(context, answer, path)
        if wrong is not None:
            yield Diagnostic(place, "gate-path", *wrong)


def _paths(context: Context) -> Iterator[tuple[str, Position]]:
    for envelope in context.model.envelopes.values():
        found = context.entry(envelope)
        if envelope.requires is not None:
            yield envelope.requires, found.at("requires")
        if envelope.correlation is not None:
            yield envelope.correlation.when, found.at("correlation", "when")


def _wrong(context: Context, answer: Envelope, path: str) -> tuple[str, str] | None:
    """What is wrong with a path, and the way out."""
    start = context.model.protocol.capabilities
    parts = path.split(".")
    if parts[0] != start:
        return f"the path does not begin with {start!r}, where capabilities are declared", f"write {start}.…"
    owner: Owner = answer
    for index, part in enumerate(parts):
        member = member_of(owner, part)
        if member is None:
            return f"{owner.name!r} has no member {shown(part)}" + suggestion(part, names(owner)), ""
        type_ = type_of(context.model, member)
        if type_ is None:
            return None
        if index == len(parts) - 1:
            if member.many or not (isinstance(type_, Scalar) and type_.base is Base.BOOLEAN):
                return f"{path!r} is not true or false", "name a boolean member"
            if member.read is Presence.OPTIONAL and member.default is None:
                return f"{path!r} may be neither true nor false", "give the member a default, or make it required"
        elif member.many or not isinstance(type_, Record):
            return f"{part!r} is no object", "name a member of an object"
        elif member.read is Presence.OPTIONAL and index:
            return f"{part!r} may be missing", "make it required, or move the gate out of it"
        else:
            owner = type_
    return None


def gate_pair(context: Context) -> Iterator[Diagnostic]:
    """Requests and replies that do not need the same capability."""
    for request, reply in _exchanges(context):
        if request.requires != reply.requires:
            needs = f"{request.requires!r}" if request.requires is not None else "no capability"
            message = f"{request.name!r} needs {needs}, and this answers it"
            found = context.entry(reply)
            place = found.at("requires") if reply.requires is not None else found.position
            yield Diagnostic(place, "gate-pair", message, "let both need the same")


def correlation_pair(context: Context) -> Iterator[Diagnostic]:
    """Requests, replies and failures one of which carries an id that another can't carry back."""
    for request, reply in _exchanges(context):
        for one, other in ((request, reply), (reply, request)):
            if one.correlation is not None and other.correlation is None:
                message = f"{one.name!r} has a correlation id, and this is the other side of its exchange"
                place = context.entry(other).position
                yield Diagnostic(place, "correlation-pair", message, "add 'correlation'")
        if request.correlation is not None and reply.correlation is not None:
            yield from _same_id(context, request, reply)
    failure = context.model.envelopes.get(context.model.protocol.failure)
    requests = [e for e in context.model.envelopes.values() if e.reply is not None and e.correlation is not None]
    if failure is None or not requests:
        return
    if failure.correlation is None:
        message = f"{requests[0].name!r} has a correlation id, and this may answer it"
        yield Diagnostic(context.entry(failure).position, "correlation-pair", message, "add 'correlation'")
        return
    named = member_of(failure, context.model.protocol.failure_id)
    if named is not None and failure.correlation.member != named.name:
        place = context.entry(failure).at("correlation", "member")
        message = f"the protocol names {named.name!r} as the id of the failure"
        yield Diagnostic(place, "correlation-pair", message, "name the same member in both places")
        return
    for request in requests:
        yield from _same_id(context, request, failure)


def _same_id(context: Context, request: Envelope, reply: Envelope) -> Iterator[Diagnostic]:
    """An id is repeated verbatim, so it has one type and one capability."""
    one, other = request.correlation, reply.correlation
    assert one is not None
    assert other is not None
    if one.when != other.when:
        message = f"{request.name!r} allows its id by another capability"
        yield Diagnostic(context.entry(reply).at("correlation", "when"), "correlation-pair", message, "name one")
    asked, echoed = member_of(request, one.member), member_of(reply, other.member)
    if asked is not None and echoed is not None and (asked.type, asked.many) != (echoed.type, echoed.many):
        place = context.entry(reply).at("members", echoed.name, "list" if echoed.many else "type")
        message = f"the id of {request.name!r} is of another type"
        yield Diagnostic(place, "correlation-pair", message, "give both ids one type")


def correlation_member(context: Context) -> Iterator[Diagnostic]:
    """Correlation ids that are no text, or that are there although the capability is not."""
    for envelope in context.model.envelopes.values():
        if envelope.correlation is None:
            continue
        member = member_of(envelope, envelope.correlation.member)
        type_ = type_of(context.model, member)
        if member is None or type_ is None:
            continue
        place = context.entry(envelope).at("correlation", "member")
        if member.many or not (isinstance(type_, Scalar) and type_.base is Base.STRING):
            message = f"the type of {member.name!r} is no text"
            yield Diagnostic(place, "correlation-member", message, "name another member, or change its type")
        if member.read is Presence.REQUIRED or member.author is Presence.REQUIRED:
            message = f"{member.name!r} is required, also where correlation was not declared"
            yield Diagnostic(place, "correlation-member", message, "make it optional")


def _exchanges(context: Context) -> Iterator[tuple[Envelope, Envelope]]:
    envelopes = context.model.envelopes
    for request in envelopes.values():
        if request.reply is not None and request.reply in envelopes:
            yield request, envelopes[request.reply]
