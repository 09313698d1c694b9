"""The oracle: lines, messages and exchanges in, what they are to readers and to authors out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cgp_toolkit.model import Duplicates, Envelope, Json, Model
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.model.remembering import last
from cgp_toolkit.oracle import jsons
from cgp_toolkit.oracle.evaluation import Variables
from cgp_toolkit.oracle.jsons import Message, Parsed, token
from cgp_toolkit.oracle.reading import Finding, Reading, Unknown
from cgp_toolkit.oracle.ruling import Compiled, Ruling, compile_check
from cgp_toolkit.oracle.settling import Settling
from cgp_toolkit.oracle.structure import Fault, Structure
from cgp_toolkit.rules import checks
from cgp_toolkit.rules.checks import ACK, REPLY, REQUEST, THIS, Alone, Exchange
from cgp_toolkit.rules.kinds import Object, object_of

_MARK = b"\xef\xbb\xbf"
# Faults that show in no value; a rule may still have something to say about the same place.
_UNSEEN = frozenset({FaultName.NULL_WRITTEN, FaultName.UNKNOWN_MEMBER})


@dataclass(frozen=True, slots=True, order=True)
class ExchangeFinding:
    """Something that is wrong with an exchange, in the message that ``of`` tells (``request`` or ``reply``)."""

    of: str
    rule: str
    at: str
    error: bool = True


class Oracle:
    """A model, ready to judge."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.rules = checks(model)
        self._structure = Structure(model)
        self._settling = Settling(model)
        alone: dict[Object, list[Compiled]] = {}
        self._agreed: dict[Object, list[Compiled]] = {}
        self._pairs: dict[tuple[Object, Object], list[Compiled]] = {}
        self._kinds = {envelope.name: object_of(envelope) for envelope in model.envelopes.values()}
        for check in self.rules:
            compiled = compile_check(model, check)
            match check.scope:
                case Alone(owner=owner):
                    (self._agreed if check.needs_ack else alone).setdefault(owner, []).append(compiled)
                case Exchange(request=request, reply=reply):
                    self._pairs.setdefault((request, reply), []).append(compiled)
        self._ruling = Ruling(model, alone)

    def read(self, line: bytes, *, for_authors: bool = True) -> Reading:
        """A line, without its end; not ``for_authors``: without what rules have to say about it."""
        parsed = self.parse(line)
        if isinstance(parsed, Reading):
            return parsed
        most = self.model.lines.max_depth
        # No text has more levels than opening brackets.
        if line.count(b"[") + line.count(b"{") > most and jsons.depth(parsed.value) > most:
            return _refusal(FaultName.TOO_DEEP, echo=self._echo(parsed.value))
        return self._judge(parsed.value, parsed.doubled, for_authors=for_authors)

    def parse(self, text: bytes) -> Parsed | Reading:
        """The value that a text spells, however deep; if it spells none, the refusal."""
        if text.startswith(_MARK):
            return _refusal(FaultName.BYTE_ORDER_MARK)
        try:
            parsed = jsons.parse(text.decode())
        except UnicodeDecodeError:
            return _refusal(FaultName.NOT_UTF8)
        except jsons.NotJson:
            return _refusal(FaultName.NOT_JSON)
        # UTF-8 holds no half of a pair of surrogates, so it takes an escape.
        if b"\\u" in text and _has_surrogate(parsed.value):
            return _refusal(FaultName.LONE_SURROGATE, echo=self._echo(parsed.value))
        return parsed

    def judge(self, message: Json) -> Reading:
        """A message as a JSON value, that a line could hold."""
        return self._judge(message, ())

    def _judge(self, value: Json, doubled: tuple[str, ...], *, for_authors: bool = True) -> Reading:
        if not isinstance(value, dict):
            return _refusal(FaultName.NOT_AN_OBJECT)
        echo = self._echo(value)
        tag = value.get(self.model.protocol.tag)
        envelope = self.model.envelopes.get(tag) if isinstance(tag, str) else None
        doubles = [Fault(FaultName.DUPLICATE_MEMBER, at, False) for at in doubled]
        if doubles and envelope is not None and envelope.duplicates is Duplicates.REJECTED:
            return _refusal(FaultName.DUPLICATE_MEMBER, doubles[0].at, echo)
        if envelope is None:
            return self._untyped(value, doubles, echo)
        found = [*doubles, *self._structure.faults(envelope, value)]
        stopping = next((fault for fault in found if fault.stops), None)
        if stopping is not None:
            return _refusal(stopping.name, stopping.at, echo)
        whole = self._settling.settled(envelope, value)
        result = self._settling.written(envelope, whole)
        return Reading(
            envelope=envelope.name,
            findings=(*_findings(found), *(self._broken_rules(envelope, whole, found) if for_authors else ())),
            settled=whole,
            value=result,
        )

    def _untyped(self, value: Message, doubles: list[Fault], echo: str | None) -> Reading:
        """A message without an envelope of this revision."""
        name = self.model.protocol.tag
        tag = value.get(name)
        if isinstance(tag, str):
            unknown = Fault(FaultName.UNKNOWN_ENVELOPE, token(name), False)
            findings = tuple(_findings([*doubles, unknown]))
            return Reading(findings=findings, unknown=Unknown(tag, echo, len(value) == 1))
        fault = FaultName.WRONG_TYPE
        if tag is None:
            fault = FaultName.NULL_MEMBER if name in value else FaultName.MISSING_MEMBER
        return _refusal(fault, token(name), echo)

    def _echo(self, value: Json) -> str | None:
        found = value.get(self.model.protocol.failure_id) if isinstance(value, dict) else None
        return found if isinstance(found, str) and found else None

    def _broken_rules(self, envelope: Envelope, whole: Message, found: Iterable[Fault]) -> Iterator[Finding]:
        """What rules say, but of values that break their own limits already."""
        told = self._ruling.broken(envelope, whole)
        broken = {fault.at for fault in found if fault.name not in _UNSEEN} if told else ()
        return (Finding(each.check.rule, at, each.error) for at, each in told if at not in broken)

    def settle(self, message: Message) -> Message | None:
        """A message of a known envelope with its defaults filled in; ``None`` if readers refuse it."""
        envelope = self.model.envelopes[str(message[self.model.protocol.tag])]
        if any(fault.stops for fault in self._structure.faults(envelope, message)):
            return None
        return self._settling.settled(envelope, message)

    def exchange(
        self, request: Message, reply: Message, ack: Message | None, rule: str | None = None
    ) -> tuple[ExchangeFinding, ...]:
        """What is wrong with a settled request and reply together, and with what the handshake agreed.

        With ``rule`` only that one is looked at.
        """
        found: list[ExchangeFinding] = []
        agreed: Mapping[str, Json] = {} if ack is None else {ACK: ack}
        kinds = [self._kinds[str(message[self.model.protocol.tag])] for message in (request, reply)]
        if ack is not None:
            for of, kind, message in ((REQUEST, kinds[0], request), (REPLY, kinds[1], reply)):
                found += _broken(self._agreed.get(kind, ()), rule, of, {THIS: message, **agreed})
        pair = self._pairs.get((kinds[0], kinds[1]), ())
        checked = [compiled for compiled in pair if ack is not None or not compiled.check.needs_ack]
        return (*found, *_broken(checked, rule, REPLY, {REQUEST: request, REPLY: reply, **agreed}))


def _broken(rules: Iterable[Compiled], only: str | None, of: str, variables: Variables) -> Iterator[ExchangeFinding]:
    for compiled in rules:
        if only is not None and compiled.check.rule != only:
            continue
        for at in compiled.places(variables):
            yield ExchangeFinding(of, compiled.check.rule, at, compiled.error)


def _has_surrogate(value: Json) -> bool:
    return any("\ud800" <= c <= "\udfff" for each in jsons.strings(value) if not each.isascii() for c in each)


def _refusal(fault: FaultName, at: str = "", echo: str | None = None) -> Reading:
    finding = Finding(fault.value, at)
    return Reading(refused=finding, findings=(finding,), echo=echo)


def _findings(found: Iterable[Fault]) -> Iterator[Finding]:
    return (Finding(fault.name.value, fault.at) for fault in found)


@last
def oracle_of(model: Model) -> Oracle:
    """The oracle of a model, shared by all that ask it: it learns about types when it is asked, and never unlearns."""
    return Oracle(model)
