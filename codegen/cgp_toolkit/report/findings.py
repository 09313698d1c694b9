"""What is wrong with messages: findings as they come, then counts."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter

from cgp_toolkit.report.console import counted, err, out, shortened
from cgp_toolkit.wire.findings import Finding, Outcome, Tally

_ALIKE = 10
_MOST_GROUPS = 1000
_INDEX = re.compile(r"/\d+(?=/|$)")


class TextReport:
    """Two lines a finding; after ten that differ in nothing but their place, the others of an input are counted."""

    def __init__(self, *, every: bool, aside: bool = False) -> None:
        """``every``: no finding is only counted; ``aside``: on standard error, the output being for something else."""
        self._every = every
        self._out = err() if aside else out()
        self._err = err()
        self._alike: Counter[str] = Counter()
        self._total = Tally()
        self._inputs = 0

    def finding(self, name: str, finding: Finding) -> None:
        """One finding in the input ``name``."""
        group = f"{finding.rule} at {_INDEX.sub('/*', finding.pointer) or 'the message'}"
        if group not in self._alike and len(self._alike) >= _MOST_GROUPS:
            # Pointers can name whatever a peer made up.
            group = finding.rule
        self._alike[group] += 1
        if not self._every and self._alike[group] > _ALIKE:
            return
        where = f" at {finding.pointer}" if finding.pointer else ""
        reasons = f" [{', '.join(finding.requirements)}]" if finding.requirements else ""
        style = "yellow" if finding.severity == "warning" else "red"
        self._out.line(
            (f"{name}:{finding.line}:{finding.column}:", "bold"),
            " ",
            ("warning: " if finding.severity == "warning" else "", style),
            (finding.rule, style),
            where,
            (reasons, "cyan"),
        )
        self._out.line("  ", _sentence(finding.message), " ", (finding.fix, "dim"))

    def finished(self, name: str, tally: Tally, outcome: Outcome | None = None) -> None:
        """The counts of one input, and how it ends, if it was taken for a session."""
        self.print_more(name)
        self._print_counts(name, tally)
        if outcome is not None:
            self._print_outcome(name, outcome)
        self._inputs += 1
        self._total.messages += tally.messages
        self._total.findings += tally.findings

    def print_more(self, name: str) -> None:
        """How many findings of one input were only counted."""
        if not self._every:
            for group, number in self._alike.items():
                if number > _ALIKE:
                    self._out.line(f"{name}: {number - _ALIKE:,} more {group}; --all shows them")
        self._alike.clear()

    def _print_outcome(self, name: str, outcome: Outcome) -> None:
        states = ", ".join(f"{role} {state}" for role, state in outcome.states.items())
        missing = shortened([str(line) for line in outcome.unanswered])
        replies = f"; no reply to line {', '.join(missing)}" if outcome.unanswered else ""
        self._out.line((name, "bold"), f": ends with {states}{replies}")

    def failed(self, message: str) -> None:
        """An input that can't be read."""
        self._err.line(("cgp:", "bold red"), f" {message}")

    def close(self) -> None:
        """The end of all inputs."""
        if self._inputs > 1:
            total = self._total
            self._out.line(
                ("total", "bold"), f": {counted(total.messages, 'message')}, {counted(total.findings, 'finding')}"
            )

    def _print_counts(self, name: str, tally: Tally) -> None:
        parts = [f"{envelope} {number:,}" for envelope, number in tally.envelopes.items()]
        parts += [f"unknown {tally.unknown:,}"] if tally.unknown else []
        parts += [f"unreadable {tally.unreadable:,}"] if tally.unreadable else []
        kinds = f" ({', '.join(parts)})" if parts else ""
        findings = counted(tally.findings, "finding") if tally.findings else "no findings"
        style = "bold red" if tally.findings else "bold green"
        self._out.line((name, "bold"), f": {counted(tally.messages, 'message')}{kinds}, ", (findings, style))


class JsonReport:
    """One JSON object, written as it grows, so that any number of findings needs no memory."""

    def __init__(self) -> None:
        self._files: list[dict[str, object]] = []
        self._ok = True
        self._separator = ""
        sys.stdout.write('{"findings": [')

    def finding(self, name: str, finding: Finding) -> None:
        """One finding in the input ``name``."""
        value: dict[str, object] = {
            "file": name,
            "line": finding.line,
            "column": finding.column,
            "rule": finding.rule,
            "pointer": finding.pointer,
            "requirements": finding.requirements,
            "severity": finding.severity,
            "message": finding.message,
            "fix": finding.fix,
        }
        if finding.state is not None:
            value["state"] = finding.state
        sys.stdout.write(f"{self._separator}\n{json.dumps(value, ensure_ascii=False)}")
        self._separator = ","

    def finished(self, name: str, tally: Tally, outcome: Outcome | None = None) -> None:
        """The counts of one input, and how it ends, if it was taken for a session."""
        self._ok = self._ok and not tally.findings
        file: dict[str, object] = {
            "file": name,
            "messages": tally.messages,
            "findings": tally.findings,
            "envelopes": tally.envelopes,
            "unknown": tally.unknown,
            "unreadable": tally.unreadable,
        }
        if outcome is not None:
            file["states"] = outcome.states
            file["unanswered"] = outcome.unanswered
            if outcome.diagram is not None:
                file["diagram"] = outcome.diagram
        self._files.append(file)

    def failed(self, message: str) -> None:
        """An input that can't be read."""
        self._ok = False
        self._files.append({"error": message})

    def close(self) -> None:
        """The end of all inputs."""
        files = json.dumps(self._files, ensure_ascii=False)
        sys.stdout.write(f'\n], "files": {files}, "ok": {json.dumps(self._ok)}}}\n')


def _sentence(text: str) -> str:
    """With a full stop."""
    return text if text.endswith((".", "!", "?")) else f"{text}."
