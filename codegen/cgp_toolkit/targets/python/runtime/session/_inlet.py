"""How a session is driven: what comes in waits in line, what goes out is collected, and nothing is done by itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

from ._events import Event
from ._framing import LineBuffer
from ._reading import Message
from .errors import DecodeError
from .ndjson import decode

Item: TypeAlias = Message | DecodeError | None
"""What has come in: a message, why a line is none, or ``None``, the end."""


class Inlet:
    """Bytes or messages in, events and bytes out, in the order in which they came."""

    def __init__(self, max_line: int) -> None:
        self._max_line = max_line
        self._lines = LineBuffer(max_line)
        self._inbox: deque[Item | bytes] = deque()
        self._events: deque[Event] = deque()
        self._out: list[bytes] = []

    def receive_data(self, data: bytes) -> list[Event]:
        """Bytes have come in: the events of all lines that are complete now."""
        self.feed(data)
        return list(self.events())

    def receive(self, message: Message | DecodeError) -> list[Event]:
        """A message that was read elsewhere has come in, or a line that was none, as :func:`.ndjson.read` yields it."""
        self._inbox.append(message)
        return list(self.events())

    def receive_eof(self) -> list[Event]:
        """The input has ended; a last line without line end still counts."""
        self.feed_eof()
        return list(self.events())

    def feed(self, data: bytes) -> None:
        """Bytes have come in; :meth:`events` looks at them."""
        self._inbox += self._lines.feed(data)

    def feed_eof(self) -> None:
        """The input has ended; :meth:`events` looks at that."""
        self._inbox += self._lines.close()
        self._inbox.append(None)

    def events(self) -> Iterator[Event]:
        """The events of what was fed, and of what was sent.

        A line is looked at when its turn comes.  So a reply that is sent while the events are gone through counts
        before the next line does, however the input was chopped.
        """
        while True:
            while self._events:
                yield self._events.popleft()
            if not self._inbox:
                return
            item = self._inbox.popleft()
            self._take(self._decoded(item) if isinstance(item, bytes) else item)

    def data_to_send(self) -> bytes:
        """The bytes to write since the last call: what the session answers on its own."""
        data = b"".join(self._out)
        self._out.clear()
        return data

    def _decoded(self, line: bytes) -> Message | DecodeError:
        try:
            return decode(line, max_line=self._max_line)
        except DecodeError as error:
            return error.with_traceback(None)

    def _take(self, item: Item) -> None:
        raise NotImplementedError
