"""The static files of the package: the same for every model, but for the names of package and module."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
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
    answer = names.envelopes[model.protocol.answer]
    # A comment right before the clause would be taken for the package's documentation.
    return {
        f"{to}{name}": f"{stamp}\n{text}"
        for name, text in _named(folder, names.package, names.module, names.union, answer)
    }


@lru_cache(maxsize=16)
def _named(folder: str, package: str, module: str, union: str, answer: str) -> tuple[tuple[str, str], ...]:
    files = []
    for name, text in _sources(folder):
        text = text.replace(_PACKAGE, f"package {package}\n", 1).replace(_IMPORT, f'wire "{module}"', 1)
        files.append((name, _ANSWER.sub(answer, _UNION.sub(union, text))))
    return tuple(files)


def helpers_file(model: Model, names: Names, others: Iterable[str]) -> str:
    """``helpers.go``: of the functions that only some protocols need, those that ``others`` call."""
    _, text = _sources("helpers")[0]
    blocks = _helpers(text)
    used: list[str] = []
    calling = list(others)
    while more := [name for name in blocks if name not in used and _called(name.rpartition(" ")[2], calling)]:
        used += more
        calling = [blocks[name].partition("{")[2] for name in more]
    body = "\n".join(block for name, block in blocks.items() if name in used)
    packages = [path for path in _IMPORTED.findall(text) if f"{path.rsplit('/', 1)[-1]}." in body]
    return render("helpers.go", stamp=commented(model, "go", "//"), package=names.package, packages=packages, body=body)


@cache
def _helpers(text: str) -> Mapping[str, str]:
    return {match["name"]: match[0] for match in _HELPER.finditer(text)}


def _called(name: str, sources: Iterable[str]) -> bool:
    """Whether a function is called in one of ``sources``; most that are not are not even part of another name."""
    call = f"{name}("
    return any(call in source and re.search(rf"\b{re.escape(call)}", source) is not None for source in sources)
