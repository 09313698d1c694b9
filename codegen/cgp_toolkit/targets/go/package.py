"""What makes the sources a package: ``go.mod``, ``doc.go``, the README and its example."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from cgp_toolkit.binding.samples import given, valid_messages
from cgp_toolkit.model import Base, Envelope, Json, Model, Record, Scalar
from cgp_toolkit.targets.go.docs import comment
from cgp_toolkit.targets.go.holding import held, literal
from cgp_toolkit.targets.go.names import Names
from cgp_toolkit.targets.go.rendering import indented, render
from cgp_toolkit.targets.stamp import commented, stamp

_ONE_LINE = 80


def package_files(model: Model, names: Names) -> dict[str, str]:
    """Texts by path."""
    protocol = model.protocol
    slashes = commented(model, "go", "//")
    program = example(model, names)
    return {
        "go.mod": render("go.mod", stamp=slashes, module=names.module),
        "doc.go": render(
            "doc.go",
            stamp=slashes,
            package=names.package,
            doc=comment(
                [
                    f"Package {names.package} is {protocol.title}, {protocol.revision}, in Go: its messages, and how "
                    "they are read, written and checked.",
                    protocol.doc,
                ]
            ),
        ),
        "README.md": render(
            "README.md",
            stamp=f"<!-- {stamp(model, 'go')} -->\n",
            module=names.module,
            package=names.package,
            title=protocol.title,
            revision=protocol.revision,
            doc=" ".join(protocol.doc.split()),
            example=program,
            lifecycle=model.lifecycle is not None,
            rpc=model.rpc is not None,
        ),
        **({"cmd/example/main.go": slashes + program} if program else {}),
    }


def example(model: Model, names: Names) -> str:
    """The body of a first program, around a short request of the model's examples; empty if there is none."""
    candidates = [(owner, message) for owner, message in valid_messages(model) if owner.reply is not None]
    if not candidates:
        return ""
    # The opening says little, and one with an id shows how Go holds what may be absent.
    opening = model.protocol.opening
    candidates.sort(key=lambda found: (found[0].name == opening, _oddity(*found), len(str(found[1]))))
    owner, message = candidates[0]
    return render(
        "example.go",
        module=names.module,
        package=names.package,
        type=names.owner(owner),
        tag=owner.name,
        message=f"&{_construct(model, names, owner, message)}",
    )


def _oddity(owner: Envelope, message: Mapping[str, Json]) -> tuple[bool, bool]:
    """Whether a message is less fit to be a first example: without an id, or with characters of many scripts."""
    has_id = owner.correlation is not None and owner.correlation.member in message
    return not str(message).isascii(), not has_id


def _construct(model: Model, names: Names, owner: Envelope | Record, value: Mapping[str, Json]) -> str:
    """The expression that builds ``value``."""
    fields = []
    for member, items in given(owner, value):
        if items == [None]:
            continue
        how = held(model, names, member)
        parts = [
            _construct(model, names, how.type_, item)
            if isinstance(how.type_, Record) and isinstance(item, dict)
            else literal(float(item) if how.base is Base.NUMBER and isinstance(item, int) else item)
            for item in items
        ]
        if member.many:
            text = f"[]{names.package}.{how.item}{{{', '.join(parts)}}}"
        elif how.pointer and not isinstance(how.type_, Record):
            # A text is what Go takes a literal for.
            plain = isinstance(how.type_, Scalar) and how.base in (Base.STRING, Base.BOOLEAN)
            text = f"{names.package}.Ptr{'' if plain else f'[{names.package}.{how.item}]'}({parts[0]})"
        else:
            text = f"&{parts[0]}" if how.pointer else parts[0]
        fields.append((f"{names.field(owner, member)}:", text))
    return f"{names.package}.{names.owner(owner)}{_laid_out(fields)}"


def _laid_out(fields: list[tuple[str, str]]) -> str:
    """The inside of a literal as gofmt would lay it out: values in a column, but for those of several lines."""
    line = ", ".join(f"{name} {text}" for name, text in fields)
    if len(line) <= _ONE_LINE and "\n" not in line:
        return f"{{{line}}}"
    lines = []
    for several, run in groupby(fields, key=lambda field: "\n" in field[1]):
        part = list(run)
        width = 0 if several else max(len(name) for name, _ in part)
        lines += [indented(f"{name.ljust(width)} {text},") for name, text in part]
    return "\n".join(["{", *lines, "}"])
