"""What can go wrong, one class for each direction.

Every error names the rule that was broken, the place, and a way out.  None repeats a value of the message, but for the
family of a foreign version: it is safe to log them and to send their text to a peer.  All of them can be pickled.
"""

from __future__ import annotations

from ._tables import FAULTS, MISMATCH_CODE, REVISION, VERSION_REQUIREMENTS

# Families come from peers, and their digits may go on and on.
_LONGEST = 64


class WireError(ValueError):
    """The base of all errors of this package.

    ``code`` is the error code with which a receiver answers, ``requirements`` the ids of what was violated.
    """

    code: str
    requirements: tuple[str, ...]


class MessageError(WireError):
    """A message breaks a rule.

    ``rule`` is the id of the rule, ``pointer`` the JSON pointer (RFC 6901) of the value or of the member that is
    missing, ``""`` for the whole message.  ``detail`` is one sentence about what was expected, ``fix`` the way out
    for the author, ``decisions`` names the decisions behind the rule.
    """

    def __init__(self, rule: str, pointer: str, detail: str) -> None:
        super().__init__(rule, pointer, detail)
        fault = FAULTS[rule]
        self.rule = rule
        self.pointer = pointer
        self.detail = detail
        self.code = fault.code
        self.fix = fault.fix
        self.requirements = fault.requirements
        self.decisions = fault.decisions

    def __str__(self) -> str:
        return f"{self.rule} at {self.pointer}: {self.detail}" if self.pointer else f"{self.rule}: {self.detail}"


class DecodeError(MessageError):
    """What was read is not a message of this protocol, or, from a strict check, one that no author may write.

    ``id`` is the correlation id that an answer has to echo; ``None`` if the message has none that can be read.
    """

    def __init__(self, rule: str, pointer: str, detail: str, id: str | None = None) -> None:  # noqa: A002
        super().__init__(rule, pointer, detail)
        self.args = (rule, pointer, detail, id)
        self.id = id


class EncodeError(MessageError):
    """A value that cannot be written; nothing was."""


class VersionError(WireError):
    """A text that the version grammar does not allow.  It belongs to no family, so it is compatible with none."""

    code = MISMATCH_CODE
    requirements = VERSION_REQUIREMENTS

    def __str__(self) -> str:
        return f"expected a protocol version such as {REVISION!r}"


class VersionMismatch(VersionError):
    """Two versions of different families.  Their speakers have to part."""

    def __init__(self, ours: str, theirs: str) -> None:
        super().__init__(ours, theirs)
        self.ours = ours
        self.theirs = theirs

    def __str__(self) -> str:
        return f"the family {self.theirs[:_LONGEST]!r} is not ours, which is {self.ours[:_LONGEST]!r}"
