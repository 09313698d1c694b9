"""What makes a package of the sources: manifest, settings of the compiler and the linter, README, ``index.ts``."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cgp_toolkit.model import Json, Model
from cgp_toolkit.targets.stamp import commented, stamp
from cgp_toolkit.targets.typescript.names import Names
from cgp_toolkit.targets.typescript.readme import readme
from cgp_toolkit.targets.typescript.rendering import comment, render
from cgp_toolkit.version import VERSION

DEVELOPMENT: dict[str, Json] = {
    "@eslint/js": "9.39.5",
    "@types/node": "20.19.43",
    "eslint": "9.39.5",
    "typescript": "5.9.3",
    "typescript-eslint": "8.74.0",
}
"""What it takes to build and lint the package; nothing is needed to run it."""


def entries(model: Model) -> Iterator[tuple[str, str]]:
    """The modules that a program imports by a path of their own, and what they are for."""
    yield ".", "types, codec, vocabularies, versions, tokens"
    yield "./rules", "what no type can say, checked"
    if model.lifecycle is not None:
        yield "./session", "the lifecycle as a table, and a session for each role, without input or output"
    if model.rpc is not None:
        yield "./jsonrpc", "the same messages as JSON-RPC 2.0; a draft"


def emit(model: Model, names: Names) -> dict[str, str]:
    """The files by path."""
    return {
        "package.json": _manifest(model, names),
        "tsconfig.json": render("tsconfig.json", stamp=commented(model, "typescript", "//")),
        "eslint.config.js": render("eslint.config.js", stamp=commented(model, "typescript", "//")),
        "README.md": readme(model, names, stamp(model, "typescript")),
        "src/index.ts": _index(model, names),
        "src/testee/tsconfig.json": render("tsconfig.testee.json", stamp=commented(model, "typescript", "//")),
    }


def _manifest(model: Model, names: Names) -> str:
    exports: dict[str, Json] = {}
    for path, _ in entries(model):
        file = "index" if path == "." else path.removeprefix("./")
        exports[path] = {"types": f"./dist/{file}.d.ts", "default": f"./dist/{file}.js"}
    manifest: dict[str, Json] = {
        "name": names.package,
        "version": VERSION,
        "description": f"{model.protocol.title}, {model.protocol.revision}: types, codec, rules and sessions.",
        "license": "Apache-2.0",
        "type": "module",
        "sideEffects": False,
        "engines": {"node": ">=20"},
        "exports": {**exports, "./package.json": "./package.json"},
        "files": ["dist", "src"],
        "scripts": {
            "build": "tsc && tsc --project src/testee",
            "lint": "eslint src",
            "testee": "node dist/testee/testee.js",
        },
        "devDependencies": DEVELOPMENT,
    }
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def _index(model: Model, names: Names) -> str:
    makers = any(member.has_default for owner in model.owners() for member in owner.members)
    protocol = model.protocol
    return render(
        "index.ts",
        stamp=commented(model, "typescript", "//"),
        about=comment([f"{protocol.title}, {protocol.revision}: its messages, and how they are read and written."]),
        makers=makers,
    )
