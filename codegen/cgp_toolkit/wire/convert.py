"""Recorded sessions from one encoding to the other, with the generated binding, message by message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import BinaryIO, cast

from cgp_toolkit.model.jsonrpc import NOT_CARRIED
from cgp_toolkit.wire.conversions import Conversion, Encoding, Framing
from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.findings import Finding
from cgp_toolkit.wire.inputs import Input
from cgp_toolkit.wire.pieces import Format, Piece, pieces
from cgp_toolkit.wire.places import line_and_column, place, syntax_place
from cgp_wire import jsonrpc
from cgp_wire.errors import MessageError
from cgp_wire.ndjson import MAX_LINE_BYTES

_ADVANCE = 1024


class _NotCarried(Exception):
    """A loss that is not taken."""


def convert(
    source: Input,
    out: BinaryIO,
    *,
    to: Encoding,
    framing: Framing,
    strict: bool,
    report: Callable[[Finding], None],
    advance: Callable[[], None],
) -> Conversion:
    """Write every message of ``source``, which is in the other encoding, to ``out``.

    ``framing`` is that of the JSON-RPC side.  A message that can't be converted is reported and left out; so is, if
    ``strict``, one of which something would be lost.  ``report`` gets each finding as soon as it is made, ``advance``
    is called now and then.  :class:`InputError` if there is no message at all.
    """
    found = Conversion()
    lost: list[jsonrpc.Loss] = []

    def lose(loss: jsonrpc.Loss) -> None:
        lost.append(loss)
        if strict:
            raise _NotCarried

    step: Callable[[bytes], bytes | None]
    frame: Callable[[bytes], bytes]
    if to is Encoding.JSONRPC:
        step = jsonrpc.LinesToRpc(careful=strict, lose=lose).convert
        messages = pieces(source.stream, Format.NDJSON, MAX_LINE_BYTES)
        frame = partial(jsonrpc.frame, framing=jsonrpc.Framing(framing.value))
    else:
        step = jsonrpc.RpcToLines(careful=strict, lose=lose).convert
        messages = _framed(source.stream, framing, found, report)
        frame = bytes
    # Somebody may wait for what comes through a pipe.
    flush = out.flush if source.size is None else None
    for number, piece in enumerate(messages, 1):
        if not number % _ADVANCE:
            advance()
        found.messages += 1
        try:
            message = step(piece[0])
        except MessageError as fault:
            found.failed += 1
            report(_from_fault(piece, fault))
            lost.clear()
        except _NotCarried:
            found.failed += 1
        else:
            if message is not None:
                out.write(frame(message))
                found.written += 1
            if flush is not None:
                flush()
        if lost:
            found.losses += len(lost)
            for loss in lost:
                report(_from_loss(piece, loss, "error" if strict else "warning"))
            lost.clear()
    out.flush()
    if not found.messages and not found.failed:
        raise InputError(f"{source.name} holds no message")
    return found


def _framed(
    stream: BinaryIO, framing: Framing, found: Conversion, report: Callable[[Finding], None]
) -> Iterator[Piece]:
    """The JSON-RPC messages of ``stream``; what is wrong with its framing is counted and reported."""
    if framing is Framing.LINE:
        yield from pieces(stream, Format.NDJSON, jsonrpc.MAX_MESSAGE_BYTES)
        return
    counted = _CountedLines(stream)
    for message in jsonrpc.messages(cast(BinaryIO, counted), jsonrpc.Framing.CONTENT_LENGTH):
        if isinstance(message, bytes):
            # Headers end with a line end.
            yield message, counted.lines - message.count(b"\n") + 1, 1
        else:
            found.messages += 1
            found.failed += 1
            report(_from_fault((b"", counted.lines + 1, 1), message))


class _CountedLines:
    """A stream that counts the line ends that were read from it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.lines = 0

    def readline(self, size: int = -1) -> bytes:
        """As a stream does it."""
        return self._counted(self._stream.readline(size))

    def read(self, size: int = -1) -> bytes:
        """As a stream does it."""
        return self._counted(self._stream.read(size))

    def _counted(self, data: bytes) -> bytes:
        self.lines += data.count(b"\n")
        return data


def _from_fault(piece: Piece, fault: MessageError) -> Finding:
    data, line, column = piece
    offset = place(data, fault.pointer) if fault.pointer else syntax_place(data)
    at = line_and_column(data, offset, line, column)
    return Finding(*at, fault.rule, fault.pointer, fault.requirements, "error", fault.detail, fault.fix)


def _from_loss(piece: Piece, loss: jsonrpc.Loss, severity: str) -> Finding:
    data, line, column = piece
    at = line_and_column(data, place(data, loss.pointer), line, column)
    return Finding(*at, NOT_CARRIED.name, loss.pointer, (), severity, loss.detail, NOT_CARRIED.fix)
