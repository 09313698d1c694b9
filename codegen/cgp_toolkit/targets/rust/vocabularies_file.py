"""``types/vocabularies.rs``: listed values, and what an unlisted one means."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.binding import facts
from cgp_toolkit.model import Base, JsonScalar, Model, Openness, Trait, Vocabulary
from cgp_toolkit.targets.rust import docs
from cgp_toolkit.targets.rust.layout import array
from cgp_toolkit.targets.rust.names import Names
from cgp_toolkit.targets.rust.rendering import render
from cgp_toolkit.targets.stamp import commented

_TYPES = {Base.STRING: "&'static str", Base.BOOLEAN: "bool", Base.INTEGER: "i64", Base.NUMBER: "f64"}


@dataclass(frozen=True, slots=True)
class _Value:
    variant: str
    wire: str
    doc: str


@dataclass(frozen=True, slots=True)
class _Method:
    """A trait as a method: arms of a match."""

    name: str
    doc: str
    type: str
    arms: list[str]


@dataclass(frozen=True, slots=True)
class _Enum:
    """A vocabulary; ``unlisted`` is the variant for other values, ``fallback`` the one that those read as."""

    name: str
    doc: str
    closed: bool
    values: list[_Value]
    unlisted: str
    unlisted_doc: str
    fallback: str
    listed: str
    methods: list[_Method]


def vocabularies_file(model: Model, names: Names) -> dict[str, str]:
    """The source, by its path below ``src``."""
    enums = [_enum(names, vocabulary) for vocabulary in model.vocabularies()]
    return {"types/vocabularies.rs": render("vocabularies.rs", stamp=commented(model, "rust", "//"), enums=enums)}


def _enum(names: Names, vocabulary: Vocabulary) -> _Enum:
    name = names.types[vocabulary.name]
    variants = [names.variants[vocabulary.name, value.name] for value in vocabulary.values]
    fallback = vocabulary.unknown_reads_as
    return _Enum(
        name=name,
        doc=docs.comment(facts.vocabulary(lambda type_: docs.link_above(names.types[type_]), vocabulary)),
        closed=vocabulary.openness is Openness.CLOSED,
        values=[
            _Value(variant, docs.quoted(value.name), docs.comment(facts.value(value), 4))
            for variant, value in zip(variants, vocabulary.values, strict=True)
        ],
        unlisted=names.unlisted[vocabulary.name],
        unlisted_doc=docs.comment([f"A value that is not listed, verbatim. {vocabulary.unknown_doc}"], 4),
        fallback=names.variants[vocabulary.name, fallback] if fallback is not None else "",
        listed=_listed(variants),
        methods=[_method(names, vocabulary, trait) for trait in vocabulary.traits],
    )


def _listed(variants: list[str]) -> str:
    start = "    pub const LISTED: &'static [Self] = "
    return array(f"{start}&[", [f"Self::{variant}" for variant in variants], "];", 4).removeprefix(start)


def _method(names: Names, vocabulary: Vocabulary, trait: Trait) -> _Method:
    own = {value.name: value.traits.get(trait.name) for value in vocabulary.values}
    unknown: JsonScalar = trait.unknown
    if unknown is None and vocabulary.unknown_reads_as is not None:
        unknown = own.get(vocabulary.unknown_reads_as)
    whole = unknown is not None and None not in own.values()
    type_ = _TYPES[trait.base]
    arms: dict[str, list[str]] = {}
    for value, entry in own.items():
        arms.setdefault(_expression(trait.base, entry, whole), []).append(
            f"Self::{names.variants[vocabulary.name, value]}"
        )
    if vocabulary.openness is not Openness.CLOSED:
        arms.setdefault(_expression(trait.base, unknown, whole), []).append(
            f"Self::{names.unlisted[vocabulary.name]}(_)"
        )
    said = "" if vocabulary.openness is Openness.CLOSED else f" An unlisted value: {_said(unknown)}."
    return _Method(
        name=names.traits[vocabulary.name, trait.name],
        doc=docs.comment([f"{trait.doc}{said}"], 4),
        type=type_ if whole else f"Option<{type_}>",
        arms=[arm(patterns, result) for result, patterns in arms.items()],
    )


def _said(value: JsonScalar) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return "nothing" if value is None else f"`{value}`"


def _expression(base: Base, value: JsonScalar, whole: bool) -> str:
    if value is None:
        return "None"
    if isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, str):
        text = docs.quoted(value)
    else:
        text = repr(float(value)) if base is Base.NUMBER else repr(value)
    return text if whole else f"Some({text})"


def arm(patterns: list[str], result: str, at: int = 12) -> str:
    """An arm of a match as rustfmt lays it out."""
    indent = " " * at
    line = f"{indent}{' | '.join(patterns)} => {result},"
    if len(line) <= docs.WIDTH:
        return line
    if len(patterns) == 1 or len(f"{indent}{' | '.join(patterns)} => {{") <= docs.WIDTH:
        return f"{indent}{' | '.join(patterns)} => {{\n{indent}    {result}\n{indent}}}"
    rest = "".join(f"\n{indent}| {pattern}" for pattern in patterns[1:])
    return f"{indent}{patterns[0]}{rest} => {result},"
