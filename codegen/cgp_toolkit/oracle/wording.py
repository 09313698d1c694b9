"""What `validate` says about a message, in its words, worked out from the model and not from a binding."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from cgp_toolkit.binding.expected import expected
from cgp_toolkit.model import Envelope, Example, ExchangeExample, Json, Member, Model, Presence, Record
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.oracle import jsons
from cgp_toolkit.oracle.evaluation import Variables, evaluator
from cgp_toolkit.oracle.examples import exchange_findings
from cgp_toolkit.oracle.judging import Oracle
from cgp_toolkit.oracle.reading import Finding, Reading
from cgp_toolkit.rules import Check, structural_checks
from cgp_toolkit.rules.checks import ACK, REPLY, REQUEST, THIS, Alone, Exchange
from cgp_toolkit.rules.kinds import object_of

_KINDS = {dict: "an object", list: "an array", str: "a string", bool: "true or false", int: "an integer"}
_BOOLEAN = "a boolean"
_FLOAT = "a number with a fraction or an exponent"
_TAG = "the name of an envelope"


@dataclass(frozen=True, slots=True)
class Told:
    """One finding as a person reads it.

    ``rule`` is the id of a rule or fault, ``at`` the JSON pointer in the message that ``of`` tells, ``requirements``
    what is broken.  ``message`` is one sentence without its full stop where it has none, ``fix`` the way out.
    """

    rule: str
    at: str
    requirements: tuple[str, ...]
    error: bool
    message: str
    fix: str
    of: str = "message"


class Teller:
    """Tells what is wrong with examples of one model."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self._model = oracle.model
        self._known: dict[tuple[str, bool], tuple[Check, ...]] = {}

    def told(self, example: Example) -> tuple[Reading, tuple[Told, ...]]:
        """What an example is, and what is said about it."""
        if example.line is not None:
            reading, value = self._oracle.read(example.line), _parsed(example.line)
        else:
            reading, value = self._oracle.judge(example.message), example.message
        return reading, tuple(self._told(reading, found, value, example.line) for found in reading.findings)

    def told_of_exchange(self, example: ExchangeExample) -> tuple[Told, ...]:
        """What the rules say about a request and its reply together."""
        ack = None if example.ack is None else self._oracle.settle(example.ack)
        request, reply = self._oracle.settle(example.request) or {}, self._oracle.settle(example.reply) or {}
        variables: dict[str, Json] = {REQUEST: request, REPLY: reply, **({} if ack is None else {ACK: ack})}
        answer = str(reply[self._model.protocol.tag])
        found = []
        for finding in exchange_findings(self._oracle, example):
            check = next(check for check in self._oracle.rules if check.rule == finding.rule and _fits(check, answer))
            this = {**variables, THIS: reply if finding.of == REPLY else request}
            needs = () if check.requirement is None else (check.requirement,)
            message = _message(self._model, check, this)
            found.append(Told(finding.rule, finding.at, needs, finding.error, message, check.fix, finding.of))
        return tuple(found)

    def _told(self, reading: Reading, found: Finding, value: Json, line: bytes | None) -> Told:
        for check, variables in self._broken(reading, found):
            needs = () if check.requirement is None else (check.requirement,)
            message = _message(self._model, check, variables)
            return Told(found.rule, found.at, needs, found.error, message, check.fix)
        fault = self._model.lines.fault(found.rule)
        said = _of_fault(self._model, FaultName(found.rule), value, line, found.at)
        return Told(found.rule, found.at, fault.requirements, found.error, f"expected {said}", fault.fix)

    def _broken(self, reading: Reading, found: Finding) -> Iterator[tuple[Check, Variables]]:
        """The check behind a finding, and what it looked at; none for what only readers find."""
        if reading.envelope is None or reading.refused is not None:
            return
        envelope = self._model.envelopes[reading.envelope]
        for prefix, owner, value in _objects(self._model, envelope, reading.settled, ""):
            for check in self._checks(owner):
                if check.rule == found.rule and not check.needs_ack and _points(check, prefix, found.at):
                    variables: Variables = {THIS: value, **_item(self._model, check, value, found.at)}
                    if _is_broken(self._model, check, variables):
                        yield check, variables

    def _checks(self, owner: Envelope | Record) -> tuple[Check, ...]:
        """The rules about one object, then its own limits."""
        key = owner.name, isinstance(owner, Envelope)
        if key not in self._known:
            own = [check for check in self._oracle.rules if check.scope == Alone(object_of(owner))]
            self._known[key] = (*own, *structural_checks(self._model, owner))
        return self._known[key]


def _fits(check: Check, reply: str) -> bool:
    """Whether a check is about this reply, if it is about replies at all."""
    return not isinstance(check.scope, Exchange) or check.scope.reply.name == reply


def _parsed(line: bytes) -> Json:
    try:
        return jsons.parse(line.decode()).value
    except (UnicodeDecodeError, jsons.NotJson):
        return None


def _objects(
    model: Model, owner: Envelope | Record, value: dict[str, Json], at: str
) -> Iterator[tuple[str, Envelope | Record, dict[str, Json]]]:
    yield at, owner, value
    for member in owner.members:
        type_, held, here = model.type_of(member), value.get(member.name), at + jsons.token(member.name)
        if isinstance(type_, Record):
            if isinstance(held, dict):
                yield from _objects(model, type_, held, here)
            for index, item in enumerate(held if isinstance(held, list) else ()):
                if isinstance(item, dict):
                    yield from _objects(model, type_, item, f"{here}/{index}")


def _points(check: Check, prefix: str, at: str) -> bool:
    tail = jsons.pointer(check.pointer)
    if check.each is None:
        return at == prefix + tail
    head = prefix + jsons.pointer(check.each.pointer) + "/"
    return at.startswith(head) and at.endswith(tail) and at[len(head) : len(at) - len(tail)].isdecimal()


def _item(model: Model, check: Check, value: dict[str, Json], at: str) -> Variables:
    if check.each is None:
        return {}
    tail = jsons.pointer(check.pointer)
    index = int(at[: len(at) - len(tail)].rsplit("/", 1)[1])
    items = evaluator(model, check.each.items)({THIS: value})
    return {check.each.variable.name: items[index]} if isinstance(items, list) and index < len(items) else {}


def _is_broken(model: Model, check: Check, variables: Variables) -> bool:
    guards = all(evaluator(model, guard)(variables) for guard in check.guards)
    return guards and not evaluator(model, check.condition)(variables)


def _message(model: Model, check: Check, variables: Variables) -> str:
    pieces = (p if isinstance(p, str) else format(evaluator(model, p)(variables)) for p in check.message)
    return "".join(pieces)


def _of_fault(model: Model, fault: FaultName, value: Json, line: bytes | None, at: str) -> str:
    """What was expected, as readers say it."""
    tag = model.protocol.tag
    match fault:
        case FaultName.BYTE_ORDER_MARK:
            return "no byte order mark"
        case FaultName.NOT_UTF8 | FaultName.NOT_JSON:
            return _of_syntax(line or b"")
        case FaultName.LONE_SURROGATE:
            return "escapes of surrogates in pairs"
        case FaultName.TOO_DEEP:
            return f"at most {model.lines.max_depth} levels of arrays and objects"
        case FaultName.LINE_TOO_LONG:
            return f"at most {model.lines.max_line_bytes} bytes"
        case FaultName.DUPLICATE_MEMBER:
            return "the member once"
        case FaultName.NOT_AN_OBJECT:
            return f"an object, found {_name(value)}"
        case FaultName.UNKNOWN_ENVELOPE:
            return f"one of {', '.join(model.envelopes)}"
    if at == jsons.token(tag):
        return _TAG if fault is FaultName.MISSING_MEMBER else f"{_TAG}, found {_name(_held(value, at))}"
    owner, member, item = _place(model, value, at)
    if fault is FaultName.UNKNOWN_MEMBER or member is None:
        return "only " + (", ".join(known.name for known in owner.members) or "the tag")
    text = expected(model.type_of(member))
    text = f"an array, each item {text}" if member.many and not item else text
    match fault:
        case FaultName.WRONG_TYPE | FaultName.NULL_MEMBER:
            return f"{text}, found {_name(_held(value, at))}"
        case FaultName.NULL_WRITTEN:
            return text if member.has_default and member.author is Presence.REQUIRED else f"{text}, or no member"
        case _:
            return text


def _of_syntax(line: bytes) -> str:
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        return f"UTF-8, found something else at byte {error.start}"
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return f"one JSON value, found something else at character {error.pos}"
    return "one JSON value, found a number that JSON does not have"


def _held(value: Json, at: str) -> Json:
    return jsons.at_path(value, jsons.path_of(value, at))


def _name(value: Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return _BOOLEAN
    return _FLOAT if isinstance(value, float) else _KINDS[type(value)]


def _place(model: Model, value: Json, at: str) -> tuple[Envelope | Record, Member | None, bool]:
    """The object that a pointer leads into, the member that it names there, and whether it means an item of it."""
    message = value if isinstance(value, dict) else {}
    owner: Envelope | Record = model.envelopes[str(message[model.protocol.tag])]
    member: Member | None = None
    item = False
    for step in at.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if member is not None and member.many and not item:
            item = True
            continue
        if member is not None:
            owner = model.record(member.type)
        member, item = next((known for known in owner.members if known.name == name), None), False
    return owner, member, item
