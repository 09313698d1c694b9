"""An answer against what a vector expects: every difference, each in words of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from cgp_toolkit.wire.vectors.results import Difference
from cgp_toolkit.wire.vectors.spelling import holds, same_spelling
from cgp_toolkit.wire.vectors.suite import Object, Vector

Found: TypeAlias = Iterator[Difference]

ACCEPTS, REFUSES, UNSUPPORTED = "accepts", "refuses", "unsupported"


class Unsupported(Exception):
    """The testee says that it can't do what it is asked for."""


def differences(vector: Vector, answer: Object) -> tuple[Difference, ...]:
    """What is not as expected; :class:`Unsupported` if the testee says so, and all else is as it should be."""
    if answer.get("verdict") == UNSUPPORTED:
        raise Unsupported
    found = tuple(_KINDS[vector.kind](vector.data, answer))
    if not found and answer.get("author") == UNSUPPORTED:
        raise Unsupported
    return found


def _message(expected: Object, answer: Object) -> Found:
    yield from _outcome(expected, answer)
    if expected["reader"] == ACCEPTS and answer.get("verdict") == ACCEPTS:
        yield from _author(expected, answer)


def _framing(expected: Object, answer: Object) -> Found:
    wanted, got = _objects(expected["outcomes"]), _objects(answer.get("outcomes"))
    if got is None or wanted is None:
        yield Difference("the answer has no outcomes")
        return
    if len(wanted) != len(got):
        yield Difference("another number of lines was read", len(wanted), len(got))
        return
    for number, (one, other) in enumerate(zip(wanted, got, strict=True), 1):
        for found in _outcome(one, other):
            yield Difference(f"line {number}: {found.what}", found.expected, found.got)


def _outcome(expected: Object, answer: Object) -> Found:
    verdict = answer.get("verdict")
    if verdict not in (ACCEPTS, REFUSES):
        yield Difference("the answer has no verdict of the reader", expected["reader"], verdict)
    elif verdict != expected["reader"]:
        if verdict == REFUSES:
            why = f"{answer.get('rule')} at {answer.get('pointer') or 'the message'}"
            yield Difference("the reader refuses what it has to accept", ACCEPTS, why)
        else:
            why = f"{expected['rule']} at {expected['pointer'] or 'the message'}"
            yield Difference("the reader accepts what it has to refuse", why, ACCEPTS)
    elif verdict == REFUSES:
        yield from _equal("it is refused for another rule", expected, answer, "rule")
        yield from _equal("it is refused at another place", expected, answer, "pointer")
        yield from _equal("it would be answered with another code", expected, answer, "code")
        yield from _equal("the answer would carry another id", expected, answer, "echo")
    else:
        yield from _equal("it is read as another envelope", expected, answer, "envelope")
        yield from _equal("something else is known of the unknown envelope", expected, answer, "unknown")
        wanted, got = expected["canonical"], answer.get("canonical")
        same = isinstance(wanted, str) and isinstance(got, str) and same_spelling(wanted, got)
        if not same and wanted != got:
            yield Difference("it is written in another way", wanted, got)


def _equal(what: str, expected: Object, answer: Object, name: str) -> Found:
    if expected[name] != answer.get(name):
        yield Difference(what, expected[name], answer.get(name))


def _author(expected: Object, answer: Object) -> Found:
    author = answer.get("author")
    if author == UNSUPPORTED:
        return
    if author not in (ACCEPTS, REFUSES):
        yield Difference("the answer has no verdict about authors", expected["author"], author)
        return
    wanted, got = _findings(expected["findings"]), _findings(answer.get("findings"))
    if author != expected["author"]:
        what = "authors may write this" if author == REFUSES else "no author may write this"
        yield Difference(what, expected["author"], author)
    if wanted == got:
        return
    # The same rules at other places are another mistake than other rules.
    if [finding[0] for finding in wanted] == [finding[0] for finding in got]:
        yield Difference("a rule for authors is broken at another place", _shown(wanted), _shown(got))
    else:
        yield Difference("other rules for authors are broken", _shown(wanted), _shown(got))


def _findings(value: object) -> list[tuple[str, str, str]]:
    """Rule, place, and the message of an exchange, sorted."""
    found = _objects(value) or []
    return sorted((str(f.get("rule")), str(f.get("pointer")), str(f.get("of", ""))) for f in found)


def _shown(findings: list[tuple[str, str, str]]) -> str:
    texts = [f"{rule} at {of + pointer or 'the message'}" for rule, pointer, of in findings]
    return ", ".join(texts) or "none"


def _exchange(expected: Object, answer: Object) -> Found:
    yield from _author(expected, answer)


def _session(expected: Object, answer: Object) -> Found:
    wanted, got = _objects(expected["steps"]), _objects(answer.get("steps"))
    if got is None or wanted is None:
        yield Difference("the answer has no steps")
        return
    if len(wanted) != len(got):
        yield Difference("another number of steps was taken", len(wanted), len(got))
        return
    for number, (one, other) in enumerate(zip(wanted, got, strict=True), 1):
        for found in _step(one, other):
            yield Difference(f"step {number}: {found.what}", found.expected, found.got)


def _step(expected: Object, answer: Object) -> Found:
    yield from _equal("something else becomes of it", expected, answer, "outcome")
    for name, what in (
        ("state", "the role stands elsewhere"),
        ("requirement", "another requirement is named"),
        ("code", "it is answered with another code"),
    ):
        if expected.get(name) is not None:
            yield from _equal(what, expected, answer, name)
    wanted, got = expected["sends"], answer.get("sends") or []
    fits = (
        isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got) and all(map(holds, wanted, got))
    )
    if not fits:
        yield Difference("something else is sent", wanted, got)


def _vocabulary(expected: Object, answer: Object) -> Found:
    yield from _equal("a value is taken for listed that is not, or the other way round", expected, answer, "listed")
    yield from _equal("it is read as another value", expected, answer, "reads_as")
    yield from _equal("something else is told of it", expected, answer, "traits")


def _jsonrpc(expected: Object, answer: Object) -> Found:
    verdict = answer.get("verdict")
    if verdict == REFUSES and expected["reader"] == REFUSES:
        yield from _equal("it is refused for another rule", expected, answer, "rule")
        yield from _equal("it is refused at another place", expected, answer, "pointer")
        yield from _equal("it would be answered with another number", expected, answer, "number")
        yield from _equal("it would be answered with another code", expected, answer, "code")
        if bool(answer.get("due")) != expected["due"]:
            yield Difference(
                "an answer is due where none is, or the other way round", expected["due"], answer.get("due")
            )
        yield from _equal("the answer would carry another id", expected, answer, "echo")
        return
    yield from _outcome({**expected, "unknown": None}, answer)
    if verdict == ACCEPTS and expected["reader"] == ACCEPTS:
        wanted, got = expected["written"], answer.get("written")
        if not (isinstance(wanted, str) and isinstance(got, str) and same_spelling(wanted, got)):
            yield Difference("it is written as JSON-RPC in another way", wanted, got)


def _objects(value: object) -> list[Object] | None:
    if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
        return None
    return value


_KINDS = {
    "message": _message,
    "framing": _framing,
    "exchange": _exchange,
    "session": _session,
    "vocabulary": _vocabulary,
    "jsonrpc": _jsonrpc,
}
