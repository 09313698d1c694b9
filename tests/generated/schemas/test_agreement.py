"""Three validators, three forms, two profiles, two protocols: one verdict, and one error for one wrong member."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cgp_toolkit.model import Json, Model
from cgp_toolkit.schema import Profile, settle
from cgp_toolkit.targets.vectors.material.instances import full, messages, minimal
from tests.generated.schemas.conftest import Trio, Trios
from tests.generated.schemas.validators import FORMS, Finding
from tests.schema.mutants import Mutant, mutants

# What no JSON Schema can check: a calendar.  (Rules over several values are no faults of the line binding.)
_BEYOND_SCHEMAS = frozenset({"no-such-instant"})


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    """How the schemas are packed."""
    return str(request.param)


@pytest.fixture(params=list(Profile))
def profile(request: pytest.FixtureRequest) -> Profile:
    """For whom they are written."""
    return Profile(request.param)


def _agreed(trio: Trio, definition: str, instance: Json) -> list[Finding]:
    """What all three validators say; they must say the same."""
    answers = {name: validator.check(definition, instance) for name, validator in trio.items()}
    first, *others = answers.values()
    assert all(other == first for other in others), (instance, answers)
    return first


def test_an_example_fails_where_the_model_says_and_nowhere_else(
    each_model: Model, trios: Trios, form: str, profile: Profile
) -> None:
    union = settle(each_model).union
    faults = {fault.name: fault for fault in each_model.lines.faults if fault.name not in _BEYOND_SCHEMAS}
    judged = 0
    for example in each_model.examples.values():
        if example.message is None:
            continue
        judged += 1
        expected = {
            failure.at
            for failure in example.fails
            if failure.rule in faults and (profile is Profile.STRICT or not faults[failure.rule].author)
        }
        findings = _agreed(trios(form, profile), union, example.message)
        assert [finding.at for finding in findings] == sorted(expected), (example.name, findings)
    assert judged


def test_what_an_author_may_write_passes(each_model: Model, trios: Trios, form: str, profile: Profile) -> None:
    names = settle(each_model)
    trio = trios(form, profile)
    for message in messages(each_model):
        assert not _agreed(trio, names.union, message), message
        assert not _agreed(trio, names.envelopes[str(message[each_model.protocol.tag])], message), message
    for name in each_model.types:
        for value in (minimal(each_model, name), *full(each_model, name)):
            assert not _agreed(trio, name, value), (name, value)


def test_one_wrong_member_is_one_error_at_that_member(
    each_model: Model, trios: Trios, form: str, profile: Profile
) -> None:
    union = settle(each_model).union
    trio = trios(form, profile)
    refused = 0
    for mutant in _mutants(each_model):
        # ajv never looks at a member of that name, for fear of the language below it.
        seen = {name: each for name, each in trio.items() if name != "ajv" or "__proto__" not in mutant.at}
        findings = _agreed(seen, union, mutant.message)
        if profile in mutant.refused:
            refused += 1
            assert [finding.at for finding in findings] == [mutant.at], (mutant, findings)
        else:
            assert not findings, (mutant, findings)
    assert refused > 100


def _mutants(model: Model) -> Iterator[Mutant]:
    for message in messages(model):
        yield from mutants(model, message)
