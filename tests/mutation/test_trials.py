"""One mutant at a time: killed, refused, broken, survived; and suites that prove nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.mutation.binding import NAME, Loaded, sources
from cgp_toolkit.mutation.catalogue import mutants
from cgp_toolkit.mutation.mutant import Mutant, Sources
from cgp_toolkit.mutation.running import Bench, UselessSuite, outcomes, prepared
from cgp_toolkit.mutation.suite import Suite, vectors_of
from cgp_toolkit.mutation.trial import Fate, Outcome, tried

SAMPLE = 60


@pytest.fixture(scope="module")
def bench(model: Model) -> Bench:
    """The real model with its vectors, ready for trials."""
    return prepared(model, vectors_of(model), mutants(model))


def _same(sources: Sources) -> Sources:
    return sources


def _outcome(
    bench: Bench, build: Callable[[], Model], edit: Callable[[Sources], Sources] = _same, *, strict: bool = False
) -> Outcome:
    mutant = Mutant("something", "is changed", (), build, strict=strict, edit=edit)
    return tried(mutant, bench.suite, bench.base, bench.rules)


def test_a_vector_tells_and_is_named(model: Model, bench: Bench) -> None:
    measure = model.protocol.measures[0]
    protocol = replace(model.protocol, measures=(replace(measure, divisor=measure.divisor + 1),))
    outcome = _outcome(bench, partial(replace, model, protocol=protocol))
    assert outcome.fate is Fate.KILLED
    assert outcome.by in {vector.id for vector in bench.suite.vectors}
    assert outcome.how


def test_a_model_that_nothing_can_be_generated_from_is_refused_and_not_killed(model: Model, bench: Bench) -> None:
    types = {name: type_ for name, type_ in model.types.items() if name != model.protocol.version.scalar}
    outcome = _outcome(bench, partial(replace, model, types=types))
    assert (outcome.fate, outcome.by) == (Fate.REFUSED, "")
    assert outcome.how.startswith("nothing can be generated from it: ")


def test_a_rule_that_makes_no_sense_is_refused_by_the_checks_of_the_model(model: Model, bench: Bench) -> None:
    rule = next(iter(model.rules.values()))
    broken = replace(rule, check=replace(rule.check, text="nothing.at.all", source="nothing.at.all"))
    outcome = _outcome(bench, partial(replace, model, rules={**model.rules, rule.name: broken}), strict=True)
    assert outcome.fate is Fate.REFUSED
    assert outcome.how.startswith("the checks of the model refuse it: ")
    assert "[rule-name]" in outcome.how


def test_a_binding_that_cannot_be_imported_has_words_of_its_own(model: Model, bench: Bench) -> None:
    outcome = _outcome(bench, lambda: model, lambda texts: {**texts, "types.py": "raise ImportError('torn')"})
    assert (outcome.fate, outcome.by) == (Fate.BROKEN, "")
    assert outcome.how == "the binding can't be imported: ImportError: torn"


def test_a_binding_that_raises_where_it_should_answer_is_killed(model: Model, bench: Bench) -> None:
    crash = "\n\ndef decode(line, max_line=0):\n    raise RuntimeError('no')\n"
    outcome = _outcome(bench, lambda: model, lambda texts: {**texts, "ndjson.py": texts["ndjson.py"] + crash})
    assert outcome.fate is Fate.KILLED
    assert "RuntimeError" in outcome.how


def test_what_no_line_depends_on_survives(model: Model, bench: Bench) -> None:
    outcome = _outcome(bench, partial(replace, model, decisions={}))
    assert (outcome.fate, outcome.how) == (Fate.SURVIVED, "no line of the binding depends on it")


def test_what_no_vector_looks_at_survives(model: Model, bench: Bench) -> None:
    outcome = _outcome(bench, lambda: model, lambda texts: {**texts, "types.py": texts["types.py"] + "\nMORE = 1\n"})
    assert (outcome.fate, outcome.how) == (Fate.SURVIVED, "")


def test_an_empty_suite_is_refused(model: Model) -> None:
    with pytest.raises(UselessSuite, match="no vectors"):
        prepared(model, Suite(()), ())


def test_a_suite_that_the_model_itself_does_not_pass_is_refused(model: Model, bench: Bench) -> None:
    spoilt = replace(
        bench.suite.vectors[0], data={**bench.suite.vectors[0].data, "reader": "refuses", "author": "refuses"}
    )
    with pytest.raises(UselessSuite, match="the unmutated model does not pass the vector"):
        prepared(model, Suite((spoilt,)), ())


def test_a_binding_is_there_while_it_is_loaded_and_gone_afterwards(model: Model) -> None:
    with Loaded(sources(model)):
        ours = import_module(f"{NAME}.ndjson")
        assert ours.decode(b'{"type":"shutdown"}').__class__.__module__ == f"{NAME}.types"
    assert not [name for name in sys.modules if name.split(".")[0] == NAME]
    assert not [finder for finder in sys.meta_path if type(finder).__module__ == Loaded.__module__]


def test_one_binding_does_not_see_the_other(model: Model) -> None:
    other = replace(model, protocol=replace(model.protocol, revision="contextgraph/9.9"))
    found = []
    for each in (model, other, model):
        with Loaded(sources(each)):
            found.append(import_module(NAME).REVISION)
    assert found == [model.protocol.revision, "contextgraph/9.9", model.protocol.revision]


def test_a_sample_of_all_mutants_is_told_by_processes_and_alone_alike(bench: Bench) -> None:
    step = len(bench.mutants) // SAMPLE
    chosen = replace(bench, mutants=bench.mutants[::step])
    seen: list[str] = []
    together = outcomes(chosen, 2, lambda outcome: seen.append(outcome.id))
    assert list(together) == [mutant.id for mutant in chosen.mutants]
    assert sorted(seen) == sorted(together)
    alone = outcomes(replace(chosen, mutants=chosen.mutants[:10]), 1, lambda _: None)
    assert alone == {id_: together[id_] for id_ in alone}
    assert sum(outcome.fate is Fate.KILLED for outcome in together.values()) > SAMPLE * 0.8


def test_the_made_up_protocol_is_mutated_too(reserved_model: Model) -> None:
    everything = mutants(reserved_model)
    chosen = prepared(reserved_model, vectors_of(reserved_model), everything[:: len(everything) // 25])
    fates = [outcome.fate for outcome in outcomes(chosen, 1, lambda _: None).values()]
    assert fates.count(Fate.KILLED) > len(fates) / 2
