"""What makes the sources a crate: the manifest, the README with its example, ``lib.rs`` and the small files."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping

from cgp_toolkit.binding.samples import items, valid_messages
from cgp_toolkit.model import Base, Envelope, Json, Member, Model, Record, Scalar, Vocabulary
from cgp_toolkit.targets.rust import docs
from cgp_toolkit.targets.rust.layout import listed
from cgp_toolkit.targets.rust.members import Typing
from cgp_toolkit.targets.rust.names import Names, snake
from cgp_toolkit.targets.rust.rendering import render
from cgp_toolkit.targets.rust.reserved import KEYWORDS
from cgp_toolkit.targets.rust.session_files import sessions
from cgp_toolkit.targets.rust.types_files import use
from cgp_toolkit.targets.stamp import commented, stamp
from cgp_toolkit.version import VERSION


def manifest(model: Model, names: Names) -> str:
    """``Cargo.toml``; what the crate depends on is pinned exactly."""
    protocol = model.protocol
    return render(
        "Cargo.toml",
        stamp=commented(model, "rust", "#"),
        crate=_toml(names.crate),
        version=_toml(VERSION),
        description=_toml(f"{protocol.title}, {protocol.revision}: types, codec, rules and sessions."),
    )


def _toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def library(model: Model, names: Names) -> str:
    """``src/lib.rs``."""
    protocol = model.protocol
    about = [f"{protocol.title}, {protocol.revision}: its messages, and how they are read and written.", protocol.doc]
    return render(
        "lib.rs",
        stamp=commented(model, "rust", "//"),
        about=docs.comment(about, 0, "//!"),
        library=names.library,
        lifecycle=model.lifecycle is not None,
        rpc=model.rpc is not None,
    )


def measures(model: Model, names: Names) -> str:
    """``src/tokens.rs``: a function a measure."""
    return render(
        "tokens.rs",
        stamp=commented(model, "rust", "//"),
        measures=[
            {
                "name": names.measures[measure.name],
                "divisor": measure.divisor,
                "doc": docs.comment(
                    [
                        measure.doc,
                        f"The bytes of `text` in UTF-8, divided by {measure.divisor} and rounded up; 0 for `None`. "
                        f"Requirements: {measure.requirement}.",
                    ]
                ),
            }
            for measure in model.protocol.measures
        ],
    )


def readme(model: Model, names: Names) -> str:
    """``README.md``; its example is compiled and run with the tests of the documentation."""
    return render(
        "README.md",
        stamp=f"<!-- {stamp(model, 'rust')} -->",
        crate=names.crate,
        lifecycle=model.lifecycle is not None,
        rpc=model.rpc is not None,
        sessions=", ".join(f"`{name}`" for name in [*sessions(model).values(), "Recording"]),
        about=textwrap.fill(
            f"{model.protocol.title}, {model.protocol.revision}: its types, its codec for newline-delimited JSON, its "
            f"rules and its sessions, generated from the model of the protocol. {model.protocol.doc}",
            120,
            break_long_words=False,
            break_on_hyphens=False,
        ),
        example=_example(model, names),
    )


def _example(model: Model, names: Names) -> str:
    """A first program, around the model's first valid example; the least there is if the model has none."""
    for owner, message in valid_messages(model):
        builder = _Builder(model, names)
        built = builder.build(owner, message, snake(owner.name))
        return render(
            "example.rs",
            library=names.library,
            uses=use(f"{names.library}::types", sorted(builder.used)),
            lines=builder.lines,
            built=built,
        )
    return f'use {names.library}::decode;\n\nassert!(decode(b"{{}}").is_err());\n'


class _Builder:
    """Statements that build a message: each object with what it needs, then what is optional and said."""

    def __init__(self, model: Model, names: Names) -> None:
        self.model = model
        self.names = names
        self.typing = Typing.of(model, names)
        self.used: set[str] = set()
        self.lines: list[str] = []
        self.taken: set[str] = set()

    def build(self, owner: Envelope | Record, value: Mapping[str, Json], local: str) -> str:
        """The name of the local that is ``value``; the lines that make it come first."""
        name = self.names.owner(owner)
        self.used.add(name)
        given = [m for m in owner.members if m.name in value]
        needed = [self.value(m, value[m.name]) for m in given if not m.optional]
        said = [(m, self.value(m, value[m.name])) for m in given if m.optional and value[m.name] != m.default]
        while local in self.taken | KEYWORDS:
            local += "_"
        self.taken.add(local)
        mutable = "mut " if said else ""
        self.lines.append(listed(f"let {mutable}{local} = {name}::new(", needed, ");", 0))
        for member, text in said:
            field = self.names.fields[name, member.name]
            self.lines.append(f"{local}.{field} = {text if member.has_default else f'Some({text})'};")
        return local

    def value(self, member: Member, given: Json) -> str:
        """The value of a member as an expression."""
        texts = [self.item(member, item) for item in items(member, given)]
        return f"vec![{', '.join(texts)}]" if member.many else texts[0]

    def item(self, member: Member, given: Json) -> str:
        """One value, of a list or alone."""
        type_ = self.model.type_of(member)
        if isinstance(type_, Record) and isinstance(given, dict):
            return self.build(type_, given, snake(member.name))
        if isinstance(type_, Vocabulary):
            self.used.add(self.names.types[type_.name])
            return self.typing.word(type_, str(given))
        if isinstance(given, bool):
            return str(given).lower()
        if isinstance(given, str):
            return docs.quoted(given) + ("" if not member.optional and not member.many else ".to_owned()")
        number = isinstance(type_, Scalar) and type_.base is Base.NUMBER and isinstance(given, int | float)
        return repr(float(given)) if number and isinstance(given, int | float) else repr(given)
