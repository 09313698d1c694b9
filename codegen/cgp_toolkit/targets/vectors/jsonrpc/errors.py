"""Error objects: numbers and codes, and what of them decides."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Json
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.model.jsonrpc import PREDEFINED, SERVER_NUMBERS, RpcFaultName
from cgp_toolkit.oracle import jsons
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.targets.vectors.jsonrpc.building import RpcBuilder, changed, without
from cgp_toolkit.targets.vectors.vector import RpcVector

_UNLISTED = "vendor:made-up"


def vectors(builder: RpcBuilder) -> Iterator[RpcVector]:
    """Whom they answer; numbers and codes; data; what is no error."""
    yield from _answers(builder)
    yield from _codes(builder)
    yield from _data(builder)
    yield from _wrong(builder)


def _error(builder: RpcBuilder, number: Json, data: Json, words: str = "no") -> Message:
    error: Message = {"code": number, "message": words}
    return {"jsonrpc": "2.0", "id": None, "error": error if data is None else {**error, "data": data}}


def _answers(builder: RpcBuilder) -> Iterator[RpcVector]:
    plain = without(builder.error(), "id")
    for method in (builder.method, *builder.others):
        for value in (7, "a"):
            name = f"An error answers a call of {method.name} with the id {value!r}."
            yield builder.fine(name, changed(plain, id=value), method)
    yield builder.fine("An error answers nobody knows what.", changed(plain, id=None))
    yield builder.fine("An error has the text of an id with which no request waits.", changed(plain, id="a"))
    name = "An error has a number as its id with which no request waits."
    yield builder.wrong(name, changed(plain, id=7), RpcFaultName.UNASKED, "/id")


def _codes(builder: RpcBuilder) -> Iterator[RpcVector]:
    code, numbers = builder.model.protocol.failure_code, builder.binding.numbers
    for name, number in numbers.items():
        yield builder.fine(f"The error code {name} has its number.", _error(builder, number, {code: name}))
        yield builder.fine(f"The number of {name} comes without a code.", _error(builder, number, None))
        other = next(n for n in (*numbers.values(), 1) if n != number)
        words = f"The error code {name} has the number of another one, and the code decides."
        yield builder.fine(words, _error(builder, other, {code: name}))
    yield builder.fine("An unlisted error code is carried.", _error(builder, 1, {code: _UNLISTED}))
    free = next(n for n in SERVER_NUMBERS if n not in numbers.values())
    for number in (*(n for n in PREDEFINED if n not in numbers.values()), free, 0, 1, -1, 1 << 40):
        yield builder.fine(f"The number {number} comes without a code.", _error(builder, number, None))


def _data(builder: RpcBuilder) -> Iterator[RpcVector]:
    protocol = builder.model.protocol
    number = next(iter(builder.binding.numbers.values()))
    code: Json = next(iter(builder.binding.numbers))
    cases: tuple[tuple[Json, str], ...] = (("a", "a text"), ([1], "an array"), ({}, "an object without members"))
    for value, words in cases:
        yield builder.fine(f"The data of an error is {words}.", _error(builder, number, value))
    yield builder.fine("The data of an error is null.", {**_error(builder, number, None), "error": {
        "code": number, "message": "no", "data": None}})  # fmt: skip
    for odd, words in ((7, "a number"), (None, "null"), ([], "an array")):
        name = f"The code in the data of an error is {words}, which is none."
        yield builder.fine(name, _error(builder, number, {protocol.failure_code: odd}))
    more: Message = {protocol.failure_code: code, "made_up_member": {"a": [1, None]}}
    yield builder.fine("The data of an error has a member that nobody knows.", _error(builder, number, more))
    more = {protocol.tag: "a", protocol.failure_id: "b", str(protocol.failure_text): "c", protocol.failure_code: code}
    name = "The data of an error has members with names of the envelope's own, which count for nothing."
    yield builder.fine(name, _error(builder, number, more))
    error = {**_error(builder, number, {protocol.failure_code: code})}
    inner = error["error"]
    assert isinstance(inner, dict), "it is an object"
    name = "An error object has a member that JSON-RPC does not list."
    yield builder.fine(name, changed(error, error={**inner, "made_up_member": 1}))


def _wrong(builder: RpcBuilder) -> Iterator[RpcVector]:
    good: Message = {"code": 1, "message": "no"}
    code: tuple[str, ...] = ("/error/code",)
    cases: tuple[tuple[str, Json, str], ...] = (
        ("An error is a text.", "no", "/error"),
        ("An error is null.", None, "/error"),
        ("An error is an array.", [1, "no"], "/error"),
        ("An error has no number.", without(good, "code"), code[0]),
        ("The number of an error is a text.", changed(good, code="1"), code[0]),
        ("The number of an error is null.", changed(good, code=None), code[0]),
        ("The number of an error has a fraction.", changed(good, code=1.5), code[0]),
        ("The number of an error is true.", changed(good, code=True), code[0]),
        ("An error has no message.", without(good, "message"), "/error/message"),
        ("The message of an error is a number.", changed(good, message=1), "/error/message"),
    )
    for name, error, at in cases:
        message: Message = {"jsonrpc": "2.0", "id": None, "error": error}
        yield builder.wrong(name, message, RpcFaultName.BAD_ERROR, at)
    names = ("code", builder.model.protocol.failure_code)
    for at, text in (
        ("/error/code", '{"code":1,"message":"no","code":2}'),
        (f"/error/data{jsons.token(names[1])}", f'{{"code":1,"message":"no","data":{{{_twice(names[1])}}}}}'),
    ):
        data = f'{{"jsonrpc":"2.0","id":null,"error":{text}}}'.encode()
        yield builder.wrong(f"An error has {at} twice.", data, FaultName.DUPLICATE_MEMBER, at)


def _twice(name: str) -> str:
    return f'{jsons.spelt(name)}:"a",{jsons.spelt(name)}:"b"'
