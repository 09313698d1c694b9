"""``provider.py`` and ``host.py`` of the binding, and the static modules under them: parties that run.

One method a request, with the types of the model.  A model without a lifecycle gets none of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cgp_toolkit.binding import facts
from cgp_toolkit.lifecycle import version_member
from cgp_toolkit.model import Envelope, Member, Model, Presence, Record
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.http_module import binding_of
from cgp_toolkit.targets.python.members import default, expression, nullable
from cgp_toolkit.targets.python.names import Names, PeerNames, pascal, peer_names
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.python.session_module import answer_path
from cgp_toolkit.targets.python.vocabularies_module import trait_type
from cgp_toolkit.targets.stamp import commented

_RUNTIME = Path(__file__).parent / "runtime"
_FOLDERS = ("provider", "host")
# What an error shows of the words of another party, in characters.
_LONGEST = 200

_PROVIDER = (
    "Derive from it, say who you are and what you can do, and define a method for each request that you answer, plain "
    "or `async`. What a method returns becomes the reply; `ProviderError` becomes the failure that it names, and "
    "anything else that is raised a failure that tells nothing.",
)
_HOST = "Each request is a method. It gives the reply, or raises what kept it from coming."
_SYNC = "Threads may share one: where the provider correlates, their requests are in flight together."
_ASYNC = "Tasks may share one: where the provider correlates, their requests are in flight together."
_CONNECT = {
    True: "`connect_stdio` and `connect_http` connect; `connect_stdio_async` and `connect_http_async` do so for an "
    "event loop.",
    False: "`connect_stdio` connects; `connect_stdio_async` does so for an event loop.",
}
"""How to connect, where there is an HTTP binding and where there is none."""
_ERRORS = "Every call ends: with the reply, or with an error that has a name and says what it is about."
_OPTIONS = (
    "`timeout` and `handshake_timeout` are seconds for a whole call. `checks` says what becomes of what breaks a rule: "
    "with `refuse` a request does not leave, and what of a reply breaks one is dropped and reported; with `warn` it is "
    "reported only. Reports go to `on_report`, or else to the log. `consent` is asked once, with the answer to the "
    "handshake, before any request leaves: if it says no, none does.",
)
_STDIO = (
    "A host of the provider that `command` starts, over its standard input and output. It starts with the first call.",
    "A text is split as a shell would, but no shell runs. What the child writes to its standard error goes to ours, or "
    "to `stderr`; it inherits our environment, or gets `env`. It runs in a process group of its own, and after `grace` "
    "seconds without an end of its own the whole group is killed. `ConnectionFailed` if it can't be started.",
    *_OPTIONS,
)
_HTTP = (
    "Talk to the provider at `url`; needs httpx. Nothing is sent before the first request.",
    "`InsecureTransport` for a plain-text `url` that is not on the loopback interface. `token` is sent as a bearer "
    "token, and stands in no log, error or repr. Redirects are not followed. `verify` and `transport` are httpx's.",
    *_OPTIONS,
)


@dataclass(frozen=True, slots=True)
class _Attribute:
    """What a provider says of itself: a member of the answer to the handshake."""

    name: str
    type: str
    doc: str


@dataclass(frozen=True, slots=True)
class _Method:
    """One request, as both parties have it; all parts are source."""

    name: str
    quoted: str
    doc: str
    request: str
    parameters: list[str]
    defaults: list[str]
    arguments: list[str]
    given: str
    returns: str
    reply: str
    reply_class: str
    result: str
    class_: str
    gate: str


def peers_modules(model: Model, names: Names) -> dict[str, str]:
    """Unformatted sources by file name within the package; none for a model without a lifecycle."""
    if model.lifecycle is None:
        return {}
    stamp = commented(model, "python", "#")
    static = {
        path.name: stamp + path.read_text(encoding="utf-8")
        for folder in _FOLDERS
        for path in sorted((_RUNTIME / folder).glob("*.py"))
    }
    called = peer_names(model, names)
    return static | {
        "_runtime_tables.py": _tables(model, stamp),
        "failures.py": _failures(model, names, called, stamp),
        "provider.py": _provider(model, names, called, stamp),
        "host.py": _host(model, names, called, stamp),
    }


def _tables(model: Model, stamp: str) -> str:
    codes = _codes(model)
    bad = next(fault.code for fault in model.lines.faults if fault.name == "wrong-type")
    return render("runtime_tables.py", stamp=stamp, malformed=repr(bad), fallback=repr(codes[1]))


def _codes(model: Model) -> tuple[str, str]:
    """The vocabulary of error codes, and the code of a failure that has no better one."""
    protocol = model.protocol
    codes = model.vocabulary(model.envelopes[protocol.failure].member(protocol.failure_code).type)
    bad = next(fault.code for fault in model.lines.faults if fault.name == "wrong-type")
    return codes.name, codes.unknown_reads_as or bad


def _failures(model: Model, names: Names, called: PeerNames, stamp: str) -> str:
    codes = model.vocabulary(_codes(model)[0])
    about = (
        "The code to act on." if codes.unknown_reads_as is None else "The code to act on: an unlisted or absent one "
    )
    if codes.unknown_reads_as is not None:
        about += f"reads as `{codes.unknown_reads_as}`."
    return render(
        "failures.py",
        stamp=stamp,
        codes=names.classes[codes.name],
        longest=_LONGEST,
        code_type=names.classes[codes.name],
        meaning=docs.literal([about], 8),
        traits=[
            {
                "name": called.traits[trait.name],
                "type": trait_type(codes, trait),
                "doc": docs.literal([trait.doc], 8),
                "function": names.functions[codes.name, trait.name],
            }
            for trait in codes.traits
        ],
    )


def _provider(model: Model, names: Names, called: PeerNames, stamp: str) -> str:
    protocol = model.protocol
    answer = model.envelopes[protocol.answer]
    class_ = names.envelopes[answer.name]
    version = version_member(model, answer.name).name
    own = [member for member in answer.members if member.name != version]
    given = [f"{names.attributes[class_, version]}=REVISION"]
    given += [f"{names.attributes[class_, m.name]}=provider.{called.attributes[m.name]}" for m in own]
    methods = [_method(model, names, called, envelope) for envelope in _requests(model)]
    return render(
        "provider.py",
        stamp=stamp,
        about=docs.literal([f"{protocol.title}: the party that answers.", *_PROVIDER], 0),
        doc=docs.literal([_role(model, answer.sender), *_PROVIDER], 4),
        session=f"{pascal(answer.sender)}Session",
        opening=names.envelopes[protocol.opening],
        opening_version=names.attributes[
            names.envelopes[protocol.opening], version_member(model, protocol.opening).name
        ],
        answer=class_,
        answer_arguments=given,
        attributes=[
            _Attribute(called.attributes[m.name], _annotation(names, m), docs.literal(facts.member(m), 4)) for m in own
        ],
        methods=methods,
        replaces=any("replace(" in method.reply for method in methods),
    )


def _host(model: Model, names: Names, called: PeerNames, stamp: str) -> str:
    protocol = model.protocol
    opening, failure = model.envelopes[protocol.opening], names.envelopes[protocol.failure]
    code = f"failure.{names.attributes[failure, protocol.failure_code]}"
    http = binding_of(model) is not None
    text = repr("") if protocol.failure_text is None else f"failure.{names.attributes[failure, protocol.failure_text]}"
    return render(
        "host.py",
        stamp=stamp,
        about=docs.literal([f"{protocol.title}: the party that asks. {_HOST}", f"{_CONNECT[http]} {_ERRORS}"], 0),
        session=f"{pascal(opening.sender)}Session",
        opening=names.envelopes[opening.name],
        opening_version=names.attributes[names.envelopes[opening.name], version_member(model, opening.name).name],
        answer=names.envelopes[protocol.answer],
        closing=names.envelopes[protocol.closing],
        failure=failure,
        failure_code=code,
        failure_text=text,
        handshake=called.handshake,
        async_doc=docs.literal([_role(model, opening.sender), _HOST, _ASYNC], 4),
        sync_doc=docs.literal([_role(model, opening.sender), _HOST, _SYNC], 4),
        stdio_doc=docs.literal(_STDIO, 4),
        http=http,
        http_doc=docs.literal(_HTTP, 4),
        methods=[_method(model, names, called, envelope) for envelope in _requests(model)],
    )


def _requests(model: Model) -> list[Envelope]:
    """What the party that opens asks for, the handshake aside."""
    opening = model.envelopes[model.protocol.opening]
    return [
        envelope
        for envelope in model.envelopes.values()
        if envelope.sender == opening.sender and envelope.reply is not None and envelope.name != opening.name
    ]


def _role(model: Model, name: str) -> str:
    role = next(role for role in model.protocol.roles if role.name == name)
    return f"The {name}. {role.doc}"


def _method(model: Model, names: Names, called: PeerNames, request: Envelope) -> _Method:
    class_ = names.envelopes[request.name]
    reply = model.envelopes[str(request.reply)]
    reply_class = names.envelopes[reply.name]
    payload = [m for m in request.members if m.name != _id(request)]
    needed = {m.name for m in payload if not m.optional or m.author is Presence.REQUIRED}
    payload.sort(key=lambda m: m.name not in needed)
    parameters = called.parameters[request.name]
    given = [f"{names.attributes[class_, m.name]}={parameters[m.name]}" for m in payload]
    if request.correlation is not None:
        given.insert(0, f"{names.attributes[class_, request.correlation.member]}=id_")
    returned = [m for m in reply.members if m.name != _id(reply)]
    back = f"{names.attributes[reply_class, str(_id(reply))]}=id_" if _id(reply) is not None else ""
    if len(returned) == 1:
        (only,) = returned
        attribute = names.attributes[reply_class, only.name]
        returns, result = _annotation(names, only), f"reply.{attribute}"
        build = (
            f"lambda result, id_: t.{reply_class}({', '.join(part for part in (back, f'{attribute}=result') if part)})"
        )
        record = isinstance(model.type_of(only), Record) and not only.many and not only.optional
        expected = f"t.{names.classes[only.type]}" if record else "None"
    else:
        returns = expected = f"t.{reply_class}"
        result = "reply"
        build = f"lambda result, id_: replace(result, {back})" if back else "lambda result, id_: result"
    return _Method(
        name=called.methods[request.name],
        quoted=repr(called.methods[request.name]),
        doc=docs.literal(_about(model, names, request), 8),
        request=class_,
        parameters=[f"{parameters[m.name]}: {_annotation(names, m)}" for m in payload],
        defaults=[
            f"{parameters[m.name]}: {_annotation(names, m)}"
            + ("" if m.name in needed else f" = {expression(default(model, m))}")
            for m in payload
        ],
        arguments=[names.attributes[class_, m.name] for m in payload],
        given=", ".join(given),
        returns=returns,
        reply=build,
        reply_class=reply_class,
        result=result,
        class_=expected,
        gate="None"
        if request.requires is None
        else f"lambda answer: answer.{answer_path(model, names, request.requires)}",
    )


def _id(envelope: Envelope) -> str | None:
    """The member for the correlation id, if there is one."""
    return envelope.correlation.member if envelope.correlation is not None else None


def _annotation(names: Names, member: Member) -> str:
    """The type of a member as the generated classes have it."""
    type_ = f"t.{names.classes[member.type]}"
    if member.many:
        type_ = f"tuple[{type_}, ...]"
    return f"{type_} | None" if nullable(member) else type_


def _about(model: Model, names: Names, request: Envelope) -> list[str]:
    facts = []
    if request.requires is not None:
        facts.append(f"Only where `{request.requires}` is declared.")
    if request.requirements:
        facts.append(f"Requirements: {', '.join(request.requirements)}.")
    return [request.doc, " ".join(facts)]
