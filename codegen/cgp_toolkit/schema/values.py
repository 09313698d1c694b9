"""Scalars and vocabularies as schemas."""

from __future__ import annotations

from cgp_toolkit.model import Base, Constraint, Openness, Scalar, Vocabulary
from cgp_toolkit.schema import keywords, patterns
from cgp_toolkit.schema.profile import Profile
from cgp_toolkit.schema.scope import Schema, Scope


def scalar(scope: Scope, value: Scalar) -> Schema:
    """The definition of a scalar."""
    return {
        "title": value.name,
        "description": value.doc,
        "type": value.base.value,
        **_limits(value, scope.profile.limits(value)),
        **keywords.of_scalar(value, scope.profile),
    }


def vocabulary(scope: Scope, value: Vocabulary) -> Schema:
    """The definition of a vocabulary."""
    return {
        "title": value.name,
        "description": value.doc,
        **_membership(scope, value),
        **keywords.of_vocabulary(value),
    }


def or_null(scope: Scope, value: Scalar | Vocabulary) -> Schema:
    """The assertions of a scalar or vocabulary, written out with null allowed: no choice, so no error per branch."""
    if isinstance(value, Scalar):
        return {"type": [value.base.value, "null"], **_limits(value, scope.profile.limits(value))}
    membership = _membership(scope, value)
    listed = membership.get("enum")
    if isinstance(listed, list):
        return {"enum": [*listed, None]}
    return {**membership, "type": [Base.STRING.value, "null"]}


def _limits(value: Scalar, limits: Constraint) -> Schema:
    result: Schema = {}
    minimum, maximum = _width(value)
    if limits.minimum is not None or minimum is not None:
        result["minimum"] = minimum if limits.minimum is None else limits.minimum
    if limits.maximum is not None or maximum is not None:
        result["maximum"] = maximum if limits.maximum is None else limits.maximum
    # One error for the empty text: a pattern that refuses it says all that a least length of 1 does.
    if limits.min_length is not None and not (
        limits.min_length == 1 and limits.pattern is not None and patterns.refuses_empty(limits.pattern)
    ):
        result["minLength"] = limits.min_length
    if limits.max_length is not None:
        result["maxLength"] = limits.max_length
    if limits.pattern is not None:
        result |= patterns.full_match(limits.pattern)
    return result


def _width(value: Scalar) -> tuple[int | None, int | None]:
    """The range of an integer of that many bits, where the model gives no narrower one."""
    if value.base is not Base.INTEGER or value.width is None:
        return None, None
    if value.signed:
        return -(2 ** (value.width - 1)), 2 ** (value.width - 1) - 1
    return 0, 2**value.width - 1


def _membership(scope: Scope, value: Vocabulary) -> Schema:
    names = tuple(listed.name for listed in value.values)
    strict = scope.profile is Profile.STRICT
    if value.openness is Openness.CLOSED or (strict and value.openness is Openness.TOLERATED):
        return {"enum": list(names)}
    result: Schema = {"type": Base.STRING.value}
    if strict and value.openness is Openness.NAMESPACED and value.form is not None:
        result |= _namespaced(scope, names, value.form)
    return result


def _namespaced(scope: Scope, names: tuple[str, ...], form: str) -> Schema:
    limits = _limits(scope.model.scalar(form), scope.profile.limits(scope.model.scalar(form)))
    pattern = scope.model.scalar(form).author.pattern
    if pattern is not None and limits.keys() == patterns.full_match(pattern).keys():
        return patterns.full_match(patterns.one_of(names, pattern))
    # The form has limits on its length, which do not bind listed values.
    unlisted: Schema = {"type": Base.STRING.value, "not": {"enum": list(names)}}
    return {"if": unlisted, "then": scope.refer(form)}
