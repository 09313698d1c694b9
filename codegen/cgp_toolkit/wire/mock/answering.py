"""Honest answers: as many of the examples as the rules of the model allow."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from cgp_toolkit.model import Items, Json, Model
from cgp_toolkit.oracle import Oracle
from cgp_toolkit.oracle.jsons import spelt
from cgp_toolkit.oracle.settling import Settling
from cgp_toolkit.probing import Problems, ReadyAnswer, answers, put, stock, stock_type
from cgp_toolkit.probing.answers import ITEM, STOCK
from cgp_toolkit.rules.checks import REQUEST

Message = dict[str, Json]


class Answering:
    """Answers requests as the model's mock says; ``ignored`` are rules that the answers need not keep."""

    def __init__(self, model: Model, ignored: frozenset[str] = frozenset()) -> None:
        self.oracle = Oracle(model)
        self._model = model
        self._ignored = ignored
        self._answers: Mapping[str, ReadyAnswer] = answers(model, Problems())
        of = stock_type(model)
        self._stock = () if of is None else stock(self.oracle, of)
        settling = Settling(model)
        # Defaults are filled in for expressions; what is served is as the examples have it.
        self._filled: list[Json] = [settling.settled(model.record(of or ""), item) for item in self._stock]
        self._known: dict[str, Message | str] = {}
        opening = self._answers.get(model.protocol.opening)
        self._ack = None if opening is None else self.oracle.settle(opening.answer.message)

    def answer(self, request: Message) -> Message | str:
        """The answer to a message that readers accept, or the code of the failure where there is none."""
        id_ = request.get(self._model.protocol.failure_id)
        asked = {name: value for name, value in request.items() if name != self._model.protocol.failure_id}
        key = spelt(asked)
        if key not in self._known:
            self._known[key] = self._made(request)
        made = self._known[key]
        return made if isinstance(made, str) else self.with_id(copy.deepcopy(made), id_)

    def anyhow(self, name: str, id_: Json) -> Message:
        """The answer to an envelope of that name, whatever the rules say."""
        answer = self._answers[name].answer
        message = copy.deepcopy(answer.message)
        if answer.items is not None and answer.items.of is not None:
            put(message, answer.items.at, [dict(item) for item in self._stock])
        return self.with_id(message, id_)

    def with_id(self, message: Message, id_: Json) -> Message:
        """A message with the correlation id of what it answers, if both have one."""
        protocol = self._model.protocol
        envelope = self._model.envelopes[str(message[protocol.tag])]
        if id_ is None or envelope.correlation is None:
            return message
        rest = {name: value for name, value in message.items() if name != protocol.tag}
        return {protocol.tag: message[protocol.tag], envelope.correlation.member: id_, **rest}

    def _made(self, request: Message) -> Message | str:
        settled = self.oracle.settle(request)
        ready = self._answers.get(str(request[self._model.protocol.tag]))
        if settled is None or ready is None:
            return ""
        answer = ready.answer
        message = copy.deepcopy(answer.message)
        if answer.items is not None:
            self._fill(message, answer.items, ready, settled)
        return message if self._fits(settled, message) else answer.refuse or ""

    def _fill(self, message: Message, items: Items, ready: ReadyAnswer, request: Message) -> None:
        variables: dict[str, Json] = {REQUEST: request, STOCK: self._filled}
        if ready.each is not None and items.variable is not None:
            made: list[Json] = []
            found = ready.each(variables)
            for one in found if isinstance(found, list) else ():
                item = copy.deepcopy(items.item)
                for pointer, function in ready.set.items():
                    value = function({**variables, items.variable: one})
                    # An empty text is none.
                    if value != "":
                        put(item, pointer, value)
                made.append(item)
            put(message, items.at, made)
            return
        settled = dict(zip(map(id, self._stock), self._filled, strict=True))
        first = ready.first
        ordered = sorted(
            self._stock, key=lambda item: first is not None and not first({**variables, ITEM: settled[id(item)]})
        )
        chosen: list[Json] = []
        for item in ordered:
            put(message, items.at, [*chosen, dict(item)])
            if self._fits(request, message):
                chosen.append(dict(item))
        put(message, items.at, chosen)
        if len(chosen) < len(ordered):
            for pointer, value in items.left_out.items():
                put(message, pointer, value)

    def _fits(self, request: Message, reply: Message) -> bool:
        settled = self.oracle.settle(self.with_id(reply, request.get(self._model.protocol.failure_id)))
        if settled is None:
            return False
        found = self.oracle.exchange(request, settled, self._ack)
        return not [one for one in found if one.of != REQUEST and one.rule not in self._ignored]
