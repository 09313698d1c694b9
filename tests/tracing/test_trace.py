"""What enforces a requirement, computed: by which means, where, and what only bears on it."""

from __future__ import annotations

from cgp_toolkit.model import Decider, Model
from cgp_toolkit.tracing import COMPUTED, Means, Trace, trace


def _traced(model: Model, name: str) -> Trace:
    return trace(model)[name]


def test_every_requirement_has_a_trace_in_the_order_of_the_model(any_model: Model) -> None:
    assert list(trace(any_model)) == list(any_model.requirements)


def test_every_rule_and_row_enforces_what_it_names(any_model: Model) -> None:
    traces = trace(any_model)
    for rule in any_model.rules.values():
        assert Means.RULE in traces[rule.requirement].means, rule.name
    assert any_model.lifecycle is not None
    for row in any_model.lifecycle.rows:
        for requirement in row.requirements:
            assert Means.LIFECYCLE in traces[requirement].means, row.doc


def test_every_variant_enforces_its_requirement_on_authors(any_model: Model) -> None:
    traces = trace(any_model)
    variants = [variant for record in any_model.records() for variant in record.variants]
    assert variants
    for variant in variants:
        assert Means.SCHEMA in traces[variant.requirement].means
        assert variant.position in {e.position for e in traces[variant.requirement].enforcers}


def test_a_limit_of_readers_is_a_type_and_one_of_authors_a_schema(model: Model) -> None:
    scores = _traced(model, "F1").enforcers
    assert [(e.means, e.place, e.direct) for e in scores] == [
        (Means.TYPE, "ContextFrame.score", True),
        (Means.TYPE, "ContextFrame.score", False),
    ]
    assert _traced(model, "F1").means == (Means.TYPE,)
    assert scores[0].what == "the range of Score, 0 to 1"
    assert scores[1].what == "required of everybody"
    assert _traced(model, "F3").means == (Means.SCHEMA,)


def test_what_only_bears_on_a_requirement_counts_where_the_model_says_so(model: Model) -> None:
    identity = _traced(model, "V2")
    assert not identity.decided(Decider.TYPE, direct=True)
    assert Means.TYPE in identity.means
    consent = _traced(model, "C1")
    assert [e.what for e in consent.decided(Decider.TYPE)] == ["required of everybody"]
    assert consent.means == (Means.HOST_INTERNAL,)


def test_what_nothing_enforces_is_said(model: Model) -> None:
    assert _traced(model, "U4").means == (Means.NOTHING,)
    assert not _traced(model, "U4").enforced
    assert _traced(model, "A1").means == (Means.HOST_INTERNAL,)
    assert not _traced(model, "A1").enforced


def test_what_a_probe_shows_is_enforced_though_nothing_generated_does_it(model: Model) -> None:
    traced = _traced(model, "G4")
    assert traced.means == (Means.PROBE,)
    assert [enforcer.place for enforcer in traced.enforcers if enforcer.direct] == ["anchors", "unknown-anchor"]
    assert traced.enforced
    assert not traced.generated


def test_what_no_inspection_can_show_is_no_enforcer(model: Model) -> None:
    untested = [probe for probe in model.probes.values() if probe.untested is not None]
    assert untested
    names = {enforcer.place for traced in trace(model).values() for enforcer in traced.enforcers}
    assert not names & {probe.name for probe in untested}


def test_the_means_are_never_more_than_what_is_claimed_or_made_for_it(any_model: Model) -> None:
    for traced in trace(any_model).values():
        direct = {e.means for e in traced.enforcers if e.direct}
        assert direct <= set(traced.means)
        assert traced.generated == bool(COMPUTED & set(traced.means))
        assert traced.enforced or not traced.generated
        assert (Means.NOTHING in traced.means) == (traced.means == (Means.NOTHING,))


def test_requirements_know_the_examples_and_sessions_that_show_them(model: Model) -> None:
    assert _traced(model, "N-strict-checks-bind-authors").shown_by
    for traced in trace(model).values():
        for name in traced.shown_by:
            assert name in {**model.examples, **model.exchanges, **model.sessions}
