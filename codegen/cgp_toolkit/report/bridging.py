"""What a bridge tells on the way, on standard error: its messages go through standard output."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from cgp_toolkit.report.console import counted, err
from cgp_toolkit.wire.bridge.bridges import Bridged

_MOST = 100
"""A provider that goes wrong all the time shall not fill a log."""


class BridgeReport:
    """A line for each note, as text or as JSON, up to a hundred of them."""

    def __init__(self, *, json: bool, quiet: bool) -> None:
        self._json = json
        self._quiet = quiet
        self._notes = 0

    def note(self, text: str) -> None:
        """Something that went wrong."""
        self._notes += 1
        if self._quiet or self._notes > _MOST:
            return
        if self._json:
            self._line({"note": text})
        else:
            err().line(("cgp:", "bold yellow"), f" {text}")

    def finished(self, found: Bridged) -> None:
        """The counts."""
        if self._quiet:
            return
        if self._json:
            self._line(asdict(found))
        elif self._notes > _MOST:
            err().line(("cgp:", "bold yellow"), f" and {counted(self._notes - _MOST, 'more note')}")

    def _line(self, value: dict[str, object]) -> None:
        sys.stderr.write(json.dumps(value, ensure_ascii=False) + "\n")
        sys.stderr.flush()
