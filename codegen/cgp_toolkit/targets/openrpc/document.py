"""The OpenRPC document: methods, schemas and errors, and, as ``x-`` members, what OpenRPC has no words for."""

from __future__ import annotations

from cgp_toolkit.model import Json, Model, RpcBinding, Value
from cgp_toolkit.schema import Schema
from cgp_toolkit.targets.openrpc.definitions import definitions, reference
from cgp_toolkit.targets.openrpc.methods import method
from cgp_toolkit.targets.openrpc.unsaid import unsaid

VERSION = "1.3.2"
"""The version of OpenRPC."""

_FRAMINGS = ("line", "content-length")


def document(model: Model, binding: RpcBinding) -> Schema:
    """The document."""
    protocol = model.protocol
    schemas = definitions(model)
    return {
        "openrpc": VERSION,
        "info": {
            "title": protocol.title,
            "version": protocol.revision,
            "description": f"{protocol.doc} {binding.doc}",
            "x-stability": binding.stability.value,
        },
        "methods": [method(model, binding, each, schemas) for each in binding.methods],
        "components": {
            "schemas": dict(schemas.types),
            "errors": {value.name: _error(model, binding, value) for value in _codes(model)},
        },
        "x-not-expressed": list(unsaid(model, binding)),
        "x-ids": _ids(model),
        "x-framings": list(_FRAMINGS),
        "x-limits": {"message_bytes": binding.max_message_bytes, "header_bytes": binding.max_header_bytes},
        "x-codes-of-numbers": {str(number): code for number, code in binding.reads.items()},
        "x-faults": {
            fault.name: {"number": fault.number, "code": fault.code, "doc": fault.doc, "fix": fault.fix}
            for fault in binding.faults
        },
        "x-decisions": _decisions(model, binding),
    }


def _codes(model: Model) -> tuple[Value, ...]:
    failure = model.envelopes[model.protocol.failure]
    return model.vocabulary(failure.member(model.protocol.failure_code).type).values


def _error(model: Model, binding: RpcBinding, value: Value) -> Schema:
    data: Schema = {model.protocol.failure_code: value.name}
    return {"code": binding.numbers[value.name], "message": value.doc, "data": data}


def _ids(model: Model) -> Schema:
    """What the two kinds of ids are."""
    failure = model.envelopes[model.protocol.failure]
    return {
        "string": reference("schemas", failure.member(model.protocol.failure_id).type),
        "integer": {"type": "integer", "minimum": -(2**63), "maximum": 2**63 - 1},
    }


def _decisions(model: Model, binding: RpcBinding) -> Json:
    return {name: model.decisions[name].decision for name in binding.decisions}
