"""What everything of a protocol is called in Java: settled once, before any template runs.

Types are in Pascal case, members in camel case, listed values in capitals.  What Java, records or the package itself
have taken gets a trailing underscore, an envelope that is called like a type the word ``Message``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from types import MappingProxyType

from cgp_toolkit.binding.naming import assign
from cgp_toolkit.binding.words import camel, pascal, screaming, words
from cgp_toolkit.model import Envelope, Model, Record
from cgp_toolkit.targets.java.reserved import CLASSES, KEYWORDS, MEMBERS, VALUES

Key = tuple[str, str]
"""What owns a name, and the name on the wire."""


@dataclass(frozen=True, slots=True)
class Names:
    """The Java names of one protocol.

    ``classes`` and ``envelopes`` map the model's names to those of classes, scalars left out.  ``components`` goes by
    (class, member), ``constants`` by (vocabulary, value), ``traits`` by (vocabulary, trait); ``rules`` are constants
    and ``conditions`` methods by rule id, ``faults`` constants, ``measures`` methods, ``sessions`` classes by role,
    ``senders`` what the envelopes of each role have in common, ``states`` constants.
    """

    group: str
    artifact: str
    package: str
    union: str
    classes: Mapping[str, str]
    envelopes: Mapping[str, str]
    components: Mapping[Key, str]
    constants: Mapping[Key, str]
    traits: Mapping[Key, str]
    rules: Mapping[str, str]
    conditions: Mapping[str, str]
    faults: Mapping[str, str]
    measures: Mapping[str, str]
    sessions: Mapping[str, str]
    senders: Mapping[str, str]
    states: Mapping[str, str]

    def owner(self, owner: Envelope | Record) -> str:
        """The class of a record or an envelope."""
        return self.envelopes[owner.name] if isinstance(owner, Envelope) else self.classes[owner.name]


def names(model: Model) -> Names:
    """The Java names for ``model``.  A pure function: the same model always gives the same names."""
    package = model.protocol.packages["java"].names
    types = [*(v.name for v in model.vocabularies()), *(r.name for r in model.records())]
    (union,) = _assign([model.protocol.union], _class, CLASSES).values()
    classes = _assign(types, _class, CLASSES | {union})
    taken = CLASSES | {union} | set(classes.values())
    # A class that reads and writes another one is called after it.
    taken |= {f"{name}Json" for name in taken}
    envelopes = _assign(model.envelopes, _class, taken, suffix="Message")
    components: dict[Key, str] = {}
    for owner in model.owners():
        class_ = envelopes[owner.name] if isinstance(owner, Envelope) else classes[owner.name]
        spelt = _assign([member.name for member in owner.members], _member, MEMBERS)
        components |= {(class_, wire): name for wire, name in spelt.items()}
    constants: dict[Key, str] = {}
    traits: dict[Key, str] = {}
    for vocabulary in model.vocabularies():
        values = _assign([value.name for value in vocabulary.values], _constant, set())
        constants |= {(vocabulary.name, value): name for value, name in values.items()}
        told = _assign([trait.name for trait in vocabulary.traits], _member, VALUES)
        traits |= {(vocabulary.name, trait): name for trait, name in told.items()}
    roles = [role.name for role in model.protocol.roles]
    sending = [role for role in roles if any(envelope.sender == role for envelope in model.envelopes.values())]
    states = [state.name for state in model.lifecycle.states] if model.lifecycle is not None else []
    return Names(
        group=package["group"],
        artifact=package["artifact"],
        package=package["package"],
        union=union,
        classes=MappingProxyType(classes),
        envelopes=MappingProxyType(envelopes),
        components=MappingProxyType(components),
        constants=MappingProxyType(constants),
        traits=MappingProxyType(traits),
        rules=MappingProxyType(_assign(model.rules, _constant, set())),
        conditions=MappingProxyType(_assign(model.rules, _member, MEMBERS)),
        faults=MappingProxyType(_assign([fault.name for fault in model.lines.faults], _constant, set())),
        measures=MappingProxyType(_assign([m.name for m in model.protocol.measures], _member, MEMBERS)),
        sessions=MappingProxyType(_assign(roles, lambda name: f"{_class(name)}Session", CLASSES)),
        senders=MappingProxyType(
            _assign(sending, lambda name: f"{_class(name)}{union}", taken | set(envelopes.values()))
        ),
        states=MappingProxyType(_assign(states, _constant, {"INITIAL"})),
    )


def _class(name: str) -> str:
    return _started(pascal(name), "N")


def _member(name: str) -> str:
    return _started(camel(name), "n")


def _constant(name: str) -> str:
    return _started(screaming(name), "N_")


def _started(name: str, start: str) -> str:
    """``name``, made to start as an identifier does."""
    return name if name[:1].isalpha() else start + name


def variable(name: str) -> str:
    """The parameter or local for a variable of a rule."""
    spelt = _member(name)
    return f"{spelt}_" if spelt in KEYWORDS | MEMBERS or not words(name) else spelt


def _assign(
    wire: Iterable[str], spell: Callable[[str], str], reserved: AbstractSet[str], *, suffix: str = "_"
) -> dict[str, str]:
    return assign(wire, spell, reserved, suffix=suffix)
