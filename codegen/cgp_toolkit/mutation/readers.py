"""Mutants of what every reader does: one that refuses what is only wrong for authors.

No word of the model makes a reader lenient, so that these are changes of the binding.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cgp_toolkit.model import Fault, Model, Verdict
from cgp_toolkit.mutation.mutant import Mutant, Sources

_CAREFUL = """

_lenient_outcome, _lenient_carefully = outcome, carefully


def _stopping(line, message):
    for fault in _lenient_carefully(line, strict=True).faults:
        if fault.rule == {rule!r}:
            return fault
    if type(message) in CLASSES.values():
        from .rules import check

        for violation in check(message):
            if violation.rule == {rule!r}:
                return DecodeError(violation.rule, violation.pointer, "no author may write this")
    return None


def outcome(line, max_line):
    found = _lenient_outcome(line, max_line)
    return found if isinstance(found, DecodeError) else _stopping(line, found) or found


def carefully(line, **given):
    found = _lenient_carefully(line, **given)
    fault = None if found.message is None else _stopping(line, found.message)
    return found if fault is None else Examined(None, (fault,))
"""
_NEVER_QUICK = """

def typed(line):
    raise msgspec.ValidationError("every line is read carefully")
"""


def mutants(model: Model) -> Iterator[Mutant]:
    """A reader for each fault of authors, which stops at it."""
    for fault in model.lines.faults:
        if fault.author:
            edit = partial(_stricter, fault.name)
            yield Mutant(fault.name, "stops readers", _shown(model, fault), lambda: model, edit=edit)


def _shown(model: Model, fault: Fault) -> tuple[str, ...]:
    """What the fault cites, and what examples show of which readers pass over it."""
    found = dict.fromkeys(fault.requirements)
    for example in model.examples.values():
        if example.verdict is Verdict.READABLE and any(failure.rule == fault.name for failure in example.fails):
            found |= dict.fromkeys(example.requirements)
    return tuple(found)


def _stricter(rule: str, sources: Sources) -> Sources:
    return {
        **sources,
        "_careful.py": sources["_careful.py"] + _CAREFUL.format(rule=rule),
        "_reading.py": sources["_reading.py"] + _NEVER_QUICK,
    }
