"""Examples: each shows one message, says what is wrong with it and where, and is written as the model says."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from cgp_toolkit.model.axes import Duplicates, Level, Verdict
from cgp_toolkit.model.collect import Found
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.model.knowledge import Example, Failure
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.lint.lookup import Owner, names, type_of
from cgp_toolkit.model.model import Model
from cgp_toolkit.model.types import Json, Record
from cgp_toolkit.model.yaml_document import Path

_POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)*")


def example_form(context: Context) -> Iterator[Diagnostic]:
    """Examples with none or both of ``message`` and ``line``."""
    for example in context.model.examples.values():
        found = context.entry(example)
        if example.message is None and example.line is None:
            message = "the example shows nothing"
            yield Diagnostic(found.position, "example-form", message, "add 'message' or, as raw text, 'line'")
        elif example.message is not None and example.line is not None:
            message = "the example shows two messages"
            place = found.at("line", key=True)
            yield Diagnostic(place, "example-form", message, "keep one of 'message' and 'line'")


def example_verdict(context: Context) -> Iterator[Diagnostic]:
    """Verdicts that what is wrong with the example does not bear out."""
    for example in context.model.examples.values():
        found = context.entry(example)
        broken = [failure for failure in example.fails if not _is_warning(context.model, failure)]
        if example.verdict is not Verdict.VALID and not broken:
            message = f"nothing says what makes it {example.verdict}"
            yield Diagnostic(found.at("verdict"), "example-verdict", message, "add to 'fails'")
        for index, failure in enumerate(example.fails):
            wrong = _not_borne_out(context, example, failure) if failure in broken else None
            if wrong is not None:
                yield Diagnostic(found.at("fails", index, "rule"), "example-verdict", *wrong)


def _is_warning(model: Model, failure: Failure) -> bool:
    """Whether only a SHOULD or a MAY is broken, which leaves a message valid."""
    rule = model.rules.get(failure.rule)
    requirement = model.requirements.get(rule.requirement) if rule is not None else None
    level = rule.level or (requirement.level if requirement is not None else None) if rule is not None else None
    return level in (Level.SHOULD, Level.MAY)


def _not_borne_out(context: Context, example: Example, failure: Failure) -> tuple[str, str] | None:
    model = context.model
    fault = next((fault for fault in model.lines.faults if fault.name == failure.rule), None)
    if fault is None and failure.rule not in model.rules:
        return None
    stops = fault is not None and not fault.author
    match example.verdict:
        case Verdict.VALID:
            return f"what is valid does not break {failure.rule!r}", "say 'readable' or 'invalid'"
        case Verdict.INVALID if not stops:
            return f"readers pass over {failure.rule!r}", "say 'readable', or name what stops a reader"
        case Verdict.READABLE if stops and not _passed_over(context, example, failure):
            return f"readers stop at {failure.rule!r}", "say 'invalid'"
        case _:
            return None


def _passed_over(context: Context, example: Example, failure: Failure) -> bool:
    """Whether readers of some envelopes pass over what those of others refuse."""
    lenient = any(e.duplicates is Duplicates.LAST_WINS for e in context.model.envelopes.values())
    return failure.rule == FaultName.DUPLICATE_MEMBER and example.line is not None and lenient


def example_pointer(context: Context) -> Iterator[Diagnostic]:
    """Pointers that are none, or that lead to nothing in their message."""
    for example in context.model.examples.values():
        for index, failure in enumerate(example.fails):
            message = _lost(example, failure)
            if message is not None:
                place = context.entry(example).at("fails", index, "at")
                yield Diagnostic(place, "example-pointer", message, "write the JSON pointer of what is wrong")


def _lost(example: Example, failure: Failure) -> str | None:
    if _POINTER.fullmatch(failure.at) is None:
        return "this is no JSON pointer"
    if example.message is None:
        return None
    parts = [part.replace("~1", "/").replace("~0", "~") for part in failure.at.split("/")[1:]]
    missing = failure.rule in set(FaultName) and FaultName(failure.rule).absence
    value: Json = example.message
    for index, part in enumerate(parts):
        child = _child(value, part)
        if child is None:
            found = missing and index == len(parts) - 1 and isinstance(value, dict)
            return None if found else f"the message has no {part!r} there"
        value = child[0]
    # A null where a value is owed is there and missing at once.
    return "the member is there" if missing and value is not None else None


def _child(value: Json, part: str) -> tuple[Json] | None:
    """The member or item of that name, if there is one."""
    if isinstance(value, dict) and part in value:
        return (value[part],)
    if isinstance(value, list) and re.fullmatch("0|[1-9][0-9]{0,8}", part) and int(part) < len(value):
        return (value[int(part)],)
    return None


def example_order(context: Context) -> Iterator[Diagnostic]:
    """Valid messages whose members are not in the order of the model."""
    tag = context.model.protocol.tag
    for found, path, message in _written(context):
        envelope = context.model.envelopes.get(str(message.get(tag)))
        for owner, value, place in _objects(context, envelope, message, path) if envelope is not None else ():
            order = (tag, *names(owner)) if owner is envelope else names(owner)
            written = [name for name in value if name in order]
            for before, name in itertools.pairwise(written):
                if order.index(name) < order.index(before):
                    text = f"{name!r} comes before {before!r} in the model"
                    where = found.at(*place, name, key=True)
                    yield Diagnostic(where, "example-order", text, "write members in the order of the model")


def _written(context: Context) -> Iterator[tuple[Found, Path, dict[str, Json]]]:
    """Every message that authors may write, with its entry and the way to it."""
    for example in context.model.examples.values():
        if example.verdict is Verdict.VALID and example.message is not None:
            yield context.entry(example), ("message",), example.message
    for exchange in context.model.exchanges.values():
        parts = {"request": exchange.request, "reply": exchange.reply, "ack": exchange.ack}
        for name, part in parts.items():
            if part is not None:
                yield context.entry(exchange), (name,), part
    for session in context.model.sessions.values():
        for index, message in enumerate(session.messages):
            yield context.entry(session), ("messages", index), message


def _objects(context: Context, owner: Owner, value: Json, path: Path) -> Iterator[tuple[Owner, dict[str, Json], Path]]:
    """Every object of a message that the model has a name for, from the outside in."""
    if not isinstance(value, dict):
        return
    yield owner, value, path
    for member in owner.members:
        type_ = type_of(context.model, member)
        inner = value.get(member.name)
        if not isinstance(type_, Record):
            continue
        here = (*path, member.name)
        if isinstance(inner, list):
            for index, item in enumerate(inner):
                yield from _objects(context, type_, item, (*here, index))
        else:
            yield from _objects(context, type_, inner, here)
