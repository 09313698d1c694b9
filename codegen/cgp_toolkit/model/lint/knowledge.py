"""Names, lists of names, and requirements that are said to be decided by types."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cgp_toolkit.model.axes import Decider
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.lint.walk import fields
from cgp_toolkit.model.types import Record
from cgp_toolkit.model.words import closest

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
    "sessions": _KEBAB,
    "requirements": _ID,
    "decisions": _ID,
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
    for field in fields(context.collection):
        if isinstance(field.value, tuple):
            for index, item in enumerate(field.value):
                if isinstance(item, str) and item in field.value[:index]:
                    message = f"{str(item)!r} stands in this list already"
                    yield Diagnostic(field.at(index), "duplicate-item", message, "remove one of the two")


def uncited_requirement(context: Context) -> Iterator[Diagnostic]:
    """Requirements that a type is said to decide, and that no type, member or envelope cites."""
    model = context.model
    if not context.whole:
        return
    cited: set[str | None] = {measure.requirement for measure in model.protocol.measures}
    cited.update(model.protocol.version.requirements)
    for type_ in model.types.values():
        cited.update(type_.requirements)
    for owner in model.owners():
        cited.update(owner.requirements, *(member.requirements for member in owner.members))
        if isinstance(owner, Record):
            cited.update(variant.requirement for variant in owner.variants)
    # A misspelt citation is reported as such.
    wrong = [name for name in cited if name is not None and name not in model.requirements]
    cited.update(closest(name, model.requirements) for name in wrong)
    for requirement in model.requirements.values():
        if Decider.TYPE in requirement.decided_by and requirement.name not in cited:
            place = context.entry(requirement).at("decided_by", requirement.decided_by.index(Decider.TYPE))
            message = f"no type or member cites {requirement.name!r}, which a type is said to decide"
            yield Diagnostic(place, "uncited-requirement", message, "cite it there, or say what else decides it")
