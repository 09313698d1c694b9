"""A record an object, with a builder where members may be left out, and the class that reads and writes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cgp_toolkit.binding import facts
from cgp_toolkit.model import Envelope, Member, Model, Record
from cgp_toolkit.targets.java import docs
from cgp_toolkit.targets.java.names import Names
from cgp_toolkit.targets.java.rendering import render
from cgp_toolkit.targets.java.types import Typed, reading, typed, writing, written_where
from cgp_toolkit.targets.stamp import commented

_WIDE = 4
_MOST = 64
_WIDTH = 120


@dataclass(frozen=True, slots=True)
class _Component:
    """One component of a record, and what its builder and its codec do with it."""

    name: str
    declared: str
    boxed: str
    default: str
    setter_doc: str
    built: str
    local: str
    start: str
    wire: str
    read: str
    where: str
    write: str


def record_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by class name."""
    files: dict[str, str] = {}
    for owner in model.owners():
        name = names.owner(owner)
        members = {member.name: typed(model, names, member) for member in owner.members}
        helpers = _helpers({names.components[name, member.name] for member in owner.members})
        components = [_component(model, names, name, m, members[m.name], helpers) for m in owner.members]
        files[name] = _record(model, names, owner, members, components)
        files[f"{name}Json"] = _codec(model, names, owner, members, components, helpers)
    return files


def _record(
    model: Model, names: Names, owner: Envelope | Record, members: dict[str, Typed], components: list[_Component]
) -> str:
    name = names.owner(owner)
    builder = has_builder(owner)
    checks = [check for c, java in zip(components, members.values(), strict=True) for check in _checks(c, java)]
    inline = ", ".join(f"{c.declared} {c.name}" for c in components)
    implements = names.senders[owner.sender] if isinstance(owner, Envelope) else ""
    head = f"public record {name}({inline}) implements {implements} {{"
    types = {java.type for java in members.values()}
    imports = (
        {"java.util.Objects"}
        if any("Objects." in text for text in (*checks, *(c.built for c in components)))
        else set()
    )
    imports |= {"java.util.List"} if any(type_.startswith("List<") for type_ in types) else set()
    if any(java.nullable for java in members.values()) or (builder and components):
        imports.add("org.jspecify.annotations.Nullable")
    tags = {f"@param {names.components[name, m.name]}": _about(m, members[m.name]) for m in owner.members}
    return render(
        "record.java",
        stamp=commented(model, "java", "//"),
        package=names.package,
        imports=sorted(imports),
        doc=docs.comment(facts.owner(lambda wire: names.envelopes.get(wire, wire), owner), 0, tags),
        name=name,
        inline=f"{inline})" if len(head) <= _WIDTH and (not components or len(components) < _WIDE) else "",
        components=components,
        implements=implements,
        constructor_doc=docs.comment(["Checks what has to be there, and copies lists."], 4, tags),
        checks=checks,
        builder=builder,
    )


def has_builder(owner: Envelope | Record) -> bool:
    """Whether a record is wide, or has members that may be left out, so that its constructor is no joy."""
    return any(member.optional for member in owner.members) or len(owner.members) >= _WIDE


def _checks(component: _Component, java: Typed) -> Iterator[str]:
    name = component.name
    if java.primitive or (java.nullable and not java.type.startswith("List<")):
        return
    if not java.type.startswith("List<"):
        yield f"Objects.requireNonNull({name}, {docs.literal(name)});"
    elif java.nullable:
        yield f"{name} = {name} == null ? null : List.copyOf({name});"
    else:
        yield f"{name} = List.copyOf({name});"


def _about(member: Member, java: Typed) -> str:
    paragraphs = facts.member(member)
    absent = ["Null if absent."] if java.nullable else []
    return " ".join([*(p for p in paragraphs if p), *absent])


def _component(
    model: Model, names: Names, owner: str, member: Member, java: Typed, helpers: dict[str, str]
) -> _Component:
    name = names.components[owner, member.name]
    value = f"value.{name}()"
    return _Component(
        name=name,
        declared=java.declared,
        boxed=java.boxed,
        default=java.default,
        setter_doc=docs.comment([_about(member, java)], 8, {f"@param {name}": "the value", "@return": "this builder"}),
        built=f"Objects.requireNonNull({name}, {docs.literal(name)})" if not java.nullable else name,
        local=java.boxed if java.nullable else java.type,
        start=java.default
        or ("null" if not java.primitive else {"boolean": "false", "long": "0", "double": "0"}[java.type]),
        wire=docs.literal(member.name),
        read=_assigned(name, reading(model, names, member, helpers["in"])),
        where=written_where(model, names, member, value),
        write=_wrapped(f"out.name({docs.literal(member.name)}).{writing(model, names, member, value)};"),
    )


def _assigned(name: str, read: str) -> str:
    """An assignment, over two lines if it is too long for one."""
    line = f"{name} = {read};"
    if len(line) + 20 <= _WIDTH:
        return line
    condition, _, rest = read.partition(" ? ")
    then, _, otherwise = rest.partition(" : ")
    deeper = "\n" + " " * 28
    return f"{name} = {condition}{deeper}? {then}{deeper}: {otherwise};"


def _wrapped(line: str) -> str:
    if len(line) + 12 <= _WIDTH:
        return line
    head, _, tail = line.partition(").")
    return f"{head})\n{' ' * 20}.{tail}"


def _helpers(taken: set[str]) -> dict[str, str]:
    """The locals of a reader, whose names no component has."""
    found = {}
    for name in ("in", "next", "seen"):
        spelt = name
        while spelt in taken:
            spelt += "_"
        found[name] = spelt
    return found


def _codec(
    model: Model,
    names: Names,
    owner: Envelope | Record,
    members: dict[str, Typed],
    components: list[_Component],
    helpers: dict[str, str],
) -> str:
    name = names.owner(owner)
    if len(components) > _MOST:
        raise ValueError(f"{owner.name} has more than {_MOST} members, which the reader in Java keeps as bits")
    required = sum(1 << index for index, member in enumerate(owner.members) if not member.optional)
    return render(
        "codec.java",
        stamp=commented(model, "java", "//"),
        package=names.package,
        name=name,
        lists=any(java.type.startswith("List<") for java in members.values()),
        required=f"0x{required:X}L" if required else "",
        source=helpers["in"],
        next=helpers["next"],
        seen=helpers["seen"],
        tag=docs.literal(model.protocol.tag) if isinstance(owner, Envelope) else "",
        components=components,
        construct=f"return new {name}({', '.join(c.name for c in components)});",
    )
