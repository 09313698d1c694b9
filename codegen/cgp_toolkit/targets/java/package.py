"""What makes the classes a package: the project file, the module, the README, and the runtime."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import lru_cache

from cgp_toolkit.model import Model
from cgp_toolkit.targets.java import docs
from cgp_toolkit.targets.java.names import Names
from cgp_toolkit.targets.java.rendering import render
from cgp_toolkit.targets.java.reserved import RUNTIME
from cgp_toolkit.targets.stamp import commented, stamp
from cgp_toolkit.version import VERSION

JACKSON = "2.21.3"
JSPECIFY = "1.0.0"

_PLACE = re.compile(r"^(package|import|import static) wire\b", re.MULTILINE)
_UNION = re.compile(r"\bEnvelope\b")


def runtime(model: Model, names: Names, folder: str = "") -> Mapping[str, str]:
    """The classes that are the same for every protocol, by class name.

    They are written in a package ``wire`` over messages called ``Envelope``; both get the names of the protocol.
    """
    stamped = commented(model, "java", "//")
    return {name: stamped + text for name, text in _named(folder, names.package, names.union)}


@lru_cache(maxsize=16)
def _named(folder: str, package: str, union: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        (path.stem, _UNION.sub(union, _PLACE.sub(rf"\1 {package}", path.read_text(encoding="utf-8"))))
        for path in sorted((RUNTIME / folder).glob("*.java"))
    )


def project_file(model: Model, names: Names) -> str:
    """``pom.xml``."""
    protocol = model.protocol
    return render(
        "pom.xml",
        stamp=stamp(model, "java").replace("--", "- -"),
        group=names.group,
        artifact=names.artifact,
        version=VERSION,
        title=html.escape(f"{protocol.title}, {protocol.revision}: types and codec.", quote=False),
        jackson=JACKSON,
        jspecify=JSPECIFY,
    )


def package_infos(model: Model, names: Names, docs_by_folder: Mapping[str, str]) -> Mapping[str, str]:
    """``package-info.java`` by folder below the package."""
    return {
        folder: render(
            "package-info.java",
            stamp=commented(model, "java", "//"),
            doc=docs.comment([doc], 0),
            package=names.package + ("." + folder.replace("/", ".") if folder else ""),
        )
        for folder, doc in docs_by_folder.items()
    }


def module_file(model: Model, names: Names, folders: tuple[str, ...]) -> str:
    """``module-info.java``; ``folders`` are the packages for users, below the first one."""
    return render(
        "module-info.java",
        stamp=commented(model, "java", "//"),
        doc=docs.comment([f"{model.protocol.title}, {model.protocol.revision}: types and codec."], 0),
        module=names.package,
        packages=[names.package, *(f"{names.package}.{folder}" for folder in folders)],
    )


def readme(model: Model, names: Names, example: str) -> str:
    """``README.md``; ``example`` is a whole program, empty if there is none."""
    protocol = model.protocol
    return render(
        "README.md",
        stamp=f"<!-- {stamp(model, 'java')} -->\n",
        group=names.group,
        artifact=names.artifact,
        version=VERSION,
        title=protocol.title,
        revision=protocol.revision,
        doc=" ".join(protocol.doc.split()),
        package=names.package,
        union=names.union,
        lifecycle=model.lifecycle is not None,
        example=example,
    )
