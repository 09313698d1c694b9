"""Vectors of byte streams: where lines end, which are skipped, and what no line may hold.

Every stream ends with a sound message, so that it shows that a reader goes on after what is malformed.
"""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Base as Kind
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.oracle import Finding, Reading, jsons
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.targets.vectors.material.readings import Readings
from cgp_toolkit.targets.vectors.material.stock import Base, Stock
from cgp_toolkit.targets.vectors.messages.building import Contradiction, spelt_with
from cgp_toolkit.targets.vectors.messages.envelopes import UNKNOWN_TAG
from cgp_toolkit.targets.vectors.messages.presence import UNKNOWN_MEMBER
from cgp_toolkit.targets.vectors.vector import Cites, FramingVector

_WHITE_SPACE = b" \t\r\n"
_ACCEPTED = "accepted"


def lines(readings: Readings, stream: bytes, max_line: int) -> Iterator[Reading]:
    """What a reader makes of each line of a stream that is not skipped."""
    parts = stream.split(b"\n")
    for part in parts if parts[-1] else parts[:-1]:
        line = part.removesuffix(b"\r")
        if len(line) > max_line:
            finding = Finding(FaultName.LINE_TOO_LONG.value, "")
            yield Reading(refused=finding, findings=(finding,))
        elif line.strip(_WHITE_SPACE):
            yield readings.read(line)


def vectors(stock: Stock) -> Iterator[FramingVector]:
    """All streams."""
    streams = _Streams(stock)
    yield from streams.ends()
    yield from streams.bytes()
    yield from streams.texts()
    yield from streams.depths()
    yield from streams.lengths()


class _Streams:
    def __init__(self, stock: Stock) -> None:
        self.stock = stock
        self.model = stock.model
        self.first = jsons.spelt(stock.message(self.model.protocol.opening)).encode()
        self.last = jsons.spelt(stock.message(self.model.protocol.closing)).encode()
        self.text = self._text()

    def _text(self) -> Base:
        """A small message with a text of no particular form."""
        free = [s for s in self.model.scalars() if s.base is Kind.STRING and s.author.pattern is None]
        for scalar in sorted(free, key=lambda s: s.author.max_length is not None):
            usage = next(self.stock.usages(scalar), None)
            if usage is not None:
                return usage
        # Without such a text, one in a member that nobody knows has to do.
        return Base(self.stock.message(self.model.protocol.closing), (UNKNOWN_MEMBER,))

    def stream(
        self,
        id: str,  # noqa: A002
        stream: bytes,
        *expected: str,
        cited: Cites | None = None,
        max_line: int | None = None,
    ) -> FramingVector:
        """A vector; ``expected`` are the rules for which lines are refused, or that they are accepted."""
        readings = tuple(lines(self.stock.readings, stream, max_line or self.model.lines.max_line_bytes))
        found = tuple(_ACCEPTED if r.refused is None else r.refused.rule for r in readings)
        if found != expected:
            raise Contradiction(f"{id}: the lines should be {expected}, but they are {found}")
        faults = [self.model.lines.fault(name) for name in dict.fromkeys(expected) if name != _ACCEPTED]
        return FramingVector(id, stream, readings, (cited or self._plain()).and_(*faults), max_line)

    def _plain(self) -> Cites:
        """What every vector about lines shows; the decisions about framing are those behind its faults."""
        fault = self.model.lines.fault(FaultName.NOT_JSON.value)
        return Cites((), fault.decisions)

    def broken(self, id: str, line: bytes, fault: FaultName) -> FramingVector:  # noqa: A002
        """A line with something wrong between two sound ones."""
        stream = b"\n".join((self.first, line, self.last)) + b"\n"
        return self.stream(id, stream, _ACCEPTED, fault.value, _ACCEPTED)

    def ends(self) -> Iterator[FramingVector]:
        """Ends of lines, and lines that hold nothing."""
        first, last, both = self.first, self.last, (_ACCEPTED, _ACCEPTED)
        yield self.stream("An empty stream holds no message.", b"")
        yield self.stream("Lines end with a line feed.", first + b"\n" + last + b"\n", *both)
        yield self.stream("A carriage return before the line feed is dropped.", first + b"\r\n" + last + b"\r\n", *both)
        yield self.stream("Both ends may be mixed.", first + b"\r\n" + last + b"\n", *both)
        yield self.stream("The last message counts without a line feed.", first + b"\n" + last, *both)
        yield self.stream("The last message counts with a carriage return alone.", first + b"\n" + last + b"\r", *both)
        yield self.stream("Blank lines are skipped.", b"\n\n" + first + b"\n\n\r\n" + last + b"\n\n", *both)
        yield self.stream("Lines of white space are skipped.", first + b"\n \t \r\n\t\n" + last + b"\n   ", *both)
        yield self.stream("A stream of blank lines holds no message.", b"\n\r\n \n\t")
        yield self.stream(
            "White space around a message means nothing.", b" \t" + first + b" \t\r\n " + last + b"\n", *both
        )
        name, stream = "A carriage return alone ends no line.", first + b"\r" + last + b"\n" + last + b"\n"
        yield self.stream(name, stream, FaultName.NOT_JSON.value, _ACCEPTED)
        yield self.broken("A vertical tab is no white space.", b"\x0b", FaultName.NOT_JSON)
        yield self.broken("A form feed is no white space.", b"\x0c", FaultName.NOT_JSON)
        yield self.broken("A no-break space is no white space.", b"\xc2\xa0", FaultName.NOT_JSON)
        brace, rest = self.first[:1], self.first[1:]
        name, stream = "A line feed within a message breaks it in two.", brace + b"\n" + rest + b"\n" + last + b"\n"
        yield self.stream(name, stream, FaultName.NOT_JSON.value, FaultName.NOT_JSON.value, _ACCEPTED)
        name = "A message that is cut off by the end of the stream is malformed."
        yield self.stream(name, last + b"\n" + first[:-1], _ACCEPTED, FaultName.NOT_JSON.value)

    def bytes(self) -> Iterator[FramingVector]:
        """Bytes that no line may hold, and lines that are no single object."""
        mark = "\ufeff".encode()
        stream = mark + self.first + b"\n" + self.last + b"\n"
        yield self.stream("A byte order mark starts the stream.", stream, FaultName.BYTE_ORDER_MARK.value, _ACCEPTED)
        yield self.broken("A byte order mark starts a later line.", mark + self.last, FaultName.BYTE_ORDER_MARK)
        yield self.broken("A byte order mark stands behind a message.", self.last + mark, FaultName.NOT_JSON)
        yield self.broken("A line is a zero byte.", b"\x00", FaultName.NOT_JSON)
        yield self.broken("A zero byte stands behind a message.", self.last + b"\x00", FaultName.NOT_JSON)
        yield self.broken("A line is UTF-16.", self.last.decode().encode("utf-16-le"), FaultName.NOT_JSON)
        yield self.broken("Two messages stand on one line.", self.first + self.last, FaultName.NOT_JSON)
        yield self.broken(
            "Two messages stand on one line, with a space between.", self.first + b" " + self.last, FaultName.NOT_JSON
        )
        yield self.broken(
            "Two messages stand on one line, with a comma between.", self.first + b"," + self.last, FaultName.NOT_JSON
        )
        yield self.broken("A line is an array of messages.", b"[" + self.first + b"]", FaultName.NOT_AN_OBJECT)
        yield self.broken("A line is the text of a log.", b"listening on stdin", FaultName.NOT_JSON)
        yield self.broken("A line is no UTF-8.", b"\xff\xfe", FaultName.NOT_UTF8)
        yield self.broken("A message has a comma too many.", self.first[:-1] + b",}", FaultName.NOT_JSON)
        yield self.broken("A message has a comment.", self.first + b"// what for", FaultName.NOT_JSON)
        yield self.broken("A message is in single quotes.", self.first.replace(b'"', b"'"), FaultName.NOT_JSON)

    def texts(self) -> Iterator[FramingVector]:
        """Odd characters in a known member, in one that nobody knows, and in the name of one."""
        for where, template in self._places():
            yield self.broken(f"{where} holds a byte of Latin-1.", template(b"gr\xf6\xdfe"), FaultName.NOT_UTF8)
            yield self.broken(f"{where} holds an overlong form.", template(b"\xc0\xaf"), FaultName.NOT_UTF8)
            yield self.broken(
                f"{where} holds a surrogate in three bytes.", template(b"\xed\xa0\xbd"), FaultName.NOT_UTF8
            )
            yield self.broken(
                f"{where} holds the escape of half a pair.", template(rb"\ud83d"), FaultName.LONE_SURROGATE
            )
            yield self.broken(
                f"{where} holds halves in the wrong order.", template(rb"\ude00\ud83d"), FaultName.LONE_SURROGATE
            )
            yield self.broken(f"{where} holds a zero byte.", template(b"a\x00b"), FaultName.NOT_JSON)
            yield self.broken(f"{where} holds a raw tab.", template(b"a\tb"), FaultName.NOT_JSON)
            yield self.broken(
                f"{where} holds an escape that JSON does not have.", template(rb"\x41"), FaultName.NOT_JSON
            )
            stream = template("a\u2028b\u2029c\u0085d\u007fe".encode()) + b"\n" + self.last + b"\n"
            yield self.stream(f"{where} holds line separators that end no line.", stream, _ACCEPTED, _ACCEPTED)
            stream = template(rb"\u0000\n\r\u2028\ud83d\ude00" + "\U0001f600".encode()) + b"\n" + self.last + b"\n"
            yield self.stream(f"{where} holds escapes of control characters, and a pair.", stream, _ACCEPTED, _ACCEPTED)

    def _places(self) -> Iterator[tuple[str, _Template]]:
        closing = self.stock.message(self.model.protocol.closing)
        yield "A known member", _Template(spelt_with(self.text.message, self.text.path, '"\\u0001"'))
        unknown: Message = {**closing, UNKNOWN_MEMBER: "\x01"}
        yield "A member that nobody knows", _Template(jsons.spelt(unknown).encode())
        named: Message = {**closing, "\x01": 1}
        yield "The name of a member", _Template(jsons.spelt(named).encode())

    def depths(self) -> Iterator[FramingVector]:
        """As many levels as are allowed, and one more."""
        most = self.model.lines.max_depth
        closing = self.stock.message(self.model.protocol.closing)
        unknown: Message = {self.model.protocol.tag: UNKNOWN_TAG}
        for base, whose in ((closing, "a member that nobody knows"), (unknown, "an unknown envelope")):
            for opened, closed, what in (("[", "]", "arrays"), ('{"x":', "}", "objects")):
                template = spelt_with({**base, UNKNOWN_MEMBER: 1}, (UNKNOWN_MEMBER,), "\x02").decode()
                for levels, fault in ((most, None), (most + 1, FaultName.TOO_DEEP)):
                    inner = opened * (levels - 2) + "[]" + closed * (levels - 2)
                    line = template.replace("\x02", inner).encode()
                    name = f"As many {what} as {levels} levels make are in {whose}."
                    stream = line + b"\n" + self.last + b"\n"
                    yield self.stream(name, stream, _ACCEPTED if fault is None else fault.value, _ACCEPTED)

    def lengths(self) -> Iterator[FramingVector]:
        """Lines as long as a limit that is set for the purpose, and a byte longer; the line end does not count."""
        limit = max(len(self.first), len(self.last)) + 10
        full = self.first + b" " * (limit - len(self.first))
        long = FaultName.LINE_TOO_LONG.value
        cases = (
            ("A line is as long as the limit.", full + b"\n" + self.last + b"\n", (_ACCEPTED, _ACCEPTED)),
            (
                "A line is as long as the limit, its CRLF not counted.",
                full + b"\r\n" + self.last,
                (_ACCEPTED, _ACCEPTED),
            ),
            ("The last line is as long as the limit.", self.last + b"\n" + full, (_ACCEPTED, _ACCEPTED)),
            ("A line is a byte longer than the limit.", full + b" \n" + self.last + b"\n", (long, _ACCEPTED)),
            (
                "A line is a byte longer than the limit, with CRLF.",
                full + b" \r\n" + self.last + b"\n",
                (long, _ACCEPTED),
            ),
            ("The last line is a byte longer than the limit.", self.last + b"\n" + full + b" ", (_ACCEPTED, long)),
            ("A line is many times longer than the limit.", full * 50 + b"\n" + self.last + b"\n", (long, _ACCEPTED)),
            (
                "A line of white space is longer than the limit.",
                b" " * (limit + 1) + b"\n" + self.last,
                (long, _ACCEPTED),
            ),
        )
        for name, stream, expected in cases:
            yield self.stream(name, stream, *expected, max_line=limit)


class _Template:
    """A line with a place for raw bytes, which is marked by an escape that nothing else has."""

    def __init__(self, line: bytes) -> None:
        self._before, _, self._after = line.partition(b"\\u0001")

    def __call__(self, raw: bytes) -> bytes:
        return self._before + raw + self._after
