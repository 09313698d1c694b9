"""The shape of the model's YAML: one class per entry, closed and documented.

:data:`FILES` maps the top-level keys of a model file to the entries they hold; from it come the checks when a model
is read and the JSON Schemas that editors use.
"""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.model.entries.base import Entry
from cgp_toolkit.model.entries.guide import GuideEntry
from cgp_toolkit.model.entries.http import HttpEntry
from cgp_toolkit.model.entries.jsonrpc import JsonRpcEntry
from cgp_toolkit.model.entries.knowledge import (
    DecisionEntry,
    ExampleEntry,
    ExchangeExampleEntry,
    ExchangeFailureEntry,
    FailureEntry,
    RequirementEntry,
    SessionEntry,
)
from cgp_toolkit.model.entries.lifecycle import LifecycleEntry, RowEntry
from cgp_toolkit.model.entries.mock import AnswerEntry, ItemsEntry, MisbehaviourEntry, MockEntry
from cgp_toolkit.model.entries.probes import InspectionEntry, ProbeEntry, StepEntry
from cgp_toolkit.model.entries.protocol import (
    CorrelationEntry,
    EnvelopeEntry,
    FaultEntry,
    FaultParty,
    LineEntry,
    ProtocolEntry,
)
from cgp_toolkit.model.entries.rules import ExchangeEntry, RuleEntry
from cgp_toolkit.model.entries.types import (
    AuthorEntry,
    MemberEntry,
    ReadEntry,
    RecordEntry,
    ScalarEntry,
    VariantEntry,
    VocabularyEntry,
)


@dataclass(frozen=True, slots=True)
class Section:
    """One top-level key: a mapping of named entries, or (``single``) one entry."""

    key: str
    entry: type[Entry]
    single: bool = False


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of model file, told by its top-level keys; ``name`` is that of its JSON Schema."""

    name: str
    sections: tuple[Section, ...]


FILES: tuple[FileKind, ...] = (
    FileKind("protocol", (Section("protocol", ProtocolEntry, single=True),)),
    FileKind("scalars", (Section("scalars", ScalarEntry),)),
    FileKind("vocabularies", (Section("vocabularies", VocabularyEntry),)),
    FileKind("envelopes", (Section("envelopes", EnvelopeEntry),)),
    FileKind("types", (Section("types", RecordEntry),)),
    FileKind("rules", (Section("rules", RuleEntry),)),
    FileKind("lifecycle", (Section("lifecycle", LifecycleEntry, single=True),)),
    FileKind("requirements", (Section("requirements", RequirementEntry),)),
    FileKind("decisions", (Section("decisions", DecisionEntry),)),
    FileKind("ndjson", (Section("ndjson", LineEntry, single=True), Section("faults", FaultEntry))),
    FileKind("http", (Section("http", HttpEntry, single=True),)),
    FileKind("jsonrpc", (Section("jsonrpc", JsonRpcEntry, single=True),)),
    FileKind("examples", (Section("examples", ExampleEntry),)),
    FileKind("exchanges", (Section("exchanges", ExchangeExampleEntry),)),
    FileKind("sessions", (Section("sessions", SessionEntry),)),
    FileKind("probes", (Section("inspection", InspectionEntry, single=True), Section("probes", ProbeEntry))),
    FileKind("mock", (Section("mock", MockEntry, single=True), Section("misbehaviours", MisbehaviourEntry))),
    FileKind("guide", (Section("guide", GuideEntry, single=True),)),
)

__all__ = [
    "FILES",
    "AnswerEntry",
    "AuthorEntry",
    "CorrelationEntry",
    "DecisionEntry",
    "Entry",
    "EnvelopeEntry",
    "ExampleEntry",
    "ExchangeEntry",
    "ExchangeExampleEntry",
    "ExchangeFailureEntry",
    "FailureEntry",
    "FaultEntry",
    "FaultParty",
    "FileKind",
    "GuideEntry",
    "HttpEntry",
    "InspectionEntry",
    "ItemsEntry",
    "JsonRpcEntry",
    "LifecycleEntry",
    "LineEntry",
    "MemberEntry",
    "MisbehaviourEntry",
    "MockEntry",
    "ProbeEntry",
    "ProtocolEntry",
    "ReadEntry",
    "RecordEntry",
    "RequirementEntry",
    "RowEntry",
    "RuleEntry",
    "ScalarEntry",
    "Section",
    "SessionEntry",
    "StepEntry",
    "VariantEntry",
    "VocabularyEntry",
]
