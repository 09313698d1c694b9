"""What a conversion could not do, and what it did: on standard error, since the messages go to standard output."""

from __future__ import annotations

import json
import sys

from cgp_toolkit.report.console import counted, err
from cgp_toolkit.report.findings import TextReport
from cgp_toolkit.wire.conversions import Conversion
from cgp_toolkit.wire.findings import Finding


class TextConversionReport:
    """Two lines a finding, as ``cgp validate`` prints them, and counts at the end."""

    def __init__(self, *, every: bool) -> None:
        self._findings = TextReport(every=every, aside=True)
        self._err = err()

    def finding(self, name: str, finding: Finding) -> None:
        """One finding in the input ``name``."""
        self._findings.finding(name, finding)

    def finished(self, name: str, found: Conversion) -> None:
        """The counts."""
        self._findings.print_more(name)
        parts = [f"{found.written:,} of {counted(found.messages, 'message')} converted"]
        if found.failed:
            parts.append(f"{found.failed:,} failed")
        if found.losses:
            parts.append(f"{counted(found.losses, 'part')} left out")
        style = "bold red" if found.failed else "bold yellow" if found.losses else "bold green"
        self._err.line((name, "bold"), ": ", (", ".join(parts), style))

    def failed(self, message: str) -> None:
        """An input that can't be read."""
        self._err.line(("cgp:", "bold red"), f" {message}")


class JsonConversionReport:
    """One JSON object, written as it grows, so that any number of findings needs no memory."""

    def __init__(self) -> None:
        self._separator = ""
        sys.stderr.write('{"findings": [')

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
        sys.stderr.write(f"{self._separator}\n{json.dumps(value, ensure_ascii=False)}")
        self._separator = ","

    def finished(self, name: str, found: Conversion) -> None:
        """The counts."""
        counts = {
            "file": name,
            "messages": found.messages,
            "written": found.written,
            "failed": found.failed,
            "losses": found.losses,
        }
        self._close(counts, ok=not found.failed)

    def failed(self, message: str) -> None:
        """An input that can't be read."""
        self._close({"error": message}, ok=False)

    def _close(self, counts: dict[str, object], *, ok: bool) -> None:
        sys.stderr.write(f'\n], "input": {json.dumps(counts, ensure_ascii=False)}, "ok": {json.dumps(ok)}}}\n')
