"""What holds for the methods and OpenRPC has no words for, in sentences about the model at hand."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Model, RpcBinding


def unsaid(model: Model, binding: RpcBinding) -> Iterator[str]:
    """One sentence a fact."""
    protocol = model.protocol
    asking = model.envelopes[protocol.opening]
    opening = next(method.name for method in binding.methods if method.envelope == protocol.opening)
    closing = next((method.name for method in binding.methods if method.envelope == protocol.closing), None)
    yield (
        f"Direction: every method has one (`x-direction`). A session is one connection, on which the {asking.sender} "
        f"calls and the {asking.receiver} answers."
    )
    yield f"Order: `{opening}` comes first, and no other method is called before it has its result."
    if closing is not None:
        yield f"The end: after `{closing}` nothing is sent any more, and nothing answers it."
    yield (
        "Capabilities: a method with `x-requires` may be called only if the value at that path in the result of "
        f"`{opening}` is true."
    )
    yield (
        "Correlation: a string id is the correlation id of the envelopes (`x-ids`), allowed where the value at "
        "`x-correlation.when` is true. An integer id stands for an envelope without one; requests with such ids are "
        "answered in their order. Null, fractional and larger ids are refused."
    )
    yield (
        f"Errors: `data.{protocol.failure_code}` is the error code, and it decides, whatever the number. Codes that "
        "are not listed are written with the number of what they read as. A number without a code reads as "
        "`x-codes-of-numbers` says, all others as an absent code does. Further members of `data` are those of the "
        "envelope."
    )
    yield "Notifications: a method without result has no id and no response (`x-notification`)."
    yield "Batches are refused, and params are passed by name."
    yield (
        "Framing: one message a line, or headers with `Content-Length` before each (`x-framings`); sizes are limited "
        "(`x-limits`)."
    )
    yield (
        "Reading: the schemas bind authors. Readers ignore members that they do not know, and take listed vocabularies "
        "for open where the model says so (`x-openness`)."
    )
    if model.rules:
        yield "Rules between members, and between a request and its reply, that no schema can hold."
