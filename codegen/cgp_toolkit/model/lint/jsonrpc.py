"""The JSON-RPC binding: every envelope and every error code goes over, and comes back as what it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from cgp_toolkit.model.axes import Presence
from cgp_toolkit.model.collect import Found
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.entries import JsonRpcEntry
from cgp_toolkit.model.jsonrpc import PREDEFINED, SERVER_NUMBERS, Method, RpcBinding, RpcFaultName, Shape
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.lint.lookup import failure_codes, listed
from cgp_toolkit.model.model import Model
from cgp_toolkit.model.protocol import Envelope
from cgp_toolkit.model.types import Record
from cgp_toolkit.model.words import closest, shown, suggestion

_FAULTS = tuple(name.value for name in RpcFaultName)
_RESERVED = "rpc."
"""What names of methods begin with that JSON-RPC keeps for itself."""


def _binding(context: Context) -> Iterator[tuple[RpcBinding, Found]]:
    """The binding and its entry, if the model has one."""
    found = context.collection.find("jsonrpc", "jsonrpc")
    if context.model.rpc is not None and found is not None:
        yield context.model.rpc, found


def rpc_method(context: Context) -> Iterator[Diagnostic]:
    """Methods of one name, methods with a name that is not theirs to have, and requests in both directions."""
    for binding, found in _binding(context):
        first: dict[str, int] = {}
        for index, method in enumerate(binding.methods):
            place = found.at("methods", index, "name")
            if first.setdefault(method.name, index) != index:
                message = f"another method is called {shown(method.name)} already"
                yield Diagnostic(place, "rpc-method", message, "give each method a name of its own")
            if method.name.startswith(_RESERVED):
                message = f"JSON-RPC keeps names that begin with {_RESERVED!r} to itself"
                yield Diagnostic(place, "rpc-method", message, "choose another name")
        asking = [(i, e) for i, e in _called(context.model, binding) if e.reply is not None]
        for index, envelope in asking:
            if envelope.sender != asking[0][1].sender:
                message = (
                    f"{envelope.name!r} is a request of {envelope.sender!r}, others are of {asking[0][1].sender!r}"
                )
                fix = "an id tells requests apart only where all of them go one way"
                yield Diagnostic(found.at("methods", index, "envelope"), "rpc-method", message, fix)


def rpc_envelope(context: Context) -> Iterator[Diagnostic]:
    """Envelopes that are mapped twice or not at all; results without a reply, replies without a result."""
    model = context.model
    replies = {envelope.reply for envelope in model.envelopes.values()}
    for binding, found in _binding(context):
        mapped = {model.protocol.failure}
        for index, envelope in _called(model, binding):
            place = found.at("methods", index, "envelope")
            if envelope.name == model.protocol.failure:
                message = f"{envelope.name!r} is the failure, which is written as an error"
                yield Diagnostic(place, "rpc-envelope", message, "remove the method")
            elif envelope.name in replies:
                message = f"{envelope.name!r} is a reply, which is written as a result"
                yield Diagnostic(place, "rpc-envelope", message, "remove the method")
            elif not mapped.isdisjoint((envelope.name, envelope.reply)):
                taken = envelope.name if envelope.name in mapped else envelope.reply
                message = f"{taken!r} belongs to another method already"
                yield Diagnostic(place, "rpc-envelope", message, "map each envelope once")
            mapped |= {envelope.name, envelope.reply or envelope.name}
            yield from _fits_reply(found, index, binding.methods[index], envelope)
        # A name that leads nowhere is reported as such, and not again as what was meant being left out.
        meant = {closest(method.envelope, model.envelopes) for method in binding.methods}
        for name in model.envelopes if context.whole else ():
            if name not in mapped | meant | replies:
                message = f"no method carries {name!r}"
                yield Diagnostic(found.at("methods", key=True), "rpc-envelope", message, "add a method for it")


def _called(model: Model, binding: RpcBinding) -> Iterator[tuple[int, Envelope]]:
    """The methods, by index, whose envelope exists, and that envelope."""
    for index, method in enumerate(binding.methods):
        envelope = model.envelopes.get(method.envelope)
        if envelope is not None:
            yield index, envelope


def _fits_reply(found: Found, index: int, method: Method, envelope: Envelope) -> Iterator[Diagnostic]:
    if envelope.reply is not None and method.result is None:
        message = f"{envelope.reply!r} answers {envelope.name!r}, and how the result is laid out is not said"
        yield Diagnostic(found.at("methods", index, "envelope"), "rpc-envelope", message, "add 'result'")
    if envelope.reply is None and method.result is not None:
        message = f"no reply is due to {envelope.name!r}"
        yield Diagnostic(found.at("methods", index, "result"), "rpc-envelope", message, "drop 'result'")


def rpc_shape(context: Context) -> Iterator[Diagnostic]:
    """Payloads that can't stand alone, and failures without words."""
    model = context.model
    for binding, found in _binding(context):
        for index, envelope in _called(model, binding):
            method = binding.methods[index]
            reply = model.envelopes.get(envelope.reply) if envelope.reply is not None else None
            for key, shape, owner in (("params", method.params, envelope), ("result", method.result, reply)):
                if shape is Shape.PAYLOAD and owner is not None:
                    for message in _not_alone(model, owner, key):
                        yield Diagnostic(found.at("methods", index, key), "rpc-shape", message, "write 'members'")
        if model.protocol.failure_text is None:
            message = "an error says in words what happened, and no member of the failure does"
            yield Diagnostic(found.at("errors", key=True), "rpc-shape", message, "name it as 'text' of the failure")


def _not_alone(model: Model, envelope: Envelope, key: str) -> Iterator[str]:
    """Why the payload of an envelope can't be all of its params or result."""
    id_ = envelope.correlation.member if envelope.correlation is not None else None
    members = [member for member in envelope.members if member.name != id_]
    if len(members) != 1:
        yield f"{envelope.name!r} has {len(members)} members beside its id, not one"
    elif members[0].read is not Presence.REQUIRED:
        yield f"{members[0].name!r} may be absent"
    elif key == "params" and (members[0].many or not isinstance(model.types.get(members[0].type), Record | None)):
        yield f"{members[0].name!r} is no object, and params are"


def rpc_number(context: Context) -> Iterator[Diagnostic]:
    """Numbers that JSON-RPC does not leave to protocols, that stand for two codes, or that are missing."""
    codes = failure_codes(context.model)
    for binding, found in _binding(context):
        taken: dict[int, str] = {}
        for code, number in binding.numbers.items():
            place = found.at("errors", "numbers", code)
            if number not in PREDEFINED and number not in SERVER_NUMBERS:
                message = f"{number} is no number for the errors of a protocol"
                fix = f"use {SERVER_NUMBERS[-1]} to {SERVER_NUMBERS[0]}, or one that JSON-RPC defines"
                yield Diagnostic(place, "rpc-number", message, fix)
            if taken.setdefault(number, code) != code:
                message = f"{number} stands for {taken[number]!r} already"
                yield Diagnostic(place, "rpc-number", message, "give each code a number of its own")
            meaning = binding.reads.get(number)
            if meaning is not None and meaning != code and taken[number] == code:
                message = f"{number} is written for {code!r} and read as {meaning!r}"
                yield Diagnostic(place, "rpc-number", message, "let it mean the same both ways")
        yield from _read_twice(found)
        meant = {closest(code, listed(codes)) for code in binding.numbers} if codes is not None else set()
        for code in listed(codes) if codes is not None else ():
            if code not in binding.numbers and code not in meant:
                message = f"the code {code!r} has no number"
                yield Diagnostic(found.at("errors", "numbers", key=True), "rpc-number", message, "add it")


def _read_twice(found: Found) -> Iterator[Diagnostic]:
    taken: dict[int, str] = {}
    for code, numbers in cast(JsonRpcEntry, found.entry).errors.reads.items():
        for index, number in enumerate(numbers):
            place = found.at("errors", "reads", code, index)
            if number in taken:
                message = f"{number} reads as {taken[number]!r} already"
                yield Diagnostic(place, "rpc-number", message, "remove one of the two")
            taken.setdefault(number, code)


def rpc_fault(context: Context) -> Iterator[Diagnostic]:
    """Faults that the binding raises and the model does not describe, and the other way round."""
    for binding, found in _binding(context):
        described = {closest(fault.name, _FAULTS) for fault in binding.faults}
        for name in _FAULTS:
            if name not in described:
                message = f"the fault {name!r} is not described"
                yield Diagnostic(found.at("faults", key=True), "rpc-fault", message, "add it to 'faults'")
        others = {*(fault.name for fault in context.model.lines.faults), *context.model.rules}
        for fault in binding.faults:
            if fault.name in others:
                message = f"another fault or rule is called {shown(fault.name)} already"
                yield Diagnostic(fault.position, "rpc-fault", message, "rename that one")
            if fault.name not in _FAULTS:
                message = f"nothing raises the fault {shown(fault.name)}" + suggestion(fault.name, _FAULTS)
                yield Diagnostic(fault.position, "rpc-fault", message)
            if fault.number not in PREDEFINED:
                message = f"{fault.number} is no number that JSON-RPC defines"
                yield Diagnostic(found.at("faults", fault.name, "number"), "rpc-fault", message, "use one of its own")
