"""A sealed interface a vocabulary: its listed values as an enum, any other as a record; a closed one is an enum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cgp_toolkit.binding import facts
from cgp_toolkit.model import Base, JsonScalar, Model, Openness, Trait, Vocabulary
from cgp_toolkit.targets.java import docs
from cgp_toolkit.targets.java.layout import laid_out
from cgp_toolkit.targets.java.names import Names
from cgp_toolkit.targets.java.rendering import render
from cgp_toolkit.targets.java.types import number, scalar
from cgp_toolkit.targets.stamp import commented

_TYPES = {
    Base.BOOLEAN: ("boolean", "Boolean"),
    Base.INTEGER: ("long", "Long"),
    Base.NUMBER: ("double", "Double"),
    Base.STRING: ("String", "String"),
}


@dataclass(frozen=True, slots=True)
class _Trait:
    """One method; ``own`` are expressions by value, ``unlisted`` the one for all others."""

    name: str
    type: str
    doc: str
    own: Mapping[str, str]
    unlisted: str


@dataclass(frozen=True, slots=True)
class _Constant:
    """One listed value; ``arguments`` are those of its constructor."""

    name: str
    doc: str
    inner_doc: str
    arguments: str


def vocabulary_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by class name."""
    return {names.classes[vocabulary.name]: _source(model, names, vocabulary) for vocabulary in model.vocabularies()}


def _source(model: Model, names: Names, vocabulary: Vocabulary) -> str:
    closed = vocabulary.openness is Openness.CLOSED
    traits = [_trait(names, vocabulary, trait, 4) for trait in vocabulary.traits]
    fallback = vocabulary.unknown_reads_as
    return laid_out(
        render(
            "closed.java" if closed else "vocabulary.java",
            stamp=commented(model, "java", "//"),
            package=names.package,
            name=names.classes[vocabulary.name],
            doc=docs.comment(facts.vocabulary(lambda name: names.classes.get(name, name), vocabulary), 0),
            nullables=(fallback is not None and not closed) or any("@Nullable" in trait.type for trait in traits),
            fallback="" if fallback is None else names.constants[vocabulary.name, fallback],
            constants=[
                _Constant(
                    name=names.constants[vocabulary.name, value.name],
                    doc=docs.comment(facts.value(value), 4),
                    inner_doc=docs.comment(facts.value(value), 8),
                    arguments=", ".join([docs.literal(value.name), *(trait.own[value.name] for trait in traits)]),
                )
                for value in vocabulary.values
            ],
            traits=traits,
        )
    )


def _trait(names: Names, vocabulary: Vocabulary, trait: Trait, indent: int) -> _Trait:
    own = {value.name: value.traits.get(trait.name) for value in vocabulary.values}
    unlisted: JsonScalar = trait.unknown
    if unlisted is None and vocabulary.unknown_reads_as is not None:
        unlisted = own.get(vocabulary.unknown_reads_as)
    plain, boxed = _TYPES[trait.base]
    given = {value: unlisted if told is None else told for value, told in own.items()}
    type_ = f"@Nullable {boxed}" if unlisted is None or None in given.values() else plain
    told = {"@return": f"of an unlisted value: {'nothing' if unlisted is None else _word(unlisted)}"}
    return _Trait(
        name=names.traits[vocabulary.name, trait.name],
        type=type_,
        doc=docs.comment([trait.doc], indent, told),
        own={value: _expression(trait, told) for value, told in given.items()},
        unlisted=_expression(trait, unlisted),
    )


def _expression(trait: Trait, value: JsonScalar) -> str:
    if value is None:
        return "null"
    return number(float(value)) if trait.base is Base.NUMBER else scalar(value)


def _word(value: JsonScalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
