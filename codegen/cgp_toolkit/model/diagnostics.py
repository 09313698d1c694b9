"""What is wrong with a model: a place, a rule, a sentence and a way out."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.model.source import Position


@dataclass(frozen=True, slots=True, order=True)
class Diagnostic:
    """One finding.  ``rule`` is an id of the lint catalogue; ``fix`` is empty where the message says it all."""

    position: Position
    rule: str
    message: str
    fix: str = ""

    def __str__(self) -> str:
        tail = f" ({self.fix})" if self.fix else ""
        return f"{self.position}: {self.message}{tail} [{self.rule}]"


class ModelError(Exception):
    """The model can't be used; ``diagnostics`` holds every finding of the run, in file order."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("\n".join(map(str, diagnostics)))
        self.diagnostics = diagnostics
