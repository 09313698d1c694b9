"""Vectors of a request and its reply: those of the model, and for each rule pairs that keep and break it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from cgp_toolkit.model import ExchangeExample, Json, Model, Session
from cgp_toolkit.oracle import ExchangeFinding, Reading, jsons
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.rules import Check
from cgp_toolkit.rules.checks import ACK, REPLY, REQUEST, Alone, Exchange
from cgp_toolkit.targets.vectors.material.pairs import pairs
from cgp_toolkit.targets.vectors.material.stock import Stock
from cgp_toolkit.targets.vectors.messages.building import Contradiction
from cgp_toolkit.targets.vectors.vector import Cites, ExchangeVector


def vectors(stock: Stock) -> Iterator[ExchangeVector]:
    """What the model shows first; then every rule that needs more than one message.  Each exchange once."""
    judge = _Judge(stock)
    by_text: dict[str, ExchangeVector] = {}
    for vector in _all(stock, judge):
        text = jsons.spelt([vector.request, vector.reply, vector.ack])
        other = by_text.get(text)
        by_text[text] = vector if other is None else replace(other, cites=other.cites.and_(vector.cites))
    yield from by_text.values()


def _all(stock: Stock, judge: _Judge) -> Iterator[ExchangeVector]:
    known: list[Message] = []
    for exchange in stock.model.exchanges.values():
        situation: Message = {REQUEST: exchange.request, REPLY: exchange.reply}
        if exchange.ack is not None:
            situation[ACK] = exchange.ack
        known.append(situation)
        yield judge.example(exchange, situation)
    for session in stock.model.sessions.values():
        for number, situation in enumerate(exchanges(stock.model, session), 1):
            known.append(situation)
            yield judge.vector(f"Exchange {number} of {session.name}.", situation, Cites(session.requirements))
    known += _made(stock)
    for check in stock.oracle.rules:
        if isinstance(check.scope, Exchange) or check.needs_ack:
            found = tuple(_rule(stock, judge, check, known))
            yield from found or _rule(stock, judge, check, list(_matched(stock)))


def exchanges(model: Model, session: Session) -> Iterator[Message]:
    """Each request of a session with its reply and, once that is known, the answer to the handshake."""
    tag, protocol = model.protocol.tag, model.protocol
    ack: Json = None
    waiting: list[Message] = []
    for message in session.messages:
        envelope = model.envelopes[str(message[tag])]
        if envelope.name == protocol.answer:
            ack = message
        if envelope.reply is not None:
            waiting.append(message)
            continue
        request = next((r for r in waiting if _answers(model, r, message)), None)
        if request is not None:
            waiting.remove(request)
            yield {REQUEST: request, REPLY: message, **({} if ack is None else {ACK: ack})}


def _answers(model: Model, request: Message, reply: Message) -> bool:
    tag = model.protocol.tag
    wanted = model.envelopes[str(request[tag])].reply
    return reply[tag] in (wanted, model.protocol.failure) and _id(model, request) == _id(model, reply)


def _id(model: Model, message: Message) -> Json:
    correlation = model.envelopes[str(message[model.protocol.tag])].correlation
    return None if correlation is None else message.get(correlation.member)


def _made(stock: Stock) -> Iterator[Message]:
    """The least request with its least reply and with the least failure."""
    model = stock.model
    ack = stock.of(model.envelopes[model.protocol.answer])
    for envelope in model.envelopes.values():
        for name in (envelope.reply, model.protocol.failure) if envelope.reply is not None else ():
            request, reply = stock.of(envelope), stock.of(model.envelopes[str(name)])
            if request is None or reply is None:
                continue
            for with_id, agreed in product((False, True), (False, True)):
                messages = [_with_id(stock, m.message) if with_id else m.message for m in (request, reply)]
                if ack is not None and agreed:
                    yield {REQUEST: messages[0], REPLY: messages[1], ACK: ack.message}
                elif not agreed:
                    yield {REQUEST: messages[0], REPLY: messages[1]}


def _matched(stock: Stock) -> Iterator[Message]:
    """The least request of each envelope with every message that could be its reply; for rules that need more."""
    model = stock.model
    ack = stock.of(model.envelopes[model.protocol.answer])
    for envelope in model.envelopes.values():
        request = stock.of(envelope) if envelope.reply is not None else None
        for reply in stock.sources if request is not None else ():
            if request is not None and reply[model.protocol.tag] == envelope.reply:
                yield {REQUEST: request.message, REPLY: reply, **({} if ack is None else {ACK: ack.message})}


def _with_id(stock: Stock, message: Message) -> Message:
    envelope = stock.model.envelopes[str(message[stock.model.protocol.tag])]
    if envelope.correlation is None:
        return message
    member = envelope.member(envelope.correlation.member)
    return jsons.replaced(message, (member.name,), next(stock.values(envelope, member)))


class _Judge:
    """Judges situations; messages that many of them share are looked at once."""

    def __init__(self, stock: Stock) -> None:
        self._oracle = stock.oracle
        self._readings = stock.readings
        # The messages are kept beside what is known of them, so that no other one can get the id of one.
        self._known: dict[int, tuple[Message, Reading]] = {}

    def findings(self, situation: Message, rule: str | None = None) -> tuple[ExchangeFinding, ...] | None:
        """What is wrong with the messages together; ``None`` if readers refuse one of them."""
        readings = {name: self._read(_part(situation, name)) for name in situation}
        if not all(reading.accepted for reading in readings.values()):
            return None
        ack = readings[ACK].settled if ACK in readings else None
        return self._oracle.exchange(readings[REQUEST].settled, readings[REPLY].settled, ack, rule)

    def breaks(self, situation: Message, rule: str) -> bool:
        """Whether a rule is broken, in messages that are readable at least."""
        return bool(self.findings(situation, rule))

    def rules(self, situation: Message) -> frozenset[str] | None:
        """The rules that the messages break together; ``None`` if one of them may not be written."""
        if not all(self._read(_part(situation, name)).authored for name in situation):
            return None
        found = self.findings(situation)
        return None if found is None else frozenset(finding.rule for finding in found)

    def _read(self, message: Message) -> Reading:
        if id(message) not in self._known:
            self._known[id(message)] = message, self._readings.read(message)
        return self._known[id(message)][1]

    def example(self, exchange: ExchangeExample, situation: Message) -> ExchangeVector:
        """The vector of an exchange of the model, which has to be what it says."""
        broken = [failure.requirement for failure in exchange.fails if failure.requirement is not None]
        cited = Cites(exchange.requirements, exchange.decisions).and_(Cites(tuple(broken)))
        vector = self.vector(f"Exchange {exchange.name}: {exchange.doc}", situation, cited)
        said = sorted((failure.of, failure.rule, failure.at) for failure in exchange.fails)
        if said != sorted((finding.of, finding.rule, finding.at) for finding in vector.findings):
            raise Contradiction(f"the exchange {exchange.name} is not what it says")
        return vector

    def vector(self, id: str, situation: Message, cited: Cites) -> ExchangeVector:  # noqa: A002
        """The vector of a situation."""
        return ExchangeVector(
            id=id,
            request=_part(situation, REQUEST),
            reply=_part(situation, REPLY),
            ack=_part(situation, ACK) if ACK in situation else None,
            findings=self.findings(situation) or (),
            cites=cited,
        )


def _rule(stock: Stock, judge: _Judge, check: Check, known: list[Message]) -> Iterator[ExchangeVector]:
    tag = stock.model.protocol.tag
    situations = [situation for situation in known if _concerns(stock.model, check, situation)]
    cited = Cites(() if check.requirement is None else (check.requirement,))
    for pair in pairs(stock, check, situations, judge):
        what = f"{pair.looked.owner.name}.{pair.looked.member.name}"
        place = f"between {_part(pair.bad, REQUEST)[tag]} and {_part(pair.bad, REPLY)[tag]}"
        yield judge.vector(f"The rule {check.rule} is kept {place}, as {what} is.", pair.good, cited)
        yield judge.vector(f"The rule {check.rule} is broken {place} by {what}.", pair.bad, cited)


def _concerns(model: Model, check: Check, situation: Message) -> bool:
    request, reply = (_part(situation, name)[model.protocol.tag] for name in (REQUEST, REPLY))
    if check.needs_ack and ACK not in situation:
        return False
    if isinstance(check.scope, Alone):
        return check.scope.owner.name in (request, reply)
    return (check.scope.request.name, check.scope.reply.name) == (request, reply)


def _part(situation: Message, name: str) -> Message:
    part = situation[name]
    if not isinstance(part, dict):
        raise TypeError("a situation holds messages")
    return part
