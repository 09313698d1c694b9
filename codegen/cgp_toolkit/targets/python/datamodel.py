"""The types of a flavour, as datamodel-code-generator works them out.

Our own templates lay out each class and alias; the generator contributes type hints, order and imports.  It never sees
what docstrings say: each is a slot, which is filled in afterwards.  So types are worked out anew when they change and
not with every word about them, as that takes longer than anything else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from string import Template

from cgp_toolkit.model import Json
from cgp_toolkit.targets.python.generator_process import Flavour, Job, begin

Layout = Mapping[str, object]
"""What a template needs to lay out one class or alias, beside what the generator gives it; ``doc`` is a docstring."""

_DOC = "doc"
_QUOTES = '"""'

_MANY = 8
_known: dict[Job, str] = {}
"""The sources that were made last."""


class _Slots(Template):
    # Private to us: literals of Python escape it, and no name has it.
    delimiter = "\ue000"
    idpattern = "[0-9]+"


def types_source(
    schema: Mapping[str, Json],
    flavour: Flavour,
    header: str,
    layouts: Mapping[str, Layout],
    imports: Iterable[str],
    base_class: str = "",
) -> Callable[[], str]:
    """Start to work out the types of ``schema``; the function gives their unformatted Python source.

    ``header`` is the docstring of the module.  ``layouts`` goes by class name; ``imports`` are dotted names that the
    layouts use.
    """
    docs: list[str] = []
    bare = tuple((name, json.dumps(_without_docs(layout, docs))) for name, layout in layouts.items())
    head = _slot(header, docs)
    job = Job(json.dumps(schema), flavour, head, bare, tuple(sorted(imports)), base_class)
    source = _begun(job)
    return lambda: _Slots(source()).substitute({str(number): doc for number, doc in enumerate(docs)})


def _begun(job: Job) -> Callable[[], str]:
    if job in _known:
        known = _known[job]
        return lambda: known
    finish = begin(job)

    def answer() -> str:
        source = _known[job] = finish()
        while len(_known) > _MANY:
            del _known[next(iter(_known))]
        return source

    return answer


def _without_docs(value: object, docs: list[str]) -> object:
    """``value`` with a slot in each docstring, whose text goes into ``docs``."""
    match value:
        case Mapping():
            return {key: _slot(part, docs) if key == _DOC else _without_docs(part, docs) for key, part in value.items()}
        case list():
            return [_without_docs(part, docs) for part in value]
        case _:
            return value


def _slot(doc: str, docs: list[str]) -> str:
    docs.append(doc.removeprefix(_QUOTES).removesuffix(_QUOTES))
    return f"{_QUOTES}{_Slots.delimiter}{{{len(docs) - 1}}}{_QUOTES}"
