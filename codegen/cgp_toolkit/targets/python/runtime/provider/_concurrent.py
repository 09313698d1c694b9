"""Many requests at once over one pair of streams."""

from __future__ import annotations

import asyncio

from ._desk import Desk
from ._dialogue import note, send
from ._events import Request, Requested
from ._streams import write_all
from ._threads import Reader, Workers

# How long the goodbye waits for what was being written when it came, in seconds.
_LAST_WORDS = 1.0


async def serve_concurrently(desk: Desk, reading: int, writing: int, concurrency: int, max_line: int) -> None:
    """Answer until the other party says goodbye or is gone, ``concurrency`` requests at a time.

    A request holds its place until its reply is written.  So whoever does not read its replies is not read from.
    """
    session = desk.plan.session(max_line=max_line)
    reader, calls, writer = Reader(reading), Workers(concurrency, "cgp-call"), Workers(1, "cgp-writer")
    places, in_turn = asyncio.Semaphore(concurrency), asyncio.Lock()
    tasks: set[asyncio.Task[None]] = set()
    gone = asyncio.Event()

    async def write(data: bytes) -> None:
        try:
            if data:
                await writer.run(lambda: write_all(writing, data))
        except BrokenPipeError:
            gone.set()

    async def answer(request: Request) -> None:
        try:
            await write(send(session, desk, request, await desk.call_async(request, calls.run)))
        finally:
            places.release()

    async def answer_in_turn(request: Request) -> None:
        async with in_turn:
            await answer(request)

    async def hear() -> None:
        for event in session.events():
            if not isinstance(event, Requested):
                note(event)
                await write(session.data_to_send())
                continue
            await places.acquire()
            if type(event.request.envelope) not in desk.plan.tasks:
                # Until the handshake is answered, nothing else can be.
                await answer(event.request)
                continue
            task = asyncio.create_task((answer_in_turn if event.request.id is None else answer)(event.request))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    async def converse() -> None:
        while not session.is_closed and (chunk := await reader.next()):
            session.feed(chunk)
            await hear()
        # A last line may have no line end.  There are no more after it, but replies may still be wanted.
        session.feed(b"\n")
        await hear()
        if not session.is_closed:
            await asyncio.gather(*tasks)
        session.feed_eof()
        await hear()

    conversation, end = asyncio.create_task(converse()), asyncio.create_task(gone.wait())
    try:
        await asyncio.wait((conversation, end), return_when=asyncio.FIRST_COMPLETED)
        if conversation.done():
            conversation.result()
    finally:
        for task in (conversation, end, *tasks):
            task.cancel()
        await asyncio.wait((conversation, end, *tasks), timeout=_LAST_WORDS)
        if not gone.is_set():
            await asyncio.wait((asyncio.create_task(writer.run(lambda: None)),), timeout=_LAST_WORDS)
        calls.close()
        writer.close()
