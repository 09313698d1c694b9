"""What reading a message gives."""

from __future__ import annotations

from dataclasses import dataclass, field

from cgp_toolkit.oracle.jsons import Message, spelt


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One thing that is wrong: the rule or fault, the JSON pointer, and whether a MUST is broken (else a SHOULD)."""

    rule: str
    at: str
    error: bool = True


@dataclass(frozen=True, slots=True)
class Unknown:
    """A message of an unknown envelope: its tag, its id if it has one, and whether it has nothing but its tag."""

    tag: str
    id: str | None
    bare: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A message as readers and authors see it.

    ``refused`` is what stops a reader, ``echo`` the correlation id that the answer to a refused message carries.
    ``findings`` is everything that binds authors, or just ``refused``.  ``settled`` is the message with defaults filled
    in, ``value`` what a writer makes of it; both are there for known envelopes only.
    """

    envelope: str | None = None
    refused: Finding | None = None
    findings: tuple[Finding, ...] = ()
    unknown: Unknown | None = None
    echo: str | None = None
    settled: Message = field(default_factory=dict)
    value: Message | None = None

    @property
    def canonical(self) -> str | None:
        """The text of ``value``."""
        return None if self.value is None else spelt(self.value)

    @property
    def accepted(self) -> bool:
        """Whether a reader accepts it."""
        return self.refused is None

    @property
    def authored(self) -> bool:
        """Whether an author may write it: no MUST is broken."""
        return not any(finding.error for finding in self.findings)

    @property
    def clean(self) -> bool:
        """Whether nothing at all is wrong with it."""
        return not self.findings
