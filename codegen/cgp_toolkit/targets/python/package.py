"""What makes the modules a package: ``__init__.py``, ``pyproject.toml``, the README and the typing marker."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from cgp_toolkit.binding.samples import given, valid_messages
from cgp_toolkit.model import Envelope, Json, Model, Record
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.http_module import binding_of
from cgp_toolkit.targets.python.members import owner_name
from cgp_toolkit.targets.python.names import Names
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.stamp import commented, stamp
from cgp_toolkit.version import VERSION

PYDANTIC = "pydantic>=2.12,<3"
HTTPX = "httpx>=0.27,<1"
MSGSPEC = "msgspec>=0.19,<1"


def init_module(model: Model, names: Names, runtime: Mapping[str, Sequence[str]]) -> str:
    """Unformatted source of ``__init__.py``; ``runtime`` is what it offers of other modules, by module."""
    protocol = model.protocol
    own = ["PROTOCOL", "REVISION", "__version__"]
    imports = {module: sorted(offered) for module, offered in runtime.items() if offered}
    imports["types"] = sorted({*names.classes.values(), *names.envelopes.values(), names.union})
    return render(
        "init.py",
        stamp=commented(model, "python", "#"),
        about=docs.literal(
            [f"{protocol.title}, {protocol.revision}: its messages, and how they are read and written.", protocol.doc],
            0,
        ),
        module=names.module,
        imports=dict(sorted(imports.items())),
        protocol=repr(protocol.name),
        revision=repr(protocol.revision),
        version=repr(VERSION),
        offered=sorted([*own, *(name for offered in imports.values() for name in offered)]),
    )


def project_file(model: Model, names: Names) -> str:
    """``pyproject.toml``: a distribution of its own, with msgspec as its only dependency."""
    protocol = model.protocol
    return render(
        "pyproject.toml",
        stamp=commented(model, "python", "#"),
        distribution=_toml(names.distribution),
        version=_toml(VERSION),
        description=_toml(f"{protocol.title}, {protocol.revision}: types and NDJSON codec."),
        msgspec=_toml(MSGSPEC),
        httpx=_toml(HTTPX),
        http=binding_of(model) is not None,
        pydantic=_toml(PYDANTIC),
        module=_toml(names.module),
    )


def _toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def readme(model: Model, names: Names, example: str) -> str:
    """``README.md``, as the package index shows it; ``example`` is formatted Python, empty if there is none."""
    return render(
        "README.md",
        stamp=f"<!-- {stamp(model, 'python')} -->\n",
        title=model.protocol.title,
        revision=model.protocol.revision,
        doc=" ".join(model.protocol.doc.split()),
        distribution=names.distribution,
        module=names.module,
        tag=model.protocol.tag,
        lifecycle=model.lifecycle is not None,
        http=binding_of(model) is not None,
        example=example,
    )


def example(model: Model, names: Names) -> str:
    """A first program, around the model's first valid example; empty if the model has none."""
    for owner, message in valid_messages(model):
        used: dict[str, None] = {}
        made = _construct(model, names, owner, message, used)
        return render("example.py", module=names.module, imports=sorted({*used, "decode", "encode"}), message=made)
    return ""


def _construct(
    model: Model, names: Names, owner: Envelope | Record, value: Mapping[str, Json], used: dict[str, None]
) -> str:
    """The expression that builds ``value``; the classes that it names go to ``used``."""
    name = owner_name(names, owner)
    used[name] = None
    arguments = []
    for member, items in given(owner, value):
        type_ = model.type_of(member)
        parts = [
            _construct(model, names, type_, item, used)
            if isinstance(type_, Record) and isinstance(item, dict)
            else repr(item)
            for item in items
        ]
        text = _tuple(parts) if member.many else parts[0]
        arguments.append(f"{names.attributes[name, member.name]}={text}")
    return f"{name}({', '.join(arguments)})"


def _tuple(parts: Sequence[str]) -> str:
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def typing_marker(model: Model) -> str:
    """``py.typed``: its being there counts, its text does not."""
    return commented(model, "python", "#")
