"""What the tests of the JSON-RPC codec share: packages of several models, and sessions drawn from a model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from hypothesis import strategies as st

from cgp_toolkit.model import Envelope, Json, Model, Package
from cgp_toolkit.targets.python.emission import modules
from tests.generated.python.flavours import module
from tests.generated.strategies import Message, authored_as


@dataclass(frozen=True)
class Codec:
    """The modules of one generated package, the model behind it, and sessions of it."""

    model: Model
    jsonrpc: Any
    ndjson: Any
    sessions: st.SearchStrategy[list[Message]]

    def line(self, message: Message) -> bytes:
        """The canonical line of a message."""
        written: bytes = self.ndjson.encode(self.ndjson.decode(json.dumps(message).encode()))
        return written


def codec(model: Model, folder: Path, name: str) -> Codec:
    """A package of ``model``, written below ``folder`` under a name of its own."""
    packages = dict(model.protocol.packages)
    python = packages["python"]
    packages["python"] = Package("python", {**python.names, "module": name}, python.position)
    (folder / name).mkdir()
    for file, text in modules(replace(model, protocol=replace(model.protocol, packages=packages))).items():
        (folder / name / file).write_bytes(text.encode())
    found: list[ModuleType] = [module(name, part, folder) for part in ("jsonrpc", "ndjson")]
    return Codec(model, found[0], found[1], sessions(model))


def sessions(model: Model) -> st.SearchStrategy[list[Message]]:
    """Sessions in which every reply has its request: correlated, in turn, or both at once; failures among them."""
    return _session(model, {name: authored_as(model, envelope) for name, envelope in model.envelopes.items()})


@st.composite
def _session(draw: st.DrawFn, model: Model, any_: Mapping[str, st.SearchStrategy[Message]]) -> list[Message]:
    protocol = model.protocol
    messages = [draw(any_[protocol.opening]), draw(any_[protocol.answer])]
    requests = [e for e in model.envelopes.values() if e.reply is not None and e.name != protocol.opening]
    in_turn: list[Envelope] = []
    by_id: dict[str, Envelope] = {}
    for number in range(draw(st.integers(0, 8))):
        waiting: list[str | None] = [*by_id]
        if in_turn:
            waiting.append(None)
        answers = draw(st.booleans())
        if waiting and answers:
            id_ = waiting[draw(st.integers(0, len(waiting) - 1))]
            request = in_turn.pop(0) if id_ is None else by_id.pop(id_)
            assert request.reply is not None
            reply = request.reply if draw(st.booleans()) else protocol.failure
            messages.append(_with_id(model, draw(any_[reply]), id_))
        else:
            request = requests[draw(st.integers(0, len(requests) - 1))]
            named = draw(_IDS) + str(number) if request.correlation is not None and draw(st.booleans()) else None
            messages.append(_with_id(model, draw(any_[request.name]), named))
            if named is None:
                in_turn.append(request)
            else:
                by_id[named] = request
    if draw(st.booleans()):
        messages.append(draw(any_[protocol.closing]))
    return messages


_IDS = st.text(st.characters(codec="utf-8"), max_size=4) | st.sampled_from(["1", "null", '"', "\u2028", "\\n"])


def _with_id(model: Model, message: Message, id_: str | None) -> Message:
    """``message`` with this correlation id, or without any."""
    envelope = model.envelopes[str(message[model.protocol.tag])]
    name = envelope.correlation.member if envelope.correlation is not None else None
    order = [model.protocol.tag, *(member.name for member in envelope.members)]
    members: Message = {key: value for key, value in message.items() if key != name}
    if id_ is not None and name is not None:
        members[name] = id_
    return {key: members[key] for key in order if key in members}


def plain(data: bytes) -> Json:
    """A message, parsed."""
    value: Json = json.loads(data)
    return value
