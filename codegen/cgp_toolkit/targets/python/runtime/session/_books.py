"""What a party knows of its session, and how it judges a message by it."""

from __future__ import annotations

from . import versions
from ._classes import Envelope
from ._events import VersionRefused
from ._exchanges import Dues, InFlight
from ._lifecycle import Kind
from ._reading import UnknownEnvelope
from ._tables import MISMATCH_CODE
from .errors import VersionError


class Books:
    """The state of a session beside its name.

    ``version`` is the own version, ``None`` for a party that only watches; ``their_version`` is the one of the
    opening that came in.  ``answer`` completed the handshake and declares the capabilities.
    """

    __slots__ = ("answer", "dues", "in_flight", "their_version", "version")

    def __init__(self, version: str | None) -> None:
        self.version = version
        self.their_version: str | None = None
        self.answer: Envelope | None = None
        self.in_flight = InFlight()
        self.dues = Dues()

    def judge(self, question: str, kind: Kind, envelope: Envelope, *, sends: bool) -> str:
        """The condition of ``question`` that holds for an envelope that comes in, or (``sends``) is to leave."""
        id_ = id_of(kind, envelope)
        match question:
            case "version":
                return self._version(kind, envelope, self.their_version if sends else self.version)
            case "failure":
                code = kind.code(envelope) if kind.code is not None else None
                return "names-mismatch" if code == MISMATCH_CODE else "names-another"
            case "request":
                return self._request(kind, envelope, id_, sends=sends)
            case "reply":
                if self.in_flight.is_given_up(id_):
                    return "late"
                return "expected" if self.in_flight.find(id_, kind.name) is not None else "unsolicited"
            case "answer":
                return "due" if self.dues.find(id_, kind.name) is not None else "undue"
            case "refusal":
                due = self.dues.find(id_, kind.name)
                return "of-nothing" if due is None else "of-handshake" if due.first else "of-request"
            case _:
                raise AssertionError(f"no envelope is asked for its {question}")

    def mismatch(self, kind: Kind, envelope: Envelope) -> VersionError:
        """Why the versions do not fit, as an error with a name."""
        ours = self.version or ""
        if kind.version is None:
            return VersionRefused(ours)
        try:
            versions.require(ours, kind.version(envelope))
        except VersionError as error:
            return error.with_traceback(None)
        raise AssertionError("versions that fit are no mismatch")

    def _version(self, kind: Kind, envelope: Envelope, ours: str | None) -> str:
        theirs = kind.version(envelope) if kind.version is not None else ""
        try:
            fit = versions.interoperate(theirs if ours is None else ours, theirs)
        except VersionError:
            return "no-version"
        return "same-family" if fit else "foreign-family"

    def _request(self, kind: Kind, envelope: Envelope, id_: str | None, *, sends: bool) -> str:
        answer = self.answer
        if kind.requires is not None and not (answer is not None and kind.requires(answer)):
            return "gated"
        taken = self.in_flight.holds(id_) if sends else self.dues.owes(id_)
        if id_ is None:
            return "out-of-turn" if taken else "allowed"
        if kind.declares is not None and not (answer is not None and kind.declares(answer)):
            return "undeclared-id"
        return "id-in-flight" if taken else "allowed"


def id_of(kind: Kind, envelope: Envelope) -> str | None:
    """The correlation id of ``envelope``, if it has one."""
    return kind.id(envelope) if kind.id is not None else None


def members(envelope: UnknownEnvelope) -> str:
    """Whether an unknown envelope may be a request."""
    return "bare" if envelope.bare else "with-members"


def overdue(id_: str | None) -> str:
    """Which kind of request has run out of time."""
    return "lock-step" if id_ is None else "correlated"
