"""The limits of single values, as checks: quick and explained ones say the same, and so does the strict schema."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings

from cgp_toolkit.model import Model, Verdict
from cgp_toolkit.targets.python.names import names, rule_names
from cgp_toolkit.workspace import read_model
from cgp_wire import ndjson, rules, types
from tests.conftest import RESERVED_SPEC, ROOT, SPEC
from tests.generated.python.flavours import module, write_package
from tests.generated.strategies import Message, authored, readable
from tests.rules.cases import frame

MODELS = {"real": read_model(SPEC), "reserved": read_model(RESERVED_SPEC)}
FEW = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module", params=list(MODELS))
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Model, str, Path]:
    """A model, its freshly written package, and where that stands."""
    model = MODELS[request.param]
    folder = tmp_path_factory.mktemp(request.param)
    return model, write_package(model, folder), folder


def test_the_quick_test_passes_exactly_what_has_no_violation(package: tuple[Model, str, Path]) -> None:
    model, name, folder = package
    fine, wire, book = (module(name, part, folder) for part in ("_fine", "ndjson", "rules"))
    called = names(model)
    owners = rule_names(model, called).owners

    @FEW
    @given(readable(model) | authored(model))
    def agree(message: Message) -> None:
        envelope = wire.decode(msgspec.json.encode(message))
        owner = owners[called.envelopes[str(message[model.protocol.tag])]]
        quick = getattr(fine, f"fine_{owner}", lambda _: True)
        slow = getattr(book, f"_explain_{owner}", lambda *_: ())
        assert quick(envelope) == (tuple(slow(envelope, "", False)) == ())

    agree()


def test_what_authors_may_write_breaks_no_limit(package: tuple[Model, str, Path]) -> None:
    model, name, folder = package
    wire, book = (module(name, part, folder) for part in ("ndjson", "rules"))

    @FEW
    @given(authored(model))
    def passes(message: Message) -> None:
        found = book.check(wire.decode(msgspec.json.encode(message)))
        assert [v for v in found if v.rule not in book.RULES] == []

    passes()


def test_limits_and_the_strict_schema_agree(model: Model) -> None:
    bundle = json.loads((ROOT / "generated" / "schemas" / "strict.schema.json").read_text())
    validator = jsonschema_rs.validator_for(bundle)

    @FEW
    @given(readable(model))
    def agree(message: Message) -> None:
        envelope = ndjson.decode(msgspec.json.encode(message))
        assert not isinstance(envelope, ndjson.UnknownEnvelope)
        found = {v.rule for v in rules.check(envelope)} - set(rules.RULES)
        # No schema knows the calendar.
        assume("no-such-instant" not in found)
        written = json.loads(ndjson.encode(envelope))
        assert validator.is_valid(written) == (not found)

    agree()


def test_every_example_breaks_what_it_says_and_nothing_else(model: Model) -> None:
    checked = 0
    for example in model.examples.values():
        line = example.line if example.line is not None else msgspec.json.encode(example.message)
        if example.verdict is Verdict.INVALID:
            continue
        envelope = ndjson.decode(line)
        if isinstance(envelope, ndjson.UnknownEnvelope):
            continue
        broken = {(f.rule, f.pointer) for f in ndjson.examine(line, strict=True).faults}
        broken |= {(v.rule, v.pointer) for v in rules.check(envelope, thorough=True)}
        assert broken == {(f.rule, f.at) for f in example.fails}, example.name
        for violation in rules.check(envelope, thorough=True):
            stated = {f.requirement for f in example.fails if (f.rule, f.at) == (violation.rule, violation.pointer)}
            assert stated in ({None}, {violation.requirement}), example.name
        checked += 1
    assert checked > 40


def test_what_constructors_do_not_check_is_checked() -> None:
    good = msgspec.convert(frame(), types.ContextFrame)
    for changes, rule in (
        ({"score": 1.5}, "out-of-range"),
        ({"score": float("nan")}, "out-of-range"),
        ({"token_cost": -1}, "out-of-range"),
        ({"canonical_token_cost": 2**32}, "out-of-range"),
        ({"id": ""}, "too-short"),
        ({"title": "\n"}, "bad-format"),
        ({"title": "\u00a0"}, None),
        ({"recorded_at": "2026-02-30T00:00:00Z"}, "no-such-instant"),
    ):
        result = types.ContextQueryResult(frames=(msgspec.structs.replace(good, **changes),), truncated=False)
        found = rules.check(types.Frames(result=result))
        assert [v.rule for v in found] == ([rule] if rule is not None else []), changes


def test_half_a_surrogate_pair_is_no_crash() -> None:
    broken = msgspec.structs.replace(msgspec.convert(frame(), types.ContextFrame), content="\ud800", token_cost=1)
    result = types.ContextQueryResult(frames=(broken,), truncated=False)
    assert rules.check(types.Frames(result=result), thorough=True) == ()


def test_one_mistake_in_a_text_is_one_finding() -> None:
    empty = types.Handshake(protocol_version="")
    assert [v.rule for v in rules.check(empty)] == ["too-short"]
    wrong = types.Query(query=types.ContextQuery(goal="look", max_frames=1, max_tokens=1, as_of="yesterday"))
    assert [v.rule for v in rules.check(wrong)] == ["bad-format"]
