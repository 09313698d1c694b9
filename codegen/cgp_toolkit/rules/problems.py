"""What can be wrong with a rule: findings with a place, and the ids under which they are reported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.rules import Phrase
from cgp_toolkit.model.source import Position

CATALOGUE: dict[str, str] = {
    "rule-syntax": "The expressions of a rule are CEL.",
    "rule-feature": "Rules keep to the part of CEL that means the same in every language.",
    "rule-name": "Every member, variable and function that an expression names exists.",
    "rule-type": "Operands, arguments and results are of the kinds that they are used as.",
    "rule-absence": "An optional member is only used where has() has shown it; a required one is never asked for.",
    "rule-subject": "A rule looks at a type, at an envelope, or at a request and what can answer it.",
    "rule-place": "The pointer of a rule leads to a member of what it looks at.",
    "rule-message": "The placeholders of a message are its values, and its values are numbers or truths.",
    "rule-level": "A rule is at most as strong as its requirement.",
    "rule-id": "A rule's id is in kebab case, and no fault has it.",
}
"""Lint rule ids and their purposes; ``unknown-reference`` is reported under the id that the model's lint has for it."""


@dataclass(slots=True)
class Problems:
    """The findings of one run, in the order in which they are found."""

    found: list[Diagnostic] = field(default_factory=list)

    def at(self, position: Position, rule: str, message: str, fix: str = "") -> None:
        """One finding at a place of the YAML."""
        self.found.append(Diagnostic(position, rule, message, fix))

    def within(self, phrase: Phrase, offset: int, rule: str, message: str, fix: str = "") -> None:
        """One finding at a character of an expression."""
        self.found.append(Diagnostic(phrase.at(offset), rule, message, fix))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)
