"""``table.go``: the lifecycle of the model, and what a session has to know of each envelope.

A model without a lifecycle gets no sessions.
"""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.lifecycle import table, version_member
from cgp_toolkit.model import Envelope, Lifecycle, Model, Record, Vocabulary
from cgp_toolkit.model.lifecycle import QUESTION_OF
from cgp_toolkit.rules.kinds import kind_of, object_of
from cgp_toolkit.rules.printers.go import GoPrinter
from cgp_toolkit.rules.tree import Attribute, Expression, Variable
from cgp_toolkit.targets.go.docs import comment
from cgp_toolkit.targets.go.holding import held
from cgp_toolkit.targets.go.names import Names
from cgp_toolkit.targets.go.rendering import quoted, quoted_list, render
from cgp_toolkit.targets.go.rules_names import BindingNames
from cgp_toolkit.targets.go.runtime_files import static_files
from cgp_toolkit.targets.stamp import commented

_ANSWER = "answer"


def session_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by path; for a model without a lifecycle only what its testee says of that."""
    stamp = commented(model, "go", "//")
    sides = _sides(model, names) if model.lifecycle is not None else []
    testee = render("roles.go", stamp=stamp, module=names.module, sessions=sides)
    if model.lifecycle is None:
        return {"cmd/testee/sessions.go": testee}
    return {
        **static_files(model, names, "session"),
        **static_files(model, names, "testee/session", "cmd/testee/"),
        "table.go": _table(model, names, model.lifecycle),
        "cmd/testee/roles.go": testee,
    }


def _sides(model: Model, names: Names) -> list[dict[str, str]]:
    """The function that makes each side of a session."""
    opener = model.envelopes[model.protocol.opening].sender
    return [
        {
            "name": f"New{names.sessions[role.name]}",
            "doc": comment([f"New{names.sessions[role.name]} is the side of the {role.name}. {role.doc}"]),
            "role": quoted(role.name),
            "asks": "true" if opener == role.name else "false",
        }
        for role in model.protocol.roles
    ]


def _table(model: Model, names: Names, lifecycle: Lifecycle) -> str:
    protocol = model.protocol
    envelopes = list(model.envelopes.values())
    return render(
        "table.go",
        stamp=commented(model, "go", "//"),
        package=names.package,
        union=names.union,
        answer=names.envelopes[protocol.answer],
        doc=comment([f"The lifecycle. {lifecycle.doc}"]),
        rows=list(_rows(model, lifecycle)),
        questions=[(quoted(condition.value), quoted(q.value)) for condition, q in QUESTION_OF.items()],
        sayings=[_saying(model, envelope) for envelope in envelopes],
        initial=quoted(next(state.name for state in lifecycle.states if state.initial)),
        final=quoted_list(tuple(state.name for state in lifecycle.states if state.final)),
        opening=quoted(protocol.opening),
        closing=quoted(protocol.closing),
        failure=quoted(protocol.failure),
        ids=[_id(model, names, envelope) for envelope in envelopes if envelope.correlation is not None],
        versions=[_version(model, names, name) for name in (protocol.opening, protocol.answer)],
        code=_code(model, names),
        fail=list(_fail(model, names)),
        allowing=[(quoted(e.name), _path(model, names, e.requires)) for e in envelopes if e.requires is not None],
        correlating=[
            (quoted(e.name), _path(model, names, e.correlation.when)) for e in envelopes if e.correlation is not None
        ],
        sessions=_sides(model, names),
    )


def _rows(model: Model, lifecycle: Lifecycle) -> Iterator[str]:
    for key, step in table(model, lifecycle).items():
        outcome = f"Outcome{step.outcome.value.capitalize()}"
        words = [key.role, key.state, str(key.event), "" if key.condition is None else key.condition.value, step.to]
        rest = [step.row.requirements[0], " ".join(step.row.doc.split()), step.code or ""]
        yield ", ".join([*map(quoted, words), outcome, *map(quoted, rest)])


def _saying(model: Model, envelope: Envelope) -> str:
    protocol = model.protocol
    flags = [
        envelope.name in (protocol.opening, protocol.answer),
        envelope.requires is not None,
        envelope.correlation is not None,
    ]
    words = [quoted(envelope.name), quoted(envelope.sender), quoted(envelope.reply or "")]
    return ", ".join([*words, *("true" if flag else "false" for flag in flags)])


def _id(model: Model, names: Names, envelope: Envelope) -> tuple[str, str]:
    """The type of an envelope with ids, and the expression that gives a pointer to one."""
    if envelope.correlation is None:
        raise ValueError(f"{envelope.name!r} has no ids")
    member = envelope.member(envelope.correlation.member)
    field = f"m.{names.field(envelope, member)}"
    return names.envelopes[envelope.name], field if held(model, names, member).pointer else f"&{field}"


def _version(model: Model, names: Names, name: str) -> tuple[str, str]:
    envelope = model.envelopes[name]
    member = version_member(model, name)
    field = f"m.{names.field(envelope, member)}"
    return names.envelopes[name], f"deref({field})" if held(model, names, member).pointer else field


def _code(model: Model, names: Names) -> tuple[str, str]:
    envelope = model.envelopes[model.protocol.failure]
    member = envelope.member(model.protocol.failure_code)
    how = held(model, names, member)
    field = f"m.{names.field(envelope, member)}"
    value = f"deref({field})" if how.pointer else field
    return names.envelopes[envelope.name], f"string({value})" if isinstance(how.type_, Vocabulary) else value


def _fail(model: Model, names: Names) -> Iterator[str]:
    """The lines that make a failure of ``text``, ``code`` and ``id``."""
    protocol = model.protocol
    envelope = model.envelopes[protocol.failure]
    yield f"failure := &{names.envelopes[envelope.name]}{{}}"
    for member in envelope.members:
        how = held(model, names, member)
        field = f"failure.{names.field(envelope, member)}"
        if member.name == protocol.failure_id:
            yield from [f"{field} = id"] if how.pointer else [f"{field} = deref(id)"]
        elif member.name in (protocol.failure_code, protocol.failure_text):
            value = "code" if member.name == protocol.failure_code else "text"
            value = f"{how.item}({value})" if isinstance(how.type_, Vocabulary) else value
            yield f"{field} = Ptr({value})" if how.pointer else f"{field} = {value}"
    yield "return failure"


def _path(model: Model, names: Names, path: str) -> str:
    """A path from the answer of the handshake, in wire names, as an expression."""
    owner: Envelope | Record = model.envelopes[model.protocol.answer]
    node: Expression = Variable(object_of(owner), _ANSWER)
    for name in path.split("."):
        member = owner.member(name)
        node = Attribute(kind_of(model, member), node, object_of(owner), name)
        type_ = model.type_of(member)
        if isinstance(type_, Record):
            owner = type_
    return GoPrinter(BindingNames(model, names), safe=True).print(node)
