"""Methods of OpenRPC: params by name, result, errors, examples, and what else the model knows of them."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Envelope, Json, Member, Method, Model, Record, RpcBinding, Shape, Stability
from cgp_toolkit.schema import Schema
from cgp_toolkit.targets.openrpc.definitions import Definitions, as_object, payload, reference
from cgp_toolkit.targets.openrpc.examples import examples


def method(model: Model, binding: RpcBinding, value: Method, schemas: Definitions) -> Schema:
    """One method object."""
    request = model.envelopes[value.envelope]
    reply = model.envelopes[request.reply] if request.reply is not None else None
    described: Schema = {
        "name": value.name,
        "summary": request.doc,
        "description": _description(request, reply),
        "paramStructure": "by-name",
        "params": list(_params(model, value, request, schemas)),
    }
    if reply is not None and value.result is not None:
        described["result"] = _result(value.result, reply, schemas)
        described["errors"] = [reference("errors", code) for code in binding.numbers]
    shown: list[Json] = list(examples(model, value))
    if shown:
        described["examples"] = shown
    if request.stability is Stability.DEPRECATED:
        described["deprecated"] = True
    return {**described, **_extensions(request, reply)}


def _description(request: Envelope, reply: Envelope | None) -> str:
    if reply is None:
        return f"A notification: the envelope `{request.name}`, sent by the {request.sender}."
    return f"The envelope `{request.name}`, sent by the {request.sender}, and its reply `{reply.name}`. {reply.doc}"


def _extensions(request: Envelope, reply: Envelope | None) -> Schema:
    """Direction, gate, correlation and history."""
    found: Schema = {
        "x-direction": {"from": request.sender, "to": request.receiver},
        "x-notification": reply is None,
        "x-envelopes": [request.name] if reply is None else [request.name, reply.name],
    }
    if request.requires is not None:
        found["x-requires"] = request.requires
    correlation = request.correlation
    if correlation is not None:
        found["x-correlation"] = {"when": correlation.when, "requirement": correlation.requirement}
    if request.requirements:
        found["x-requirements"] = list(request.requirements)
    return {**found, "x-since": request.since, "x-stability": request.stability.value}


def _params(model: Model, value: Method, request: Envelope, schemas: Definitions) -> Iterator[Json]:
    owner, names = named_params(model, value, request)
    required = schemas.of(owner).get("required", [])
    assert isinstance(required, list)
    for name in names:
        member = owner.member(name)
        yield {**_described(member, owner, schemas), "required": name in required}


def named_params(model: Model, value: Method, request: Envelope) -> tuple[Envelope | Record, tuple[str, ...]]:
    """What has the params as members, and which of its members they are."""
    names = payload(request)
    if value.params is Shape.MEMBERS:
        return request, names
    record = model.record(request.member(names[0]).type)
    return record, tuple(member.name for member in record.members)


def _result(shape: Shape, reply: Envelope, schemas: Definitions) -> Schema:
    names = payload(reply)
    if shape is Shape.PAYLOAD:
        return {**_described(reply.member(names[0]), reply, schemas), "required": True}
    definition = schemas.of(reply)
    properties, required = as_object(definition["properties"]), definition.get("required", [])
    assert isinstance(required, list)
    return {
        "name": reply.name,
        "description": reply.doc,
        "required": True,
        "schema": {
            "type": "object",
            "properties": {name: properties[name] for name in names},
            "required": [name for name in required if name in names],
            "additionalProperties": False,
        },
    }


def _described(member: Member, owner: Envelope | Record, schemas: Definitions) -> Schema:
    """A content descriptor."""
    schema = as_object(schemas.of(owner)["properties"])[member.name]
    described: Schema = {"name": member.name, "description": member.doc, "schema": schema}
    if member.stability is Stability.DEPRECATED:
        described["deprecated"] = True
    return described
