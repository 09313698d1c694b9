"""Looking things up: everything is found, and every reference of the model is turned around."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import pytest

from cgp_toolkit.explain import Kind, lookup, lookup_lint_rule, names, part, part_names, similar, things, uses
from cgp_toolkit.model import Model
from cgp_toolkit.model.jsonrpc import NOT_CARRIED
from cgp_toolkit.workspace import lint_rules

RULES = lint_rules()


def test_what_is_used_is_something_that_can_be_looked_up(any_model: Model) -> None:
    known = {(thing.kind, thing.id) for thing in things(any_model, RULES)}
    used = list(uses(any_model))
    assert len(used) > 50
    assert [use for use in used if (use.kind, use.id) not in known] == []
    assert [use for use in used if (use.by, use.by_id) not in known and use.by is not Kind.ROW] == []


def _cited(value: object, name: str) -> Iterator[str]:
    """Every name in a field called ``name``, wherever it is in the model."""
    if is_dataclass(value):
        for field in fields(value):
            item = getattr(value, field.name)
            if field.name == name and isinstance(item, tuple):
                yield from item
            else:
                yield from _cited(item, name)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _cited(item, name)
    elif hasattr(value, "values"):
        for item in value.values():
            yield from _cited(item, name)


@pytest.mark.parametrize(("name", "kind"), [("requirements", Kind.REQUIREMENT), ("decisions", Kind.DECISION)])
def test_no_citation_is_left_out(any_model: Model, name: str, kind: Kind) -> None:
    cited = sorted(citation for citation in _cited(any_model, name) if isinstance(citation, str))
    found = sorted(use.id for use in uses(any_model) if use.kind is kind and use.how == "cites it")
    # A measure cites its one requirement in a field of another name.
    extra = [m.requirement for m in any_model.protocol.measures] if kind is Kind.REQUIREMENT else []
    assert found == sorted([*cited, *extra])


def test_every_name_is_found_under_itself_and_under_another_case(any_model: Model) -> None:
    known = names(any_model, RULES)
    assert len(set(known)) == len(known)
    for name in known[:: max(1, len(known) // 40)]:
        assert any(name in (e.thing.id, *e.thing.names) for e in lookup(any_model, RULES, name))
        folded = {x.casefold() for e in lookup(any_model, RULES, name.swapcase()) for x in (e.thing.id, *e.thing.names)}
        assert name.casefold() in folded


def test_every_kind_of_thing_is_among_them(model: Model) -> None:
    assert {thing.kind for thing in things(model, RULES)} == set(Kind) - {Kind.ROW}


def test_every_thing_of_the_model_has_a_text_and_a_place(any_model: Model) -> None:
    for thing in things(any_model, RULES):
        assert thing.text
        own = thing.kind in (Kind.LINT_RULE, Kind.CONDITION) or thing.id == NOT_CARRIED.name
        assert (thing.position is None) == own


def test_what_conversion_reports_can_be_looked_up(model: Model) -> None:
    (found,) = lookup(model, RULES, "not-carried")
    assert found.thing.facts["way out"] == NOT_CARRIED.fix
    assert lookup(replace(model, rpc=None), RULES, "not-carried") == ()


def test_a_status_of_http_can_be_looked_up_and_so_can_the_binding(any_model: Model) -> None:
    assert any_model.http is not None
    (found,) = (e for e in lookup(any_model, RULES, "too-large") if e.thing.kind is Kind.STATUS)
    number = str(any_model.http.number("too-large"))
    assert found.thing.facts["number"] == number
    (binding,) = (e for e in lookup(any_model, RULES, "http") if e.thing.kind is Kind.BINDING)
    assert f"too-large {number}" in binding.thing.facts["statuses"]
    assert lookup(replace(any_model, http=None), RULES, "too-large") == ()


def test_an_error_code_is_told_from_other_values(model: Model) -> None:
    (found,) = (e for e in lookup(model, RULES, "bad_request") if e.thing.kind is Kind.VALUE)
    assert found.thing.facts["kind"] == "error code"
    assert {use.by for use in found.used_by} >= {Kind.FAULT}


def test_a_requirement_is_used_by_what_cites_it(model: Model) -> None:
    (found,) = lookup(model, RULES, "h4")
    assert found.thing.id == "H4"
    by = {(use.by, use.by_id) for use in found.used_by}
    assert (Kind.MEMBER, "query.id") in by
    assert (Kind.ENVELOPE, "frames") in by


def test_a_capability_is_used_by_the_envelopes_that_require_it(reserved_model: Model) -> None:
    (found,) = (e for e in lookup(reserved_model, RULES, "Class.lambda"))
    assert {use.by_id for use in found.used_by if use.how == "requires it"} == {"async", "await"}


def test_lint_rules_need_no_model() -> None:
    (found,) = lookup_lint_rule(RULES, "YAML-TAG")
    assert (found.thing.id, found.thing.position) == ("yaml-tag", None)
    assert lookup_lint_rule(RULES, "H4") == ()


def test_suggestions_are_the_closest_names_in_any_case() -> None:
    assert similar("yaml-tg", [rule.name for rule in RULES])[0] == "yaml-tag"
    assert similar("YAML-TG", [rule.name for rule in RULES])[0] == "yaml-tag"
    assert similar("zzz", [rule.name for rule in RULES]) == ()


def test_every_name_of_a_part_is_a_part(any_model: Model) -> None:
    for name in part_names(any_model):
        found = part(any_model, name)
        assert found is not None, name
        assert found.envelopes or found.records or found.vocabularies or found.scalars
    assert part(any_model, "nothing-of-that-name") is None
