"""The vocabularies: constants, what unlisted values read as, and the functions of the traits."""

from __future__ import annotations

from types import ModuleType

import pytest

from cgp_toolkit.model import Model, Openness
from cgp_toolkit.targets.python.format import formatted
from cgp_toolkit.targets.python.names import names
from cgp_toolkit.targets.python.vocabularies_module import vocabularies_module
from cgp_toolkit.workspace import read_model
from tests.conftest import RESERVED_SPEC
from tests.targets.python.small import model_of, vocabulary


def _module(model: Model) -> ModuleType:
    called = names(model)
    source = formatted({"vocabularies.py": vocabularies_module(model, called)}, called.module)["vocabularies.py"]
    module = ModuleType("vocabularies")
    exec(compile(source, "vocabularies.py", "exec"), module.__dict__)
    return module


@pytest.fixture(scope="module")
def small() -> ModuleType:
    model = model_of(
        read_model(RESERVED_SPEC),
        [
            vocabulary("Opaque", "a", 'b"c', traits={"safe": (True, {"a": False, 'b"c': True})}),
            vocabulary("Falls", "x", "y-z", unknown_reads_as="y-z", traits={"safe": (None, {"x": True, "y-z": False})}),
            vocabulary("Partly", "x", "y", traits={"safe": (None, {"x": True})}),
            vocabulary("Closed", "only", openness=Openness.CLOSED),
            vocabulary("Bare", openness=Openness.OPEN),
        ],
        [],
    )
    return _module(model)


def test_constants_are_the_values_on_the_wire(small: ModuleType) -> None:
    assert (small.Opaque.A, small.Opaque.B_C, small.Falls.Y_Z) == ("a", 'b"c', "y-z")
    assert small.Falls.KNOWN == ("x", "y-z")
    assert small.Bare.KNOWN == ()


def test_an_unlisted_value_of_an_opaque_vocabulary_stays_what_it_is(small: ModuleType) -> None:
    assert small.Opaque.reads_as("other") == "other"
    assert small.Opaque.safe("other") is True
    assert small.Opaque.safe("a") is False


@pytest.mark.parametrize("value", ["other", "", "X", None])
def test_an_unlisted_or_absent_value_reads_as_the_fallback(small: ModuleType, value: str | None) -> None:
    assert small.Falls.reads_as(value) == "y-z"
    assert small.Falls.safe(value) is False


def test_a_listed_value_reads_as_itself(small: ModuleType) -> None:
    assert small.Falls.reads_as("x") == "x"
    assert small.Falls.safe("x") is True


def test_a_trait_that_nobody_gave_a_value_is_none(small: ModuleType) -> None:
    assert small.Partly.safe("x") is True
    assert small.Partly.safe("y") is None
    assert small.Partly.safe("other") is None


def test_every_vocabulary_is_there_with_all_it_has(any_model: Model) -> None:
    module = _module(any_model)
    called = names(any_model)
    for subject in any_model.vocabularies():
        space = getattr(module, called.classes[subject.name])
        assert tuple(value.name for value in subject.values) == space.KNOWN
        for value in subject.values:
            assert getattr(space, called.constants[subject.name, value.name]) == value.name
            for trait in subject.traits:
                assert (
                    getattr(space, called.functions[subject.name, trait.name])(value.name) == value.traits[trait.name]
                )
        unlisted = "nobody listed this"
        assert space.reads_as(unlisted) == (subject.unknown_reads_as or unlisted)
        for trait in subject.traits:
            if trait.unknown is not None:
                assert getattr(space, called.functions[subject.name, trait.name])(unlisted) == trait.unknown
