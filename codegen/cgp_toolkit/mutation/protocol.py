"""Mutants of what stands above the types: versions, measures, limits, faults and the tag."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from cgp_toolkit.model import Fault, LineBinding, Measure, Model, Protocol, VersionRule, Vocabulary
from cgp_toolkit.mutation.mutant import Mutant, swapped

_ENDS = ("-", ".")
_OTHER_TAG = "renamed_{}"


def mutants(model: Model) -> Iterator[Mutant]:
    """Every mutant of the protocol and of its line binding."""
    protocol = model.protocol
    yield Mutant("tag", f"is {_OTHER_TAG.format(protocol.tag)}", (), partial(_with_tag, model))
    version = protocol.version
    for change, other in _versions(model, version):
        yield Mutant("version", change, version.requirements, partial(_with_version, model, other))
    for measure in protocol.measures:
        for divisor in (measure.divisor - 1, measure.divisor + 1):
            build = partial(_with_measure, model, measure, replace(measure, divisor=divisor))
            yield Mutant(measure.name, f"divides by {divisor}", (measure.requirement,), build)
    yield from _limits(model, model.lines)
    for fault in model.lines.faults:
        code = _other_code(model, fault.code)
        if code is not None:
            changed = replace(fault, code=code)
            yield Mutant(
                fault.name, f"has the code {code}", fault.requirements, partial(_with_fault, model, fault, changed)
            )


def _with_protocol(model: Model, protocol: Protocol) -> Model:
    return replace(model, protocol=protocol)


def _with_tag(model: Model) -> Model:
    return _with_protocol(model, replace(model.protocol, tag=_OTHER_TAG.format(model.protocol.tag)))


def _with_version(model: Model, version: VersionRule) -> Model:
    return _with_protocol(model, replace(model.protocol, version=version))


def _with_measure(model: Model, old: Measure, new: Measure) -> Model:
    return _with_protocol(model, replace(model.protocol, measures=swapped(model.protocol.measures, old, new)))


def _with_lines(model: Model, lines: LineBinding) -> Model:
    return replace(model, lines=lines)


def _with_fault(model: Model, old: Fault, new: Fault) -> Model:
    return _with_lines(model, replace(model.lines, faults=swapped(model.lines.faults, old, new)))


def _versions(model: Model, version: VersionRule) -> Iterator[tuple[str, VersionRule]]:
    end = next(end for end in _ENDS if end != version.family_until)
    yield f"family until {end!r}", replace(version, family_until=end)
    code = _other_code(model, version.mismatch_code)
    if code is not None:
        yield f"mismatch code {code}", replace(version, mismatch_code=code)


def _limits(model: Model, lines: LineBinding) -> Iterator[Mutant]:
    for depth in (lines.max_depth - 1, lines.max_depth + 1):
        build = partial(_with_lines, model, replace(lines, max_depth=depth))
        yield Mutant("depth", f"is {depth}", (), build)
    for size in (lines.max_line_bytes - 1, lines.max_line_bytes + 1):
        build = partial(_with_lines, model, replace(lines, max_line_bytes=size))
        yield Mutant("line_bytes", f"is {size}", (), build)


def _other_code(model: Model, code: str) -> str | None:
    failure = model.envelopes[model.protocol.failure]
    vocabulary = model.type_of(failure.member(model.protocol.failure_code))
    if not isinstance(vocabulary, Vocabulary):
        return None
    return next((value.name for value in reversed(vocabulary.values) if value.name != code), None)
