"""The package about sessions: the table of the model, and a class a role.  A model without a lifecycle gets none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from cgp_toolkit.binding.words import camel, screaming
from cgp_toolkit.lifecycle import table, version_member
from cgp_toolkit.model import Envelope, Lifecycle, Model, Record, Vocabulary
from cgp_toolkit.model.lifecycle import QUESTION_OF, QUESTIONS, Question
from cgp_toolkit.targets.java import docs
from cgp_toolkit.targets.java.layout import laid_out
from cgp_toolkit.targets.java.names import Names
from cgp_toolkit.targets.java.records import has_builder
from cgp_toolkit.targets.java.rendering import render
from cgp_toolkit.targets.java.types import nullable
from cgp_toolkit.targets.stamp import commented

_ABOUT = (
    "What happens in which state is this table, and nothing else decides it: sessions only work out conditions and "
    "keep the books."
)
_QUESTIONS = {
    Question.VERSION: "How a version compares with the own one.",
    Question.FAILURE: "What the code of a failed handshake says.",
    Question.REQUEST: "What speaks against a request.",
    Question.REPLY: "What a reply that arrives answers.",
    Question.ANSWER: "Whether a reply that is about to leave is due.",
    Question.REFUSAL: "What a failure that is about to leave answers.",
    Question.MEMBERS: "What an envelope that nobody here knows holds.",
    Question.OVERDUE: "Which request ran out of time.",
}


def session_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by class name."""
    lifecycle = model.lifecycle
    if lifecycle is None:
        return {}
    base = {"stamp": commented(model, "java", "//"), "package": names.package}
    return {
        "State": render("session/state.java", **base, **_states(names, lifecycle)),
        "Condition": laid_out(render("session/condition.java", **base, **_conditions())),
        "Transitions": laid_out(render("session/transitions.java", **base, **_transitions(model, names, lifecycle))),
        **{names.sessions[role.name]: _party(model, names, role.name, base) for role in model.protocol.roles},
    }


def parties_file(model: Model, names: Names) -> str:
    """What the testee knows of roles."""
    parties = [{"name": name, "role": docs.literal(role)} for role, name in names.sessions.items()]
    return render("testee/parties.java", stamp=commented(model, "java", "//"), package=names.package, parties=parties)


def _states(names: Names, lifecycle: Lifecycle) -> Mapping[str, object]:
    return {
        "states": [
            {
                "name": names.states[state.name],
                "id": docs.literal(state.name),
                "final": "true" if state.final else "false",
                "doc": docs.comment([state.doc], 4),
            }
            for state in lifecycle.states
        ],
        "initial": next(names.states[state.name] for state in lifecycle.states if state.initial),
    }


def _conditions() -> Mapping[str, object]:
    return {
        "conditions": [
            {
                "name": screaming(condition.value),
                "id": docs.literal(condition.value),
                "question": screaming(QUESTION_OF[condition].value),
                "doc": docs.comment([doc], 4),
            }
            for conditions in QUESTIONS.values()
            for condition, doc in conditions.items()
        ],
        "questions": [{"name": screaming(q.value), "about": about} for q, about in _QUESTIONS.items()],
    }


def _transitions(model: Model, names: Names, lifecycle: Lifecycle) -> Mapping[str, object]:
    protocol = model.protocol
    kinds = [_kind(model, names, envelope) for envelope in model.envelopes.values()]
    fail = _failure(model, names)
    classes = {names.union, *names.envelopes.values()}
    code = model.type_of(model.envelopes[protocol.failure].member(protocol.failure_code))
    classes |= {names.classes[code.name]} if isinstance(code, Vocabulary) else set()
    imports = {f"{names.package}.{name}" for name in (*classes, "Protocol")} | {
        f"java.util.{name}" for name in ("Collections", "HashMap", "LinkedHashMap", "List", "Map")
    }
    return {
        "imports": sorted(imports | {"org.jspecify.annotations.Nullable"}),
        "doc": docs.comment([f"The session as a table. {lifecycle.doc}", _ABOUT], 0),
        "opening": docs.literal(protocol.opening),
        "answer": docs.literal(protocol.answer),
        "failure": docs.literal(protocol.failure),
        "closing": docs.literal(protocol.closing),
        "union": names.union,
        "kinds": kinds,
        "fail": fail,
        "watching": ", ".join(_watching(model, names, role.name) for role in protocol.roles),
        "groups": list(_groups(model, names, lifecycle)),
    }


def _opens(model: Model, role: str) -> bool:
    return model.envelopes[model.protocol.opening].sender == role


def _watching(model: Model, names: Names, role: str) -> str:
    version = "" if _opens(model, role) else "Protocol.REVISION, "
    return f"new {names.sessions[role]}({version}Protocol.MAX_LINE_BYTES, true)"


def _groups(model: Model, names: Names, lifecycle: Lifecycle) -> Iterator[Mapping[str, object]]:
    docs_of = {state.name: state.doc for state in lifecycle.states}
    rows = table(model, lifecycle).items()
    for (role, state), group in groupby(rows, key=lambda item: (item[0].role, item[0].state)):
        found = []
        for key, step in group:
            condition = "null" if key.condition is None else f"Condition.{screaming(key.condition.value)}"
            code = "null" if step.code is None else docs.literal(step.code)
            told = docs.literal(" ".join(step.row.doc.split()))
            to = f"State.{names.states[step.to]}"
            parts = [to, f"Outcome.{step.outcome.name}", docs.literal(step.row.requirements[0]), told, code]
            state_ = f"State.{names.states[key.state]}"
            place = [docs.literal(key.role), state_, docs.literal(str(key.event)), condition]
            found.append({"place": f"new Place({', '.join(place)})", "step": f"new Step({', '.join(parts)})"})
        title = docs.comment([f"The {role}, {state}: {docs_of[state]}"], 4)
        yield {
            "title": title[4:-3],
            "method": f"{camel(f'{role}_while_{state}')}",
            "rows": found,
        }


def _kind(model: Model, names: Names, envelope: Envelope) -> Mapping[str, str]:
    protocol = model.protocol
    class_ = names.envelopes[envelope.name]
    answer = model.envelopes[protocol.answer]
    found = dict.fromkeys(("reply", "id", "version", "code", "declares", "requires"), "null")
    if envelope.reply is not None:
        found["reply"] = docs.literal(envelope.reply)
    if envelope.correlation is not None:
        found["id"] = _getter(model, names, envelope, envelope.correlation.member)
        found["declares"] = _getter(model, names, answer, envelope.correlation.when)
    if envelope.name in (protocol.opening, protocol.answer):
        found["version"] = _getter(model, names, envelope, version_member(model, envelope.name).name)
    if envelope.name == protocol.failure:
        found["code"] = _getter(model, names, envelope, protocol.failure_code)
    if envelope.requires is not None:
        found["requires"] = _getter(model, names, answer, envelope.requires)
    return {"class": class_, "name": docs.literal(envelope.name), "sender": docs.literal(envelope.sender), **found}


def _getter(model: Model, names: Names, envelope: Envelope, path: str) -> str:
    """A function from an envelope to what a path of wire names leads to."""
    expression = f"(({names.envelopes[envelope.name]}) message)"
    owner: Envelope | Record = envelope
    for name in path.split("."):
        member = next(m for m in owner.members if m.name == name)
        expression += f".{names.components[names.owner(owner), name]}()"
        type_ = model.type_of(member)
        if isinstance(type_, Record):
            owner = type_
        elif isinstance(type_, Vocabulary):
            expression = (
                f"{expression} == null ? null : {expression}.value()" if nullable(member) else f"{expression}.value()"
            )
    return f"message -> {expression}"


def _failure(model: Model, names: Names) -> str:
    """The expression that makes a failure of ``text``, ``code`` and ``id``."""
    protocol = model.protocol
    envelope = model.envelopes[protocol.failure]
    class_ = names.envelopes[protocol.failure]
    given = {protocol.failure_id: "id", protocol.failure_code: "code"}
    if protocol.failure_text is not None:
        given[protocol.failure_text] = "text"
    code = model.type_of(envelope.member(protocol.failure_code))
    if isinstance(code, Vocabulary):
        given[protocol.failure_code] = f"{names.classes[code.name]}.of(code)"
    if has_builder(envelope):
        calls = "".join(f".{names.components[class_, member]}({value})" for member, value in given.items())
        return f"{class_}.builder(){calls}.build()"
    return f"new {class_}({', '.join(given.get(member.name, 'null') for member in envelope.members)})"


def _party(model: Model, names: Names, role: str, base: Mapping[str, str]) -> str:
    doc = next(r.doc for r in model.protocol.roles if r.name == role)
    opens = _opens(model, role)
    return render(
        "session/party.java",
        name=names.sessions[role],
        base="AskingSession" if opens else "AnsweringSession",
        opens=opens,
        sends=names.senders.get(role, names.union),
        doc=docs.comment([f"The side of the {role}. {doc}"], 0),
        role=docs.literal(role),
        **base,
    )
