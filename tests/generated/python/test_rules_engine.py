"""The compiled rules against an independent engine: for whatever readers accept, both say the same, rule by rule."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from cgp_toolkit.model import Envelope, Json, Model, Record, Rule
from cgp_toolkit.targets.python.names import names
from cgp_toolkit.workspace import read_model
from tests.conftest import RESERVED_SPEC, SPEC
from tests.generated.python.flavours import module, write_package
from tests.rules.cases import REAL
from tests.rules.engine import Engine
from tests.rules.inputs import variables

MODELS = {"real": read_model(SPEC), "reserved": read_model(RESERVED_SPEC)}
EXTRA = {"real": [m for cases in REAL.values() for case in cases for m in case.messages()], "reserved": []}
CASES = [(name, rule) for name, model in MODELS.items() for rule in model.rules]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, Path]]:
    """Each model's package, freshly written."""
    found = {}
    for name, model in MODELS.items():
        folder = tmp_path_factory.mktemp(name)
        found[name] = (write_package(model, folder), folder)
    return found


class Binding:
    """The types and rules of one package."""

    def __init__(self, model: Model, package: tuple[str, Path]) -> None:
        self.model = model
        self.names = names(model)
        self.types = module(package[0], "types", package[1])
        self.rules = module(package[0], "rules", package[1]).RULES

    def value(self, owner: str, value: dict[str, Json]) -> object:
        """The typed form of an object that readers accept."""
        name = self.names.envelopes.get(owner) or self.names.classes[owner]
        return msgspec.convert(value, getattr(self.types, name))


def _owner(model: Model, rule: Rule, variable: str, value: dict[str, Json]) -> Envelope | Record:
    """What the model calls the value of a variable."""
    subject = rule.subjects[0].on
    if variable == "this" and subject is not None and subject not in model.envelopes:
        return model.record(subject)
    return model.envelopes[str(value[model.protocol.tag])]


@pytest.mark.parametrize(("protocol", "name"), CASES, ids=lambda part: part)
def test_a_compiled_rule_and_an_engine_agree(protocol: str, name: str, packages: dict[str, tuple[str, Path]]) -> None:
    model = MODELS[protocol]
    rule = model.rules[name]
    binding = Binding(model, packages[protocol])
    compiled = binding.rules[name]
    engine = Engine(model)

    @settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(variables(model, rule, EXTRA[protocol]))
    def agree(drawn: dict[str, dict[str, Json]]) -> None:
        owners = {variable: _owner(model, rule, variable, value) for variable, value in drawn.items()}
        read = {variable: engine.as_read(owners[variable], value) for variable, value in drawn.items()}
        expected = engine.holds(rule, read)
        values = {variable: binding.value(owners[variable].name, value) for variable, value in drawn.items()}
        assert compiled.function(*(values[variable] for variable in compiled.takes)) == expected

    agree()
