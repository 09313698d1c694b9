"""The Python binding: types by datamodel-code-generator, the codec beside them."""

from __future__ import annotations

from pathlib import Path

from cgp_toolkit.model import Model
from cgp_toolkit.rules import Check
from cgp_toolkit.targets.base import Files
from cgp_toolkit.targets.python import package, rules_module, runtime_module
from cgp_toolkit.targets.python.format import formatted
from cgp_toolkit.targets.python.http_module import http_modules
from cgp_toolkit.targets.python.jsonrpc_module import jsonrpc_modules
from cgp_toolkit.targets.python.meanings_module import meanings_module
from cgp_toolkit.targets.python.names import names
from cgp_toolkit.targets.python.peers_module import peers_modules
from cgp_toolkit.targets.python.pydantic_module import pydantic_modules
from cgp_toolkit.targets.python.session_module import session_modules
from cgp_toolkit.targets.python.types_module import types_module
from cgp_toolkit.targets.python.vocabularies_module import vocabularies_module

_EXAMPLE = "the README's example"
_HERE = Path(__file__).parent
# Modules that are copied as they stand are formatted as they stand.
_COPIED = frozenset(path.name for folder in ("runtime", "static") for path in (_HERE / folder).rglob("*.py"))


def modules(model: Model, rules: tuple[Check, ...] | None = None) -> dict[str, str]:
    """Unformatted sources of the package by file name, as they can be imported; the pydantic flavour is left out.

    ``rules`` are the compiled rules of the model, if they are known already.
    """
    called = names(model)
    types = types_module(model, called)
    beside = {
        "__init__.py": package.init_module(model, called, runtime_module.OFFERS),
        "vocabularies.py": vocabularies_module(model, called),
        "_meanings.py": meanings_module(model, called),
        **runtime_module.emit(model),
        **rules_module.emit(model, rules),
        **session_modules(model, called),
        **http_modules(model),
        **jsonrpc_modules(model, called),
        **peers_modules(model, called),
    }
    return {"types.py": types(), **beside}


def emit(model: Model) -> Files:
    """The files of a distribution: its project file and README, and the package itself."""
    called = names(model)
    flavour = pydantic_modules(model, called)
    sources = {
        **modules(model),
        **flavour(),
        _EXAMPLE: package.example(model, called),
    }
    copied = {name: text for name, text in sources.items() if name in _COPIED}
    texts = copied | formatted({name: text for name, text in sources.items() if name not in _COPIED}, called.module)
    example = texts.pop(_EXAMPLE)
    return {
        "pyproject.toml": package.project_file(model, called),
        "README.md": package.readme(model, called, example),
        f"{called.module}/py.typed": package.typing_marker(model),
        **{f"{called.module}/{name}": text for name, text in texts.items()},
    }
