"""The mutants: one thing changed in each, every part of a model among them."""

from __future__ import annotations

from collections import defaultdict

import pytest

from cgp_toolkit.model import Base, Model
from cgp_toolkit.model.lifecycle import Outcome
from cgp_toolkit.mutation.catalogue import mutants


@pytest.fixture(scope="module")
def changes(model: Model) -> dict[str, set[str]]:
    """The changes of the real model, by subject."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for mutant in mutants(model):
        found[mutant.subject].add(mutant.change)
    return dict(found)


def test_every_mutant_has_an_id_of_its_own_and_they_come_in_one_order(any_model: Model) -> None:
    ids = [mutant.id for mutant in mutants(any_model)]
    assert len(ids) > 300
    assert len(set(ids)) == len(ids)
    assert ids == [mutant.id for mutant in mutants(any_model)]


def test_every_mutant_is_another_model_or_has_another_binding(any_model: Model) -> None:
    some = {"some.py": "text", "_careful.py": "", "_reading.py": ""}
    for mutant in mutants(any_model):
        assert mutant.build() != any_model or mutant.edit(some) != some, mutant.id


def test_building_a_mutant_leaves_the_model_as_it_was(reserved_model: Model) -> None:
    before = repr(reserved_model)
    for mutant in mutants(reserved_model):
        mutant.build()
    assert repr(reserved_model) == before


def test_requirements_of_mutants_are_those_of_the_model(any_model: Model) -> None:
    cited = {name for mutant in mutants(any_model) for name in mutant.requirements}
    assert cited <= set(any_model.requirements)
    assert cited


def test_every_member_is_dropped_renamed_and_changed_in_presence_type_and_number(
    model: Model, changes: dict[str, set[str]]
) -> None:
    for owner in model.owners():
        for member in owner.members:
            found = changes[f"{owner.name}.{member.name}"]
            assert {"is gone", f"is called renamed_{member.name}"} <= found
            assert found & {"is one", "is a list"}
            assert found & {"is required", "is optional"}
            assert found & {"is null: absent", "is null: error", "is optional and may be null"}
        for member, following in zip(owner.members, owner.members[1:], strict=False):
            assert f"stands behind {following.name}" in changes[f"{owner.name}.{member.name}"]


def test_every_limit_of_every_scalar_is_moved_and_dropped(model: Model, changes: dict[str, set[str]]) -> None:
    for scalar in model.scalars():
        found = changes.get(scalar.name, set())
        for name in ("minimum", "maximum", "min_length", "max_length", "pattern", "calendar"):
            if getattr(scalar.author, name) is not None:
                assert f"no {name}" in found, scalar.name
        if scalar.base is Base.INTEGER and scalar.author.maximum is not None:
            assert {f"maximum {scalar.author.maximum - 1}", f"maximum {scalar.author.maximum + 1}"} <= found
        if scalar.author.pattern is not None:
            assert len([change for change in found if change.startswith("pattern ")]) > 3


def test_every_value_of_every_vocabulary_is_dropped_and_renamed(model: Model, changes: dict[str, set[str]]) -> None:
    for vocabulary in model.vocabularies():
        found = changes[vocabulary.name]
        assert len(found & {"is closed", "is tolerated", "is open", "is namespaced"}) == 3
        for value in vocabulary.values:
            assert f"does not list {value.name}" in found
            assert f"lists renamed-{value.name} for {value.name}" in found


def test_every_demand_of_every_variant_is_dropped(model: Model, changes: dict[str, set[str]]) -> None:
    for record in model.records():
        for variant in record.variants:
            found = changes[f"{record.name}, {variant.member} {variant.value}"]
            assert "is not there" in found
            assert {f"does not require {name}" for name in variant.require} <= found
            assert {f"does not forbid {name}" for name in variant.forbid} <= found
            assert {f"leaves {name} as it is" for name in variant.refine} <= found


def test_every_rule_is_dropped_and_denied_and_every_fault_of_authors_stops_a_reader(
    model: Model, changes: dict[str, set[str]]
) -> None:
    for rule in model.rules.values():
        assert {"is not there", "is denied"} <= changes[rule.name]
    for fault in model.lines.faults:
        assert ("stops readers" in changes[fault.name]) == fault.author


def test_every_row_is_dropped_and_every_place_has_another_outcome(model: Model, changes: dict[str, set[str]]) -> None:
    assert model.lifecycle is not None
    rows = [subject for subject in changes if subject.startswith("row ")]
    assert len(rows) == len(model.lifecycle.rows)
    places = [subject for subject in changes if subject.startswith(("host ", "provider "))]
    assert len(places) > 150
    for subject in places:
        assert "is not there" in changes[subject]
    leading = [s for s in places if any(change.startswith("leads to ") for change in changes[s])]
    assert len(leading) > 80
    assert {f"is {outcome}" for outcome in (Outcome.ACCEPT, Outcome.BREACH, Outcome.DROP)} <= set().union(
        *(changes[subject] for subject in places)
    )
