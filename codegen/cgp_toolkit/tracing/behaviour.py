"""What rules, the session and the readers of every binding enforce."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Model, Openness, Row, Rule, Vocabulary
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.tracing.enforcer import Enforcer, Means

# Said of single values: whoever is bound by them is told by the limits themselves.
_OF_VALUES = frozenset(
    {
        FaultName.UNLISTED_VALUE,
        FaultName.MISSING_FOR_AUTHOR,
        FaultName.BAD_FORMAT,
        FaultName.NO_SUCH_INSTANT,
        FaultName.MISSING_IN_VARIANT,
        FaultName.FORBIDDEN_IN_VARIANT,
    }
)


def behaviour(model: Model) -> Iterator[tuple[str, Enforcer]]:
    """Requirements and what decides them beside types, in the order of the model."""
    for rule in model.rules.values():
        yield rule.requirement, Enforcer(Means.RULE, rule.name, _rule(rule), True, rule.position)
    if model.lifecycle is not None:
        for row in model.lifecycle.rows:
            for requirement in row.requirements:
                yield requirement, Enforcer(Means.LIFECYCLE, _place(row), _row(row), True, row.position)
    for envelope in model.envelopes.values():
        correlation = envelope.correlation
        if model.lifecycle is not None and correlation is not None:
            what = f"{correlation.member} ties a reply to its request"
            place = f"{envelope.name}.{correlation.member}"
            yield (
                correlation.requirement,
                Enforcer(Means.LIFECYCLE, place, what, False, correlation.position),
            )
    yield from _readers(model)


def _readers(model: Model) -> Iterator[tuple[str, Enforcer]]:
    for fault in model.lines.faults:
        if FaultName(fault.name) not in _OF_VALUES:
            what = "readers pass over it" if fault.author else f"readers refuse it with {fault.code}"
            for requirement in fault.requirements:
                yield requirement, Enforcer(Means.READER, fault.name, what, True, fault.position)
    for vocabulary in model.vocabularies():
        if vocabulary.openness is not Openness.CLOSED:
            for requirement in vocabulary.requirements:
                enforcer = Enforcer(Means.READER, vocabulary.name, _unlisted(vocabulary), False, vocabulary.position)
                yield requirement, enforcer
    version = model.protocol.version
    what = f"versions interoperate if they are equal up to the first {version.family_until!r}"
    for requirement in version.requirements:
        yield requirement, Enforcer(Means.READER, version.scalar, what, False, version.position)


def _rule(rule: Rule) -> str:
    return " ".join(rule.doc.split()).rstrip(".")


def _place(row: Row) -> str:
    return f"{row.role} {', '.join(row.states)}: {row.happening} {', '.join(row.names)}"


def _row(row: Row) -> str:
    when = f"when {', '.join(row.when)}: " if row.when else ""
    code = f" with {row.code}" if row.code is not None else ""
    to = f", then {row.to}" if row.to is not None else ""
    return f"{when}{row.outcome}{code}{to}"


def _unlisted(vocabulary: Vocabulary) -> str:
    kept = "a value that it does not list is kept"
    return kept if vocabulary.unknown_reads_as is None else f"{kept} and read as {vocabulary.unknown_reads_as}"
