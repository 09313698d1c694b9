"""An inspection: every check of the model against one peer, in an order that costs few sessions."""

from __future__ import annotations

import copy
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from cgp_toolkit.model import HttpBinding, Inspection, Level, Model, Start, Transport, Writing
from cgp_toolkit.oracle import Oracle
from cgp_toolkit.probing import Problems, ReadyProbe, probes, put
from cgp_toolkit.rules.checks import ACK
from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.inspect.judge import Judge
from cgp_toolkit.wire.inspect.ledger import Ledger
from cgp_toolkit.wire.inspect.recording import Recorder
from cgp_toolkit.wire.inspect.results import Check, Evidence, Group, Inspected, Peer, Result, Status, worst
from cgp_toolkit.wire.inspect.sessions import Session
from cgp_toolkit.wire.inspect.stdio import StdioSession
from cgp_toolkit.wire.inspect.talking import Talk, Untestable, weakened
from cgp_toolkit.wire.inspect.web import Address
from cgp_toolkit.wire.inspect.web_session import WebSession

_PATIENCE = 3
"""After so many silences in a row the peer is given up."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to inspect: seconds for each answer, seconds in which nothing has to come, which checks, what to ask for."""

    timeout: float = 10.0
    quiet: float = 0.25
    only: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    text: str | None = None


class Watcher(Protocol):
    """Who looks on while an inspection runs."""

    def begins(self, check: Check, number: int, of: int) -> None:
        """A check begins."""

    def ends(self, result: Result) -> None:
        """A check has ended."""


@dataclass(slots=True)
class Inspector:
    """Inspects one peer: ``words`` of a command, or an address."""

    model: Model
    target: Sequence[str] | Address
    wishes: Wishes
    recorder: Recorder = field(default_factory=Recorder)
    watcher: Watcher | None = None
    oracle: Oracle | None = None
    """The model's oracle, where many peers are inspected; it takes a while to make."""
    _session: Session | None = None
    _silences: int = 0
    _refused: str = ""
    _peer: str | None = None
    _noise: tuple[str, ...] = ()

    def run(self) -> Inspected:
        """Everything; :class:`InputError` if the model has nothing to inspect with or the command can't be started."""
        over = Transport.HTTP if isinstance(self.target, Address) else Transport.STDIO
        inspection = _ground(self.model, over)
        if self.wishes.text is not None:
            inspection = _asking(inspection, self.wishes.text)
            # The probes build on the same question.
            self.model = replace(self.model, inspection=inspection)
        started = time.monotonic()
        ledger = Ledger()
        judge = Judge(self.oracle or Oracle(self.model), inspection.role, ledger)
        chosen = [ready for ready in _ordered(self.model) if over in ready.probe.over and self._wanted(ready.id)]
        results = []
        ids = itertools.count(1)
        try:
            for number, ready in enumerate(chosen, 1):
                check = _of_probe(self.model, ready)
                if self.watcher is not None:
                    self.watcher.begins(check, number, len(chosen))
                start = time.monotonic()
                result = self._probe(check, ready, inspection, judge, over, lambda: f"i{next(ids)}")
                result.seconds = time.monotonic() - start
                results.append(self._ended(result))
        finally:
            self._close()
        results += [self._ended(result) for result in self._standing(judge, ledger, over)]
        address = self.target.shown if isinstance(self.target, Address) else " ".join(self.target)
        peer = Peer(address, over.value, self._peer)
        return Inspected(self.model.protocol.revision, peer, tuple(results), time.monotonic() - started, self._noise)

    def _ended(self, result: Result) -> Result:
        if self.watcher is not None:
            self.watcher.ends(result)
        return result

    def _wanted(self, id_: str) -> bool:
        names = (id_, id_.partition("/")[0])
        return (not self.wishes.only or any(name in self.wishes.only for name in names)) and not any(
            name in self.wishes.skip for name in names
        )

    def _probe(
        self,
        check: Check,
        ready: ReadyProbe,
        inspection: Inspection,
        judge: Judge,
        over: Transport,
        next_id: Callable[[], str],
    ) -> Result:
        probe = ready.probe
        if probe.untested is not None:
            return Result(check, Status.UNTESTED, why=probe.untested)
        if self._silences >= _PATIENCE:
            return Result(check, Status.UNTESTED, why=f"the peer was given up after {_PATIENCE} silences in a row")
        fresh = probe.start is Start.FRESH
        if not fresh and self._refused:
            return Result(check, Status.UNTESTED, why=f"no session could be opened: {self._refused}")
        talk = Talk(self.model, inspection, judge, over, self._opened(judge, fresh=fresh), next_id)
        if not fresh and not talk.greet():
            self._refused = "the greeting was not answered as it should be"
            self._close()
            return Result(check, Status.UNTESTED, why=f"no session could be opened: {self._refused}")
        if ready.needs is not None and not ready.needs({ACK: talk.session.ack or {}}):
            return Result(check, Status.UNTESTED, why=probe.without or "")
        why = ""
        try:
            talk.run(ready)
            if talk.session.well and talk.session.ack is not None and not talk.evidence:
                problem = talk.ask_once_more()
                if problem is not None:
                    talk.evidence.append(problem)
        except Untestable as untestable:
            why = str(untestable)
        self._silences = self._silences + 1 if talk.silent else 0
        self._remember(talk.session)
        if not talk.session.well or (over is Transport.STDIO and talk.session.ack is None):
            self._close()
        evidence = weakened(talk.evidence, _level(self.model, ready))
        if why and not evidence:
            return Result(check, Status.UNTESTED, why=why)
        return Result(check, worst(evidence), evidence)

    def _opened(self, judge: Judge, *, fresh: bool) -> Session:
        """A session to talk over: the one at hand, or a new one where nothing may have been said before."""
        if fresh or self._session is None or not self._session.well:
            self._close()
            record = self.recorder.session()
            timeout, quiet = self.wishes.timeout, self.wishes.quiet
            if isinstance(self.target, Address):
                self._session = WebSession(self.target, judge, _http(self.model), timeout, record)
            else:
                self._session = StdioSession(self.target, judge, timeout, quiet, record)
        return self._session

    def _remember(self, session: Session) -> None:
        self._noise = session.noise or self._noise
        if session.ack is not None and self._peer is None:
            self._peer = _described(self.model, session)

    def _close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def _standing(self, judge: Judge, ledger: Ledger, over: Transport) -> Iterator[Result]:
        """What was watched, and what all messages together say about each requirement."""
        for probe in self.model.probes.values():
            if probe.watch is not None and over in probe.over and self._wanted(probe.name):
                check = _of_probe(self.model, ReadyProbe(probe.name, probe, None, None, ()), Group.WATCH)
                evidence = weakened(ledger.evidence(probe.name), probe.level)
                yield _result(check, evidence, ledger, looked=bool(ledger.times(probe.name)))
        for name in _about_messages(self.model, judge):
            if self._wanted(name):
                evidence = weakened(ledger.evidence(name), self.model.requirements[name].level)
                yield _result(_of_requirement(self.model, name), evidence, ledger, looked=bool(ledger.times(name)))


def checks_of(model: Model, over: Transport | None = None) -> tuple[Check, ...]:
    """Everything that an inspection checks, over one transport or any."""
    inspection = _ground(model, over)
    talks = [_of_probe(model, ready) for ready in _ordered(model) if over is None or over in ready.probe.over]
    watches = [
        _of_probe(model, ReadyProbe(probe.name, probe, None, None, ()), Group.WATCH)
        for probe in model.probes.values()
        if probe.watch is not None and (over is None or over in probe.over)
    ]
    judge = Judge(Oracle(model), inspection.role, Ledger())
    return (*talks, *watches, *(_of_requirement(model, name) for name in _about_messages(model, judge)))


def _ground(model: Model, over: Transport | None) -> Inspection:
    """What all checks build on; :class:`InputError` if the model has none, or says nothing about the transport."""
    if model.inspection is None:
        raise InputError("the model says nothing about inspections")
    if over is Transport.HTTP:
        _http(model)
    return model.inspection


def _http(model: Model) -> HttpBinding:
    if model.http is None:
        raise InputError("the model says nothing about HTTP")
    return model.http


def _of_requirement(model: Model, name: str) -> Check:
    requirement = model.requirements[name]
    return Check(name, Group.REPLIES, (name,), str(requirement.level), requirement.text, "")


def _result(check: Check, evidence: list[Evidence], ledger: Ledger, *, looked: bool) -> Result:
    if not looked:
        return Result(check, Status.UNTESTED, why="nothing came that this is about")
    times = ledger.times(check.id)
    why = f"looked at {times:,} times" if times > 1 else ""
    return Result(check, worst(evidence), evidence, why, more=ledger.more(check.id))


def _about_messages(model: Model, judge: Judge) -> Iterator[str]:
    """The requirements that the limits and rules of the model decide on messages of the role."""
    ruled = {check.requirement for check in judge.oracle.rules}
    for name in model.requirements:
        if judge.limits.binds(name) and (name in judge.limits.subjects or name in ruled):
            yield name


def _ordered(model: Model) -> list[ReadyProbe]:
    """All probes that are talks: the greeting, what a good host says, its goodbye, and then the rest.

    So the first session holds nothing that a host may not say.
    """
    ready = [one for one in probes(model, Problems()) if one.probe.watch is None]
    opening = next((one.id for one in ready if one.probe.start is Start.FRESH and not one.probe.rude), None)

    def rank(one: ReadyProbe) -> int:
        if one.id == opening:
            return 0
        if one.probe.rude or one.probe.start is Start.FRESH or one.probe.untested is not None:
            return 4
        if any(step.step.written is Writing.LAST_LINE for step in one.steps):
            return 3
        return 2 if any(step.step.leave is not None for step in one.steps) else 1

    return sorted(ready, key=rank)


def _level(model: Model, ready: ReadyProbe) -> Level:
    return ready.probe.level or model.requirements[ready.probe.requirements[0]].level


def _of_probe(model: Model, ready: ReadyProbe, group: Group = Group.PROBE) -> Check:
    doc = ready.probe.doc if ready.example is None else f"{ready.probe.doc} Here: {ready.example.doc}"
    return Check(ready.id, group, ready.probe.requirements, str(_level(model, ready)), doc, ready.probe.fix)


def _asking(inspection: Inspection, text: str) -> Inspection:
    """The inspection with another text in its question."""
    question = copy.deepcopy(inspection.question)
    for pointer in inspection.text_at:
        put(question, pointer, text)
    return replace(inspection, question=question)


def _described(model: Model, session: Session) -> str:
    """Who the peer says it is: the texts of the first object in its answer."""
    for value in (session.ack or {}).values():
        if isinstance(value, dict):
            texts = [text for text in value.values() if isinstance(text, str)]
            if texts:
                return " ".join(texts)
    return ""
