"""The Go binding: types behind a sealed interface, a codec without reflection, rules and sessions."""

from __future__ import annotations

from cgp_toolkit.model import Model
from cgp_toolkit.targets.base import Files
from cgp_toolkit.targets.go.codec_files import codec_files
from cgp_toolkit.targets.go.jsonrpc_files import jsonrpc_files
from cgp_toolkit.targets.go.measures_file import measures_file
from cgp_toolkit.targets.go.names import names
from cgp_toolkit.targets.go.package import package_files
from cgp_toolkit.targets.go.rules_files import rules_files
from cgp_toolkit.targets.go.runtime_files import helpers_file, static_files
from cgp_toolkit.targets.go.session_file import session_files
from cgp_toolkit.targets.go.tables_file import tables_file
from cgp_toolkit.targets.go.types_files import types_files
from cgp_toolkit.targets.go.vocabularies_file import vocabularies_files


def emit(model: Model) -> Files:
    """The files of a module: its types, its codec, and a testee for the test vectors."""
    called = names(model)
    package = {
        **package_files(model, called),
        **types_files(model, called),
        **vocabularies_files(model, called),
        **codec_files(model, called),
        **rules_files(model, called),
        "tables.go": tables_file(model, called),
        "measures.go": measures_file(model, called),
        **static_files(model, called),
        **session_files(model, called),
        **jsonrpc_files(model, called),
    }
    return {
        **package,
        "helpers.go": helpers_file(model, called, package.values()),
        **static_files(model, called, "testee", "cmd/testee/"),
    }
