"""What everything of a protocol is called in TypeScript: settled once, before any template runs.

Members keep their names on the wire, so that a message is typed as what it is; only those that every object of the
language has already get an underscore.  Types are in pascal case; a name that the language or this package takes
already says what it is: ``ErrorEnvelope``, ``DateType``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from cgp_toolkit.binding import words
from cgp_toolkit.binding.naming import assign
from cgp_toolkit.model import Model
from cgp_toolkit.targets.typescript.reserved import (
    INHERITED,
    KEYWORDS,
    OWN_FUNCTIONS,
    OWN_TYPES,
    RULE_NAMES,
    TYPES,
    VOCABULARY_NAMES,
)

Pair = tuple[str, str]
"""The name of an owner or a vocabulary in the model, and that of something in it."""

_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


@dataclass(frozen=True, slots=True)
class Names:
    """The TypeScript names of one protocol.

    ``types`` and ``envelopes`` go by the model's names.  ``keys`` goes by :data:`Pair`, envelopes and records apart
    (``envelope_keys``), and gives properties; ``tag`` is that of the tag.  ``values`` and ``traits`` go by vocabulary.
    """

    package: str
    union: str
    tag: str
    types: Mapping[str, str]
    envelopes: Mapping[str, str]
    keys: Mapping[Pair, str]
    envelope_keys: Mapping[Pair, str]
    values: Mapping[Pair, str]
    traits: Mapping[Pair, str]
    measures: Mapping[str, str]
    rules: Mapping[str, str]


def names(model: Model) -> Names:
    """The TypeScript names for ``model``.  A pure function: the same model always gives the same names."""
    protocol = model.protocol
    taken = TYPES | OWN_TYPES
    types = assign(model.types, pascal, taken, suffix="Type")
    envelopes = assign(model.envelopes, pascal, taken | set(types.values()), suffix="Envelope")
    union = assign([protocol.union], pascal, taken | {*types.values(), *envelopes.values()}, suffix="Union")
    tag = key(protocol.tag)
    keys: dict[Pair, str] = {}
    envelope_keys: dict[Pair, str] = {}
    for record in model.records():
        keys |= {(record.name, wire): k for wire, k in _keys(m.name for m in record.members).items()}
    for envelope in model.envelopes.values():
        found = _keys((m.name for m in envelope.members), tag)
        envelope_keys |= {(envelope.name, wire): k for wire, k in found.items()}
    values: dict[Pair, str] = {}
    traits: dict[Pair, str] = {}
    for vocabulary in model.vocabularies():
        called = assign((v.name for v in vocabulary.values), pascal)
        values |= {(vocabulary.name, value): name for value, name in called.items()}
        told = assign((t.name for t in vocabulary.traits), camel, VOCABULARY_NAMES | set(called.values()))
        traits |= {(vocabulary.name, trait): name for trait, name in told.items()}
    return Names(
        package=protocol.packages["typescript"].names["package"],
        union=union[protocol.union],
        tag=tag,
        types=MappingProxyType(types),
        envelopes=MappingProxyType(envelopes),
        keys=MappingProxyType(keys),
        envelope_keys=MappingProxyType(envelope_keys),
        values=MappingProxyType(values),
        traits=MappingProxyType(traits),
        measures=MappingProxyType(assign((m.name for m in protocol.measures), camel, KEYWORDS | OWN_FUNCTIONS)),
        rules=MappingProxyType(assign(model.rules, camel, KEYWORDS | RULE_NAMES)),
    )


def pascal(name: str) -> str:
    """``some_name`` as ``SomeName``."""
    return _started(words.pascal(name))


def camel(name: str) -> str:
    """``some_name`` as ``someName``."""
    return words.camel(name) if words.camel(name)[:1].isalpha() else f"n{words.camel(name)}"


def key(wire: str) -> str:
    """The property for a member."""
    return f"{wire.strip('_')}_" if wire in INHERITED else wire


def _keys(members: Iterable[str], *taken: str) -> dict[str, str]:
    return assign(members, key, set(taken), apart=True)


def _started(name: str) -> str:
    return name if name[:1].isalpha() else f"N{name}"


@lru_cache(maxsize=8192)
def text(value: str) -> str:
    """A string literal, in the quotes that need fewer escapes."""
    quoted = json.dumps(value, ensure_ascii=False)
    if value.count('"') <= value.count("'"):
        return quoted
    inside = quoted[1:-1].replace('\\"', '"').replace("'", "\\'")
    return f"'{inside}'"


@lru_cache(maxsize=4096)
def quoted(name: str) -> str:
    """A property as it is declared."""
    return name if _IDENTIFIER.fullmatch(name) else text(name)


def access(name: str) -> str:
    """A property as it is read from an object."""
    return f".{name}" if _IDENTIFIER.fullmatch(name) else f"[{text(name)}]"
