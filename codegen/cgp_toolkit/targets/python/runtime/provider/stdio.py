"""A provider on standard input and output, as the child of its host.

>>> serve(MyProvider())

The standard output is the protocol's alone: what the provider prints goes to the standard error.  Serving ends, and
returns, when the host says goodbye or is gone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from ._desk import Answers, Checks, Desk, log
from ._dialogue import note, send
from ._events import Requested
from ._streams import own_streams, read_some, write_all
from ._tables import MAX_LINE_BYTES

if TYPE_CHECKING:
    import asyncio

__all__ = ["serve"]


def serve(
    provider: Answers, *, checks: Checks = "refuse", concurrency: int = 1, max_line: int = MAX_LINE_BYTES
) -> None:
    """Answer the host until it says goodbye or is gone.

    One request is answered after the other.  With a ``concurrency`` above 1, up to so many requests with an id are
    answered at once, plain methods in threads, ``async`` ones on one event loop; requests without an id still wait
    for each other.  ``checks`` says what becomes of a reply that breaks a rule: with ``refuse`` a failure leaves in its
    place, with ``warn`` it is logged; even with ``off`` one that breaks what the request asked for is logged.
    ``max_line`` is the most bytes of a message.

    :class:`.Misdeclared`, before anything is read, if the provider is not complete.
    """
    if concurrency < 1:
        raise ValueError("concurrency is at least 1")
    desk = Desk(provider, checks)
    with own_streams() as (reading, writing):
        try:
            if concurrency == 1:
                serve_in_turn(desk, lambda: read_some(reading), lambda data: write_all(writing, data), max_line)
            else:
                # A plain provider needs no event loop, and starts faster without one.
                import asyncio

                from ._concurrent import serve_concurrently

                asyncio.run(serve_concurrently(desk, reading, writing, concurrency, max_line))
        except BrokenPipeError:
            log.info("the host is gone")
        except KeyboardInterrupt:
            log.info("interrupted")


def serve_in_turn(desk: Desk, read: Callable[[], bytes], write: Callable[[bytes], None], max_line: int) -> None:
    """Answer one request after the other; ``read`` gives what has come in, and nothing at the end."""
    session = desk.plan.session(max_line=max_line)
    loops: list[asyncio.Runner] = []

    def run(outcome: Awaitable[Any]) -> Any:
        # Most providers need no event loop; those that do keep one.
        if not loops:
            import asyncio

            loops.append(asyncio.Runner())
        return loops[0].run(_waited(outcome))

    try:
        while not session.is_closed:
            if chunk := read():
                session.feed(chunk)
            else:
                session.feed_eof()
            for event in session.events():
                if isinstance(event, Requested):
                    write(send(session, desk, event.request, desk.call(event.request, run)))
                else:
                    note(event)
                    write(session.data_to_send())
    finally:
        for loop in loops:
            loop.close()


async def _waited(outcome: Awaitable[Any]) -> Any:
    return await outcome
