"""The three validators, ready for both models, each form and each profile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.schema import Profile
from cgp_toolkit.targets.schemas import emit
from tests.generated.schemas.ajv import Ajv
from tests.generated.schemas.validators import AjvValidator, PythonValidator, RustValidator, Validator, source

Trio: TypeAlias = Mapping[str, Validator]
Trios: TypeAlias = Callable[[str, Profile], Trio]


@pytest.fixture(scope="session")
def ajv() -> Iterator[Ajv]:
    """ajv under Node."""
    with Ajv() as process:
        yield process


@pytest.fixture(scope="session", params=["real", "reserved"])
def each_model(request: pytest.FixtureRequest) -> Model:
    """Both models, one after the other."""
    model: Model = request.getfixturevalue("model" if request.param == "real" else "reserved_model")
    return model


@pytest.fixture(scope="session")
def emitted(each_model: Model) -> Mapping[str, str]:
    """All texts that the target emits."""
    return emit(each_model)


@pytest.fixture(scope="session")
def trios(each_model: Model, emitted: Mapping[str, str], ajv: Ajv) -> Trios:
    """The three validators by name, for a form and a profile."""

    @cache
    def trio(form: str, profile: Profile) -> Trio:
        schemas = source(each_model, emitted, form, profile)
        return {
            "jsonschema": PythonValidator(schemas),
            "jsonschema-rs": RustValidator(schemas),
            "ajv": AjvValidator(schemas, ajv, f"{each_model.digest} {form} {profile}"),
        }

    return trio
