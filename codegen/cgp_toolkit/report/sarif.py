"""Findings as SARIF 2.1.0, the format that code scanning reads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lint import Rule
from cgp_toolkit.report.console import json_text
from cgp_toolkit.version import VERSION

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(found: Sequence[Diagnostic], rules: Sequence[Rule]) -> str:
    """A log with one run; ``rules`` is the whole catalogue, so that a reader knows what was checked."""
    places = {rule.name: index for index, rule in enumerate(rules)}
    run = {
        "tool": {
            "driver": {
                "name": "cgp",
                "version": VERSION,
                "semanticVersion": VERSION,
                "rules": [
                    {
                        "id": rule.name,
                        "shortDescription": {"text": rule.purpose},
                        "defaultConfiguration": {"level": "error"},
                        "properties": {"layer": str(rule.layer)},
                    }
                    for rule in rules
                ],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, places[diagnostic.rule]) for diagnostic in found],
    }
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, object]:
    message = diagnostic.message + (f" ({diagnostic.fix})" if diagnostic.fix else "")
    region = {"startLine": diagnostic.position.line, "startColumn": diagnostic.position.column}
    location = {"artifactLocation": {"uri": _uri(diagnostic.position.file)}, "region": region}
    return {
        "ruleId": diagnostic.rule,
        "ruleIndex": rule,
        "level": "error",
        "message": {"text": message},
        "locations": [{"physicalLocation": location}],
    }


def _uri(file: str) -> str:
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
