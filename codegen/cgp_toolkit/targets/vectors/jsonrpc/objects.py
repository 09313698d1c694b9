"""The message as such: its syntax, its version, what kind it is of, the order and spelling of its members."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cgp_toolkit.model import Json
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.model.jsonrpc import RpcFaultName
from cgp_toolkit.oracle import jsons
from cgp_toolkit.targets.vectors.jsonrpc.building import RpcBuilder, changed, without
from cgp_toolkit.targets.vectors.vector import RpcVector

_EXAMPLES: tuple[tuple[str, FaultName | RpcFaultName, str], ...] = (
    (
        '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
        RpcFaultName.POSITIONAL_PARAMS,
        "/params",
    ),
    (
        '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
        RpcFaultName.NO_SUCH_METHOD,
        "/method",
    ),
    ('{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}', RpcFaultName.POSITIONAL_PARAMS, "/params"),
    ('{"jsonrpc": "2.0", "method": "foobar"}', RpcFaultName.NO_SUCH_METHOD, "/method"),
    ('{"jsonrpc": "2.0", "method": "foobar", "id": "1"}', RpcFaultName.NO_SUCH_METHOD, "/method"),
    ('{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', FaultName.NOT_JSON, ""),
    ('{"jsonrpc": "2.0", "method": 1, "params": "bar"}', RpcFaultName.NO_REQUEST, "/method"),
    ('[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, {"jsonrpc": "2.0", "method"]',
     FaultName.NOT_JSON, ""),
    ("[]", RpcFaultName.BATCH, ""),
    ("[1]", RpcFaultName.BATCH, ""),
    ("[1,2,3]", RpcFaultName.BATCH, ""),
    ('{"jsonrpc": "2.0", "result": 19, "id": 1}', RpcFaultName.UNASKED, "/id"),
)  # fmt: skip
"""What the specification of JSON-RPC 2.0 shows."""


def vectors(builder: RpcBuilder) -> Iterator[RpcVector]:
    """The examples of JSON-RPC's own specification first."""
    for number, (text, rule, at) in enumerate(_EXAMPLES, 1):
        yield builder.wrong(f"Example {number} of its specification.", text.encode(), rule, at)
    yield from _syntax(builder)
    yield from _versions(builder)
    yield from _kinds(builder)
    yield from _spellings(builder)
    yield from _doubles(builder)


def _syntax(builder: RpcBuilder) -> Iterator[RpcVector]:
    plain = jsons.spelt(builder.call()).encode()
    batch = jsons.spelt([builder.call()]).encode()
    more = plain.removesuffix(b"}") + b',"x":"\\ud800"}'
    cases: tuple[tuple[str, bytes, FaultName | RpcFaultName], ...] = (
        ("Nothing is no message.", b"", FaultName.NOT_JSON),
        ("A message has a byte order mark.", b"\xef\xbb\xbf" + plain, FaultName.BYTE_ORDER_MARK),
        ("A message is not UTF-8.", plain.removesuffix(b"}") + b',"x":"\xff"}', FaultName.NOT_UTF8),
        ("A message holds half a surrogate pair.", more, FaultName.LONE_SURROGATE),
        ("A message holds NaN.", plain.removesuffix(b"}") + b',"x":NaN}', FaultName.NOT_JSON),
        ("There are two messages at once.", plain + plain, FaultName.NOT_JSON),
        ("A message is a text.", b'"a"', FaultName.NOT_AN_OBJECT),
        ("A message is null.", b"null", FaultName.NOT_AN_OBJECT),
        ("A batch of one sound call is refused.", batch, RpcFaultName.BATCH),
    )
    for name, data, rule in cases:
        yield builder.wrong(name, data, rule, "")


def _versions(builder: RpcBuilder) -> Iterator[RpcVector]:
    call, result = builder.call(), builder.result()
    wrong: tuple[tuple[Json, str], ...] = (
        ("1.0", "1.0"),
        (2, "a number"),
        (None, "null"),
        ("2.0 ", "spelt with a space"),
    )
    for value, words in wrong:
        message = changed(call, jsonrpc=value)
        yield builder.wrong(f"The version of a call is {words}.", message, RpcFaultName.NO_JSONRPC, "/jsonrpc")
    rule, at = RpcFaultName.NO_JSONRPC, "/jsonrpc"
    yield builder.wrong("A call has no version.", without(call, "jsonrpc"), rule, at)
    yield builder.wrong("A result has no version.", without(result, "jsonrpc"), rule, at, builder.method)


def _kinds(builder: RpcBuilder) -> Iterator[RpcVector]:
    """Requests that are responses, and what is neither."""
    call, result, error, method = builder.call(), builder.result(), builder.error(), builder.method
    neither = RpcFaultName.NO_REQUEST
    yield builder.wrong("A call has no method.", without(call, "method"), neither, "")
    yield builder.wrong("A message has nothing but version and id.", without(result, "result"), neither, "")
    yield builder.wrong("A call has a result, too.", {**result, **call}, neither, "")
    both = changed(result, error=error["error"])
    yield builder.wrong("A response has both result and error.", both, neither, "", method)
    yield builder.wrong("A result answers nothing that was asked.", result, RpcFaultName.UNASKED, "/id")
    names: tuple[tuple[Json, str], ...] = ((17, "a number"), (None, "null"), (["a"], "an array"))
    for value, words in names:
        yield builder.wrong(f"A method is {words}.", changed(call, method=value), neither, "/method")
    for name, words in (
        (method.name.swapcase(), "one of ours in the other case"),
        (method.name + "\n", "one of ours with a line feed"),
        ("", "empty"),
        ("rpc.discover", "one of those that JSON-RPC keeps for itself"),
    ):
        message = changed(call, method=name)
        yield builder.wrong(f"A method is {words}.", message, RpcFaultName.NO_SUCH_METHOD, "/method")


def _spellings(builder: RpcBuilder) -> Iterator[RpcVector]:
    """The same in other words."""
    messages = (
        ("call", builder.call(), None),
        ("result", builder.result(), builder.method),
        ("error", builder.error(), None),
    )
    for what, message, answers in messages:
        turned = dict(reversed(message.items()))
        yield builder.fine(
            f"The members of a {what} stand in the opposite order.".replace("a e", "an e"), turned, answers
        )
        spaced = json.dumps(message, ensure_ascii=False, indent=2).replace("\n", "\r\n")
        name = f"There is white space, and there are line ends, between the tokens of a {what}.".replace("a e", "an e")
        yield builder.fine(name, f"\n\t{spaced} ".encode(), answers)
        more = changed(message, made_up_member={"a": [1, None]})
        yield builder.fine(f"A {what} has a member that JSON-RPC does not list.".replace("A e", "An e"), more, answers)
    call = builder.call()
    escaped = "".join(f"\\u{ord(c):04x}" for c in builder.method.name)
    data = builder.spelt(changed(call, method="\0"), "\0", f'"{escaped}"')
    yield builder.fine("Every character of a method is escaped.", data)


def _doubles(builder: RpcBuilder) -> Iterator[RpcVector]:
    """Members of the message itself, twice: which of the two would count?"""
    for what, message, answers in (("call", builder.call(), None), ("result", builder.result(), builder.method)):
        for name, value in message.items():
            text = jsons.spelt(message).removesuffix("}") + f",{jsons.spelt(name)}:{jsons.spelt(value)}}}"
            rule, at = FaultName.DUPLICATE_MEMBER, jsons.token(name)
            yield builder.wrong(f"A {what} has {name} twice.", text.encode(), rule, at, answers)
