"""``session.py`` of the binding, and the static modules under it: the table of the model, and a class a role.

A model without a lifecycle gets none of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from cgp_toolkit.lifecycle import Key, Transition, table, version_member
from cgp_toolkit.model import Envelope, Lifecycle, Model, Role
from cgp_toolkit.model.lifecycle import QUESTION_OF, QUESTIONS
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.names import Names, pascal
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.stamp import commented

_STATIC = Path(__file__).parent / "runtime" / "session"

_OFFERED = (
    "Closed",
    "Dropped",
    "Event",
    "Failed",
    "HandshakeRefused",
    "Notified",
    "ProtocolViolation",
    "Recording",
    "Rejected",
    "Replied",
    "Request",
    "Requested",
    "SessionClosed",
    "SessionError",
    "TimedOut",
    "VersionError",
    "VersionMismatch",
    "VersionRefused",
)

_ABOUT = (
    "A session is driven by its user: bytes or messages in, events and bytes out. It has no stream and no clock, "
    "and waits for nothing.",
    "What happens in which state is the table below, and nothing else decides it; the modules beside this one only "
    "work out conditions and keep the books.",
)

_PARTY = (
    "`for event in session.receive_data(chunk)` tells what came in; `session.send(envelope)` checks what goes out and "
    "gives the bytes to write; `session.data_to_send()` gives the rest."
)

_ANSWERING = (
    "To read ahead, take `session.feed(chunk)` and go through `session.events()`, so that each answer "
    "counts before the next line does."
)


@dataclass(frozen=True, slots=True)
class _Group:
    """The rows of one role and state."""

    title: str
    rows: list[str]


@dataclass(frozen=True, slots=True)
class _Party:
    """The class of one role."""

    name: str
    base: str
    sends: str
    doc: str
    role: str


def session_modules(model: Model, names: Names) -> dict[str, str]:
    """Unformatted sources by file name within the package; none for a model without a lifecycle."""
    lifecycle = model.lifecycle
    if lifecycle is None:
        return {}
    stamp = commented(model, "python", "#")
    static = {path.name: stamp + path.read_text(encoding="utf-8") for path in sorted(_STATIC.glob("*.py"))}
    return static | {"session.py": _session(model, names, lifecycle, stamp)}


def offered(model: Model) -> tuple[str, ...]:
    """What the module offers, by name; nothing for a model without a lifecycle."""
    if model.lifecycle is None:
        return ()
    return tuple(sorted([*_OFFERED, *(_class(role) for role in model.protocol.roles)]))


def _session(model: Model, names: Names, lifecycle: Lifecycle, stamp: str) -> str:
    protocol = model.protocol
    return render(
        "session.py",
        stamp=stamp,
        about=docs.literal([f"The session as a table. {lifecycle.doc}", *_ABOUT], 0),
        offered=["CONDITIONS", "TABLE", *offered(model), "recording"],
        groups=list(_groups(model, lifecycle)),
        conditions=[(repr(c.value), repr(doc)) for all_ in QUESTIONS.values() for c, doc in all_.items()],
        questions=[(repr(c.value), repr(question.value)) for c, question in QUESTION_OF.items()],
        failure=_failure(model, names),
        kinds=[(names.envelopes[name], _kind(model, names, e)) for name, e in model.envelopes.items()],
        facts=[
            ("initial", repr(next(state.name for state in lifecycle.states if state.initial))),
            ("final", f"frozenset({[state.name for state in lifecycle.states if state.final]!r})"),
            ("opening", repr(protocol.opening)),
            ("answer", repr(protocol.answer)),
            ("failure", repr(protocol.failure)),
            ("closing", repr(protocol.closing)),
        ],
        answer=names.envelopes[protocol.answer],
        parties=[_party(model, names, role) for role in protocol.roles],
    )


def _groups(model: Model, lifecycle: Lifecycle) -> Iterator[_Group]:
    states = {state.name: state for state in lifecycle.states}
    rows = table(model, lifecycle).items()
    for (role, state), group in groupby(rows, key=lambda item: (item[0].role, item[0].state)):
        yield _Group(f"The {role}, {state}: {states[state].doc}", [_row(key, step) for key, step in group])


def _row(key: Key, step: Transition) -> str:
    condition = "None" if key.condition is None else _text(key.condition.value)
    parts = [_text(step.to), step.outcome.name, _text(step.row.requirements[0]), _text(" ".join(step.row.doc.split()))]
    if step.code is not None:
        parts.append(_text(step.code))
    place = [_text(key.role), _text(key.state), _text(str(key.event)), condition]
    return f"({', '.join(place)}): Step({', '.join(parts)})"


def _text(text: str) -> str:
    # As ruff would write it, whose hands the table is kept out of.
    return json.dumps(text, ensure_ascii=False)


def _failure(model: Model, names: Names) -> str:
    """The expression that makes a failure of ``text``, ``code`` and ``id_``."""
    protocol = model.protocol
    class_ = names.envelopes[protocol.failure]
    given = {protocol.failure_id: "id_", protocol.failure_code: "code"}
    if protocol.failure_text is not None:
        given[protocol.failure_text] = "text"
    arguments = ", ".join(f"{names.attributes[class_, member]}={value}" for member, value in given.items())
    return f"t.{class_}({arguments})"


def _kind(model: Model, names: Names, envelope: Envelope) -> str:
    protocol = model.protocol
    class_ = names.envelopes[envelope.name]
    parts = [repr(envelope.name), repr(envelope.sender)]
    if envelope.reply is not None:
        parts.append(f"reply={envelope.reply!r}")
    if envelope.correlation is not None:
        parts.append(f"id={_getter(names.attributes[class_, envelope.correlation.member])}")
        parts.append(f"declares={_getter(answer_path(model, names, envelope.correlation.when))}")
    if envelope.name in (protocol.opening, protocol.answer):
        parts.append(f"version={_getter(names.attributes[class_, version_member(model, envelope.name).name])}")
    if envelope.name == protocol.failure:
        parts.append(f"code={_getter(names.attributes[class_, protocol.failure_code])}")
    if envelope.requires is not None:
        parts.append(f"requires={_getter(answer_path(model, names, envelope.requires))}")
    return f"Kind({', '.join(parts)})"


def _getter(path: str) -> str:
    return f"attrgetter({path!r})"


def answer_path(model: Model, names: Names, path: str) -> str:
    """A path from the answer of the handshake, in wire names, as one in attributes."""
    owner, members = names.envelopes[model.protocol.answer], model.envelopes[model.protocol.answer].members
    steps = []
    for name in path.split("."):
        steps.append(names.attributes[owner, name])
        member = next(m for m in members if m.name == name)
        if member.type in {record.name for record in model.records()}:
            owner, members = names.classes[member.type], model.record(member.type).members
    return ".".join(steps)


def _class(role: Role) -> str:
    return f"{pascal(role.name)}Session"


def _party(model: Model, names: Names, role: Role) -> _Party:
    opens = model.envelopes[model.protocol.opening].sender == role.name
    sent = [f"t.{names.envelopes[e.name]}" for e in model.envelopes.values() if e.sender == role.name]
    return _Party(
        name=_class(role),
        base="Asking" if opens else "Answering",
        sends=" | ".join(sent),
        doc=docs.literal([f"The side of the {role.name}. {role.doc}", _PARTY, *(() if opens else (_ANSWERING,))], 4),
        role=repr(role.name),
    )
