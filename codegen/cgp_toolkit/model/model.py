"""The resolved model: one frozen value from which every output is computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from cgp_toolkit.model.guide import Guide
from cgp_toolkit.model.http import HttpBinding
from cgp_toolkit.model.jsonrpc import RpcBinding
from cgp_toolkit.model.knowledge import Decision, Example, ExchangeExample, Requirement, Session
from cgp_toolkit.model.lifecycle import Lifecycle
from cgp_toolkit.model.mock import Misbehaviour, Mock
from cgp_toolkit.model.probes import Inspection, Probe
from cgp_toolkit.model.protocol import Envelope, LineBinding, Protocol
from cgp_toolkit.model.rules import Rule
from cgp_toolkit.model.types import Member, Record, Scalar, Type, Vocabulary

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Model:
    """A whole protocol.  Mappings keep the order of the YAML; ``digest`` is the SHA-256 of its files."""

    protocol: Protocol
    envelopes: Mapping[str, Envelope]
    types: Mapping[str, Type]
    rules: Mapping[str, Rule]
    lifecycle: Lifecycle | None
    requirements: Mapping[str, Requirement]
    decisions: Mapping[str, Decision]
    examples: Mapping[str, Example]
    sessions: Mapping[str, Session]
    lines: LineBinding
    rpc: RpcBinding | None
    digest: str
    exchanges: Mapping[str, ExchangeExample] = field(default_factory=dict)
    inspection: Inspection | None = None
    probes: Mapping[str, Probe] = field(default_factory=dict)
    mock: Mock | None = None
    misbehaviours: Mapping[str, Misbehaviour] = field(default_factory=dict)
    guide: Guide | None = None
    http: HttpBinding | None = None

    def scalars(self) -> Iterator[Scalar]:
        """Every scalar, in model order."""
        return (t for t in self.types.values() if isinstance(t, Scalar))

    def vocabularies(self) -> Iterator[Vocabulary]:
        """Every vocabulary, in model order."""
        return (t for t in self.types.values() if isinstance(t, Vocabulary))

    def records(self) -> Iterator[Record]:
        """Every record, in model order."""
        return (t for t in self.types.values() if isinstance(t, Record))

    def owners(self) -> Iterator[Envelope | Record]:
        """Everything that has members: envelopes first, then records."""
        yield from self.envelopes.values()
        yield from self.records()

    def scalar(self, name: str) -> Scalar:
        """The scalar ``name``; ``KeyError`` or ``TypeError`` if there is none."""
        return _expect(self.types[name], Scalar)

    def vocabulary(self, name: str) -> Vocabulary:
        """The vocabulary ``name``; ``KeyError`` or ``TypeError`` if there is none."""
        return _expect(self.types[name], Vocabulary)

    def record(self, name: str) -> Record:
        """The record ``name``; ``KeyError`` or ``TypeError`` if there is none."""
        return _expect(self.types[name], Record)

    def type_of(self, member: Member) -> Type:
        """The type of a member (of its items, if it is a list)."""
        return self.types[member.type]


def _expect(value: object, kind: type[T]) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"expected a {kind.__name__}, got a {type(value).__name__}")
    return value
