"""What everything of a protocol is called in Rust: settled once, before any template runs.

Types and variants are in Pascal case, members, functions and modules in snake case, constants in capitals.  What Rust
or the package has taken gets a trailing underscore, and names that would then be equal get further ones.  Names on the
wire stay beside them in the code that reads and writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from types import MappingProxyType

from cgp_toolkit.binding import words
from cgp_toolkit.binding.naming import assign
from cgp_toolkit.model import Envelope, Model, Record
from cgp_toolkit.targets.rust.reserved import KEYWORDS, METHODS, PRELUDE

Field = tuple[str, str]
"""The Rust type that owns something, and the name of that on the wire or in the model."""

_UNLISTED = ("Unknown", "Unlisted")
"""How the variant for values that are not listed is called: the first that the vocabulary does not list itself."""


@dataclass(frozen=True, slots=True)
class Names:
    """The Rust names of one protocol.

    ``types`` and ``envelopes`` map the model's names to those of types.  ``fields`` goes by :data:`Field`, ``variants``
    by (vocabulary, value), ``traits`` by (vocabulary, trait), ``unlisted`` by vocabulary.  ``statics`` are the names of
    the tables of types, ``shapes`` those of envelopes.
    """

    crate: str
    library: str
    union: str
    types: Mapping[str, str]
    envelopes: Mapping[str, str]
    fields: Mapping[Field, str]
    variants: Mapping[Field, str]
    traits: Mapping[Field, str]
    unlisted: Mapping[str, str]
    statics: Mapping[str, str]
    shapes: Mapping[str, str]
    faults: Mapping[str, str]
    measures: Mapping[str, str]

    def owner(self, owner: Envelope | Record) -> str:
        """The type of an envelope or record."""
        return self.envelopes[owner.name] if isinstance(owner, Envelope) else self.types[owner.name]

    def shape(self, owner: Envelope | Record) -> str:
        """The table of an envelope or record."""
        return self.shapes[owner.name] if isinstance(owner, Envelope) else self.statics[owner.name]


def names(model: Model) -> Names:
    """The Rust names for ``model``.  A pure function: the same model always gives the same names."""
    crate = model.protocol.packages["rust"].names["crate"]
    types = assign(model.types, pascal, PRELUDE)
    envelopes = assign(model.envelopes, pascal, PRELUDE | set(types.values()), suffix="Envelope")
    union = assign([model.protocol.union], pascal, PRELUDE | set(types.values()) | set(envelopes.values()))
    statics = assign(types.values(), screaming)
    shapes = assign(envelopes.values(), screaming, set(statics.values()) | {"ENVELOPES"})
    fields: dict[Field, str] = {}
    for owner in model.owners():
        name = envelopes[owner.name] if isinstance(owner, Envelope) else types[owner.name]
        fields |= _of(name, assign([m.name for m in owner.members], snake, KEYWORDS))
    variants: dict[Field, str] = {}
    traits: dict[Field, str] = {}
    unlisted: dict[str, str] = {}
    for vocabulary in model.vocabularies():
        values = assign([v.name for v in vocabulary.values], pascal, {"Self"})
        variants |= _of(vocabulary.name, values)
        traits |= _of(vocabulary.name, assign([t.name for t in vocabulary.traits], snake, KEYWORDS | METHODS))
        free = (name for name in _UNLISTED if name not in values.values())
        unlisted[vocabulary.name] = next(free, f"{_UNLISTED[0]}_")
    return Names(
        crate=crate,
        library=crate.replace("-", "_"),
        union=union[model.protocol.union],
        types=MappingProxyType(types),
        envelopes=MappingProxyType(envelopes),
        fields=MappingProxyType(fields),
        variants=MappingProxyType(variants),
        traits=MappingProxyType(traits),
        unlisted=MappingProxyType(unlisted),
        statics=MappingProxyType({name: statics[type_] for name, type_ in types.items()}),
        shapes=MappingProxyType({name: shapes[type_] for name, type_ in envelopes.items()}),
        faults=MappingProxyType(assign([fault.name for fault in model.lines.faults], screaming)),
        measures=MappingProxyType(assign([m.name for m in model.protocol.measures], snake, KEYWORDS)),
    )


def pascal(name: str) -> str:
    """``some_name`` as ``SomeName``."""
    return _started(words.pascal(name), "N")


def snake(name: str) -> str:
    """``SomeName`` as ``some_name``."""
    return _started(words.snake(name), "n")


def screaming(name: str) -> str:
    """``SomeName`` as ``SOME_NAME``; what underscores at the end keep apart stays apart."""
    return _started(words.screaming(name), "N") + "_" * (len(name) - len(name.rstrip("_")))


def _of(owner: str, found: Mapping[str, str]) -> dict[Field, str]:
    return {(owner, wire): name for wire, name in found.items()}


def _started(name: str, letter: str) -> str:
    """``name``, made to start as an identifier does."""
    return name if name[:1].isalpha() else f"{letter}{name}"


def free(names: Iterable[str], spell: Callable[[str], str], taken: AbstractSet[str]) -> dict[str, str]:
    """Names in a module of its own, around those that are ``taken``."""
    return assign(names, spell, KEYWORDS | taken)
