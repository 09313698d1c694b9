"""A recorded session, gone through with both parties' tables: every breach with its line, state and requirement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from cgp_toolkit.lifecycle.diagram import Arrow, sequence
from cgp_toolkit.wire.elements import BrokenArray
from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.findings import Finding, Outcome, Tally, Wishes
from cgp_toolkit.wire.inputs import Input
from cgp_toolkit.wire.pieces import Format, Piece, pieces
from cgp_toolkit.wire.validation import from_fault, from_violation, placed
from cgp_wire.ndjson import MAX_LINE_BYTES, DecodeError, Envelope, Message, UnknownEnvelope, examine
from cgp_wire.rules import check, check_exchange
from cgp_wire.session import ProtocolViolation, recording

_ADVANCE = 1024


def replay(
    source: Input,
    wishes: Wishes,
    *,
    format: Format,  # noqa: A002
    report: Callable[[Finding], None],
    advance: Callable[[], None],
) -> tuple[Tally, Outcome]:
    """Go through the messages of ``source`` in their order; who sent each is told by its type.

    :class:`InputError` if there is no message at all.
    """
    walk = _Walk(wishes, report)
    try:
        for number, piece in enumerate(pieces(source.stream, format, MAX_LINE_BYTES), 1):
            if not number % _ADVANCE:
                advance()
            walk.step(piece)
    except BrokenArray as broken:
        walk.found([from_fault(DecodeError("not-json", "", str(broken)), broken.line, broken.column)])
    tally, outcome = walk.end()
    if not tally.messages and not tally.findings:
        raise InputError(f"{source.name} holds no message")
    return tally, outcome


class _Walk:
    """One recording, message by message."""

    def __init__(self, wishes: Wishes, report: Callable[[Finding], None]) -> None:
        self._watched = recording()
        self._wishes = wishes
        self._report = report
        self._tally = Tally()
        self._envelopes: Counter[str] = Counter()
        self._arrows: list[Arrow] = []
        # By identity: the very message that was read comes back in its request.
        self._lines: dict[int, int] = {}

    def found(self, findings: list[Finding]) -> None:
        """Count and report."""
        self._tally.findings += len(findings)
        for finding in findings:
            self._report(finding)

    def step(self, piece: Piece) -> None:
        """One message: what is wrong with it by itself, and in its place."""
        examined = examine(piece[0], strict=self._wishes.strict)
        message = examined.message
        self._tally.messages += 1
        findings = [from_fault(f, *placed(piece, f.pointer, text=message is None)) for f in examined.faults]
        if message is None:
            self._tally.unreadable += 1
            self._watched.see(examined.faults[0])
        elif isinstance(message, UnknownEnvelope):
            self._tally.unknown += 1
            self._watched.see(message)
        else:
            self._envelopes[_name(message)] += 1
            if self._wishes.strict:
                for violation in check(message, thorough=self._wishes.thorough):
                    findings.append(from_violation(violation, *placed(piece, violation.pointer)))
            findings += self._in_place(piece, message)
        self.found(findings)
        if self._wishes.diagram:
            self._arrows.append(self._arrow(message, findings))

    def _in_place(self, piece: Piece, message: Envelope) -> list[Finding]:
        _, line, column = piece
        breach = self._watched.see(message)
        if isinstance(breach, ProtocolViolation):
            return [_from_breach(breach, line, column)]
        if self._watched.is_request(message):
            self._lines[id(message)] = line
        replied = self._watched.replied
        if replied is None:
            return []
        asked = self._lines.pop(id(replied.request.envelope), line)
        if not self._wishes.strict:
            return []
        return [
            from_violation(violation, *((asked, 1) if violation.of == "request" else placed(piece, violation.pointer)))
            for violation in check_exchange(replied.request.envelope, replied.reply, ack=self._watched.answer)
        ]

    def _arrow(self, message: Message | None, findings: list[Finding]) -> Arrow:
        notes = tuple(" ".join((f"line {f.line}, {f.rule}:", f.message, *f.requirements[:1])) for f in findings)
        if message is None:
            return Arrow(None, "no message", notes=notes)
        if isinstance(message, UnknownEnvelope):
            return Arrow(None, f"unknown: {message.type}", notes=notes)
        label = " ".join(filter(None, (_name(message), self._watched.id_of(message))))
        return Arrow(self._watched.sender(message), label, self._watched.is_reply(message), notes)

    def end(self) -> tuple[Tally, Outcome]:
        """The counts, and how the recording ends."""
        self._tally.envelopes = dict(self._envelopes)
        lines = (self._lines.get(id(request.envelope)) for request in self._watched.waiting())
        unanswered = tuple(sorted(line for line in lines if line is not None))
        states = self._watched.states()
        diagram = sequence(tuple(states), self._arrows) if self._wishes.diagram else None
        return self._tally, Outcome(states, unanswered, diagram)


def _name(message: Envelope) -> str:
    tag = message.__struct_config__.tag
    return tag if isinstance(tag, str) else type(message).__name__


def _from_breach(breach: ProtocolViolation, line: int, column: int) -> Finding:
    where = f"{breach.state}, {breach.condition}" if breach.condition else breach.state
    return Finding(
        line,
        column,
        f"session-{breach.condition or breach.state}",
        "",
        breach.requirements,
        "error",
        f"the {breach.role} {breach.event} ({where}): {breach.rule}",
        f"cgp explain {breach.requirements[0]} tells more.",
        breach.state,
    )
