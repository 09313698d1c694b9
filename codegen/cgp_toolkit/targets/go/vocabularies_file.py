"""``vocabularies.go``: a string type a vocabulary, its listed values, and what holds for the others."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.binding import facts
from cgp_toolkit.model import Base, Json, Model, Openness, Trait, Vocabulary
from cgp_toolkit.targets.go.docs import about, comment
from cgp_toolkit.targets.go.holding import literal
from cgp_toolkit.targets.go.names import Names
from cgp_toolkit.targets.go.rendering import quoted, render
from cgp_toolkit.targets.stamp import commented

_TYPES = {Base.BOOLEAN: "bool", Base.INTEGER: "int64", Base.NUMBER: "float64", Base.STRING: "string"}
_ZEROS = {Base.BOOLEAN: "false", Base.INTEGER: "0", Base.NUMBER: "0", Base.STRING: '""'}


@dataclass(frozen=True, slots=True)
class _Method:
    """The method of one trait: ``cases`` are constants by what they have, ``otherwise`` is for all other values."""

    name: str
    wire: str
    doc: str
    type: str
    cases: list[tuple[str, str]]
    otherwise: str
    told: bool


@dataclass(frozen=True, slots=True)
class _Words:
    """One vocabulary."""

    name: str
    wire: str
    doc: str
    constants: list[tuple[str, str, str]]
    values: str
    values_doc: str
    reads_as: str
    fallback: str
    methods: list[_Method]


def vocabularies_files(model: Model, names: Names) -> dict[str, str]:
    """The source, and what a testee knows of all vocabularies."""
    words = [_words(names, vocabulary) for vocabulary in model.vocabularies()]
    stamp = commented(model, "go", "//")
    return {
        "vocabularies.go": render("vocabularies.go", stamp=stamp, package=names.package, vocabularies=words),
        "cmd/testee/meanings.go": render("meanings.go", stamp=stamp, module=names.module, vocabularies=words),
    }


def _words(names: Names, vocabulary: Vocabulary) -> _Words:
    name = names.types[vocabulary.name]
    fallback = vocabulary.unknown_reads_as
    list_ = names.lists[vocabulary.name]
    return _Words(
        name=name,
        wire=quoted(vocabulary.name),
        doc=comment(about(name, facts.vocabulary(lambda form: names.types[form], vocabulary))),
        constants=[
            (
                names.constants[vocabulary.name, value.name],
                quoted(value.name),
                comment(about(names.constants[vocabulary.name, value.name], facts.value(value)), 1),
            )
            for value in vocabulary.values
        ],
        values=list_,
        values_doc=comment([f"{list_} are the listed values."]),
        reads_as=comment([_reads_as(vocabulary)]),
        fallback="" if fallback is None else names.constants[vocabulary.name, fallback],
        methods=[_method(names, vocabulary, trait) for trait in vocabulary.traits],
    )


def _reads_as(vocabulary: Vocabulary) -> str:
    if vocabulary.unknown_reads_as is not None:
        return f'ReadsAs is the value to act on: an unlisted or absent one reads as "{vocabulary.unknown_reads_as}".'
    if vocabulary.openness is Openness.CLOSED:
        return "ReadsAs is the value itself: there are no others."
    return "ReadsAs is the value itself: an unlisted one stays opaque."


def _method(names: Names, vocabulary: Vocabulary, trait: Trait) -> _Method:
    own = {value.name: value.traits.get(trait.name) for value in vocabulary.values}
    unknown: Json = trait.unknown
    if unknown is None and vocabulary.unknown_reads_as is not None:
        unknown = own.get(vocabulary.unknown_reads_as)
    groups: dict[str, list[str]] = {}
    for value, entry in own.items():
        if entry is not None and entry != unknown:
            groups.setdefault(literal(entry), []).append(names.constants[vocabulary.name, value])
    told = unknown is not None and None not in own.values()
    name = names.traits[vocabulary.name, trait.name]
    doc = about(name, [trait.doc])
    if told:
        doc[0] += f" An unlisted value: {literal(unknown)}."
    else:
        doc[0] += " The second result is false where that is not known."
    return _Method(
        name=name,
        wire=quoted(trait.name),
        doc=comment(doc),
        type=_TYPES[trait.base],
        cases=[(", ".join(constants), entry) for entry, constants in groups.items()],
        otherwise=_ZEROS[trait.base] if unknown is None else literal(unknown),
        told=told,
    )
