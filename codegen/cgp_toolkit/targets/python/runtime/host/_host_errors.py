"""What keeps a host from getting its reply, beside what a session can tell; one class for each way out."""

from __future__ import annotations

from ._events import SessionClosed, SessionError


class ConnectionFailed(SessionError):
    """The provider can't be reached: its command can't be started, or its address does not answer as it must.

    ``reason`` says how; ``status`` is the HTTP status, if one came back.
    """

    def __init__(self, reason: str, status: int | None = None) -> None:
        super().__init__(reason, status)
        self.reason = reason
        self.status = status

    def __str__(self) -> str:
        return self.reason


class InsecureTransport(ConnectionFailed):
    """What is sent would leave the machine in plain text, so nothing is."""

    def __init__(self) -> None:
        super().__init__("plain http is for the loopback interface only; use https")
        self.args = ()


class ConsentMissing(SessionError):
    """Nobody has agreed to what the provider does with what it receives, so it gets nothing."""

    def __str__(self) -> str:
        return "the provider was not agreed to, so no request was sent"


class ProviderCrashed(SessionClosed):
    """The provider's process ended while it was needed.

    ``status`` is its exit status, or the negative number of the signal that ended it; ``None`` if it is still there and
    only its output has ended.
    """

    def __init__(self, status: int | None) -> None:
        super().__init__(_how(status), "")
        self.args = (status,)
        self.status = status
        self.requirements = ()

    def __str__(self) -> str:
        return f"{self.reason}; what it wrote to its standard error tells more"


def _how(status: int | None) -> str:
    if status is None:
        return "the provider closed its output"
    return f"the provider was killed by signal {-status}" if status < 0 else f"the provider ended with status {status}"
