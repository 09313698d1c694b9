"""Vocabularies: their values, their policy for others, and the traits that each value has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from cgp_toolkit.model.axes import Base, Openness
from cgp_toolkit.model.collect import Found
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.entries import VocabularyEntry
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.lint.lookup import scalar, vocabulary
from cgp_toolkit.model.types import JsonScalar, Vocabulary
from cgp_toolkit.model.words import article

_KINDS: dict[Base, type] = {Base.STRING: str, Base.BOOLEAN: bool, Base.INTEGER: int}


def _vocabularies(context: Context) -> Iterator[tuple[Found, VocabularyEntry, Vocabulary]]:
    for value in context.model.vocabularies():
        found = context.entry(value)
        yield found, cast(VocabularyEntry, found.entry), value


def vocabulary_values(context: Context) -> Iterator[Diagnostic]:
    """Vocabularies without values, or with values of their own and of another one."""
    for found, entry, value in _vocabularies(context):
        if entry.like is None:
            if not entry.values:
                message, fix = "the vocabulary lists no value", "add 'values', or 'like' another vocabulary"
                yield Diagnostic(found.position, "vocabulary-values", message, fix)
            continue
        for key in ("values", "traits"):
            if getattr(entry, key):
                message = f"the {key} are those of {entry.like!r} already"
                place = found.at(key, key=True)
                yield Diagnostic(place, "vocabulary-values", message, "remove them, or 'like'")
        other = vocabulary(context.model, entry.like)
        if other is not None and other.like is not None:
            message = f"{other.name!r} has no values of its own"
            fix = "name the vocabulary that lists them" if other.like != value.name else "one of the two lists them"
            yield Diagnostic(found.at("like"), "vocabulary-values", message, fix)


def vocabulary_form(context: Context) -> Iterator[Diagnostic]:
    """A form without namespaces, namespaces without form, a form without pattern, a value that looks like a new one."""
    for found, _, value in _vocabularies(context):
        namespaced = value.openness is Openness.NAMESPACED
        if value.form is None:
            if namespaced:
                message, fix = "nothing says what new names look like", "add 'form', the name of a scalar"
                yield Diagnostic(found.at("openness"), "vocabulary-form", message, fix)
            continue
        if not namespaced:
            message = f"new names have no form where the vocabulary is {value.openness}"
            yield Diagnostic(found.at("form", key=True), "vocabulary-form", message, "remove it")
            continue
        form = scalar(context.model, value.form)
        if form is None:
            continue
        pattern = form.author.pattern
        if form.base is not Base.STRING or pattern is None:
            message = f"{form.name!r} has no pattern that authors keep to"
            yield Diagnostic(found.at("form"), "vocabulary-form", message, "name a scalar with one")
            continue
        for item in value.values:
            if value.like is None and _matches(pattern, item.name):
                message = f"the value {item.name!r} has the form of somebody's new name"
                place = found.at("values", item.name, key=True)
                yield Diagnostic(place, "vocabulary-form", message, "rename it, or narrow the form")


def _matches(pattern: str, name: str) -> bool:
    try:
        return re.fullmatch(pattern, name) is not None
    except re.error:
        # Reported by the rule about patterns.
        return False


def vocabulary_unknown(context: Context) -> Iterator[Diagnostic]:
    """Vocabularies that do not say what others' values mean, or say it although there can be none."""
    for found, entry, value in _vocabularies(context):
        closed = value.openness is Openness.CLOSED
        if closed and entry.unknown is not None:
            message = "a closed vocabulary has no other values"
            yield Diagnostic(found.at("unknown", key=True), "vocabulary-unknown", message, "remove it")
        elif not closed and entry.unknown is None:
            message, fix = "nothing says what an unlisted value means", "add 'unknown' with 'reads_as' and 'doc'"
            yield Diagnostic(found.position, "vocabulary-unknown", message, fix)


def vocabulary_trait(context: Context) -> Iterator[Diagnostic]:
    """Traits that a value lacks, that are of another kind than the trait, or that an unlisted value is without."""
    for found, entry, value in _vocabularies(context):
        for trait in value.traits:
            path = ("traits", trait.name)
            if trait.base not in _KINDS:
                message = "a trait is a text, a truth or an integer"
                yield Diagnostic(found.at(*path, "base"), "vocabulary-trait", message, "choose another base")
                continue
            for item in value.values if value.like is None else ():
                place = found.at("values", item.name, "traits", trait.name)
                if trait.name not in item.traits:
                    message = f"{item.name!r} says nothing about {trait.name!r}"
                    place = found.at("values", item.name, key=True)
                    yield Diagnostic(place, "vocabulary-trait", message, f"add 'traits: {{{trait.name}: …}}'")
                elif not _is(item.traits[trait.name], trait.base):
                    message = f"the trait is {article(trait.base)}, this is none"
                    yield Diagnostic(place, "vocabulary-trait", message, "write a value of its kind")
            wrong = _unknown(entry, value, trait.unknown, trait.base)
            if wrong is not None:
                yield Diagnostic(found.at(*path, "unknown"), "vocabulary-trait", *wrong)


def _unknown(entry: VocabularyEntry, value: Vocabulary, unknown: JsonScalar, base: Base) -> tuple[str, str] | None:
    """What is wrong with the trait of an unlisted value."""
    if value.openness is Openness.CLOSED or value.unknown_reads_as is not None:
        decides = "there is no unlisted value" if value.openness is Openness.CLOSED else "'reads_as' decides"
        return None if unknown is None else (f"{decides}, so this says nothing", "write null")
    if entry.unknown is not None and not _is(unknown, base):
        return f"the trait is {article(base)}, so an unlisted value needs one", "write what is safe to assume"
    return None


def _is(value: JsonScalar, base: Base) -> bool:
    kind = _KINDS[base]
    return isinstance(value, kind) and isinstance(value, bool) == (kind is bool)
