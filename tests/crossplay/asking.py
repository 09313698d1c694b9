"""Testees that are asked about lines; what they answered once they are not asked again."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping

from cgp_toolkit.wire.vectors import Command
from cgp_toolkit.wire.vectors.child import Child, Ended, Silence

Answer = Mapping[str, object]
Reader = Callable[[bytes], Answer]
"""What a language makes of a line."""


class Testee:
    """A running testee; it is started anew if it ends.  ``close`` ends it."""

    __test__ = False

    def __init__(self, command: Command) -> None:
        self._command = command
        self._child: Child | None = None
        self._known: dict[bytes, Answer] = {}

    def __call__(self, line: bytes) -> Answer:
        """What it makes of a message; of one that ends or silences it, just that."""
        if line not in self._known:
            self._known[line] = plain(self._ask(line))
        return self._known[line]

    def _ask(self, line: bytes) -> object:
        if self._child is None:
            self._child = Child(self._command)
        request = {"id": 1, "kind": "message", "base64": base64.b64encode(line).decode()}
        try:
            return json.loads(self._child.ask(json.dumps(request).encode()))
        except (Silence, Ended, ValueError) as error:
            self.close()
            return {"verdict": f"no answer: {type(error).__name__}"}

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.close()
            self._child = None


def plain(answer: object) -> Answer:
    """An answer without what is null, findings in an order of their own; words that are free are not in it."""
    if not isinstance(answer, dict):
        return {"verdict": "no answer: no object"}
    found = {name: _plain(held) for name, held in answer.items() if held is not None and name != "id"}
    findings = found.get("findings")
    if isinstance(findings, list):
        found["findings"] = sorted(json.dumps(each, sort_keys=True) for each in findings)
    return found


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {name: _plain(held) for name, held in value.items() if held is not None}
    return [_plain(item) for item in value] if isinstance(value, list) else value
