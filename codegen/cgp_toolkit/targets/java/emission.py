"""The Java binding: a sealed interface and records, and a codec over Jackson's streaming parser."""

from __future__ import annotations

from collections.abc import Mapping

from cgp_toolkit.model import Model
from cgp_toolkit.targets.base import Files
from cgp_toolkit.targets.java import package
from cgp_toolkit.targets.java.example import example
from cgp_toolkit.targets.java.jsonrpc import jsonrpc_files
from cgp_toolkit.targets.java.names import Names, names
from cgp_toolkit.targets.java.records import record_files
from cgp_toolkit.targets.java.rules import rule_files
from cgp_toolkit.targets.java.sessions import session_files
from cgp_toolkit.targets.java.tables import table_files
from cgp_toolkit.targets.java.testee import testee_files
from cgp_toolkit.targets.java.vocabularies import vocabulary_files


def emit(model: Model) -> Files:
    """The files of a Maven project."""
    called = names(model)
    title = f"{model.protocol.title}, {model.protocol.revision}"
    root = f"src/main/java/{called.package.replace('.', '/')}"
    folders: dict[str, tuple[str, Mapping[str, str]]] = {
        "": (
            f"{title}: its messages, and how they are read and written.",
            {
                **package.runtime(model, called),
                **table_files(model, called),
                **vocabulary_files(model, called),
                **record_files(model, called),
                **jsonrpc_files(model, called),
            },
        ),
        "rules": (
            f"{title}: what no type can say, checked.",
            {**package.runtime(model, called, "rules"), **rule_files(model, called)},
        ),
        **_sessions(model, called, title),
        "testee": (
            "What this package makes of test vectors.",
            testee_files(model, called),
        ),
    }
    infos = package.package_infos(model, called, {folder: doc for folder, (doc, _) in folders.items()})
    sources = {
        "/".join(part for part in (root, folder, f"{name}.java") if part): text
        for folder, (_, classes) in folders.items()
        for name, text in ({"package-info": infos[folder]} | dict(classes)).items()
    }
    public = tuple(folder for folder in folders if folder and folder != "testee")
    return {
        "README.md": package.readme(model, called, example(model, called)),
        "pom.xml": package.project_file(model, called),
        "src/main/java/module-info.java": package.module_file(model, called, public),
        **sources,
    }


def _sessions(model: Model, called: Names, title: str) -> dict[str, tuple[str, Mapping[str, str]]]:
    if model.lifecycle is None:
        return {}
    sources = {**package.runtime(model, called, "session"), **session_files(model, called)}
    return {"session": (f"{title}: the lifecycle of a session.", sources)}
