"""``vocabularies.ts``: a type and an object a vocabulary, with its values, its traits and its unknown policy."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.binding import facts
from cgp_toolkit.model import Base, JsonScalar, Model, Openness, Trait, Vocabulary
from cgp_toolkit.targets.stamp import commented
from cgp_toolkit.targets.typescript.names import Names, quoted, text
from cgp_toolkit.targets.typescript.numbers import number
from cgp_toolkit.targets.typescript.rendering import WIDTH, comment, literal, render
from cgp_toolkit.targets.typescript.types_modules import listed_union

_TYPES = {Base.BOOLEAN: "boolean", Base.INTEGER: "number", Base.NUMBER: "number", Base.STRING: "string"}


@dataclass(frozen=True, slots=True)
class _Function:
    """What one trait tells: ``cases`` are texts of values by what is told of them, ``otherwise`` of an unlisted one."""

    name: str
    doc: str
    argument: str
    type: str
    cases: tuple[tuple[tuple[str, ...], str], ...]
    otherwise: str


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """One vocabulary.  ``fallback`` is the value that unlisted ones read as; with none they stay what they are."""

    name: str
    wire: str
    doc: str
    alias: str
    values: tuple[tuple[str, str, str], ...]
    listed: str
    reads_as: str
    fallback: str
    traits: tuple[_Function, ...]
    kinds: tuple[tuple[str, str], ...]


def emit(model: Model, names: Names) -> str:
    """Source of the module."""
    about = [
        f"{model.protocol.title}, {model.protocol.revision}: listed values, and what holds for the others.",
        "A value is a plain string on the wire and in the types; these objects spare typing it.",
    ]
    return render(
        "vocabularies.ts",
        stamp=commented(model, "typescript", "//"),
        about=comment(about),
        vocabularies=[_vocabulary(names, vocabulary) for vocabulary in model.vocabularies()],
    )


def _vocabulary(names: Names, vocabulary: Vocabulary) -> _Vocabulary:
    fallback = vocabulary.unknown_reads_as
    return _Vocabulary(
        name=names.types[vocabulary.name],
        wire=text(vocabulary.name),
        doc=comment(facts.vocabulary(names.types.__getitem__, vocabulary)),
        alias=_alias(names.types[vocabulary.name], listed_union(vocabulary)),
        values=tuple(
            (comment(facts.value(v), 2), names.values[vocabulary.name, v.name], text(v.name)) for v in vocabulary.values
        ),
        listed=literal([text(value.name) for value in vocabulary.values], 2, WIDTH - len("known: ") - 1),
        reads_as=comment([_reads_as(vocabulary)], 2),
        fallback="" if fallback is None else text(fallback),
        traits=tuple(_function(names, vocabulary, trait) for trait in vocabulary.traits),
        kinds=tuple((quoted(trait.name), names.traits[vocabulary.name, trait.name]) for trait in vocabulary.traits),
    )


def _alias(name: str, alternatives: list[str]) -> str:
    line = f"export type {name} = {' | '.join(alternatives)};"
    if len(line) <= WIDTH:
        return line
    inside = f"  {' | '.join(alternatives)};"
    if len(inside) <= WIDTH:
        return f"export type {name} =\n{inside}"
    return f"export type {name} =\n" + "\n".join(f"  | {alternative}" for alternative in alternatives) + ";"


def _reads_as(vocabulary: Vocabulary) -> str:
    if vocabulary.unknown_reads_as is not None:
        return f"The value to act on: an unlisted or absent one reads as `{vocabulary.unknown_reads_as}`."
    if vocabulary.openness is Openness.CLOSED:
        return "The value itself: there are no others."
    return "The value itself: an unlisted one stays opaque."


def _function(names: Names, vocabulary: Vocabulary, trait: Trait) -> _Function:
    own = {value.name: value.traits.get(trait.name) for value in vocabulary.values}
    unknown = trait.unknown
    if unknown is None and vocabulary.unknown_reads_as is not None:
        unknown = own.get(vocabulary.unknown_reads_as)
    type_ = _TYPES[trait.base]
    apart: dict[str, list[str]] = {}
    for value, told in own.items():
        if told != unknown or told is None:
            apart.setdefault(_told(told), []).append(text(value))
    return _Function(
        name=names.traits[vocabulary.name, trait.name],
        doc=comment([f"{trait.doc} An unlisted value: `{_told(unknown)}`."], 2),
        argument="string" if vocabulary.unknown_reads_as is None else "string | undefined",
        type=type_ if unknown is not None and None not in own.values() else f"{type_} | undefined",
        cases=tuple((tuple(values), told) for told, values in apart.items()),
        otherwise=_told(unknown),
    )


def _told(value: JsonScalar) -> str:
    match value:
        case None:
            return "undefined"
        case bool():
            return "true" if value else "false"
        case str():
            return text(value)
        case _:
            return number(value)
