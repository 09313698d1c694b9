"""The Python binding of a model, generated and imported without touching the disk.

One binding after the other lives under one name in ``sys.modules``, so that the code of a module whose text stays the
same is compiled once.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import CodeType, ModuleType

from cgp_toolkit.model import Model
from cgp_toolkit.rules import Check
from cgp_toolkit.targets.python.emission import modules

NAME = "mutated_binding"
"""What the package is called while it is loaded."""

_LANGUAGE = "python"


def sources(model: Model, rules: tuple[Check, ...] | None = None) -> dict[str, str]:
    """The modules of the binding under :data:`NAME`, by file name; whatever the emitters raise for a broken model.

    ``rules`` are compiled already, where the model's own make no sense in it.  Of the bindings only that of lines is
    there, about which the vectors are.
    """
    package = model.protocol.packages[_LANGUAGE]
    named = replace(package, names={**package.names, "module": NAME})
    packages = {**model.protocol.packages, _LANGUAGE: named}
    return modules(replace(model, rpc=None, http=None, protocol=replace(model.protocol, packages=packages)), rules)


@lru_cache(maxsize=512)
def _compiled(text: str, name: str) -> CodeType:
    return compile(text, f"<{name}>", "exec", dont_inherit=True)


class _Memory(MetaPathFinder, Loader):
    """Finds and loads the modules of one package among its sources."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = {_module(file): text for file, text in texts.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._texts:
            return None
        return spec_from_loader(fullname, self, is_package=fullname == NAME)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(_compiled(self._texts[module.__name__], module.__name__), module.__dict__)


def _module(file: str) -> str:
    stem = file.removesuffix(".py").replace("/", ".")
    return NAME if stem == "__init__" else f"{NAME}.{stem}"


class Loaded:
    """A context in which ``import mutated_binding`` gives the binding of these sources."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._finder = _Memory(texts)

    def __enter__(self) -> Loaded:
        _forget()
        sys.meta_path.insert(0, self._finder)
        return self

    def __exit__(self, *_: object) -> None:
        sys.meta_path.remove(self._finder)
        _forget()


def _forget() -> None:
    for name in [name for name in sys.modules if name == NAME or name.startswith(f"{NAME}.")]:
        del sys.modules[name]
