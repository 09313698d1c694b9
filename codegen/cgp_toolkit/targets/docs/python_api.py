"""What a Python package offers, read from its sources: public modules, their classes and functions."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from cgp_toolkit.targets.stamp import parted


@dataclass(frozen=True, slots=True)
class Item:
    """A class or function: its name, its first lines, its docstring, and the public methods of a class."""

    name: str
    signature: str
    doc: str
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Module:
    """A public module."""

    name: str
    doc: str
    items: tuple[Item, ...]


class Sources:
    """The sources of a package by their paths, parsed when they are asked for."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.paths = tuple(path for path in sorted(files) if path.endswith(".py"))
        self._files = files

    def get(self, path: str) -> ast.Module | None:
        """One of them; ``None`` if there is no such file."""
        return _parsed(parted(self._files[path])[1]) if path in self._files else None


@lru_cache(maxsize=64)
def _parsed(source: str) -> ast.Module:
    return ast.parse(source)


def modules(files: Mapping[str, str]) -> Iterator[Module]:
    """The public modules among the sources of a package, by their paths; what is imported from private ones, too."""
    sources = Sources(files)
    for path in sources.paths:
        name = path.rsplit("/", 1)[-1].removesuffix(".py")
        # Of one package only: what is deeper is no part of its face.
        tree = sources.get(path) if not name.startswith("_") and path.count("/") == 1 else None
        if tree is not None:
            yield Module(f"{_folder(path)}.{name}", _doc(tree), tuple(_items(tree, sources, path)))


def _folder(path: str) -> str:
    return path.rsplit("/", 1)[0].replace("/", ".") if "/" in path else ""


def _items(tree: ast.Module, sources: Sources, path: str) -> Iterator[Item]:
    public = _public(tree)
    own = {
        node.name: node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    }
    for name in public if public is not None else [name for name in own if not name.startswith("_")]:
        node = own.get(name) or _imported(tree, sources, path, name)
        if node is not None:
            yield _item(node)


def _public(tree: ast.Module) -> list[str] | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            value = ast.literal_eval(node.value)
            return [str(name) for name in value]
    return None


def _imported(
    tree: ast.Module, sources: Sources, path: str, name: str
) -> ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The definition of a name in the module of the same package that it is imported from."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level == 1 and name in {a.asname or a.name for a in node.names}:
            other = sources.get(f"{path.rsplit('/', 1)[0]}/{(node.module or '__init__').replace('.', '/')}.py")
            for found in other.body if other is not None else ():
                if isinstance(found, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and found.name == name:
                    return found
    return None


@lru_cache(maxsize=2048)
def _item(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> Item:
    if not isinstance(node, ast.ClassDef):
        return Item(node.name, _signature(node), _doc(node))
    methods = tuple(
        _item(inner)
        for inner in node.body
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and not inner.name.startswith("_")
    )
    return Item(node.name, _class(node), _doc(node), methods)


def _class(node: ast.ClassDef) -> str:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    lines = [f"class {node.name}({bases})" if bases else f"class {node.name}"]
    lines += [
        f"    {ast.unparse(inner)}"
        for inner in node.body
        if isinstance(inner, ast.AnnAssign)
        and isinstance(inner.target, ast.Name)
        and not inner.target.id.startswith("_")
    ]
    return "\n".join(lines)


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    back = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{word} {node.name}({ast.unparse(node.args)}){back}"


def _doc(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    return inspect.cleandoc(ast.get_docstring(node) or "")
