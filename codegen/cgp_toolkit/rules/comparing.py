"""Which values can be compared, and which kind several values have together."""

from __future__ import annotations

from collections.abc import Sequence

from cgp_toolkit.model import Base, Compare, Model, Scalar, Vocabulary
from cgp_toolkit.model.words import suggestion
from cgp_toolkit.rules.kinds import Kind, Many, Plain
from cgp_toolkit.rules.tree import Expression, Listing, Literal

Problem = tuple[str, str]
"""What is wrong, and the way out."""

_ORDERED = (Base.INTEGER, Base.NUMBER)


def comparison(model: Model, operator: str, left: Expression, right: Expression) -> Problem | None:
    """What speaks against ``left operator right``."""
    problem = _equality(model, left, right)
    if problem is None and operator not in ("==", "!="):
        kind = left.kind
        if not isinstance(kind, Plain) or kind.base not in _ORDERED:
            return f"{kind} has no order", "only numbers are smaller or larger"
    return problem


def membership(model: Model, item: Expression, items: Expression) -> Problem | None:
    """What speaks against looking for ``item`` in ``items``."""
    if isinstance(items, Listing):
        problems = (_equality(model, item, listed) for listed in items.items)
        return next((problem for problem in problems if problem is not None), None)
    kind = items.kind
    if not isinstance(kind, Many) or kind.item is None:
        return "nothing is in an empty list", ""
    return _kinds(model, item.kind, kind.item) or _listed(model, item, kind.item)


def common(kinds: Sequence[Kind]) -> Kind | None:
    """The kind of a value that is one of several; ``None`` if they do not go together, or there is none."""
    if not kinds:
        return None
    first = kinds[0]
    if all(kind == first for kind in kinds):
        return first
    plain = [kind for kind in kinds if isinstance(kind, Plain)]
    if len(plain) == len(kinds) and len({kind.base for kind in plain}) == 1:
        types = {kind.type for kind in plain if kind.type is not None}
        return Plain(plain[0].base, types.pop() if len(types) == 1 else None)
    many = [kind for kind in kinds if isinstance(kind, Many)]
    if len(many) == len(kinds):
        item = common([kind.item for kind in many if kind.item is not None])
        return Many(item)
    return None


def fits(kind: Kind, parameter: Kind) -> bool:
    """Whether an argument of ``kind`` may stand for ``parameter``."""
    if isinstance(parameter, Many):
        if not isinstance(kind, Many):
            return False
        return parameter.item is None or kind.item is None or fits(kind.item, parameter.item)
    return isinstance(kind, Plain) and isinstance(parameter, Plain) and kind.base is parameter.base


def _equality(model: Model, left: Expression, right: Expression) -> Problem | None:
    problem = _kinds(model, left.kind, right.kind)
    return problem or _listed(model, left, right.kind) or _listed(model, right, left.kind)


def _kinds(model: Model, left: Kind, right: Kind) -> Problem | None:
    if isinstance(left, Many) and isinstance(right, Many):
        if left.item is None or right.item is None:
            return None
        return _kinds(model, left.item, right.item)
    if not isinstance(left, Plain) or not isinstance(right, Plain) or left.base is not right.base:
        return f"{left} and {right} can't be compared", ""
    types = [model.types[kind.type] for kind in (left, right) if kind.type is not None]
    for type_ in types:
        if isinstance(type_, Scalar) and type_.compare is Compare.INSTANT:
            return f"{type_.name} compares as instants, not as texts", ""
        if isinstance(type_, Scalar) and type_.compare is Compare.FAMILY:
            return f"{type_.name} compares by family, not as texts", "compare the results of family()"
    units = {type_.unit for type_ in types if isinstance(type_, Scalar) and type_.unit is not None}
    if len(units) > 1:
        return " and ".join(sorted(units)) + " can't be compared", ""
    words = {type_.like or type_.name for type_ in types if isinstance(type_, Vocabulary)}
    if len(words) > 1 or (words and len(types) == 2 and not all(isinstance(t, Vocabulary) for t in types)):
        return f"{left} and {right} are not of one vocabulary", ""
    return None


def _listed(model: Model, written: Expression, kind: Kind) -> Problem | None:
    """A value that is written out must be one that its vocabulary lists; it would never be found otherwise."""
    if not isinstance(written, Literal) or not isinstance(kind, Plain) or kind.type is None:
        return None
    type_ = model.types[kind.type]
    if not isinstance(type_, Vocabulary):
        return None
    listed = [value.name for value in type_.values]
    if written.value in listed:
        return None
    return f"{type_.name} does not list {written.value!r}" + suggestion(str(written.value), listed), ""
