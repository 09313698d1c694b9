"""The static files of the package: the same for every model, but for the names of package and module."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from cgp_toolkit.model import Model
from cgp_toolkit.targets.go.names import Names
from cgp_toolkit.targets.go.rendering import render
from cgp_toolkit.targets.stamp import commented

_HERE = Path(__file__).parent / "runtime"
_PACKAGE = "package wire\n"
# A function with its comment; its name is told apart by its receiver.
_HELPER = re.compile(
    r"(?:^//[^\n]*\n)+^func (?P<name>(?:\(\w+ \*\w+\))? ?\w+)[\[(](?:[^\n]*\}\n|.*?^\}\n)", re.MULTILINE | re.DOTALL
)
_CALLED = re.compile(r"(\w+)\(")
_IMPORTED = re.compile(r'^\t"([\w/]+)"$', re.MULTILINE)
_UNION = re.compile(r"\bEnvelope\b")
# Stands in these files for the envelope that answers the handshake.
_ANSWER = re.compile(r"\bOpened\b")
_IMPORT = 'wire "cgp-wire"'


@cache
def _sources(folder: str) -> tuple[tuple[str, str], ...]:
    paths = sorted((_HERE / folder).glob("*.go"))
    return tuple((path.name, path.read_text(encoding="utf-8")) for path in paths)


def static_files(model: Model, names: Names, folder: str = "", to: str = "") -> dict[str, str]:
    """The files of a folder of the runtime, by path."""
    stamp = commented(model, "go", "//")
    files = {}
    for name, text in _sources(folder):
        text = text.replace(_PACKAGE, f"package {names.package}\n", 1).replace(_IMPORT, f'wire "{names.module}"', 1)
        text = _UNION.sub(names.union, text)
        text = _ANSWER.sub(names.envelopes[model.protocol.answer], text)
        # A comment right before the clause would be taken for the package's documentation.
        files[f"{to}{name}"] = f"{stamp}\n{text}"
    return files


def helpers_file(model: Model, names: Names, others: Iterable[str]) -> str:
    """``helpers.go``: of the functions that only some protocols need, those that ``others`` call."""
    _, text = _sources("helpers")[0]
    blocks = {match["name"]: match[0] for match in _HELPER.finditer(text)}
    used: list[str] = []
    called = set(_CALLED.findall("\n".join(others)))
    while more := [name for name in blocks if name.rpartition(" ")[2] in called and name not in used]:
        used += more
        called |= {word for name in more for word in _CALLED.findall(blocks[name].partition("{")[2])}
    body = "\n".join(block for name, block in blocks.items() if name in used)
    packages = [path for path in _IMPORTED.findall(text) if f"{path.rsplit('/', 1)[-1]}." in body]
    return render("helpers.go", stamp=commented(model, "go", "//"), package=names.package, packages=packages, body=body)
