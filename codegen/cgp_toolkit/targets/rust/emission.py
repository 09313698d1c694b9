"""The Rust binding: enums on serde, a codec that reads in place, rules and sessions."""

from __future__ import annotations

from pathlib import Path

from cgp_toolkit.model import Model
from cgp_toolkit.targets.base import Files
from cgp_toolkit.targets.rust import package
from cgp_toolkit.targets.rust.codec_files import codec_files
from cgp_toolkit.targets.rust.jsonrpc_files import jsonrpc_files
from cgp_toolkit.targets.rust.names import names
from cgp_toolkit.targets.rust.rules_files import rules_files
from cgp_toolkit.targets.rust.session_files import session_files
from cgp_toolkit.targets.rust.testee_files import testee_files
from cgp_toolkit.targets.rust.types_files import types_files
from cgp_toolkit.targets.rust.vocabularies_file import vocabularies_file
from cgp_toolkit.targets.stamp import commented

_RUNTIME = Path(__file__).parent / "runtime"


def emit(model: Model) -> Files:
    """The files of a crate."""
    called = names(model)
    sources = {
        "lib.rs": package.library(model, called),
        "tokens.rs": package.measures(model, called),
        **types_files(model, called),
        **vocabularies_file(model, called),
        **codec_files(model, called),
        **rules_files(model, called),
    }
    return {
        "Cargo.toml": package.manifest(model, called),
        "README.md": package.readme(model, called),
        **{f"src/{path}": text for path, text in sources.items()},
        **session_files(model, called),
        **jsonrpc_files(model, called),
        **testee_files(model, called),
        **runtime(model),
    }


def runtime(model: Model) -> dict[str, str]:
    """The sources that are the same for every model, as they stand."""
    stamp = commented(model, "rust", "//")
    return {
        path.relative_to(_RUNTIME).as_posix(): stamp + path.read_text(encoding="utf-8")
        for path in sorted(_RUNTIME.rglob("*.rs"))
    }
