"""What the keys of the model's YAML mean, as it stands below them in the sources of their classes.

Pydantic can gather these texts, but does so when the classes are made, which every command would wait for.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise

from cgp_toolkit.model.entries import Entry


def docs(entry: type[Entry]) -> dict[str, str]:
    """The docstrings of the attributes of a class and of those that it inherits from, by their names."""
    return {
        name: doc
        for owner in reversed(entry.__mro__)
        if issubclass(owner, Entry)
        for name, doc in _module(owner.__module__).get(owner.__name__, {}).items()
    }


@cache
def _module(name: str) -> Mapping[str, Mapping[str, str]]:
    tree = ast.parse(inspect.getsource(sys.modules[name]))
    return {node.name: dict(_attributes(node)) for node in tree.body if isinstance(node, ast.ClassDef)}


def _attributes(definition: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for attribute, below in pairwise(definition.body):
        match attribute, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(doc))):
                yield name, inspect.cleandoc(doc)
