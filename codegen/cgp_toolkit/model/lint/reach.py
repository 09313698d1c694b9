"""Where the members of envelopes lead: to every type, and never in a circle."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.types import Record, Type, Vocabulary
from cgp_toolkit.model.words import closest


def unreachable_type(context: Context) -> Iterator[Diagnostic]:
    """Types that no envelope leads to."""
    model = context.model
    if not context.whole:
        return
    reached: set[str] = set()
    todo = [member.type for envelope in model.envelopes.values() for member in envelope.members]
    todo.append(model.protocol.version.scalar)
    while todo:
        # A name that leads nowhere is reported as such, and not again as what was meant being unreached.
        named = todo.pop()
        name = named if named in model.types else closest(named, model.types)
        if name is not None and name not in reached:
            reached.add(name)
            todo += _leads_to(model.types[name])
    for name, type_ in model.types.items():
        if name not in reached:
            message = f"no envelope leads to the type {name!r}"
            yield Diagnostic(type_.position, "unreachable-type", message, "use it or remove it")


def _leads_to(type_: Type) -> list[str]:
    if isinstance(type_, Record):
        narrower = [name for variant in type_.variants for name in variant.refine.values()]
        return [member.type for member in type_.members] + narrower
    if isinstance(type_, Vocabulary):
        return [name for name in (type_.form, type_.like) if name is not None]
    return []


def recursive_type(context: Context) -> Iterator[Diagnostic]:
    """Records that lead to themselves, each with the shortest way back."""
    model = context.model
    for record in model.records():
        way = _way_back(context, record)
        if way is not None:
            member = record.member(way[0])
            place = context.entry(record).at("members", member.name, "list" if member.many else "type")
            message = f"the type {record.name!r} holds itself, by " + ".".join(way)
            yield Diagnostic(place, "recursive-type", message, "messages have a bounded depth: name the levels")


def _way_back(context: Context, start: Record) -> tuple[str, ...] | None:
    """The members that lead from a record to itself."""
    types = context.model.types
    seen: set[str] = set()
    todo: list[tuple[Record, tuple[str, ...]]] = [(start, ())]
    while todo:
        record, way = todo.pop(0)
        for member in record.members:
            if member.type == start.name:
                return (*way, member.name)
            next_ = types.get(member.type)
            if isinstance(next_, Record) and next_.name not in seen:
                seen.add(next_.name)
                todo.append((next_, (*way, member.name)))
    return None
