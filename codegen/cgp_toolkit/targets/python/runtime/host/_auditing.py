"""Rules, as a host keeps them: a request that breaks one does not leave, what breaks one in a reply is dropped.

Reading is lenient all the same.  Dropped is what breaks a rule about messages; what only authors owe, such as the form
of a text, is reported.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import fields, replace

from ._classes import Envelope
from ._events import SessionError
from ._violations import Violation
from .rules import RULES, check, check_exchange

Checks: TypeAlias = Literal["off", "warn", "refuse"]
"""What becomes of what breaks a rule: nothing is checked, it is reported, or it is reported and does not count."""

Reply = TypeVar("Reply", bound=Envelope)

log = logging.getLogger(f"{__package__}.host")


class Report(Struct, frozen=True):
    """What was wrong with a reply, and how many of its items were dropped for it."""

    request: Envelope
    violations: tuple[Violation, ...]
    dropped: int


class RequestRefused(SessionError):
    """A request breaks a rule, so it did not leave.  ``violations`` tell which, where, and the way out."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(violations)
        self.violations = violations
        self.requirements = tuple(v.requirement for v in violations if v.requirement is not None)

    def __str__(self) -> str:
        return f"the request was not sent: {self.violations[0]}. {self.violations[0].fix}"


class ReplyRefused(SessionError):
    """The answer to the handshake breaks a rule, so nothing else is sent."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(violations)
        self.violations = violations
        self.requirements = tuple(v.requirement for v in violations if v.requirement is not None)

    def __str__(self) -> str:
        return f"the provider's answer was refused: {self.violations[0]}"


class Auditor:
    """Looks at what leaves and at what comes in; reports go to ``tell``, or else to the log."""

    def __init__(self, checks: Checks, tell: Callable[[Report], None] | None) -> None:
        if checks not in ("off", "warn", "refuse"):
            raise ValueError("checks is one of 'off', 'warn' and 'refuse'")
        self._checks = checks
        self._tell = tell

    def leaves(self, request: Envelope, answer: Any) -> None:
        """:class:`RequestRefused` if ``request`` breaks a rule, given the ``answer`` to the handshake."""
        if self._checks == "off":
            return
        # No rule is about a request and that answer, so this tells of the request alone.
        agreed = (v for v in check_exchange(request, answer, ack=answer) if v.of == "request")
        found = tuple(v for v in (*check(request), *agreed))
        wrong = tuple(v for v in found if v.severity == "error")
        if wrong and self._checks == "refuse":
            raise RequestRefused(wrong)
        for violation in found:
            log.warning("a request: %s", violation)

    def opened(self, opening: Envelope, answer: Envelope) -> None:
        """:class:`ReplyRefused` if the answer to the handshake breaks a rule."""
        if self._checks == "off":
            return
        found = (*check_exchange(opening, answer), *check(answer))
        self._report(Report(opening, found, 0))
        wrong = tuple(v for v in found if _counts(v))
        if wrong and self._checks == "refuse":
            raise ReplyRefused(wrong)

    def comes(self, request: Envelope, reply: Reply, answer: Any) -> Reply:
        """``reply``, without the items that break a rule.

        A rule about all items of a list together says of none that it is the one too many, so it drops all of them.
        """
        if self._checks == "off":
            return reply
        found = [v for v in check_exchange(request, reply, ack=answer) if v.of == "reply"]
        found += check(reply)
        if not found:
            return reply
        count = 0
        if self._checks == "refuse":
            reply, count = _without(reply, [v.pointer for v in found if _counts(v)])
        self._report(Report(request, tuple(found), count))
        return reply

    def _report(self, report: Report) -> None:
        if not report.violations:
            return
        if self._tell is not None:
            self._tell(report)
            return
        for violation in report.violations:
            log.warning("a reply: %s", violation)
        if report.dropped:
            log.warning("a reply: dropped %s of its items for that", report.dropped)


def _counts(violation: Violation) -> bool:
    return violation.severity == "error" and violation.rule in RULES


def _without(reply: Reply, pointers: list[str]) -> tuple[Reply, int]:
    """``reply`` without the items that ``pointers`` lead into, or to whose list they lead; how many these are."""
    doomed: dict[tuple[str, ...], set[int]] = defaultdict(set)
    for pointer in pointers:
        place = _list_of(reply, [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]])
        if place is not None:
            path, indices = place
            doomed[path] |= indices
    for path, indices in doomed.items():
        reply = _cut(reply, path, indices)
    return reply, sum(map(len, doomed.values()))


def _list_of(value: object, steps: list[str]) -> tuple[tuple[str, ...], set[int]] | None:
    """The attributes that lead to the first list on the way, and the indices of the items that are meant."""
    path: list[str] = []
    for place, step in enumerate(steps):
        if not isinstance(value, Struct):
            return None
        attribute = next((field.name for field in fields(value) if field.encode_name == step), None)
        if attribute is None:
            return None
        path.append(attribute)
        value = getattr(value, attribute)
        if isinstance(value, tuple):
            index = steps[place + 1 : place + 2]
            return tuple(path), set(range(len(value))) if not index else {int(index[0])}
    return None


def _cut(value: Any, path: tuple[str, ...], indices: set[int]) -> Any:
    attribute, *rest = path
    part = getattr(value, attribute)
    if rest:
        return replace(value, **{attribute: _cut(part, tuple(rest), indices)})
    return replace(value, **{attribute: tuple(item for index, item in enumerate(part) if index not in indices)})
