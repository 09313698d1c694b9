"""The lint rules: an id, a one-line purpose, and for rules over the whole model the check itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from cgp_toolkit.model.collect import Collection, Found
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.knowledge import Decision, Example, ExchangeExample, Requirement, Session
from cgp_toolkit.model.lint.walk import Field, fields
from cgp_toolkit.model.mock import Misbehaviour, Mock
from cgp_toolkit.model.model import Model
from cgp_toolkit.model.probes import Inspection, Probe
from cgp_toolkit.model.protocol import Envelope, Fault, Protocol
from cgp_toolkit.model.types import Record, Scalar, Vocabulary

Subject: TypeAlias = (
    Protocol
    | Envelope
    | Record
    | Scalar
    | Vocabulary
    | Fault
    | Requirement
    | Decision
    | Example
    | ExchangeExample
    | Session
    | Inspection
    | Probe
    | Mock
    | Misbehaviour
)
_SECTIONS: dict[type[Subject], str] = {
    Protocol: "protocol",
    Envelope: "envelopes",
    Record: "types",
    Scalar: "scalars",
    Vocabulary: "vocabularies",
    Fault: "faults",
    Requirement: "requirements",
    Decision: "decisions",
    Example: "examples",
    ExchangeExample: "exchanges",
    Session: "sessions",
    Inspection: "inspection",
    Probe: "probes",
    Mock: "mock",
    Misbehaviour: "misbehaviours",
}


class Layer(StrEnum):
    """Where a rule is checked."""

    YAML = "yaml"
    SHAPE = "shape"
    MODEL = "model"


@dataclass(frozen=True)
class Context:
    """What a check looks at: the model, and the entries that it was built from, for their places."""

    model: Model
    collection: Collection

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Every key that is written, in every entry; the free JSON of messages is left out."""
        return tuple(fields(self.collection))

    def entry(self, subject: Subject) -> Found:
        """The entry behind a part of the model; ``at`` of it gives the place of a word."""
        section = _SECTIONS[type(subject)]
        name = section if isinstance(subject, Protocol | Inspection | Mock) else subject.name
        found = self.collection.find(section, name)
        assert found is not None  # The model was resolved from these very entries.
        return found

    def hides(self, name: str, *sections: str) -> bool:
        """Whether one of the sections may have an entry of that name that could not be read."""
        return any(self.collection.hides(section, name) for section in sections)

    def broken(self, *sections: str) -> Iterator[str]:
        """The names in these sections whose entries could not be read."""
        for section in sections:
            yield from self.collection.broken.get(section, ())

    @property
    def whole(self) -> bool:
        """Whether everything could be read, so that what is not there is missing."""
        return self.collection.whole


Check: TypeAlias = Callable[[Context], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One lint rule: its id, where it is checked, and what it is good for, in a sentence."""

    name: str
    layer: Layer
    purpose: str
    check: Check | None = None


def yaml_rule(name: str, purpose: str) -> Rule:
    """A rule that the YAML reader checks."""
    return Rule(name, Layer.YAML, purpose)


def shape_rule(name: str, purpose: str) -> Rule:
    """A rule that is checked while entries are read."""
    return Rule(name, Layer.SHAPE, purpose)


def model_rule(name: str, purpose: str, check: Check) -> Rule:
    """A rule over the whole model."""
    return Rule(name, Layer.MODEL, purpose, check)
