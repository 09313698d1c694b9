"""What a probe needs of a session, whichever way the peer is reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cgp_toolkit.model import Json, Leaving
from cgp_toolkit.wire.inspect.results import Evidence
from cgp_toolkit.wire.inspect.sending import Sending


class Session(Protocol):
    """A session with a peer.  ``well`` is false as soon as nothing more can be learned from it."""

    ack: dict[str, Json] | None
    well: bool

    @property
    def noise(self) -> tuple[str, ...]: ...

    def exchange(self, sendings: Sequence[Sending], *, marked: bool) -> None:
        """Send all, and enter in each what came of it."""

    def pause(self, seconds: float) -> None:
        """Send nothing for a while."""

    def leave(self, how: Leaving, goodbye: bytes) -> list[Evidence]:
        """End the session; what is wrong with how the peer ends."""

    def close(self) -> None:
        """Let go of the peer."""
