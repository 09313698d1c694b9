"""A session with a child process: sends, and sorts what comes to what was sent."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from cgp_toolkit.model import Answer, Json, Leaving, Watch, Writing
from cgp_toolkit.wire.inspect.judge import Arrival, Judge
from cgp_toolkit.wire.inspect.process import End, Exit, Process
from cgp_toolkit.wire.inspect.results import Evidence
from cgp_toolkit.wire.inspect.sending import Lack, Sending, laid_out, matching
from cgp_toolkit.wire.inspect.showing import shown

_WHITE_SPACE = b" \t\r"
_DRIBBLE = 0.0005
_MARKED = 0.1
_FLOOD = 1000
"""How many messages may come in one exchange beside those that are due."""

Recording = Callable[[bytes], None]


class StdioSession:
    """One child process, from its start to its end.

    ``ack`` is the settled answer to the handshake, once it has come.  ``well`` is false as soon as nothing more can be
    learned from this process.
    """

    def __init__(self, words: Sequence[str], judge: Judge, timeout: float, quiet: float, record: Recording) -> None:
        self._judge = judge
        self._failure = judge.model.protocol.failure
        self._limit = judge.model.lines.max_line_bytes
        self._process = Process(words, self._limit)
        self._timeout, self._quiet = timeout, quiet
        self._record = record
        self._drops_ids = False
        self._ids: set[str] = set()
        self.ack: dict[str, Json] | None = None
        self.well = True

    def exchange(self, sendings: Sequence[Sending], *, marked: bool) -> None:
        """Send all, then read until each that has to be answered is.

        What may come or not has a short time of its own; ``marked``: a shorter one, because the last of them has to be
        answered, and whatever else comes should come before that.
        """
        self._linger(0.0, ())
        start = time.monotonic()
        for sending in sendings:
            self._send(sending)
            if sending.id is not None:
                self._ids.add(repr(sending.id))
        until, flood = start + self._timeout, _FLOOD + len(sendings)
        while any(sending.waits for sending in sendings) and flood:
            flood -= 1
            arrival = self._next(until)
            if not isinstance(arrival, Arrival):
                self._lacking(sendings, ended=arrival is not None)
                return
            if self._sort(arrival, sendings, start):
                until = time.monotonic() + self._timeout
        if any(sending.waits for sending in sendings):
            self._lacking(sendings, ended=False)
        elif any(sending.arrival is None for sending in sendings):
            quiet = min(self._quiet, _MARKED) if marked else self._quiet
            self._linger(time.monotonic() + quiet, sendings)

    def pause(self, seconds: float) -> None:
        """Send nothing for a while; whatever comes is unasked."""
        self._linger(time.monotonic() + seconds, ())

    def leave(self, how: Leaving, goodbye: bytes) -> list[Evidence]:
        """End the session as ``how`` says; what is wrong with how the process ends."""
        self._linger(0.0, ())
        self.well = False
        if how is Leaving.GOODBYE:
            self._record(goodbye)
            self._process.send(goodbye + b"\n")
        else:
            self._process.close_input()
        sent = (shown(goodbye) if how is Leaving.GOODBYE else "(the end of the input)",)
        until = time.monotonic() + self._timeout
        found = []
        while not isinstance(item := self._process.next(until), End) and item is not None:
            if item.strip(_WHITE_SPACE):
                found.append(Evidence("something is said after the goodbye", sent, (shown(item),)))
        left = self._process.wait(max(0.05, until - time.monotonic()))
        return [*found[:1], *(Evidence(words, sent) for words in _leavings(left, self._timeout))]

    def close(self) -> None:
        """End the process, however it is."""
        self.well = False
        self._process.close()

    @property
    def noise(self) -> tuple[str, ...]:
        """The last lines of its standard error."""
        return tuple(self._process.noise)

    def _send(self, sending: Sending) -> None:
        data = laid_out(sending, self._limit)
        self._record(sending.line)
        if sending.written is Writing.BYTE_BY_BYTE:
            for index in range(len(data)):
                self._process.send(data[index : index + 1])
                time.sleep(_DRIBBLE)
        else:
            self._process.send(data)
        if sending.written is Writing.LAST_LINE:
            self._process.close_input()
            # The end is what this is about.
            self.well = False

    def _next(self, until: float) -> Arrival | End | None:
        """The next message; lines of white space are skipped, as by everybody."""
        while True:
            item = self._process.next(until)
            if item is None:
                return None
            line = item.rest if isinstance(item, End) else item
            if not line.strip(_WHITE_SPACE):
                if isinstance(item, End):
                    return item
                continue
            if isinstance(item, End):
                # A last line without line end counts; the end itself comes again.
                self._process.ended = End(b"")
            self._record(line.removesuffix(b"\r"))
            return self._judge.read(line.removesuffix(b"\r"))

    def _sort(self, arrival: Arrival, sendings: Sequence[Sending], start: float) -> bool:
        """Give a message to what it answers; whether it answers anything."""
        target = matching(sendings, arrival, self._failure, ids=not self._drops_ids)
        if target is not None and arrival.id != target.id and repr(arrival.id) in self._ids:
            # It answers once more what was answered before.
            target = None
        served = (
            target is not None and not target.readable and arrival.envelope and arrival.envelope.name == target.reply
        )
        if not served:
            # Who serves what is no request can't be right in anything else about it.
            self._judge.judge(arrival, None if target is None else target.line, self.ack)
        if target is None:
            known = arrival.envelope is not None and arrival.envelope.sender == self._judge.role
            if known:
                asked = tuple(shown(sending.line) for sending in sendings[-1:])
                what = "a message came that answers nothing, or answers it once more"
                self._judge.watched(Watch.UNASKED, Evidence(what, asked, (shown(arrival.line),)))
            return False
        self._judge.watched(Watch.UNASKED)
        target.arrival = arrival
        if target.request is not None and target.id is not None and arrival.id is None:
            self._drops_ids = True
        target.seconds = time.monotonic() - start
        if target.request is not None:
            self._judge.exchange(target.request, target.line, arrival, self.ack)
        return True

    def _linger(self, until: float, sendings: Sequence[Sending]) -> None:
        """Take what comes before ``until``; what has come before anything was sent answers nothing."""
        flood, start = _FLOOD, time.monotonic()
        while flood and isinstance(arrival := self._next(until), Arrival):
            flood -= 1
            self._sort(arrival, sendings, start)
        if self._process.ended is not None:
            self._lacking(sendings, ended=True)

    def _lacking(self, sendings: Sequence[Sending], *, ended: bool) -> None:
        """Note why nothing more came."""
        asked = any(sending.written is Writing.LAST_LINE for sending in sendings)
        self.well = False
        words = f"{self._process.status()} instead" if ended else f"nothing came within {self._timeout:g} s"
        for sending in sendings:
            if sending.arrival is None and (ended or Answer.NOTHING not in sending.expect):
                sending.lack, sending.words = (Lack.ENDED if ended else Lack.SILENCE), words
        if ended and not asked:
            sent = tuple(shown(sending.line) for sending in sendings[:1])
            self._judge.watched(Watch.ENDED, Evidence(f"{self._process.status()}, though nobody asked for it", sent))


def _leavings(left: Exit, timeout: float) -> list[str]:
    """What is wrong with how a process ended, in words."""
    if left.status is None:
        return [f"the process still ran after {timeout:g} s and had to be killed"]
    found = []
    if left.status:
        how = f"with status {left.status}" if left.status > 0 else f"by signal {-left.status}"
        found.append(f"the process ended {how} instead of 0")
    if left.orphans:
        found.append("a process that it had started was still there")
    return found
