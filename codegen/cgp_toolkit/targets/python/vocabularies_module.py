"""``vocabularies.py`` of the binding: a namespace a vocabulary, with its values, its traits and its unknown policy."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.binding import facts
from cgp_toolkit.model import Base, Json, Model, Openness, Trait, Vocabulary
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.names import Names
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.stamp import commented

_TYPES = {Base.BOOLEAN: "bool", Base.INTEGER: "int", Base.NUMBER: "float", Base.STRING: "str"}


@dataclass(frozen=True, slots=True)
class _Function:
    """The function of one trait; ``key`` is what is looked up, ``otherwise`` what an unlisted value gets."""

    name: str
    doc: str
    type: str
    table: str
    entries: tuple[tuple[str, str], ...]
    key: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class _Namespace:
    """One class: ``constants`` are names, values and docs, ``fallback`` the value that unlisted ones read as."""

    name: str
    doc: str
    constants: tuple[tuple[str, str, str], ...]
    fallback: str | None
    argument: str
    reads_as: str
    functions: tuple[_Function, ...]


def vocabularies_module(model: Model, names: Names) -> str:
    """Unformatted source of the module."""
    about = docs.literal(
        [
            f"{model.protocol.title}, {model.protocol.revision}: listed values, and what holds for the others.",
            "A value is a plain string on the wire and in the types; these namespaces spare typing it.",
        ],
        0,
    )
    return render(
        "vocabularies.py",
        stamp=commented(model, "python", "#"),
        about=about,
        namespaces=[_namespace(names, vocabulary) for vocabulary in model.vocabularies()],
    )


def _namespace(names: Names, vocabulary: Vocabulary) -> _Namespace:
    fallback = vocabulary.unknown_reads_as
    return _Namespace(
        name=names.classes[vocabulary.name],
        doc=docs.literal(facts.vocabulary(names.classes.__getitem__, vocabulary), 4),
        constants=tuple(
            (names.constants[vocabulary.name, value.name], repr(value.name), docs.literal(facts.value(value), 4))
            for value in vocabulary.values
        ),
        fallback=None if fallback is None else names.constants[vocabulary.name, fallback],
        # What an unlisted value reads as, an absent one does.
        argument="str" if fallback is None else "str | None",
        reads_as=docs.literal([_reads_as(vocabulary)], 8),
        functions=tuple(_function(names, vocabulary, trait) for trait in vocabulary.traits),
    )


def _reads_as(vocabulary: Vocabulary) -> str:
    if vocabulary.unknown_reads_as is not None:
        return f"The value to act on: an unlisted or absent one reads as `{vocabulary.unknown_reads_as}`."
    if vocabulary.openness is Openness.CLOSED:
        return "The value itself: there are no others."
    return "The value itself: an unlisted one stays opaque."


def _function(names: Names, vocabulary: Vocabulary, trait: Trait) -> _Function:
    own = {value.name: value.traits.get(trait.name) for value in vocabulary.values}
    unknown = _unknown(vocabulary, trait)
    name = names.functions[vocabulary.name, trait.name]
    return _Function(
        name=name,
        doc=docs.literal([f"{trait.doc} An unlisted value: {unknown!r}."], 8),
        type=trait_type(vocabulary, trait),
        table=f"_{name}",
        entries=tuple(
            (names.constants[vocabulary.name, value], repr(entry)) for value, entry in own.items() if entry is not None
        ),
        key="value" if vocabulary.unknown_reads_as is None else f"{names.classes[vocabulary.name]}.reads_as(value)",
        otherwise=repr(unknown),
    )


def trait_type(vocabulary: Vocabulary, trait: Trait) -> str:
    """The annotation of what ``trait`` tells of any value."""
    type_ = _TYPES[trait.base]
    return type_ if _unknown(vocabulary, trait) is not None else f"{type_} | None"


def _unknown(vocabulary: Vocabulary, trait: Trait) -> Json:
    """What ``trait`` tells of a value that is not listed."""
    if trait.unknown is not None or vocabulary.unknown_reads_as is None:
        return trait.unknown
    fallback = next(value for value in vocabulary.values if value.name == vocabulary.unknown_reads_as)
    return fallback.traits.get(trait.name)
