"""What makes the sources a package: ``go.mod``, ``doc.go``, the README and its example."""

from __future__ import annotations

from collections.abc import Mapping

from cgp_toolkit.model import Base, Envelope, Json, Model, Record, Verdict
from cgp_toolkit.targets.go.docs import comment
from cgp_toolkit.targets.go.holding import held, literal
from cgp_toolkit.targets.go.names import Names
from cgp_toolkit.targets.go.rendering import render
from cgp_toolkit.targets.stamp import commented, stamp


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
    candidates = [
        (owner, shown.message)
        for shown in model.examples.values()
        if shown.verdict is Verdict.VALID and shown.message is not None
        for owner in [model.envelopes.get(str(shown.message[model.protocol.tag]))]
        if owner is not None and owner.reply is not None
    ]
    if not candidates:
        return ""
    # The opening says little; of the others the shortest is read most easily.
    candidates.sort(key=lambda found: (found[0].name == model.protocol.opening, len(str(found[1]))))
    owner, message = candidates[0]
    return render(
        "example.go",
        module=names.module,
        package=names.package,
        type=names.owner(owner),
        tag=owner.name,
        message=f"&{_construct(model, names, owner, message)}",
    )


def _construct(model: Model, names: Names, owner: Envelope | Record, value: Mapping[str, Json]) -> str:
    """The expression that builds ``value``."""
    fields = []
    for member in owner.members:
        given = value.get(member.name)
        if given is None:
            continue
        how = held(model, names, member)
        items = given if member.many and isinstance(given, list) else [given]
        parts = [
            _construct(model, names, how.type_, item)
            if isinstance(how.type_, Record) and isinstance(item, dict)
            else literal(float(item) if how.base is Base.NUMBER and isinstance(item, int) else item)
            for item in items
        ]
        if member.many:
            text = f"[]{names.package}.{how.item}{{{', '.join(parts)}}}"
        elif how.pointer and not isinstance(how.type_, Record):
            text = f"{names.package}.Ptr[{names.package}.{how.item}]({parts[0]})"
        else:
            text = f"&{parts[0]}" if how.pointer else parts[0]
        fields.append(f"{names.field(owner, member)}: {text}")
    return f"{names.package}.{names.owner(owner)}{{{', '.join(fields)}}}"
