"""Recordings of sessions, each in a file of its own, so that ``cgp validate --session`` can read them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cgp_toolkit.wire.errors import InputError


class Recorder:
    """Keeps the lines of each session, in the order in which they were sent and came."""

    def __init__(self) -> None:
        self._sessions: list[list[bytes]] = []

    def session(self) -> Callable[[bytes], None]:
        """A new session begins; what to call with each line of it."""
        lines: list[bytes] = []
        self._sessions.append(lines)
        return lines.append

    def write(self, path: Path) -> list[Path]:
        """Write every session that has lines: the first to ``path``, the others beside it, with their numbers."""
        written: list[Path] = []
        for lines in filter(None, self._sessions):
            number = len(written) + 1
            target = path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
            part = target.with_name(f"{target.name}.part")
            try:
                part.write_bytes(b"".join(line + b"\n" for line in lines))
                part.replace(target)
            except OSError as error:
                raise InputError(f"{target} can't be written: {error.strerror}") from None
            written.append(target)
        return written
