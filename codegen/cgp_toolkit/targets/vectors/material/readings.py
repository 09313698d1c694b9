"""What the oracle makes of lines and messages, each looked at once: the search for vectors meets most of them often."""

from __future__ import annotations

from collections.abc import Mapping

from cgp_toolkit.oracle import Oracle, Reading, jsons
from cgp_toolkit.oracle.jsons import Message


class Readings:
    """Reads for as long as the vectors of one model are made, and remembers all that it has read."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self._known: dict[bytes, Reading] = {}

    @property
    def known(self) -> Mapping[bytes, Reading]:
        """What has been read so far, by line."""
        return self._known

    def read(self, line: bytes | Message) -> Reading:
        """What a line is, or a message, which is what its line is."""
        return self.line_of(line)[1]

    def line_of(self, line: bytes | Message) -> tuple[bytes, Reading]:
        """The line of a message, or a line itself, and what it is."""
        data = line if isinstance(line, bytes) else jsons.spelt(line).encode()
        found = self._known.get(data)
        if found is None:
            found = self._oracle.read(line) if isinstance(line, bytes) else self._oracle.judge(line)
            self._known[data] = found
        return data, found

    def broken(self, message: Message) -> frozenset[str] | None:
        """The names of all that is wrong with a message; ``None`` if readers refuse it."""
        reading = self.read(message)
        return frozenset(finding.rule for finding in reading.findings) if reading.accepted else None
