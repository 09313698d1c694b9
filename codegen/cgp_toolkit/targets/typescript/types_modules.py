"""``scalars.ts``, ``records.ts``, ``envelopes.ts``, ``unions.ts`` and ``create.ts``: the types, and what makes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cgp_toolkit.binding import facts
from cgp_toolkit.model import Base, Compare, Envelope, Member, Model, Openness, Record, Scalar, Vocabulary
from cgp_toolkit.targets.stamp import commented
from cgp_toolkit.targets.typescript.names import Names, quoted, text
from cgp_toolkit.targets.typescript.numbers import is_wide
from cgp_toolkit.targets.typescript.rendering import WIDTH, comment, render

_BASES = {Base.STRING: "string", Base.BOOLEAN: "boolean", Base.INTEGER: "number", Base.NUMBER: "number"}
# A value of these that is taken for one of another scalar is a mistake that no test of equality shows.
_APART = {Compare.INSTANT, Compare.FAMILY}


@dataclass(frozen=True, slots=True)
class _Interface:
    """One record or envelope; ``tag`` and ``key`` are the literal and the property of an envelope's tag."""

    name: str
    doc: str
    key: str
    tag: str
    members: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Maker:
    """A function that fills in defaults."""

    name: str
    of: str
    doc: str
    takes: str
    defaults: tuple[tuple[str, str], ...]
    tag: tuple[str, str] | None


def emit(model: Model, names: Names) -> dict[str, str]:
    """The modules by file name."""
    stamp = commented(model, "typescript", "//")
    records = [_interface(model, names, record) for record in model.records()]
    envelopes = [_interface(model, names, envelope) for envelope in model.envelopes.values()]
    return {
        "scalars.ts": _scalars(model, names, stamp),
        "records.ts": render(
            "records.ts",
            stamp=stamp,
            about=comment(["The objects inside of messages; members in wire order."]),
            imports=_imports(model, names, model.records()),
            records=records,
        ),
        "envelopes.ts": render(
            "envelopes.ts",
            stamp=stamp,
            about=comment(_about(model)),
            imports=_imports(model, names, model.envelopes.values(), records=True),
            envelopes=envelopes,
            union=names.union,
            tag=model.protocol.tag,
        ),
        "unions.ts": render("unions.ts", stamp=stamp, union=names.union),
        "create.ts": _create(model, names, stamp),
    }


def _about(model: Model) -> list[str]:
    return [
        f"{model.protocol.title}, {model.protocol.revision}: its messages, told apart by `{model.protocol.tag}`.",
        "A message is typed as the JSON value that it is: members are called as they are on the wire, and stand here "
        "in wire order. Limits of values are those that receivers enforce; what only authors owe is said in words.",
    ]


def _scalars(model: Model, names: Names, stamp: str) -> str:
    scalars = [
        (names.types[s.name], comment(facts.scalar(s)), _alias(names.types[s.name], _scalar(s)))
        for s in model.scalars()
    ]
    return render(
        "scalars.ts",
        stamp=stamp,
        flavoured=any("Flavoured<" in alias for _, _, alias in scalars),
        scalars=scalars,
    )


def _scalar(scalar: Scalar) -> str:
    base = "bigint" if is_wide(scalar) else _BASES[scalar.base]
    if scalar.unit is not None or scalar.compare in _APART:
        return f"Flavoured<{base}, {text(scalar.name)}>"
    return base


def _alias(name: str, type_: str) -> str:
    line = f"export type {name} = {type_};"
    return line if len(line) <= WIDTH else f"export type {name} =\n  {type_};"


def _imports(
    model: Model, names: Names, owners: Iterable[Envelope | Record], *, records: bool = False
) -> list[tuple[str, list[str]]]:
    """Which names come from which module."""
    found: dict[str, set[str]] = {"records": set(), "scalars": set(), "vocabularies": set()}
    for owner in owners:
        for member in owner.members:
            type_ = model.type_of(member)
            module = {Scalar: "scalars", Vocabulary: "vocabularies", Record: "records"}[type(type_)]
            found[module].add(names.types[member.type])
    if not records:
        del found["records"]
    return [(module, sorted(used)) for module, used in found.items() if used]


def _interface(model: Model, names: Names, owner: Envelope | Record) -> _Interface:
    name, keys = owner_names(names, owner)
    return _Interface(
        name=name,
        doc=comment(facts.owner(names.envelopes.__getitem__, owner)),
        key=quoted(names.tag) if isinstance(owner, Envelope) else "",
        tag=text(owner.name) if isinstance(owner, Envelope) else "",
        members=tuple(
            (comment(facts.member(member), 2), _declaration(names, keys[member.name], member))
            for member in owner.members
        ),
    )


def owner_names(names: Names, owner: Envelope | Record) -> tuple[str, Mapping[str, str]]:
    """The interface of an owner, and its properties by wire name."""
    known = names.envelope_keys if isinstance(owner, Envelope) else names.keys
    keys = {member.name: known[owner.name, member.name] for member in owner.members}
    called = names.envelopes if isinstance(owner, Envelope) else names.types
    return called[owner.name], keys


def _declaration(names: Names, key: str, member: Member) -> str:
    type_ = names.types[member.type]
    type_ = f"readonly {type_}[]" if member.many else type_
    if not member.optional or member.has_default:
        return f"readonly {quoted(key)}: {type_};"
    line = f"readonly {quoted(key)}?: {type_} | undefined;"
    return line if len(line) + 2 <= WIDTH else f"readonly {quoted(key)}?:\n    | {type_}\n    | undefined;"


def _create(model: Model, names: Names, stamp: str) -> str:
    makers = list(_makers(model, names))
    return render(
        "create.ts",
        stamp=stamp,
        about=comment(["What fills in the members that readers have a default for, so that nobody types them."]),
        makers=makers,
        imports=[
            (module, sorted({maker.of for maker in makers if (maker.tag is not None) is (module == "envelopes")}))
            for module in ("envelopes", "records")
            if any((maker.tag is not None) is (module == "envelopes") for maker in makers)
        ],
    )


def _makers(model: Model, names: Names) -> Iterator[_Maker]:
    for owner in model.owners():
        name, keys = owner_names(names, owner)
        defaults = tuple((quoted(keys[m.name]), default_of(model, m)) for m in owner.members if m.has_default)
        if defaults:
            yield _Maker(
                name=f"create{name}",
                of=name,
                doc=comment([f"A {name} with the defaults of what is left out."]),
                takes=_init(name, " | ".join(text(keys[m.name]) for m in owner.members if m.has_default)),
                defaults=defaults,
                tag=(quoted(names.tag), text(owner.name)) if isinstance(owner, Envelope) else None,
            )


def _init(name: str, optional: str) -> str:
    line = f"Init<{name}, {optional}>"
    return line if len(line) + len("  members: ,") <= WIDTH else f"Init<\n    {name},\n    {optional}\n  >"


def default_of(model: Model, member: Member) -> str:
    """The default of a member as an expression."""
    type_ = model.type_of(member)
    value = member.default
    if value == []:
        return "[]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return text(value)
    wide = isinstance(type_, Scalar) and is_wide(type_)
    return f"{value}n" if wide else f"{value}"


def listed_union(vocabulary: Vocabulary) -> list[str]:
    """The alternatives of a vocabulary's type; one that is open keeps its listed values known to editors."""
    listed = [text(value.name) for value in vocabulary.values]
    if vocabulary.openness is Openness.CLOSED:
        return listed or ["never"]
    return [*listed, "(string & {})"] if listed else ["string"]
