"""What becomes of what happens to a party, as the lifecycle has it.

A second reading of the lifecycle, independent of the sessions in any binding.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from cgp_toolkit.lifecycle import Key, Transition, version_member
from cgp_toolkit.model import Condition, Envelope, Happening, Model, Outcome, Question, Signal
from cgp_toolkit.model.lifecycle import QUESTION_OF
from cgp_toolkit.oracle import Reading
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.targets.vectors.sessions.cast import Cast
from cgp_toolkit.targets.vectors.sessions.party import Due, Id, Party, next_ready, settled


@dataclass(frozen=True, slots=True)
class Result:
    """What became of an event: where it stands in the table, what is said on top of it, and the party afterwards.

    ``keys`` are all places of the table that were used: that of the event, then those of the ``answers`` that a session
    gives on its own.  ``sends`` are the messages that leave.
    """

    keys: tuple[Key, ...]
    transition: Transition
    party: Party
    code: str | None = None
    sends: tuple[Message, ...] = ()
    answers: tuple[Transition, ...] = ()


_Cases: TypeAlias = dict[Condition | None, tuple[Key, Transition]]
"""What the table says of one event, by the answer to its question; by ``None`` alone where nothing is asked."""


class Rulebook:
    """The table, and how a party judges by it."""

    def __init__(self, cast: Cast, table: dict[Key, Transition]) -> None:
        self.cast = cast
        self.model: Model = cast.model
        self.table = table
        self._cases: dict[tuple[str, str, Happening, str], _Cases] = {}
        for key, transition in table.items():
            cases = self._cases.setdefault((key.role, key.state, key.event.happening, key.event.name), {})
            cases[key.condition] = key, transition
        lifecycle = self.model.lifecycle
        self.final = {s.name for s in lifecycle.states if s.final} if lifecycle is not None else set()
        self.initial = next(s.name for s in lifecycle.states if s.initial) if lifecycle is not None else ""

    def start(self, role: str, *, watching: bool = False) -> Party:
        """A party before anything has happened; whoever is asked speaks the model's revision."""
        opens = self.model.envelopes[self.model.protocol.opening].sender == role
        return Party(role, self.initial, watching, None if opens or watching else self.model.protocol.revision)

    # What happens.

    def sends(self, party: Party, message: Message) -> Result:
        """The party is about to send ``message``, which is settled."""
        envelope = self.model.envelopes[str(message[self.model.protocol.tag])]
        key, transition = self._look_up(party, Happening.SENDS, envelope, message)
        if transition.outcome is Outcome.BREACH:
            return Result((key,), transition, party)
        id_ = self.id_of(message)
        due = party.due(id_, envelope.name)
        if due is not None:
            party = settled(party, id_, due)
        if transition.outcome is Outcome.DROP:
            return Result((key,), transition, party)
        if envelope.reply is not None:
            party = replace(party, waits=(*party.waits, (id_, self._replies(envelope))))
        party = self._remember(party, envelope, message)
        party = self._go(party, transition)
        return self._answered(Result((key,), transition, party, sends=(message,)))

    def receives(self, party: Party, message: Message) -> Result:
        """``message``, which is settled, has come in."""
        envelope = self.model.envelopes[str(message[self.model.protocol.tag])]
        if envelope.sender == party.role:
            return self._signal(party, Signal.MISDIRECTED, None, None)
        opening = envelope.name == self.model.protocol.opening
        first = opening and party.state == self.initial
        if first:
            party = replace(party, theirs=self._version(envelope, message))
        key, transition = self._look_up(party, Happening.RECEIVES, envelope, message)
        id_, code = self.id_of(message), transition.code
        if transition.outcome in (Outcome.ANSWER, Outcome.BREACH, Outcome.DROP):
            if key.condition is Condition.LATE:
                party = replace(party, given_up=party.given_up - {id_ or ""})
            if transition.outcome is Outcome.ANSWER:
                code = code or self.model.protocol.version.mismatch_code
                party = self._owe(party, id_, code, self._replies(envelope), first=first)
        elif envelope.reply is not None:
            party = replace(party, dues=(*party.dues, (id_, Due(self._replies(envelope), first=first))))
        else:
            # Until the handshake is complete, only its answer can come.
            waits_for = id_ if party.declared is not None else None
            if envelope.name in party.awaited(waits_for):
                party = replace(party, waits=tuple(w for w in party.waits if w[0] != waits_for))
            if transition.outcome is Outcome.ACCEPT:
                party = self._remember(party, envelope, message)
        answer = transition.outcome is Outcome.ANSWER
        party = self._go(party, transition)
        return self._answered(Result((key,), transition, party, code if answer else None))

    def meets(self, party: Party, reading: Reading) -> Result:
        """A line has come in that holds no envelope of this revision."""
        if reading.unknown is not None:
            condition = Condition.BARE if reading.unknown.bare else Condition.WITH_MEMBERS
            return self._signal(party, Signal.UNKNOWN_ENVELOPE, condition, reading.unknown.id)
        code = self.model.lines.fault(reading.refused.rule).code if reading.refused is not None else None
        return self._signal(party, Signal.MALFORMED_LINE, None, reading.echo, code)

    def ends(self, party: Party) -> Result:
        """The input has ended."""
        return self._signal(party, Signal.END_OF_INPUT, None, None)

    def runs_out(self, party: Party) -> Result:
        """The time of the one request in flight is over."""
        ((id_, _),) = party.waits
        condition = Condition.LOCK_STEP if id_ is None else Condition.CORRELATED
        party = replace(party, waits=(), given_up=party.given_up | (frozenset() if id_ is None else {id_}))
        return self._signal(party, Signal.DEADLINE, condition, None)

    def _signal(
        self, party: Party, signal: Signal, condition: Condition | None, id_: Id, code: str | None = None
    ) -> Result:
        cases = self._cases[party.role, party.state, Happening.MEETS, signal.value]
        key, transition = cases[None if None in cases else condition]
        answer = transition.outcome is Outcome.ANSWER
        code = (transition.code or code) if answer else None
        if answer and code is not None:
            party = self._owe(party, id_, code, frozenset({self.model.protocol.failure}), first=False)
        return self._answered(Result((key,), transition, self._go(party, transition), code))

    # What a party makes of it.

    def _look_up(
        self, party: Party, happening: Happening, envelope: Envelope, message: Message
    ) -> tuple[Key, Transition]:
        cases = self._cases[party.role, party.state, happening, envelope.name]
        asked = next(iter(cases))
        if asked is None:
            return cases[None]
        return cases[self._judge(party, QUESTION_OF[asked], envelope, message, sent=happening is Happening.SENDS)]

    def _judge(
        self, party: Party, question: Question, envelope: Envelope, message: Message, *, sent: bool
    ) -> Condition:
        id_ = self.id_of(message)
        match question:
            case Question.VERSION:
                theirs = self._version(envelope, message)
                ours = party.theirs if sent else party.ours
                families = self.cast.family(theirs if ours is None else ours), self.cast.family(theirs)
                if None in families:
                    return Condition.NO_VERSION
                return Condition.SAME_FAMILY if families[0] == families[1] else Condition.FOREIGN_FAMILY
            case Question.FAILURE:
                mismatch = message.get(self.model.protocol.failure_code) == self.model.protocol.version.mismatch_code
                return Condition.NAMES_MISMATCH if mismatch else Condition.NAMES_ANOTHER
            case Question.REQUEST:
                return self._request(party, envelope, id_, sent=sent)
            case Question.REPLY:
                if id_ in party.given_up:
                    return Condition.LATE
                return Condition.EXPECTED if envelope.name in party.awaited(id_) else Condition.UNSOLICITED
            case Question.ANSWER:
                return Condition.UNDUE if party.due(id_, envelope.name) is None else Condition.DUE
            case Question.REFUSAL:
                due = party.due(id_, envelope.name)
                if due is None:
                    return Condition.OF_NOTHING
                return Condition.OF_HANDSHAKE if due.first else Condition.OF_REQUEST
            case Question.MEMBERS | Question.OVERDUE:
                raise ValueError(f"no envelope is asked for its {question}")

    def _request(self, party: Party, envelope: Envelope, id_: Id, *, sent: bool) -> Condition:
        declared = party.declared or frozenset()
        if envelope.requires is not None and envelope.requires not in declared:
            return Condition.GATED
        if sent:
            taken = bool(party.awaited(id_)) or id_ in party.given_up
        else:
            taken = any(known == id_ for known, _ in party.dues)
        if id_ is None:
            return Condition.OUT_OF_TURN if taken else Condition.ALLOWED
        if envelope.correlation is not None and envelope.correlation.when not in declared:
            return Condition.UNDECLARED_ID
        return Condition.ID_IN_FLIGHT if taken else Condition.ALLOWED

    def id_of(self, message: Message) -> Id:
        """The id of a message, if it has one."""
        correlation = self.model.envelopes[str(message[self.model.protocol.tag])].correlation
        found = None if correlation is None else message.get(correlation.member)
        return found if isinstance(found, str) else None

    def _version(self, envelope: Envelope, message: Message) -> str:
        return str(message[version_member(self.model, envelope.name).name])

    def _replies(self, envelope: Envelope) -> frozenset[str]:
        return frozenset({envelope.reply or "", self.model.protocol.failure})

    def _remember(self, party: Party, envelope: Envelope, message: Message) -> Party:
        if envelope.name == self.model.protocol.answer:
            return replace(party, declared=self.cast.declared(message))
        if envelope.name == self.model.protocol.opening and envelope.sender == party.role:
            return replace(party, ours=self._version(envelope, message))
        return party

    def _owe(self, party: Party, id_: Id, code: str, replies: frozenset[str], *, first: bool) -> Party:
        """A mistake of the other party has to be answered; whoever only watches waits for it."""
        if party.watching:
            due = Due(replies, optional=True, first=first)
        else:
            due = Due(frozenset({self.model.protocol.failure}), ready=code, first=first)
        return replace(party, dues=(*party.dues, (id_, due)))

    def _answered(self, result: Result) -> Result:
        """Answers that are ready leave, as far as it is their turn."""
        while (found := next_ready(result.party)) is not None:
            id_, due = found
            protocol = self.model.protocol
            answer: Message = {
                protocol.tag: protocol.failure,
                protocol.failure_code: due.ready,
                protocol.failure_id: id_,
            }
            leaving = replace(due, ready=None)
            party = replace(result.party, dues=tuple((i, leaving if d is due else d) for i, d in result.party.dues))
            key, transition = self._look_up(party, Happening.SENDS, self.model.envelopes[protocol.failure], answer)
            party = self._go(settled(party, id_, leaving), transition)
            result = replace(
                result,
                keys=(*result.keys, key),
                party=party,
                sends=(*result.sends, answer),
                answers=(*result.answers, transition),
            )
        return result

    def _go(self, party: Party, transition: Transition) -> Party:
        if transition.to in self.final and party.state not in self.final:
            kept = tuple((id_, due) for id_, due in party.dues if due.ready is None)
            party = replace(party, waits=(), given_up=frozenset(), dues=kept)
        return party if party.state == transition.to else replace(party, state=transition.to)
