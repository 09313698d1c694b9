"""Documentation: everything says what it is, in a sentence that says more than its name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.entries import DecisionEntry, RequirementEntry
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.lint.walk import Field

_ENDS = (".", "!", "?")


def _texts(context: Context) -> Iterator[tuple[Field, str]]:
    for field in context.fields:
        # The sentences of requirements and decisions stand under keys of their own.
        normative = isinstance(field.found.entry, RequirementEntry | DecisionEntry)
        if field.key in ("doc", "fix") or (normative and field.key in ("text", "decision", "why")):
            yield field, str(field.value)


def undocumented(context: Context) -> Iterator[Diagnostic]:
    """Texts of white space, and texts that repeat the name."""
    for field, text in _texts(context):
        if not text.strip() or _letters(text) == _letters(field.name):
            message = f"the {field.key} of {field.name!r} says nothing that its name does not say"
            yield Diagnostic(field.at(), "undocumented", message, "say what it means")


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def doc_sentence(context: Context) -> Iterator[Diagnostic]:
    """Texts that are no sentence."""
    for field, text in _texts(context):
        text = text.strip()
        if text and (text[0].islower() or not text.endswith(_ENDS)):
            message = f"the {field.key} of {field.name!r} is no sentence"
            fix = "begin with a capital letter and end with a full stop"
            yield Diagnostic(field.at(), "doc-sentence", message, fix)
