"""How a JSON-RPC message becomes a vector: what its author says about it is held against the oracle."""

from __future__ import annotations

from collections.abc import Mapping

from cgp_toolkit.model import Envelope, Json, Method, RpcBinding
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.model.jsonrpc import RpcFaultName
from cgp_toolkit.oracle import RpcOracle, jsons, rpc_writing
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.targets.vectors.jsonrpc.layout import laid_out
from cgp_toolkit.targets.vectors.material.stock import Stock
from cgp_toolkit.targets.vectors.messages.building import Contradiction
from cgp_toolkit.targets.vectors.vector import Cites, RpcVector


class RpcBuilder:
    """Makes vectors from small messages: a call, a notification, a result and an error."""

    def __init__(self, stock: Stock, binding: RpcBinding) -> None:
        self.stock = stock
        self.model = stock.model
        self.binding = binding
        # What JSON-RPC says of a line is nearly always that line again.
        self.oracle = RpcOracle(stock.oracle, binding, stock.readings.known)
        envelopes = self.model.envelopes
        asking = [method for method in binding.methods if envelopes[method.envelope].reply is not None]
        correlated = [method for method in asking if self.correlates(method)]
        self.method = (correlated or asking)[0]
        """A method with a result, whose envelopes have correlation ids, if any have."""
        self.others = [method for method in asking if method is not self.method]
        """The other methods with a result."""
        self.notification = next((m for m in binding.methods if envelopes[m.envelope].reply is None), None)
        """A notification, if there is any."""

    def correlates(self, method: Method) -> bool:
        """Whether the request has a member for the correlation id."""
        return rpc_writing.id_member(self.model.envelopes[method.envelope]) is not None

    def call(self, method: Method | None = None) -> Message:
        """The least call of a method."""
        return self._message(self.model.envelopes[(method or self.method).envelope])

    def result(self, method: Method | None = None) -> Message:
        """The least response with a result."""
        return self._message(self.model.envelopes[str(self.model.envelopes[(method or self.method).envelope].reply)])

    def error(self) -> Message:
        """The least response with an error, which answers nothing in particular."""
        return self._message(self.model.envelopes[self.model.protocol.failure])

    def _message(self, envelope: Envelope) -> Message:
        own = rpc_writing.id_member(envelope)
        line = {name: held for name, held in self.stock.message(envelope.name).items() if name != own}
        data, _ = laid_out(self.model, self.binding, jsons.spelt(line).encode())
        value = jsons.parse(data.decode()).value
        assert isinstance(value, dict), "a message is an object"
        return value

    def fine(self, id: str, message: Message | bytes, answers: Method | None = None) -> RpcVector:  # noqa: A002
        """A vector of a message that readers accept."""
        vector = self.any(id, message, answers)
        if vector.reading.refused is not None:
            raise Contradiction(f"{id}: it should be accepted, but there is {vector.reading.refused}")
        return vector

    def wrong(
        self,
        id: str,  # noqa: A002
        message: Message | bytes,
        rule: FaultName | RpcFaultName,
        at: str,
        answers: Method | None = None,
    ) -> RpcVector:
        """A vector of a message that is refused for this rule, at this place."""
        vector = self.any(id, message, answers)
        found = vector.reading.refused
        if found is None or (found.rule, found.at) != (rule.value, at):
            raise Contradiction(f"{id}: {rule.value} at {at!r} was to be found, not {found}")
        return vector

    def any(self, id: str, message: Message | bytes, answers: Method | None = None) -> RpcVector:  # noqa: A002
        """A vector of which the types of the model decide what it is."""
        data = message if isinstance(message, bytes) else jsons.spelt(message).encode()
        cited = Cites(decisions=self.binding.decisions)
        return self.vector(f"JSON-RPC: {id}", data, None if answers is None else answers.name, cited)

    def vector(
        self,
        id: str,  # noqa: A002
        message: bytes,
        answers: str | None,
        cited: Cites,
        of: str | None = None,
    ) -> RpcVector:
        """A vector of any message."""
        return RpcVector(id, message, answers, of, self.oracle.read(message, answers), cited)

    def spelt(self, message: Message, marker: str, text: str) -> bytes:
        """``message`` with the raw ``text`` in the place of a value, which is ``marker``."""
        return jsons.spelt(message).replace(jsons.spelt(marker), text).encode()


def changed(message: Mapping[str, Json], /, **members: Json) -> Message:
    """A copy with other values, or more of them."""
    return {**message, **members}


def without(message: Mapping[str, Json], /, *names: str) -> Message:
    """A copy without these members."""
    return {name: value for name, value in message.items() if name not in names}
