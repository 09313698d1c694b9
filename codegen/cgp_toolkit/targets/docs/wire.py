"""Messages as they travel: the same one as a line and, where the model has the binding, as JSON-RPC."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cgp_toolkit.model import Json, Method, Model, Session
from cgp_toolkit.oracle.jsons import Message, spelt
from cgp_toolkit.oracle.rpc_writing import id_member, text
from cgp_toolkit.targets.docs.markdown import blocks, fence

LINE, RPC = "wire-line", "wire-rpc"
"""Classes of what is shown of either binding; the reader's switch hides one of them."""


def both(line: str, rpc: str | None) -> str:
    """A message in both bindings; without the second, the first stands for both."""
    if rpc is None:
        return fence(line, "json")
    return blocks(fence(line, "json", LINE), fence(rpc, "json", RPC))


def of_session(model: Model, session: Session) -> Iterator[tuple[str, str | None]]:
    """Each message of a session as a line and as JSON-RPC; requests without an id are numbered from 1."""
    waiting: list[tuple[Json, str | int, Method]] = []
    number = 0
    for message in session.messages:
        line = spelt(message)
        if model.rpc is None:
            yield line, None
            continue
        envelope = model.envelopes[str(message[model.protocol.tag])]
        own = message.get(id_member(envelope) or "")
        if envelope.reply is not None:
            method = model.rpc.calls(envelope.name)
            if not isinstance(own, str):
                number += 1
            id_: str | int = own if isinstance(own, str) else number
            waiting.append((own, id_, method))
            yield line, text(model, model.rpc, message, id_, method)
        elif _answers(model, envelope.name):
            found = next((w for w in waiting if w[0] == own), waiting[0] if waiting else None)
            if found is not None:
                waiting.remove(found)
            yield line, _reply(model, message, found)
        else:
            yield line, text(model, model.rpc, message, None, None)


def alone(model: Model, message: Mapping[str, Json]) -> str | None:
    """A message by itself as JSON-RPC; without an id of its own it has the first number."""
    binding = model.rpc
    if binding is None:
        return None
    whole = dict(message)
    envelope = model.envelopes[str(whole[model.protocol.tag])]
    own = whole.get(id_member(envelope) or "")
    id_ = own if isinstance(own, str) else 1
    if _answers(model, envelope.name):
        request = next((e.name for e in model.envelopes.values() if e.reply == envelope.name), None)
        return _reply(model, whole, None if request is None else (own, id_, binding.calls(request)), id_)
    return text(model, binding, whole, id_, binding.calls(envelope.name))


def _answers(model: Model, envelope: str) -> bool:
    return envelope == model.protocol.failure or any(e.reply == envelope for e in model.envelopes.values())


def _reply(
    model: Model, message: Message, request: tuple[Json, str | int, Method] | None, id_: str | int = 1
) -> str | None:
    binding = model.rpc
    if binding is None or (request is None and message[model.protocol.tag] != model.protocol.failure):
        return None
    return text(
        model, binding, message, id_ if request is None else request[1], None if request is None else request[2]
    )
