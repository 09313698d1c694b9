"""``session.ts``: the table of the model, and a class a role.  A model without a lifecycle has neither."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from cgp_toolkit.binding import words
from cgp_toolkit.lifecycle import Key, Transition, table, version_member
from cgp_toolkit.model import Envelope, Lifecycle, Model, Role
from cgp_toolkit.model.lifecycle import QUESTION_OF, QUESTIONS
from cgp_toolkit.targets.stamp import commented
from cgp_toolkit.targets.typescript.names import Names, quoted, text
from cgp_toolkit.targets.typescript.rendering import Code, comment, literal, render, signature

_PARTY = (
    "What comes in goes to `receiveData`, which tells what has happened; `send` checks what goes out and gives the "
    "bytes to write; `dataToSend` gives what is answered beside that."
)
_ANSWERING = "To read ahead, take `feed` and go through `events`, so that each answer counts before the next line does."


@dataclass(frozen=True, slots=True)
class _Party:
    """The class of one role."""

    name: str
    base: str
    options: str
    sends: str
    doc: str
    role: str


def emit(model: Model, names: Names) -> dict[str, str]:
    """The module by file name; none for a model without a lifecycle."""
    lifecycle = model.lifecycle
    if lifecycle is None:
        return {}
    protocol = model.protocol
    parties = [_party(model, names, role) for role in protocol.roles]
    initial = next(state.name for state in lifecycle.states if state.initial)
    return {
        "session.ts": render(
            "session.ts",
            stamp=commented(model, "typescript", "//"),
            about=comment([f"The session as a table. {lifecycle.doc}"]),
            groups=list(_groups(model, lifecycle)),
            questions=[literal([text(c.value), text(q.value)], 2, 79) for c, q in QUESTION_OF.items()],
            conditions=[
                literal([text(c.value), text(doc)], 2, 79) for each in QUESTIONS.values() for c, doc in each.items()
            ],
            kinds=[literal(_kind(model, names, e), 4, 79) for e in model.envelopes.values()],
            initial=text(initial),
            final=literal([text(state.name) for state in lifecycle.states if state.final]),
            opening=text(protocol.opening),
            answer=text(protocol.answer),
            failure=text(protocol.failure),
            closing=text(protocol.closing),
            failure_head=signature(
                "function failure",
                ["text: string", "code: string", "id: string | undefined"],
                names.envelopes[protocol.failure],
            ),
            answer_type=names.envelopes[protocol.answer],
            failing=_failing(model, names),
            parties=parties,
            sent=sorted(names.envelopes.values()),
        )
    }


def _groups(model: Model, lifecycle: Lifecycle) -> Iterator[tuple[str, list[str]]]:
    """Titles and rows, by role and state."""
    states = {state.name: state for state in lifecycle.states}
    rows = table(model, lifecycle).items()
    for (role, state), group in groupby(rows, key=lambda item: (item[0].role, item[0].state)):
        title = comment([f"The {role}, {state}: {states[state].doc}"], 2)
        yield title, [literal(_row(key, step), 2, 0) for key, step in group]


def _row(key: Key, step: Transition) -> dict[str, Code]:
    row: dict[str, Code] = {"role": text(key.role), "state": text(key.state), "event": text(str(key.event))}
    if key.condition is not None:
        row["condition"] = text(key.condition.value)
    row |= {"to": text(step.to), "outcome": text(step.outcome.value)}
    row |= {"requirement": text(step.row.requirements[0]), "rule": text(" ".join(step.row.doc.split()))}
    if step.code is not None:
        row["code"] = text(step.code)
    return row


def _kind(model: Model, names: Names, envelope: Envelope) -> dict[str, Code]:
    protocol = model.protocol
    found: dict[str, Code] = {"name": text(envelope.name), "sender": text(envelope.sender)}
    if envelope.reply is not None:
        found["reply"] = text(envelope.reply)

    def own(member: str) -> list[Code]:
        return [text(names.envelope_keys[envelope.name, member])]

    if envelope.correlation is not None:
        found["id"] = own(envelope.correlation.member)
        found["declares"] = _path(model, names, envelope.correlation.when)
    if envelope.name in (protocol.opening, protocol.answer):
        found["version"] = own(version_member(model, envelope.name).name)
    if envelope.name == protocol.failure:
        found["code"] = own(protocol.failure_code)
    if envelope.requires is not None:
        found["requires"] = _path(model, names, envelope.requires)
    return found


def _path(model: Model, names: Names, path: str) -> list[Code]:
    """A path from the answer of the handshake, in wire names, as properties."""
    first, *rest = path.split(".")
    answer = model.envelopes[model.protocol.answer]
    steps: list[Code] = [text(names.envelope_keys[answer.name, first])]
    type_ = answer.member(first).type
    for name in rest:
        steps.append(text(names.keys[type_, name]))
        type_ = model.record(type_).member(name).type
    return steps


def _failing(model: Model, names: Names) -> list[tuple[str, str]]:
    """The properties of a failure, and what they are given."""
    protocol = model.protocol
    given = {protocol.failure_id: "id", protocol.failure_code: "code"}
    if protocol.failure_text is not None:
        given[protocol.failure_text] = "text"
    members = [(quoted(names.envelope_keys[protocol.failure, member]), value) for member, value in given.items()]
    return [(quoted(names.tag), text(protocol.failure)), *members]


def _party(model: Model, names: Names, role: Role) -> _Party:
    opens = model.envelopes[model.protocol.opening].sender == role.name
    sent = [names.envelopes[e.name] for e in model.envelopes.values() if e.sender == role.name]
    return _Party(
        name=f"{words.pascal(role.name)}Session",
        base="Asking" if opens else "Answering",
        options="SessionOptions" if opens else "AnsweringOptions",
        sends=" | ".join(sent),
        doc=comment([f"The side of the {role.name}. {role.doc}", _PARTY, *(() if opens else (_ANSWERING,))]),
        role=text(role.name),
    )
