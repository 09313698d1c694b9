"""The TypeScript binding: types, codec and checks as an ES module package without dependencies."""

from __future__ import annotations

from cgp_toolkit.model import Model
from cgp_toolkit.targets.base import Files
from cgp_toolkit.targets.typescript import (
    codec_modules,
    jsonrpc_module,
    package,
    rules_modules,
    runtime_modules,
    session_module,
    types_modules,
    vocabularies_module,
)
from cgp_toolkit.targets.typescript.names import names


def emit(model: Model) -> Files:
    """The files of a package: its manifest, its settings, its README, and the sources."""
    called = names(model)
    sources = {
        **runtime_modules.emit(model),
        **types_modules.emit(model, called),
        **codec_modules.emit(model, called),
        **rules_modules.emit(model, called),
        **session_module.emit(model, called),
        **jsonrpc_module.emit(model),
        "vocabularies.ts": vocabularies_module.emit(model, called),
    }
    return {
        **package.emit(model, called),
        **{f"src/{name}": text for name, text in sources.items()},
    }
