"""Names, and lists of names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lint.catalogue import Context

_IDENTIFIER = ("letters, digits and _", re.compile(r"[A-Za-z_][A-Za-z0-9_]*"))
_WIRE = ("letters, digits, _ and -", re.compile(r"[A-Za-z_][A-Za-z0-9_-]*"))
_KEBAB = ("lower-case words with hyphens between them", re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"))
_ID = (
    "a capital letter and digits, or capital letters and words with hyphens",
    re.compile(r"[A-Z]+[0-9]*[a-z]?(?:-[a-z0-9]+)*"),
)
_FORMS = {
    "scalars": _IDENTIFIER,
    "vocabularies": _IDENTIFIER,
    "types": _IDENTIFIER,
    "envelopes": _WIRE,
    "faults": _KEBAB,
    "examples": _KEBAB,
    "exchanges": _KEBAB,
    "sessions": _KEBAB,
    "requirements": _ID,
    "decisions": _ID,
    "probes": _KEBAB,
    "misbehaviours": _KEBAB,
}


def name_form(context: Context) -> Iterator[Diagnostic]:
    """Names of entries that files, identifiers or links can't carry."""
    for section, (words, form) in _FORMS.items():
        for found in context.collection.of(section):
            if form.fullmatch(found.name) is None:
                message = f"a name in {section!r} is made of {words}"
                yield Diagnostic(found.position, "name-form", message, "rename it")


def duplicate_item(context: Context) -> Iterator[Diagnostic]:
    """Lists of names that say one twice."""
    for field in context.fields:
        if isinstance(field.value, tuple):
            for index, item in enumerate(field.value):
                if isinstance(item, str) and item in field.value[:index]:
                    message = f"{str(item)!r} stands in this list already"
                    yield Diagnostic(field.at(index), "duplicate-item", message, "remove one of the two")
