"""What everything of a protocol is called in Go: settled once, before any template runs.

Exported names are ``PascalCase`` with Go's initialisms.  Types, envelopes, constants of vocabularies and functions
share the one namespace of the package; types come first, so an envelope that is called like one gives way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from cgp_toolkit.binding.naming import assign
from cgp_toolkit.binding.words import words
from cgp_toolkit.model import Envelope, Member, Model, Record
from cgp_toolkit.targets.go.reserved import FIELDS, INITIALISMS, METHODS, PACKAGE_NAMES

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Names:
    """The Go names of one protocol.

    ``types`` and ``envelopes`` go by the model's names, ``fields`` by (Go type, wire name), ``defaults`` likewise:
    the methods that give a member or its default.  ``constants`` go by (vocabulary, value), ``traits`` by
    (vocabulary, trait), ``lists`` by vocabulary, ``measures`` by measure.
    """

    module: str
    package: str
    union: str
    types: Mapping[str, str]
    envelopes: Mapping[str, str]
    fields: Mapping[Pair, str]
    defaults: Mapping[Pair, str]
    constants: Mapping[Pair, str]
    traits: Mapping[Pair, str]
    lists: Mapping[str, str]
    measures: Mapping[str, str]
    sessions: Mapping[str, str]

    def owner(self, owner: Envelope | Record) -> str:
        """The Go type of an envelope or a record."""
        return self.envelopes[owner.name] if isinstance(owner, Envelope) else self.types[owner.name]

    def field(self, owner: Envelope | Record, member: Member) -> str:
        """The field of a member."""
        return self.fields[self.owner(owner), member.name]

    def default(self, owner: Envelope | Record, member: Member) -> str:
        """The method that gives a member or its default."""
        return self.defaults[self.owner(owner), member.name]


def names(model: Model) -> Names:
    """The Go names for ``model``.  A pure function: the same model always gives the same names."""
    package = model.protocol.packages["go"].names
    taken = set(PACKAGE_NAMES)
    types = _take(model.types, taken)
    envelopes = _take(model.envelopes, taken, suffix="Envelope")
    union = _take([model.protocol.union], taken)[model.protocol.union]
    constants: dict[Pair, str] = {}
    lists: dict[str, str] = {}
    traits: dict[Pair, str] = {}
    for vocabulary in model.vocabularies():
        prefix = types[vocabulary.name]
        spelt = assign([v.name for v in vocabulary.values], partial(_constant, prefix), taken)
        taken |= set(spelt.values())
        constants |= {(vocabulary.name, value): name for value, name in spelt.items()}
        lists[vocabulary.name] = _free(f"{prefix}Values", taken)
        methods = assign([t.name for t in vocabulary.traits], pascal, METHODS)
        traits |= {(vocabulary.name, trait): method for trait, method in methods.items()}
    measures = {m.name: _free(f"Count{pascal(m.name)}", taken) for m in model.protocol.measures}
    sessions = {role.name: _free(f"{pascal(role.name)}Session", taken) for role in model.protocol.roles}
    for name in sessions.values():
        taken.add(f"New{name}")
    fields: dict[Pair, str] = {}
    defaults: dict[Pair, str] = {}
    for owner in model.owners():
        type_ = envelopes[owner.name] if isinstance(owner, Envelope) else types[owner.name]
        reserved = FIELDS if isinstance(owner, Envelope) else frozenset[str]()
        own = assign([m.name for m in owner.members], pascal, reserved)
        fields |= {(type_, wire): name for wire, name in own.items()}
        methods = assign(own, partial(_or_default, own), reserved | set(own.values()))
        defaults |= {(type_, wire): name for wire, name in methods.items()}
    return Names(
        module=package["module"],
        package=package["package"],
        union=union,
        types=MappingProxyType(types),
        envelopes=MappingProxyType(envelopes),
        fields=MappingProxyType(fields),
        defaults=MappingProxyType(defaults),
        constants=MappingProxyType(constants),
        traits=MappingProxyType(traits),
        lists=MappingProxyType(lists),
        measures=MappingProxyType(measures),
        sessions=MappingProxyType(sessions),
    )


def pascal(name: str) -> str:
    """``some_id`` as ``SomeID``; a name without letters gets one."""
    spelt = _tail(name)
    return spelt if spelt[:1].isalpha() else f"N{spelt}"


def camel(name: str) -> str:
    """``some_id`` as ``someID``, for what a package keeps to itself."""
    first, *rest = words(name) or ("n",)
    spelt = first + "".join(_word(word) for word in rest)
    return spelt if spelt[:1].isalpha() else f"n{spelt}"


def _constant(prefix: str, value: str) -> str:
    return prefix + _tail(value)


def _or_default(fields: Mapping[str, str], member: str) -> str:
    return f"{fields[member]}OrDefault"


def _tail(name: str) -> str:
    return "".join(_word(word) for word in words(name))


def _word(word: str) -> str:
    return word.upper() if word in INITIALISMS else word.capitalize()


def _take(wire: Mapping[str, object] | list[str], taken: set[str], *, suffix: str = "_") -> dict[str, str]:
    result = assign(wire, pascal, taken, suffix=suffix)
    taken |= set(result.values())
    return result


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name
