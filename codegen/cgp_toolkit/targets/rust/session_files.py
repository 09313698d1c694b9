"""``session.rs`` and the modules below it: the table of the model, and a struct a role.

A model without a lifecycle gets none of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from cgp_toolkit.binding.naming import assign
from cgp_toolkit.lifecycle import Key, Transition, table, version_member
from cgp_toolkit.model import Envelope, Lifecycle, Model, Record, Vocabulary
from cgp_toolkit.model.lifecycle import QUESTION_OF, QUESTIONS
from cgp_toolkit.targets.rust import docs
from cgp_toolkit.targets.rust.layout import array
from cgp_toolkit.targets.rust.names import Names, pascal
from cgp_toolkit.targets.rust.rendering import render
from cgp_toolkit.targets.rust.types_files import use
from cgp_toolkit.targets.rust.vocabularies_file import arm
from cgp_toolkit.targets.stamp import commented

_STATIC = Path(__file__).parent / "runtime_session"

_QUESTIONS = {
    "version": "Whether versions belong to one family.",
    "failure": "What a failed handshake says.",
    "request": "What speaks against a request; the first that fits counts.",
    "reply": "Whether a reply that comes in was waited for.",
    "answer": "Whether a reply that is about to leave is owed.",
    "refusal": "What a failure that is about to leave answers.",
    "members": "What an unknown envelope holds.",
    "overdue": "Which request has run out of time.",
}

_ABOUT = (
    "A session is driven by its user: bytes or messages in, events and bytes out. It has no stream and no clock, and "
    "waits for nothing.",
    "What happens in which state is the [table](TABLE), and nothing else decides it; the modules beside it only work "
    "out conditions and keep the books.",
)

_PARTY = (
    "`receive_data` tells what came in; `send` checks what goes out and gives the bytes to write; `data_to_send` gives "
    "the rest."
)

_ANSWERING = "To read ahead, `feed` what came in and ask for the `next_event` until there is none."


def sessions(model: Model) -> dict[str, str]:
    """The struct of each role that has sessions, by role."""
    if model.lifecycle is None:
        return {}
    return assign([role.name for role in model.protocol.roles], lambda name: f"{pascal(name)}Session")


def session_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by path below the crate; none for a model without a lifecycle."""
    lifecycle = model.lifecycle
    if lifecycle is None:
        return {}
    stamp = commented(model, "rust", "//")
    static = {
        path.relative_to(_STATIC).as_posix(): stamp + path.read_text(encoding="utf-8")
        for path in sorted(_STATIC.rglob("*.rs"))
    }
    return static | {
        "src/session.rs": _session(model, names, lifecycle, stamp),
        "src/session/table.rs": render("session/table.rs", stamp=stamp, groups=list(_groups(model, lifecycle))),
        "src/session/conditions.rs": _conditions(stamp),
        "src/session/facts.rs": _facts(model, names, stamp),
    }


def _session(model: Model, names: Names, lifecycle: Lifecycle, stamp: str) -> str:
    roles, states, structs = _roles(model), _states(lifecycle), sessions(model)
    opens = {role.name: model.envelopes[model.protocol.opening].sender == role.name for role in model.protocol.roles}
    answering = not all(opens.values())
    tables = ["MAX_LINE_BYTES", "REVISION"] if answering else ["MAX_LINE_BYTES"]
    union = names.union if names.union == "Union" else f"{names.union} as Union"
    return render(
        "session/session.rs",
        stamp=stamp,
        about=docs.comment([f"The session as a table. {lifecycle.doc}", *_ABOUT], 0, "//!").replace(
            r"\[table\](TABLE)", "[table](TABLE)"
        ),
        imports="\n".join(
            [
                use("crate::codec::tables", tables),
                "use crate::errors::DecodeError;",
                "use crate::message::Message;",
                f"use crate::types::{union};",
            ]
        ),
        asking=any(opens.values()),
        answering=answering,
        roles=[
            {"name": roles[r.name], "wire": docs.quoted(r.name), "doc": docs.comment([r.doc], 4)}
            for r in model.protocol.roles
        ],
        all_roles=array("&[", [f"Self::{name}" for name in roles.values()], "];", 4),
        states=[
            {"name": states[s.name], "wire": docs.quoted(s.name), "doc": docs.comment([s.doc], 4)}
            for s in lifecycle.states
        ],
        initial=next(states[s.name] for s in lifecycle.states if s.initial),
        final=" | ".join(f"Self::{states[s.name]}" for s in lifecycle.states if s.final),
        parties=[
            {
                "name": structs[role.name],
                "role": roles[role.name],
                "opens": opens[role.name],
                "doc": docs.comment(
                    [
                        f"The side of the {role.name}. {role.doc}",
                        _PARTY,
                        *(() if opens[role.name] else (_ANSWERING,)),
                    ]
                ),
            }
            for role in model.protocol.roles
        ],
    )


def _roles(model: Model) -> dict[str, str]:
    return assign([role.name for role in model.protocol.roles], pascal, {"Self"})


def _states(lifecycle: Lifecycle) -> dict[str, str]:
    return assign([state.name for state in lifecycle.states], pascal, {"Self"})


def _groups(model: Model, lifecycle: Lifecycle) -> Iterator[dict[str, object]]:
    described = {state.name: state for state in lifecycle.states}
    roles, states = _roles(model), _states(lifecycle)
    rows = table(model, lifecycle).items()
    for (role, state), group in groupby(rows, key=lambda item: (item[0].role, item[0].state)):
        yield {
            "title": f"The {role}, {state}: {' '.join(described[state].doc.split())}",
            "rows": [_row(roles, states, key, step) for key, step in group],
        }


def _row(roles: dict[str, str], states: dict[str, str], key: Key, step: Transition) -> str:
    event = key.event
    what = pascal(event.name) if event.happening.value == "meets" else docs.quoted(event.name)
    condition = f" if {pascal(key.condition.value)}" if key.condition is not None else ""
    code = f" {docs.quoted(step.code)}" if step.code is not None else ""
    place = f"{roles[key.role]}, {states[key.state]}, {event.happening.value} {what}{condition}"
    rule = docs.quoted(" ".join(step.row.doc.split()))
    outcome = f"{pascal(step.outcome.value)}{code}"
    return f"{place} => {states[step.to]}, {outcome}, {docs.quoted(step.row.requirements[0])}, {rule}"


def _conditions(stamp: str) -> str:
    by_question = {
        question.value: [f"Self::{pascal(condition.value)}" for condition in answers]
        for question, answers in QUESTIONS.items()
    }
    return render(
        "session/conditions.rs",
        stamp=stamp,
        questions=[{"name": pascal(q.value), "doc": _QUESTIONS[q.value]} for q in QUESTIONS],
        conditions=[
            {
                "name": pascal(condition.value),
                "wire": docs.quoted(condition.value),
                "doc": docs.comment([QUESTIONS[question][condition]], 4),
            }
            for condition, question in QUESTION_OF.items()
        ],
        arms=[arm(patterns, f"Question::{pascal(question)}") for question, patterns in by_question.items()],
    )


def _facts(model: Model, names: Names, stamp: str) -> str:
    protocol = model.protocol
    roles = _roles(model)
    failure = model.envelopes[protocol.failure]
    answer = names.envelopes[protocol.answer]
    return render(
        "session/facts.rs",
        stamp=stamp,
        imports=use("crate::types", sorted({names.union, names.envelopes[failure.name], *_words(model, names)})),
        union=names.union,
        answer=answer,
        failure=names.envelopes[failure.name],
        opening_tag=docs.quoted(protocol.opening),
        answer_tag=docs.quoted(protocol.answer),
        failure_tag=docs.quoted(protocol.failure),
        closing_tag=docs.quoted(protocol.closing),
        kinds=[_kind(model, names, roles, envelope) for envelope in model.envelopes.values()],
        code=_text_of(model, names, failure, protocol.failure_code, "failure"),
        failing=_failing(model, names, failure),
    )


def _words(model: Model, names: Names) -> Iterator[str]:
    """The vocabulary of the code of a failure, where it may be absent."""
    member = model.envelopes[model.protocol.failure].member(model.protocol.failure_code)
    if member.optional and not member.has_default and isinstance(model.type_of(member), Vocabulary):
        yield names.types[member.type]


def _text_of(model: Model, names: Names, envelope: Envelope, member: str, local: str) -> str:
    """An expression for the text of a member, as an ``Option``."""
    found = envelope.member(member)
    field = f"{local}.{names.fields[names.owner(envelope), member]}"
    word = isinstance(model.type_of(found), Vocabulary)
    if found.optional and not found.has_default:
        called = names.types[found.type]
        return f"{field}.as_ref().map({called}::as_str)" if word else f"{field}.as_deref()"
    return f"Some({field}.as_str())"


def _kind(model: Model, names: Names, roles: dict[str, str], envelope: Envelope) -> dict[str, str]:
    protocol = model.protocol
    correlation = envelope.correlation
    versioned = envelope.name in (protocol.opening, protocol.answer)
    return {
        "tag": docs.quoted(envelope.name),
        "sender": roles[envelope.sender],
        "reply": "None" if envelope.reply is None else f"Some({docs.quoted(envelope.reply)})",
        "id": _getter(model, names, envelope, correlation.member if correlation is not None else None),
        "version": _getter(model, names, envelope, version_member(model, envelope.name).name if versioned else None),
        "declares": _capability(model, names, correlation.when if correlation is not None else None),
        "requires": _capability(model, names, envelope.requires),
    }


def _getter(model: Model, names: Names, envelope: Envelope, member: str | None) -> str:
    if member is None:
        return "|_| None"
    variant = f"{names.union}::{names.owner(envelope)}"
    return f"|it| match it {{ {variant}(it) => {_text_of(model, names, envelope, member, 'it')}, _ => None }}"


def _capability(model: Model, names: Names, path: str | None) -> str:
    """A function from the answer of the handshake to one of its capabilities."""
    if path is None:
        return "None"
    owner: Envelope | Record = model.envelopes[model.protocol.answer]
    text = "it"
    for name in path.split("."):
        member = owner.member(name)
        text += f".{names.fields[names.owner(owner), name]}"
        type_ = model.type_of(member)
        if isinstance(type_, Record):
            owner = type_
    return f"Some(|it| {text})"


def _failing(model: Model, names: Names, failure: Envelope) -> str:
    """The body of the function that makes a failure."""
    protocol = model.protocol
    given = {protocol.failure_id: "id.map(str::to_owned)", protocol.failure_code: "code.into()"}
    if protocol.failure_text is not None:
        given[protocol.failure_text] = "text"
    name = names.owner(failure)
    needed = [given[member.name] for member in failure.members if not member.optional]
    lines = [f"let mut failure = {name}::new({', '.join(needed)});"]
    for member in failure.members:
        if member.optional and member.name in given:
            value = given[member.name]
            absent = not member.has_default and member.name != protocol.failure_id
            lines.append(f"failure.{names.fields[name, member.name]} = {f'Some({value})' if absent else value};")
    return "\n".join(f"    {line}" for line in [*lines, "failure.into()"])
