"""What everything of a protocol is called in Python: settled once, before any template runs.

A wire name that is a fine Python name stays as it is.  One that Python, msgspec or pydantic would trip over gets a
trailing underscore; characters that no identifier can hold become underscores; names that would then be equal get
further underscores, those that had to change giving way to those that had not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from types import MappingProxyType

from cgp_toolkit.binding.naming import assign
from cgp_toolkit.model import Model
from cgp_toolkit.targets.python.reserved import (
    ATTRIBUTES,
    BUILTINS,
    CONSTANTS,
    ERROR_ATTRIBUTES,
    FUNCTIONS,
    KEYWORDS,
    MODULE_NAMES,
    PACKAGE_NAMES,
    PEER_METHODS,
    PEER_PARAMETERS,
    RULE_FUNCTIONS,
)

Attribute = tuple[str, str]
"""The Python class that owns a member, and the member's name on the wire."""


@dataclass(frozen=True, slots=True)
class Names:
    """The Python names of one protocol.

    ``classes`` and ``envelopes`` map the model's names to those of classes and type aliases, ``attributes`` maps
    :data:`Attribute` to attribute names.  ``tag`` is the attribute of the envelopes' tag, where a class has one.
    ``constants`` and ``functions`` map (vocabulary, value) and (vocabulary, trait) to names in its namespace.
    """

    distribution: str
    module: str
    union: str
    tag: str
    classes: Mapping[str, str]
    envelopes: Mapping[str, str]
    attributes: Mapping[Attribute, str]
    constants: Mapping[Attribute, str]
    functions: Mapping[Attribute, str]


def names(model: Model) -> Names:
    """The Python names for ``model``.  A pure function: the same model always gives the same names."""
    package = model.protocol.packages["python"].names
    taken = KEYWORDS | BUILTINS | MODULE_NAMES | PACKAGE_NAMES
    classes = _assign(model.types, _identifier, taken)
    envelopes = _assign(model.envelopes, pascal, taken | set(classes.values()), suffix="Envelope")
    globals_ = taken | set(classes.values()) | set(envelopes.values())
    union = _assign([model.protocol.union], _identifier, globals_)[model.protocol.union]
    attributes: dict[Attribute, str] = {}
    reserved = ATTRIBUTES | set(classes.values()) | set(envelopes.values()) | {union}
    members_ = {member.name for envelope in model.envelopes.values() for member in envelope.members}
    tag = _assign([model.protocol.tag], _identifier, reserved | members_)[model.protocol.tag]
    for name, envelope in model.envelopes.items():
        members = _assign([m.name for m in envelope.members], _identifier, reserved | {tag})
        attributes |= {(envelopes[name], wire): attribute for wire, attribute in members.items()}
    for record in model.records():
        members = _assign([m.name for m in record.members], _identifier, reserved)
        attributes |= {(classes[record.name], wire): attribute for wire, attribute in members.items()}
    constants: dict[Attribute, str] = {}
    functions: dict[Attribute, str] = {}
    for vocabulary in model.vocabularies():
        values = _assign([v.name for v in vocabulary.values], _constant, CONSTANTS)
        constants |= {(vocabulary.name, value): constant for value, constant in values.items()}
        traits = _assign([t.name for t in vocabulary.traits], _identifier, FUNCTIONS | set(values.values()))
        functions |= {(vocabulary.name, trait): function for trait, function in traits.items()}
    return Names(
        distribution=package["distribution"],
        module=package["module"],
        union=union,
        tag=tag,
        classes=MappingProxyType(classes),
        envelopes=MappingProxyType(envelopes),
        attributes=MappingProxyType(attributes),
        constants=MappingProxyType(constants),
        functions=MappingProxyType(functions),
    )


def measure_names(model: Model) -> dict[str, str]:
    """The names of the functions that count what the measures of ``model`` do."""
    return _assign([measure.name for measure in model.protocol.measures], _identifier, FUNCTIONS)


@dataclass(frozen=True, slots=True)
class RuleNames:
    """What the modules about rules call things.

    ``functions`` goes by rule id.  ``owners`` goes by class name: what the functions about a class end in.  ``forms``
    goes by scalar, ``values`` by vocabulary, ``traits`` by (vocabulary, trait).
    """

    functions: Mapping[str, str]
    owners: Mapping[str, str]
    forms: Mapping[str, str]
    values: Mapping[str, str]
    traits: Mapping[Attribute, str]


def rule_names(model: Model, names: Names) -> RuleNames:
    """The names around the rules of ``model``."""
    classes = [*names.envelopes.values(), *(names.classes[record.name] for record in model.records())]
    constants = _assign(model.types, _constant, set())
    traits = {(v.name, t.name): f"{constants[v.name]} {t.name}" for v in model.vocabularies() for t in v.traits}
    spelt = _assign(traits.values(), _constant, {f"{name}_VALUES" for name in constants.values()})
    return RuleNames(
        functions=MappingProxyType(_assign(model.rules, _identifier, RULE_FUNCTIONS)),
        owners=MappingProxyType(_assign(classes, lambda name: _constant(name).lower(), set())),
        forms=MappingProxyType({name: f"{constant}_FORM" for name, constant in constants.items()}),
        values=MappingProxyType({name: f"{constant}_VALUES" for name, constant in constants.items()}),
        traits=MappingProxyType({key: spelt[text] for key, text in traits.items()}),
    )


@dataclass(frozen=True, slots=True)
class PeerNames:
    """What the parties that run call things.

    ``attributes`` are those of a provider, by member of the answer to the handshake.  ``methods`` go by request, those
    of providers and of hosts alike, ``parameters`` by request and member.  ``handshake`` is the host's method for it.
    ``traits`` are the properties of an error, by trait of its code.
    """

    attributes: Mapping[str, str]
    methods: Mapping[str, str]
    parameters: Mapping[str, Mapping[str, str]]
    handshake: str
    traits: Mapping[str, str]


def peer_names(model: Model, names: Names) -> PeerNames:
    """The names around what asks and what answers in ``model``."""
    protocol = model.protocol
    opening = model.envelopes[protocol.opening]
    requests = [e for e in model.envelopes.values() if e.sender == opening.sender and e.reply is not None]
    # The handshake comes first: it keeps its name, whatever the requests are called.
    methods = _assign([opening.name, *(e.name for e in requests if e is not opening)], _identifier, PEER_METHODS)
    answer = [member.name for member in model.envelopes[protocol.answer].members]
    parameters = {
        e.name: MappingProxyType(_assign([m.name for m in e.members], _identifier, PEER_PARAMETERS)) for e in requests
    }
    codes = model.vocabulary(model.envelopes[protocol.failure].member(protocol.failure_code).type)
    return PeerNames(
        attributes=MappingProxyType(_assign(answer, _identifier, PEER_METHODS | set(methods.values()))),
        methods=MappingProxyType(methods),
        parameters=MappingProxyType(parameters),
        handshake=methods[opening.name],
        traits=MappingProxyType(_assign([t.name for t in codes.traits], _identifier, ERROR_ATTRIBUTES)),
    )


def rule_variable(name: str) -> str:
    """The name of a variable of a rule; one that the code around it uses gets an underscore."""
    return f"{name}_" if name in RULE_FUNCTIONS or name.startswith("_") else name


def pascal(name: str) -> str:
    """``some_name`` as ``SomeName``; letters that are capitals already stay."""
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", name) if part]
    return _started("".join(part[0].upper() + part[1:] for part in parts))


def _identifier(name: str) -> str:
    # Leading underscores mean private, dunders belong to Python: neither can name a field of a pydantic model.
    bare = name.lstrip("_")
    if bare != name:
        bare = bare.rstrip("_") + "_"
    return _started(re.sub(r"[^A-Za-z0-9_]", "_", bare))


def _constant(name: str) -> str:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return _started(re.sub(r"[^A-Za-z0-9]+", "_", spaced).strip("_").upper())


def _started(name: str) -> str:
    """``name``, made to start as an identifier does."""
    return name if name[:1].isalpha() else f"N{name}"


def _assign(
    wire: Iterable[str], spell: Callable[[str], str], reserved: AbstractSet[str], *, suffix: str = "_"
) -> dict[str, str]:
    # A changed name must not be another one's wire name: pydantic takes both in input.
    return assign(wire, spell, reserved, suffix=suffix, apart=True)
