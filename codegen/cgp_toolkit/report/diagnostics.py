"""What is wrong with a model: for people, for programs and for pull requests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.report.console import Part, Printer, counted, err, json_text, out


def print_text(found: Sequence[Diagnostic], spec: Path, rules: int) -> None:
    """All findings, and their number."""
    printer = out()
    print_findings(found, printer)
    if found:
        printer.line((counted(len(found), "finding"), "bold red"), "; cgp explain RULE tells what a rule is for")
    else:
        printer.line(("no findings", "bold green"), f" in {spec}: {counted(rules, 'rule')} hold")


def print_unsound_note(number: int) -> None:
    """That what was asked for comes from a model that is not sound."""
    err().line(("note:", "bold yellow"), f" {counted(number, 'finding')} in the model; cgp lint shows what is wrong")


def print_findings(found: Sequence[Diagnostic], printer: Printer) -> None:
    """All findings, a line each."""
    for diagnostic in found:
        printer.line(*_line(diagnostic))


def _line(diagnostic: Diagnostic) -> tuple[Part, ...]:
    fix = f" ({diagnostic.fix})" if diagnostic.fix else ""
    return (f"{diagnostic.position}:", "bold"), f" {diagnostic.message}{fix} ", (f"[{diagnostic.rule}]", "red")


def as_data(found: Sequence[Diagnostic]) -> list[dict[str, str | int]]:
    """The findings as JSON values."""
    return [
        {
            "file": diagnostic.position.file,
            "line": diagnostic.position.line,
            "column": diagnostic.position.column,
            "rule": diagnostic.rule,
            "message": diagnostic.message,
            "fix": diagnostic.fix,
        }
        for diagnostic in found
    ]


def as_json(found: Sequence[Diagnostic]) -> str:
    """The findings as one JSON object."""
    return json_text({"ok": not found, "findings": as_data(found)})


def github(found: Sequence[Diagnostic]) -> Iterator[str]:
    """The findings as workflow commands, which GitHub shows as annotations."""
    for diagnostic in found:
        position = diagnostic.position
        message = diagnostic.message + (f" ({diagnostic.fix})" if diagnostic.fix else "")
        yield (
            f"::error file={_property(position.file)},line={position.line},col={position.column}"
            f",title={_property(diagnostic.rule)}::{_data(message)}"
        )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
