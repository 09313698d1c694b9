"""Entries in, the frozen model out.  References stay names here; the lint rules check them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar, cast

from cgp_toolkit.model import examples as examples_
from cgp_toolkit.model import resolve_guide, resolve_http, resolve_jsonrpc
from cgp_toolkit.model.collect import Collection, Found
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.entries import (
    AuthorEntry,
    DecisionEntry,
    EnvelopeEntry,
    FaultEntry,
    FaultParty,
    LifecycleEntry,
    LineEntry,
    MemberEntry,
    ProtocolEntry,
    ReadEntry,
    RecordEntry,
    RequirementEntry,
    RowEntry,
    RuleEntry,
    ScalarEntry,
    VariantEntry,
    VocabularyEntry,
)
from cgp_toolkit.model.grammar import GrammarFault, to_pattern
from cgp_toolkit.model.knowledge import Decision, Requirement
from cgp_toolkit.model.lifecycle import Lifecycle, Row, State
from cgp_toolkit.model.model import Model
from cgp_toolkit.model.protocol import (
    Correlation,
    Envelope,
    Fault,
    LineBinding,
    Measure,
    Package,
    Protocol,
    Role,
    VersionRule,
)
from cgp_toolkit.model.resolve_probes import ProbeResolver
from cgp_toolkit.model.rules import Each, Rule, Subject
from cgp_toolkit.model.types import (
    Constraint,
    Json,
    Member,
    Record,
    Scalar,
    Trait,
    Type,
    Value,
    Variant,
    Vocabulary,
)

K = TypeVar("K")
V = TypeVar("V")


def resolve(collection: Collection) -> tuple[Model | None, list[Diagnostic]]:
    """Build the model; ``None`` if the protocol or the line binding itself is missing or broken."""
    diagnostics: list[Diagnostic] = []
    protocol = _protocol(collection, diagnostics)
    lines = _lines(collection)
    if protocol is None or lines is None:
        return None, diagnostics
    types: dict[str, Type] = {}
    for found in collection.of("scalars"):
        types[found.name] = _scalar(found, protocol, diagnostics)
    vocabularies = {found.name: cast(VocabularyEntry, found.entry) for found in collection.of("vocabularies")}
    for found in collection.of("vocabularies"):
        types[found.name] = _vocabulary(found, vocabularies)
    for found in collection.of("types"):
        types[found.name] = _record(found)
    examples, sessions = examples_.resolve(collection, diagnostics)
    running = ProbeResolver(collection, diagnostics)
    model = Model(
        protocol=protocol,
        envelopes=_frozen({found.name: _envelope(found) for found in collection.of("envelopes")}),
        types=_frozen(types),
        rules=_frozen({found.name: _rule(found) for found in collection.of("rules")}),
        lifecycle=next((_lifecycle(found) for found in collection.of("lifecycle")), None),
        requirements=_frozen({f.name: _requirement(f) for f in collection.of("requirements")}),
        decisions=_frozen({f.name: _decision(f) for f in collection.of("decisions")}),
        examples=_frozen(examples),
        sessions=_frozen(sessions),
        lines=lines,
        rpc=resolve_jsonrpc.resolve(collection),
        digest=_digest(collection),
        exchanges=_frozen(examples_.resolve_exchanges(collection, diagnostics)),
        inspection=running.inspection(),
        probes=running.probes(),
        mock=running.mock(),
        misbehaviours=running.misbehaviours(),
        guide=resolve_guide.resolve(collection),
        http=resolve_http.resolve(collection),
    )
    return model, diagnostics


def _digest(collection: Collection) -> str:
    # Over the data, not the text: a comment or a line break changes no output.
    hasher = hashlib.sha256()
    for document in collection.documents:
        text = json.dumps([document.file.rsplit("/", 1)[-1], document.data], ensure_ascii=True)
        hasher.update(text.encode() + b"\n")
    return hasher.hexdigest()


def _frozen(mapping: dict[K, V]) -> Mapping[K, V]:
    return MappingProxyType(mapping)


def _protocol(collection: Collection, diagnostics: list[Diagnostic]) -> Protocol | None:
    for found in collection.of("protocol"):
        entry = cast(ProtocolEntry, found.entry)
        version = entry.version
        try:
            pattern = to_pattern(version.abnf, version.rule)
        except GrammarFault as fault:
            diagnostics.append(Diagnostic(found.at("version", "abnf"), "version-grammar", str(fault)))
            pattern = ""
        return Protocol(
            name=entry.name,
            title=entry.title,
            revision=entry.revision,
            doc=entry.doc,
            tag=entry.tag,
            union=entry.union,
            opening=entry.handshake.opening,
            answer=entry.handshake.answer,
            failure=entry.failure.envelope,
            failure_code=entry.failure.code,
            failure_id=entry.failure.id,
            failure_text=entry.failure.text,
            closing=entry.closing,
            capabilities=entry.handshake.capabilities,
            roles=tuple(Role(name, role.doc, found.at("roles", name, key=True)) for name, role in entry.roles.items()),
            version=VersionRule(
                abnf=version.abnf,
                rule=version.rule,
                scalar=version.scalar,
                pattern=pattern,
                family_until=version.family_until,
                mismatch_code=version.mismatch_code,
                requirements=version.requirements,
                position=found.at("version", key=True),
            ),
            measures=tuple(
                Measure(name, m.doc, m.divisor, m.requirement, found.at("measures", name, key=True))
                for name, m in entry.measures.items()
            ),
            packages=_frozen(
                {
                    language: Package(language, _frozen(dict(names)), found.at("packages", language, key=True))
                    for language, names in entry.packages.items()
                }
            ),
            position=found.position,
        )
    return None


def _lines(collection: Collection) -> LineBinding | None:
    for found in collection.of("ndjson"):
        entry = cast(LineEntry, found.entry)
        return LineBinding(
            doc=entry.doc,
            max_line_bytes=entry.limits.line_bytes,
            max_depth=entry.limits.depth,
            faults=tuple(_fault(fault) for fault in collection.of("faults")),
            position=found.position,
        )
    return None


def _fault(found: Found) -> Fault:
    entry = cast(FaultEntry, found.entry)
    return Fault(
        name=found.name,
        doc=entry.doc,
        fix=entry.fix,
        code=entry.code,
        author=entry.for_ is FaultParty.AUTHOR,
        requirements=entry.requirements,
        decisions=entry.decisions,
        position=found.position,
    )


def _scalar(found: Found, protocol: Protocol, diagnostics: list[Diagnostic]) -> Scalar:
    entry = cast(ScalarEntry, found.entry)
    pattern = entry.author.pattern
    if entry.author.grammar is not None:
        if entry.author.grammar == protocol.version.rule:
            pattern = protocol.version.pattern
        else:
            diagnostics.append(
                Diagnostic(
                    found.at("author", "grammar"),
                    "unknown-reference",
                    f"the protocol's grammar has no start rule {entry.author.grammar!r}",
                )
            )
    return Scalar(
        name=found.name,
        doc=entry.doc,
        base=entry.base,
        width=entry.width,
        signed=entry.signed,
        unit=entry.unit,
        compare=entry.compare,
        read=_constraint(entry.read),
        author=_constraint(entry.read, entry.author, pattern),
        grammar=entry.author.grammar,
        requirements=entry.requirements,
        decisions=entry.decisions,
        origin=entry.origin,
        position=found.position,
    )


def _constraint(read: ReadEntry, author: AuthorEntry | None = None, pattern: str | None = None) -> Constraint:
    def narrow(name: str) -> int | float | None:
        own = getattr(author, name) if author is not None else None
        value: int | float | None = getattr(read, name) if own is None else own
        return value

    return Constraint(
        minimum=narrow("minimum"),
        maximum=narrow("maximum"),
        min_length=cast("int | None", narrow("min_length")),
        max_length=cast("int | None", narrow("max_length")),
        pattern=pattern,
        calendar=author.calendar if author is not None else None,
    )


def _vocabulary(found: Found, all_: Mapping[str, VocabularyEntry]) -> Vocabulary:
    entry = cast(VocabularyEntry, found.entry)
    source = all_.get(entry.like, entry) if entry.like is not None else entry
    return Vocabulary(
        name=found.name,
        doc=entry.doc,
        openness=entry.openness,
        unknown_reads_as=entry.unknown.reads_as if entry.unknown else None,
        unknown_doc=entry.unknown.doc if entry.unknown else "",
        form=entry.form,
        like=entry.like,
        traits=tuple(
            Trait(name, trait.doc, trait.base, trait.unknown, found.at("traits", name, key=True))
            for name, trait in entry.traits.items()
        ),
        values=tuple(
            Value(
                name=name,
                doc=value.doc,
                origin=value.origin,
                since=value.since,
                stability=value.stability,
                traits=_frozen(dict(value.traits)),
                position=found.at("values", name, key=True) if entry.like is None else found.at("like"),
            )
            for name, value in source.values.items()
        ),
        requirements=entry.requirements,
        decisions=entry.decisions,
        origin=entry.origin,
        position=found.position,
    )


def _record(found: Found) -> Record:
    entry = cast(RecordEntry, found.entry)
    return Record(
        name=found.name,
        doc=entry.doc,
        members=_members(found, entry.members),
        variants=tuple(_variant(found, index, variant) for index, variant in enumerate(entry.variants)),
        requirements=entry.requirements,
        decisions=entry.decisions,
        origin=entry.origin,
        since=entry.since,
        stability=entry.stability,
        position=found.position,
    )


def _variant(found: Found, index: int, entry: VariantEntry) -> Variant:
    member, value = next(iter(entry.when.items()), ("", ""))
    return Variant(
        member=member,
        value=value,
        require=entry.require,
        forbid=entry.forbid,
        refine=_frozen(dict(entry.refine)),
        requirement=entry.requirement,
        doc=entry.doc,
        position=found.at("variants", index),
    )


def _members(found: Found, entries: Mapping[str, MemberEntry]) -> tuple[Member, ...]:
    return tuple(
        Member(
            name=name,
            doc=entry.doc,
            type=entry.type or entry.list or "",
            many=entry.list is not None,
            read=entry.read,
            author=entry.author,
            on_null=entry.on_null,
            default=_default(entry),
            omit=entry.omit,
            set_by=entry.set_by,
            requirements=entry.requirements,
            decisions=entry.decisions,
            since=entry.since,
            stability=entry.stability,
            origin=entry.origin,
            position=found.at("members", name, key=True),
        )
        for name, entry in entries.items()
    )


def _default(entry: MemberEntry) -> Json:
    return [] if entry.default == () else cast(Json, entry.default)


def _envelope(found: Found) -> Envelope:
    entry = cast(EnvelopeEntry, found.entry)
    correlation = entry.correlation
    return Envelope(
        name=found.name,
        doc=entry.doc,
        sender=entry.from_,
        receiver=entry.to,
        reply=entry.reply,
        correlation=None
        if correlation is None
        else Correlation(
            correlation.member, correlation.when, correlation.requirement, found.at("correlation", key=True)
        ),
        requires=entry.requires,
        duplicates=entry.duplicates,
        members=_members(found, entry.members),
        requirements=entry.requirements,
        decisions=entry.decisions,
        origin=entry.origin,
        since=entry.since,
        stability=entry.stability,
        position=found.position,
    )


def _requirement(found: Found) -> Requirement:
    entry = cast(RequirementEntry, found.entry)
    return Requirement(
        name=found.name,
        level=entry.level,
        binds=entry.binds,
        text=entry.text,
        source=entry.source,
        origin=entry.origin,
        decided_by=entry.decided_by,
        aliases=entry.aliases,
        claims=tuple(found.at("decided_by", index) for index in range(len(entry.decided_by))),
        position=found.position,
    )


def _rule(found: Found) -> Rule:
    entry = cast(RuleEntry, found.entry)
    each = [
        Each(name, found.phrase(items, "each", name), found.at("each", name, key=True))
        for name, items in entry.each.items()
    ]
    return Rule(
        name=found.name,
        doc=entry.doc,
        requirement=entry.requirement,
        level=entry.level,
        subjects=_subjects(found, entry),
        each=each[0] if each else None,
        check=found.phrase(entry.check, "check"),
        at=entry.at,
        at_position=found.at("at"),
        message=found.phrase(entry.message, "message"),
        values=_frozen({name: found.phrase(text, "values", name) for name, text in entry.values.items()}),
        fix=entry.fix,
        thorough=entry.thorough,
        position=found.position,
    )


def _subjects(found: Found, entry: RuleEntry) -> tuple[Subject, ...]:
    if isinstance(entry.on, str):
        return (Subject(entry.on, None, None, found.at("on")),)
    request = entry.on.request
    return tuple(
        Subject(None, request, reply, found.at("on", "reply", index)) for index, reply in enumerate(entry.on.reply)
    )


def _lifecycle(found: Found) -> Lifecycle:
    entry = cast(LifecycleEntry, found.entry)
    return Lifecycle(
        doc=entry.doc,
        states=tuple(
            State(name, state.doc, state.initial, state.final, found.at("states", name, key=True))
            for name, state in entry.states.items()
        ),
        rows=tuple(
            _row(found, role, index, row) for role, rows in entry.rows.items() for index, row in enumerate(rows)
        ),
        position=found.position,
    )


def _row(found: Found, role: str, index: int, entry: RowEntry) -> Row:
    happening, names = entry.happening
    return Row(
        role=role,
        states=entry.in_,
        happening=happening,
        names=names,
        when=entry.when,
        to=entry.to,
        outcome=entry.then,
        code=entry.code,
        doc=entry.doc,
        requirements=entry.requirements,
        decisions=entry.decisions,
        position=found.at("rows", role, index),
    )


def _decision(found: Found) -> Decision:
    entry = cast(DecisionEntry, found.entry)
    return Decision(
        name=found.name,
        topic=entry.topic,
        decision=entry.decision,
        why=entry.why,
        origin=entry.origin,
        requirements=entry.requirements,
        position=found.position,
    )
