"""What comes from a peer: read, and held to every limit and rule of the model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from cgp_toolkit.model import Envelope, Json, Model, Watch
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.oracle import Oracle, Reading
from cgp_toolkit.oracle.reading import Finding
from cgp_toolkit.wire.inspect.ledger import Ledger
from cgp_toolkit.wire.inspect.limits import Limits
from cgp_toolkit.wire.inspect.results import Evidence
from cgp_toolkit.wire.inspect.rules import Rules, Verdict
from cgp_toolkit.wire.inspect.showing import shown

_FAULTS = frozenset(fault.value for fault in FaultName)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A line or body that came.

    ``envelope`` is the one that its tag names, ``id`` its correlation id: both are known of many a message that readers
    refuse, so that one mistake does not look like two.
    """

    line: bytes
    reading: Reading
    envelope: Envelope | None
    id: Json
    message: dict[str, Json] = field(default_factory=dict)

    @property
    def settled(self) -> dict[str, Json] | None:
        """The message with its defaults filled in; ``None`` if readers refuse it."""
        return self.reading.settled or None


class Judge:
    """Reads what comes and enters what is wrong with it, under the requirement that it breaks."""

    def __init__(self, model: Model, role: str, ledger: Ledger) -> None:
        self.model = model
        self.oracle = Oracle(model)
        self.limits = Limits(model, role)
        self._rules = Rules(model, self.oracle.rules)
        self.role = role
        self._ledger = ledger
        self._watches = {probe.watch: probe.name for probe in model.probes.values() if probe.watch is not None}
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
        reading = self.oracle.read(line)
        message = reading.value or self._anyhow(line)
        tag = message.get(protocol.tag)
        envelope = self.model.envelopes.get(tag) if isinstance(tag, str) else None
        return Arrival(line, reading, envelope, message.get(protocol.failure_id), message)

    def _anyhow(self, line: bytes) -> dict[str, Json]:
        try:
            value: Json = json.loads(line)
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}

    def judge(self, arrival: Arrival, request: bytes | None, ack: dict[str, Json] | None) -> None:
        """Enter what is wrong with a message by itself, and what it puts to the test."""
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
        if arrival.settled is not None:
            self._verdicts(self._rules.exchange(request, arrival.settled, ack), arrival, (shown(sent),))

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


def _sentence(doc: str) -> str:
    """The text of a sentence in the middle of a line."""
    text = " ".join(doc.split()).rstrip(".")
    return text[:1].lower() + text[1:]
