"""What a bridge is asked for, and what comes of it; without the generated binding."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.wire.conversions import Encoding, Framing


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridge: the ``command`` that starts the provider, and which encoding is on which side of it.

    ``framing`` is that of the JSON-RPC side.  ``timeout`` is how many seconds a provider has for a reply, ``None``
    for ever; ``grace`` how many it has to end.
    """

    command: tuple[str, ...]
    front: Encoding
    back: Encoding
    framing: Framing
    timeout: float | None
    grace: float


@dataclass(slots=True)
class Bridged:
    """Counts of messages, of what was told on the way, and the exit code."""

    from_client: int = 0
    to_provider: int = 0
    from_provider: int = 0
    to_client: int = 0
    notes: int = 0
    code: int = 0
