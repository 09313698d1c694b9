"""Rules: what no type can say, as expressions over one message or over a request and its reply.

The expressions are kept as text here, with the places of their characters; the rules room parses and checks them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cgp_toolkit.model.axes import Level
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.yaml_source import place


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text of the YAML, and where it stands; ``source`` is the whole file."""

    text: str
    position: Position
    source: str = field(repr=False, compare=False)

    def at(self, offset: int) -> Position:
        """Where the character at ``offset`` stands in the file, whatever style the YAML uses."""
        return place(self.source, self.position, self.text, offset)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a rule looks at: ``on``, a record or an envelope, or else ``reply`` together with its ``request``."""

    on: str | None
    request: str | None
    reply: str | None
    position: Position


@dataclass(frozen=True, slots=True)
class Each:
    """The list whose every item the rule looks at, under the name ``variable``."""

    variable: str
    items: Phrase
    position: Position


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    ``check`` is true of what is right.  ``at`` is the JSON pointer of what is wrong, from the item of ``each``,
    from the record or envelope, or from the reply.  ``message`` holds ``{placeholders}``, ``values`` the expressions
    for them.  ``level`` is that of the requirement, unless the rule decides a weaker sentence of it.  ``thorough``
    rules cost more than reading the message does and run only when asked for.
    """

    name: str
    doc: str
    requirement: str
    level: Level | None
    subjects: tuple[Subject, ...]
    each: Each | None
    check: Phrase
    at: str
    at_position: Position
    message: Phrase
    values: Mapping[str, Phrase]
    fix: str
    thorough: bool
    position: Position
