"""What comes from a peer: read, and held to every limit and rule of the model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from cgp_toolkit.model import Envelope, Json, Watch
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.oracle import Oracle, Reading
from cgp_toolkit.oracle.reading import Finding
from cgp_toolkit.wire.inspect.ledger import Ledger
from cgp_toolkit.wire.inspect.limits import Limits
from cgp_toolkit.wire.inspect.results import Evidence
from cgp_toolkit.wire.inspect.rules import Rules, Verdict
from cgp_toolkit.wire.inspect.showing import shown

_Key: TypeAlias = tuple[bytes, bytes, object]
_REMEMBERED = 2000
_FAULTS = frozenset(fault.value for fault in FaultName)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A line or body that came.

    ``envelope`` is the one that its tag names, ``id`` its correlation id: both are known of many a message that readers
    refuse, so that one mistake does not look like two.  ``key`` is the same for all that differ in ids alone.
    """

    line: bytes
    reading: Reading
    envelope: Envelope | None
    id: Json
    message: dict[str, Json] = field(default_factory=dict)
    key: bytes = b""

    @property
    def settled(self) -> dict[str, Json] | None:
        """The message with its defaults filled in; ``None`` if readers refuse it."""
        return self.reading.settled or None


class Judge:
    """Reads what comes and enters what is wrong with it, under the requirement that it breaks."""

    def __init__(self, oracle: Oracle, role: str, ledger: Ledger) -> None:
        self.oracle = oracle
        self.model = model = oracle.model
        self.limits = Limits(model, role)
        self._rules = Rules(model, self.oracle.rules)
        self.role = role
        self._ledger = ledger
        self._watches = {probe.watch: probe.name for probe in model.probes.values() if probe.watch is not None}
        self._read: dict[bytes, Arrival] = {}
        self._fine: dict[_Key, tuple[str, ...]] = {}
        self._fixes = {fault.name: (fault.doc, fault.fix) for fault in model.lines.faults}

    def watched(self, watch: Watch, evidence: Evidence | None = None) -> None:
        """Enter something under a watch; without ``evidence``, that nothing was wrong."""
        name = self._watches.get(watch)
        if name is not None and evidence is not None:
            self._ledger.found(name, evidence)
        elif name is not None:
            self._ledger.looked(name)

    def read(self, line: bytes) -> Arrival:
        """Read what came."""
        protocol = self.model.protocol
        if len(line) > self.model.lines.max_line_bytes:
            finding = Finding(FaultName.LINE_TOO_LONG.value, "")
            return Arrival(line, Reading(refused=finding, findings=(finding,)), None, None)
        anyhow = self._anyhow(line)
        id_ = anyhow.get(protocol.failure_id)
        key = _without(line, id_)
        known = self._read.get(key)
        if known is not None and isinstance(id_, str):
            return _with_id(known, line, protocol.failure_id, id_)
        reading = self.oracle.read(line)
        message = reading.value or anyhow
        tag = message.get(protocol.tag)
        envelope = self.model.envelopes.get(tag) if isinstance(tag, str) else None
        arrival = Arrival(line, reading, envelope, message.get(protocol.failure_id), message, key)
        if key != line and len(self._read) < _REMEMBERED:
            self._read[key] = arrival
        return arrival

    def _anyhow(self, line: bytes) -> dict[str, Json]:
        try:
            value: Json = json.loads(line)
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}

    def judge(self, arrival: Arrival, request: bytes | None, ack: dict[str, Json] | None) -> None:
        """Enter what is wrong with a message by itself, and what it puts to the test."""
        key = (arrival.key or arrival.line, b"", ack is not None)
        if self._again(key):
            return
        self._remembered(key, lambda: self._judge(arrival, request, ack))

    def _again(self, key: _Key) -> bool:
        """Whether the same was looked at before and was fine; then it counts once more."""
        for check in self._fine.get(key, ()):
            self._ledger.looked(check)
        return key in self._fine

    def _remembered(self, key: _Key, look: Callable[[], None]) -> None:
        """Look, and remember what was put to the test if nothing was wrong."""
        with self._ledger.watched() as seen:
            look()
        if seen.fine and len(self._fine) < _REMEMBERED:
            self._fine[key] = tuple(seen.looked)

    def _judge(self, arrival: Arrival, request: bytes | None, ack: dict[str, Json] | None) -> None:
        sent = () if request is None else (shown(request),)
        envelope, message = arrival.envelope, arrival.message
        if envelope is None or envelope.sender != self.role:
            self._foreign(arrival, sent)
            return
        self.watched(Watch.MISDIRECTED)
        self._count(envelope, message)
        for finding in arrival.reading.findings:
            if finding.rule in _FAULTS:
                self._fault(arrival, envelope, finding, sent)
        if not any(finding.rule in _FAULTS and not finding.at for finding in arrival.reading.findings):
            self.watched(Watch.UNREADABLE)
        faulty = {finding.at for finding in arrival.reading.findings if finding.rule in _FAULTS}
        if arrival.settled is not None:
            verdicts = self._rules.alone(envelope, arrival.settled, ack)
            self._verdicts((verdict for verdict in verdicts if verdict.at not in faulty), arrival, sent)

    def exchange(self, request: dict[str, Json], sent: bytes, arrival: Arrival, ack: dict[str, Json] | None) -> None:
        """Enter what is wrong with a reply to a request."""
        settled = arrival.settled
        if settled is None:
            return
        name = self.model.protocol.failure_id
        # Rules ask of ids whether they are there and equal.
        alike = (request.get(name) is None, arrival.id is None, request.get(name) == arrival.id)
        key = (arrival.key or arrival.line, _without(sent, request.get(name)), (ack is not None, alike))
        if not self._again(key):
            rules = self._rules
            self._remembered(
                key, lambda: self._verdicts(rules.exchange(request, settled, ack), arrival, (shown(sent),))
            )

    def _foreign(self, arrival: Arrival, sent: tuple[str, ...]) -> None:
        """What is no message of the role."""
        got, reading = (shown(arrival.line),), arrival.reading
        if arrival.envelope is not None:
            what = f"a message came that only the other role sends: {arrival.envelope.name}"
            self.watched(Watch.MISDIRECTED, Evidence(what, sent, got))
        elif reading.unknown is not None:
            doc, fix = self._fixes[FaultName.UNKNOWN_ENVELOPE.value]
            self.watched(Watch.MISDIRECTED, Evidence(_sentence(doc), sent, got, fix=fix))
        elif reading.refused is not None:
            doc, fix = self._fixes[reading.refused.rule]
            self.watched(Watch.UNREADABLE, Evidence(_sentence(doc), sent, got, fix=fix))

    def _fault(self, arrival: Arrival, envelope: Envelope, finding: Finding, sent: tuple[str, ...]) -> None:
        doc, fix = self._fixes[finding.rule]
        stops = arrival.reading.refused is not None
        requirement = self.limits.requirement(envelope, arrival.message, finding.rule, finding.at)
        what = f"{envelope.name}{finding.at}: {_sentence(doc)}"
        evidence = Evidence(what, sent, (shown(arrival.line),), finding.error, fix)
        if finding.rule == FaultName.UNKNOWN_MEMBER or requirement is None:
            watch = Watch.UNREADABLE if stops else Watch.FORM
            if finding.rule == FaultName.UNKNOWN_MEMBER:
                # A later revision may have it, so that it is worth no more than a look.
                evidence = Evidence(what, sent, (shown(arrival.line),), False, fix)
            self.watched(watch, evidence)
        else:
            self._ledger.found(requirement, evidence)

    def _verdicts(self, verdicts: Iterator[Verdict], arrival: Arrival, sent: tuple[str, ...]) -> None:
        for verdict in verdicts:
            requirement = verdict.check.requirement
            if requirement is None or not self.limits.binds(requirement):
                continue
            if verdict.broken is None:
                self._ledger.looked(requirement)
                continue
            where = arrival.envelope.name if arrival.envelope is not None else ""
            what = f"{where}{verdict.at}: {verdict.broken}"
            got = (shown(arrival.line),)
            self._ledger.found(requirement, Evidence(what, sent, got, verdict.error, verdict.check.fix))

    def _count(self, envelope: Envelope, message: dict[str, Json]) -> None:
        """Note which limits a message puts to the test."""
        self.watched(Watch.FORM)
        seen = set(self.limits.seen(envelope, message))
        for requirement, subjects in self.limits.subjects.items():
            if not seen.isdisjoint(subjects):
                self._ledger.looked(requirement)


def _without(line: bytes, id_: Json) -> bytes:
    """A line without its correlation id, if it is plain which part of it that is."""
    if not isinstance(id_, str):
        return line
    spelt = json.dumps(id_, ensure_ascii=False).encode(errors="surrogatepass")
    return line.replace(spelt, b"", 1) if line.count(spelt) == 1 else line


def _with_id(known: Arrival, line: bytes, name: str, id_: str) -> Arrival:
    """The same message with another id."""
    reading = known.reading
    changed = replace(
        reading,
        settled={**reading.settled, name: id_} if reading.settled else reading.settled,
        value=None if reading.value is None else {**reading.value, name: id_},
    )
    return replace(known, line=line, reading=changed, id=id_, message={**known.message, name: id_})


def _sentence(doc: str) -> str:
    """The text of a sentence in the middle of a line."""
    text = " ".join(doc.split()).rstrip(".")
    return text[:1].lower() + text[1:]
