"""A testee: what this package makes of test vectors.

``python -m`` with the name of this module reads one JSON object a line, as the README of the vectors describes it, and
answers each with one JSON object a line.
"""

from __future__ import annotations

import base64
import io
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from . import ndjson, rules
from ._classes import CLASSES
from ._meanings import MEANINGS
from ._reading import Message, UnknownEnvelope
from ._violations import Violation
from .errors import DecodeError

if TYPE_CHECKING:
    from ._classes import Envelope

Object: TypeAlias = Mapping[str, object]
Answer: TypeAlias = dict[str, object]

_UNSUPPORTED: Answer = {"verdict": "unsupported"}


def answer(request: Object) -> Answer:
    """The answer to one request."""
    ask = _KINDS.get(str(request["kind"]))
    return {"id": request["id"], **(_UNSUPPORTED if ask is None else ask(request))}


def main() -> int:
    """Answer all requests of the standard input."""
    for line in sys.stdin.buffer:
        text = json.dumps(answer(json.loads(line)))
        sys.stdout.buffer.write(text.encode() + b"\n")
        sys.stdout.buffer.flush()
    return 0


def _message(request: Object) -> Answer:
    line = _bytes(request)
    found = _decoded(line)
    if isinstance(found, DecodeError):
        return _outcome(found)
    findings: list[DecodeError | Violation] = list(ndjson.examine(line, strict=True).faults)
    if not isinstance(found, UnknownEnvelope):
        findings += rules.check(found, thorough=True)
    return {**_outcome(found), **_author(findings)}


def _framing(request: Object) -> Answer:
    limit = request.get("max_line")
    stream = io.BytesIO(_bytes(request))
    found = ndjson.read(stream) if limit is None else ndjson.read(stream, max_line=cast(int, limit))
    return {"outcomes": [_outcome(each) for each in found]}


def _exchange(request: Object) -> Answer:
    asked, reply = (_envelope(str(request[name]).encode()) for name in ("request", "reply"))
    ack = request.get("ack")
    agreed = None if ack is None else _envelope(str(ack).encode())
    # What kind of message answers a handshake is known to whoever wrote the vector, not to this module.
    return _author(rules.check_exchange(asked, reply, ack=cast("Any", agreed)))


def _author(findings: Iterable[DecodeError | Violation]) -> Answer:
    found = list(findings)
    wrong = any(isinstance(each, DecodeError) or each.severity == "error" for each in found)
    return {"author": "refuses" if wrong else "accepts", "findings": [_finding(each) for each in found]}


def _finding(found: DecodeError | Violation) -> Answer:
    of = {} if isinstance(found, DecodeError) or found.of == "message" else {"of": found.of}
    return {**of, "rule": found.rule, "pointer": found.pointer}


def _outcome(found: Message | DecodeError) -> Answer:
    if isinstance(found, DecodeError):
        return {
            "verdict": "refuses",
            "rule": found.rule,
            "pointer": found.pointer,
            "code": found.code,
            "echo": found.id,
        }
    if isinstance(found, UnknownEnvelope):
        return {"verdict": "accepts", "unknown": {"tag": found.type, "id": found.id, "bare": found.bare}}
    tag = next(name for name, class_ in CLASSES.items() if isinstance(found, class_))
    return {"verdict": "accepts", "envelope": tag, "canonical": ndjson.encode(found).decode().removesuffix("\n")}


def _vocabulary(request: Object) -> Answer:
    meaning = MEANINGS.get(str(request["vocabulary"]))
    if meaning is None:
        return _UNSUPPORTED
    value = request.get("value")
    traits = {name: tell(value) for name, tell in meaning.traits.items()}
    return {"listed": value in meaning.known, "reads_as": meaning.reads_as(value), "traits": traits}


def _bytes(given: Object) -> bytes:
    """What is given as text or in base64; nothing if neither is there."""
    text = given.get("bytes")
    return base64.b64decode(str(given.get("base64", ""))) if text is None else str(text).encode()


def _decoded(line: bytes) -> Message | DecodeError:
    try:
        return ndjson.decode(line)
    except DecodeError as error:
        return error


def _envelope(line: bytes) -> Envelope:
    return cast("Envelope", ndjson.decode(line))


def _session(request: Object) -> Answer:
    try:
        from . import _stepping
    except ImportError:
        # A protocol without a lifecycle has no sessions.
        return _UNSUPPORTED
    steps = [(str(step["does"]), _bytes(step)) for step in cast("list[Object]", request["steps"])]
    role = request.get("role")
    if role is None:
        return {"steps": list(_stepping.see(steps))}
    return {"steps": list(_stepping.take(str(role), steps))} if role in _stepping.PARTIES else _UNSUPPORTED


def _jsonrpc(request: Object) -> Answer:
    try:
        from . import _answering
    except ImportError:
        # A protocol without this binding.
        return _UNSUPPORTED
    answers = request.get("answers")
    return _answering.read(_bytes(request), None if answers is None else str(answers))


_KINDS: dict[str, Callable[[Object], Answer]] = {
    "message": _message,
    "framing": _framing,
    "exchange": _exchange,
    "session": _session,
    "vocabulary": _vocabulary,
    "jsonrpc": _jsonrpc,
}

if __name__ == "__main__":
    sys.exit(main())
