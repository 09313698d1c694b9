"""One probe: its messages are made, sent, and what came is held to what the probe expects."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from cgp_toolkit.model import (
    Answer,
    Envelope,
    HttpStatusName,
    Inspection,
    Json,
    Level,
    Model,
    Step,
    Transport,
    Watch,
    Writing,
)
from cgp_toolkit.oracle.jsons import spelt
from cgp_toolkit.probing import ReadyProbe, ReadyStep, put
from cgp_toolkit.rules.checks import ACK, REPLY, REQUEST
from cgp_toolkit.wire.inspect.judge import Judge
from cgp_toolkit.wire.inspect.results import Evidence
from cgp_toolkit.wire.inspect.sending import Lack, Sending
from cgp_toolkit.wire.inspect.sessions import Session
from cgp_toolkit.wire.inspect.showing import shown


class Untestable(Exception):
    """Why a probe can't say anything, in words."""


@dataclass(slots=True)
class Talk:
    """A probe under way over one session."""

    model: Model
    inspection: Inspection
    judge: Judge
    transport: Transport
    session: Session
    next_id: Callable[[], str]
    evidence: list[Evidence] = field(default_factory=list)
    _variables: dict[str, Json] = field(default_factory=dict)
    _silent: bool = False

    @property
    def silent(self) -> bool:
        """Whether the peer let the time go by."""
        return self._silent

    def run(self, ready: ReadyProbe) -> None:
        """All steps of a probe; :class:`Untestable` if there is nothing to ask about."""
        for step in ready.steps:
            if not self.session.well:
                break
            self._step(ready, step)

    def greet(self) -> bool:
        """The handshake, if it has not taken place; whether it is complete."""
        if self.session.ack is None:
            sending = self._greeting()
            self.session.exchange([sending], marked=True)
            self._agree(sending)
        return self.session.ack is not None

    def ask_once_more(self) -> Evidence | None:
        """The question, to see that the peer is well; what is wrong if it is not."""
        sending = self._question()
        self.session.exchange([sending], marked=True)
        return self._after(sending)

    def _after(self, sending: Sending) -> Evidence | None:
        self._statuses((), sending)
        problem = self._unexpected(sending, None)
        if problem is None:
            return None
        return Evidence(f"afterwards, to a sound message: {problem}", (shown(sending.line),), _got(sending))

    def _step(self, ready: ReadyProbe, step: ReadyStep) -> None:
        variables = {**self._variables, **({} if self.session.ack is None else {ACK: self.session.ack})}
        if step.step.pause is not None:
            self.session.pause(step.step.pause)
        elif step.step.leave is not None:
            self.evidence += self.session.leave(step.step.leave, _line(self.inspection.goodbye))
        else:
            for bound in self._bindings(step, variables):
                if self.session.well:
                    self._send(ready, step, {**variables, **bound})

    def _bindings(self, step: ReadyStep, variables: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
        each = step.step.each
        if each is None or step.each is None:
            yield {}
            return
        items = step.each(variables)
        if not isinstance(items, list) or not items:
            raise Untestable("the peer served nothing that this could be asked about")
        yield from ({each.variable: item} for item in items[: each.most])

    def _send(self, ready: ReadyProbe, step: ReadyStep, variables: dict[str, Json]) -> None:
        sendings = [self._made(ready, step, variables) for _ in range(step.step.times)]
        # What may be answered or not is followed by a question: all that comes before its answer belongs here.
        marker = None
        if Answer.NOTHING in step.step.expect and self.transport is Transport.STDIO:
            marker = self._question() if self.session.ack is not None else self._greeting()
        self.session.exchange([*sendings, marker] if marker is not None else sendings, marked=marker is not None)
        for sending in sendings:
            self._silent = self._silent or sending.lack is Lack.SILENCE
            self._hold(step, sending, variables)
            self._agree(sending)
        problem = None if marker is None else self._after(marker)
        if marker is not None:
            self._agree(marker)
        if problem is not None and not any(sending.lack is Lack.ENDED for sending in sendings):
            self.evidence.append(problem)
        last = sendings[-1]
        if step.step.keep is not None:
            arrival = last.arrival
            name = arrival.envelope.name if arrival is not None and arrival.envelope is not None else None
            if arrival is None or arrival.settled is None or name != last.reply:
                raise Untestable("the peer did not answer as it should what this builds on")
            self._variables[step.step.keep] = arrival.settled

    def _made(self, ready: ReadyProbe, step: ReadyStep, variables: Mapping[str, Json]) -> Sending:
        said = step.step
        if step.message is None:
            sending = self._raw(step.line or b"", said.expect)
        elif ready.example is not None:
            # As it stands: an example of what is malformed shows no id that it does not have.
            sending = self._sending(copy.deepcopy(step.message), said.expect, bare=True)
        else:
            message = copy.deepcopy(step.message)
            for pointer, function in step.set.items():
                put(message, pointer, function(variables))
            sending = self._sending(message, said.expect, bare=said.bare)
        sending.written, sending.method, sending.media_type = said.written, said.method, said.media_type
        unusual = said.method is not None or said.media_type is not None
        if unusual or said.written is Writing.BEYOND_THE_LIMIT:
            # Who refuses it unread can't know what stands in it.
            sending.request, sending.readable = None, False
        return sending

    def _greeting(self) -> Sending:
        return self._sending(copy.deepcopy(self.inspection.greeting), (Answer.REPLY,))

    def _question(self) -> Sending:
        return self._sending(copy.deepcopy(self.inspection.question), (Answer.REPLY,))

    def _raw(self, line: bytes, expect: tuple[Answer, ...]) -> Sending:
        arrival = self.judge.read(line)
        envelope = arrival.envelope
        reply = None if envelope is None else envelope.reply
        return Sending(line, envelope, None, arrival.id, reply, expect, arrival.reading.accepted)

    def _sending(self, message: dict[str, Json], expect: tuple[Answer, ...], *, bare: bool = False) -> Sending:
        envelope = self.model.envelopes.get(str(message.get(self.model.protocol.tag)))
        if envelope is not None and envelope.correlation is not None and not bare and self._correlates(envelope):
            member = envelope.correlation.member
            if member not in message:
                tag = self.model.protocol.tag
                message = {tag: message[tag], member: self.next_id(), **{k: v for k, v in message.items() if k != tag}}
        reading = self.judge.oracle.judge(message)
        return Sending(
            line=_line(message),
            envelope=envelope,
            request=reading.settled if envelope is not None and reading.accepted else None,
            id=message.get(self.model.protocol.failure_id),
            reply=None if envelope is None else envelope.reply,
            expect=expect,
            readable=reading.accepted,
        )

    def _correlates(self, envelope: Envelope) -> bool:
        """Whether the peer has said that it echoes the ids of such requests."""
        value: Json = self.session.ack
        for name in envelope.correlation.when.split(".") if envelope.correlation is not None else ():
            value = value.get(name) if isinstance(value, dict) else None
        return value is True

    def _agree(self, sending: Sending) -> None:
        """Keep the answer to the handshake."""
        arrival = sending.arrival
        name = arrival.envelope.name if arrival is not None and arrival.envelope is not None else None
        if arrival is not None and self.session.ack is None and name == self.model.protocol.answer:
            self.session.ack = arrival.settled

    def _hold(self, step: ReadyStep, sending: Sending, variables: Mapping[str, Json]) -> None:
        """Enter what is not as expected."""
        problem = self._unexpected(sending, step.step)
        fix = None
        error = True
        if problem is None:
            problem, error = self._weak(sending, step.step), False
        if problem is None and step.check is not None:
            problem, error = self._checked(step, sending, variables), True
        if problem is not None:
            self.evidence.append(Evidence(problem, (shown(sending.line),), _got(sending), error, fix))
        self._statuses(step.step.statuses, sending)

    def _unexpected(self, sending: Sending, step: Step | None) -> str | None:
        if sending.arrival is None:
            if sending.lack is Lack.NOTHING and Answer.NOTHING in sending.expect:
                return None
            return sending.words or "nothing came"
        name = sending.arrival.envelope.name if sending.arrival.envelope is not None else "another message"
        if name == self.model.protocol.failure:
            code = self._code(sending)
            if Answer.FAILURE not in sending.expect:
                return f"{name} came with the code {code!r}; expected {self._expected(sending)}"
            if step is not None and step.codes and code not in step.codes:
                return f"{name} came with the code {code!r} instead of {' or '.join(map(repr, step.codes))}"
            return None
        if name == sending.reply and Answer.REPLY in sending.expect:
            return None
        return f"{name} came; expected {self._expected(sending)}"

    def _weak(self, sending: Sending, step: Step) -> str | None:
        """What should be otherwise, though it may be so."""
        if step.should is None:
            return None
        if self._says(sending, step.statuses) not in (None, HttpStatusName.REPLY):
            # The status says it already.
            return None
        came = sending.arrival.envelope.name if sending.arrival and sending.arrival.envelope else "nothing"
        failure = self.model.protocol.failure
        if came != failure:
            return f"{came} came; {failure} with the code {step.should!r} should come"
        code = self._code(sending)
        return None if code == step.should else f"the code is {code!r}; it should be {step.should!r}"

    def _checked(self, step: ReadyStep, sending: Sending, variables: Mapping[str, Json]) -> str | None:
        arrival = sending.arrival
        if step.check is None or arrival is None or arrival.settled is None or arrival.envelope is None:
            return None
        failed = arrival.envelope.name == self.model.protocol.failure
        if failed and Answer.REPLY in step.step.expect:
            return None
        known = {**variables, REPLY: arrival.settled, REQUEST: sending.request or {}}
        return None if step.check(known) else _plain(step.step.wrong or "")

    def _says(self, sending: Sending, names: Iterable[str]) -> str | None:
        """Which of some statuses has come; ``None`` for none of them, and for what came over no HTTP."""
        http = self.model.http
        return None if http is None else next((name for name in names if http.number(name) == sending.status), None)

    def _statuses(self, said: tuple[str, ...], sending: Sending) -> None:
        """Hold an HTTP status to what the step says, or else to what always holds."""
        http = self.model.http
        if sending.status is None or http is None:
            return
        wanted = said or (_due(sending),)
        numbers = " or ".join(str(http.number(name)) for name in wanted)
        evidence = Evidence(
            f"the status is {sending.status} instead of {numbers}",
            (shown(sending.line),),
            (f"status {sending.status}", *_got(sending)),
        )
        right = self._says(sending, wanted) is not None
        if not said:
            self.judge.watched(Watch.STATUSES, None if right else evidence)
        elif not right:
            self.evidence.append(evidence)

    def _code(self, sending: Sending) -> str:
        message = sending.arrival.message if sending.arrival is not None else {}
        return str(message.get(self.model.protocol.failure_code, "none"))

    def _expected(self, sending: Sending) -> str:
        words = {
            Answer.REPLY: sending.reply or "a reply",
            Answer.FAILURE: self.model.protocol.failure,
            Answer.NOTHING: "nothing",
        }
        return " or ".join(words[answer] for answer in sending.expect)


def weakened(evidence: list[Evidence], level: Level | None) -> list[Evidence]:
    """Evidence as strong as the level: what breaks no MUST is a warning."""
    if level is None or level is Level.MUST:
        return evidence
    return [Evidence(e.what, e.sent, e.got, False, e.fix) for e in evidence]


def _due(sending: Sending) -> HttpStatusName:
    """The status that says what has come."""
    if sending.arrival is None:
        return HttpStatusName.NO_REPLY
    return HttpStatusName.REPLY if sending.readable else HttpStatusName.MALFORMED


def _line(message: dict[str, Json]) -> bytes:
    return spelt(message).encode()


def _got(sending: Sending) -> tuple[str, ...]:
    return () if sending.arrival is None else (shown(sending.arrival.line),)


def _plain(sentence: str) -> str:
    text = " ".join(sentence.split()).rstrip(".")
    return text[:1].lower() + text[1:]
