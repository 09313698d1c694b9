"""Faults: the model describes exactly those that readers and checkers can find."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.words import closest, shown, suggestion

_KNOWN = tuple(name.value for name in FaultName)


def missing_fault(context: Context) -> Iterator[Diagnostic]:
    """Faults that readers raise and the model does not describe."""
    described = {closest(fault.name, _KNOWN) for fault in context.model.lines.faults}
    section = next((d for d in context.collection.documents if ("faults",) in d.keys), None)
    place = section.at(("faults",), key=True) if section is not None else context.model.lines.position
    for name in _KNOWN:
        if name not in described and not context.hides(name, "faults"):
            yield Diagnostic(place, "missing-fault", f"the fault {name!r} is not described", "add it to 'faults'")


def unknown_fault(context: Context) -> Iterator[Diagnostic]:
    """Faults that nothing raises."""
    for fault in context.model.lines.faults:
        if fault.name not in _KNOWN:
            message = f"nothing raises the fault {shown(fault.name)}" + suggestion(fault.name, _KNOWN)
            yield Diagnostic(fault.position, "unknown-fault", message)


def fault_party(context: Context) -> Iterator[Diagnostic]:
    """Faults said to stop a reader that never do, and the other way round."""
    for fault in context.model.lines.faults:
        if fault.name in _KNOWN and FaultName(fault.name).author != fault.author:
            party = "author" if FaultName(fault.name).author else "reader"
            message = "readers pass over it" if party == "author" else "readers stop at it"
            yield Diagnostic(context.entry(fault).at("for"), "fault-party", message, f"write '{party}'")
