"""What is wrong with messages: findings as they come, then counts."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter

from cgp_toolkit.report.console import counted, err, out
from cgp_toolkit.wire.findings import Finding, Tally

_ALIKE = 10
_MOST_GROUPS = 1000
_INDEX = re.compile(r"/\d+(?=/|$)")


class TextReport:
    """Two lines a finding; after ten that differ in nothing but their place, the others of an input are counted."""

    def __init__(self, *, every: bool) -> None:
        self._every = every
        self._out = out()
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

    def finished(self, name: str, tally: Tally) -> None:
        """The counts of one input."""
        if not self._every:
            for group, number in self._alike.items():
                if number > _ALIKE:
                    self._out.line(f"{name}: {number - _ALIKE:,} more {group}; --all shows them")
        self._alike.clear()
        self._print_counts(name, tally)
        self._inputs += 1
        self._total.messages += tally.messages
        self._total.findings += tally.findings

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
        value = {
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
        sys.stdout.write(f"{self._separator}\n{json.dumps(value, ensure_ascii=False)}")
        self._separator = ","

    def finished(self, name: str, tally: Tally) -> None:
        """The counts of one input."""
        self._ok = self._ok and not tally.findings
        self._files.append(
            {
                "file": name,
                "messages": tally.messages,
                "findings": tally.findings,
                "envelopes": tally.envelopes,
                "unknown": tally.unknown,
                "unreadable": tally.unreadable,
            }
        )

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
