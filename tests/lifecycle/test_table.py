"""The session's table, written out."""

from __future__ import annotations

from collections import defaultdict

from cgp_toolkit.lifecycle import Key, askable, events, table
from cgp_toolkit.model import Condition, Decider, Happening, Level, Lifecycle, Model, Outcome, Question, Signal
from cgp_toolkit.model.lifecycle import QUESTION_OF, QUESTIONS, REST


def _lifecycle(model: Model) -> Lifecycle:
    assert model.lifecycle is not None
    return model.lifecycle


def test_every_role_has_a_row_for_every_event_in_every_state(any_model: Model) -> None:
    there = {(key.role, key.state, key.event) for key in table(any_model, _lifecycle(any_model))}
    for role in any_model.protocol.roles:
        for state in _lifecycle(any_model).states:
            for event in events(any_model, role.name):
                assert (role.name, state.name, event) in there or event.name == Signal.DEADLINE


def test_of_the_conditions_of_an_event_exactly_one_holds(any_model: Model) -> None:
    found: dict[object, list[Condition | None]] = defaultdict(list)
    for key in table(any_model, _lifecycle(any_model)):
        found[key.role, key.state, key.event].append(key.condition)
    asked = 0
    for (_, _, event), conditions in found.items():  # type: ignore[misc]
        if conditions != [None]:
            question = QUESTION_OF[conditions[0]]  # type: ignore[index]
            assert sorted(conditions) == sorted(askable(any_model, event)[question])  # type: ignore[has-type,type-var]
            asked += 1
    assert asked > 10


def test_the_rest_covers_only_what_has_no_row_of_its_own(model: Model) -> None:
    lifecycle = _lifecycle(model)
    steps = table(model, lifecycle)
    own = {
        (row.role, state, row.happening, name) for row in lifecycle.rows for state in row.states for name in row.names
    }
    rest = [(key, step) for key, step in steps.items() if REST in step.row.names]
    assert len(rest) > 20
    for key, _ in rest:
        assert (key.role, key.state, key.event.happening, key.event.name) not in own


def test_every_row_is_in_the_table(any_model: Model) -> None:
    lifecycle = _lifecycle(any_model)
    used = {step.row.position for step in table(any_model, lifecycle).values()}
    assert used == {row.position for row in lifecycle.rows}


def test_a_breach_of_ones_own_leaves_the_state_as_it_is(any_model: Model) -> None:
    breaches = [
        (key, step)
        for key, step in table(any_model, _lifecycle(any_model)).items()
        if step.outcome is Outcome.BREACH and key.event.happening is Happening.SENDS
    ]
    assert breaches
    assert all(step.to == key.state for key, step in breaches)


def test_what_the_lifecycle_decides_has_a_row(model: Model) -> None:
    decided = {name for name, r in model.requirements.items() if Decider.LIFECYCLE in r.decided_by}
    behind = {name for row in _lifecycle(model).rows for name in row.requirements}
    assert len(decided) > 8
    assert decided <= behind


def test_a_breach_names_a_requirement_that_binds_who_made_it(model: Model) -> None:
    for key, step in table(model, _lifecycle(model)).items():
        requirement = model.requirements[step.row.requirements[0]]
        assert requirement.level is Level.MUST
        if step.outcome is Outcome.BREACH and key.event.happening is Happening.SENDS:
            # Payload before the handshake is complete, and anything after the goodbye, are the other half of these.
            assert key.role in requirement.binds or requirement.name in {"N-handshake-first", "R2"}, key


def test_every_condition_has_a_meaning_and_answers_one_question() -> None:
    assert set(QUESTION_OF) == set(Condition)
    assert sum(map(len, QUESTIONS.values())) == len(Condition)
    assert set(QUESTIONS) == set(Question)
    assert all(doc.endswith(".") for conditions in QUESTIONS.values() for doc in conditions.values())


def test_a_capability_that_is_not_needed_gates_nothing(model: Model) -> None:
    conditions = {key.condition for key in table(model, _lifecycle(model)) if key.event.name == "query"}
    assert Condition.GATED not in conditions
    assert Condition.UNDECLARED_ID in conditions


def test_keys_are_ordered_by_role_and_state(any_model: Model) -> None:
    keys: list[Key] = list(table(any_model, _lifecycle(any_model)))
    states = [state.name for state in _lifecycle(any_model).states]
    roles = [role.name for role in any_model.protocol.roles]
    order = [(roles.index(key.role), states.index(key.state)) for key in keys]
    assert order == sorted(order)
