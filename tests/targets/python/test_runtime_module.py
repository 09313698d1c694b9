"""The codec as a target: what it takes from the model, for models that the real one does not show."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from cgp_toolkit.binding.expected import expected
from cgp_toolkit.model import Base, Constraint, Duplicates, Envelope, Measure, Model, Omit, OnNull, Openness, Type
from cgp_toolkit.targets.python import runtime_module
from cgp_toolkit.targets.python.names import names
from cgp_toolkit.targets.python.tables_module import RAISED, tables_module
from cgp_toolkit.targets.python.types_module import types_module
from tests.targets.python.small import HERE, envelope, member, model_of, record, scalar, vocabulary

RUNTIME = Path(runtime_module.__file__).parent / "runtime"


def _strings(path: Path) -> set[str]:
    return {
        node.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_the_faults_that_are_raised_by_name_are_listed(model: Model) -> None:
    faults = {fault.name for fault in model.lines.faults}
    raised = {text for path in RUNTIME.glob("*.py") for text in _strings(path)} & faults
    assert raised == set(RAISED)


@pytest.mark.parametrize("name", RAISED)
def test_a_model_without_one_of_these_faults_has_no_codec(model: Model, name: str) -> None:
    faults = tuple(fault for fault in model.lines.faults if fault.name != name)
    with pytest.raises(ValueError, match=f"the model lists no fault '{name}'"):
        tables_module(replace(model, lines=replace(model.lines, faults=faults)))


def test_static_modules_are_the_same_for_every_model_but_for_the_stamp(model: Model, reserved_model: Model) -> None:
    ours, theirs = runtime_module.emit(model), runtime_module.emit(reserved_model)
    assert set(ours) == set(theirs)
    static = [path.name for path in sorted(RUNTIME.glob("*.py"))]
    assert {"errors.py", "ndjson.py", "versions.py"} <= set(static)
    for name in static:
        assert ours[name].partition("\n")[2] == theirs[name].partition("\n")[2]
        assert ours[name].partition("\n")[2] == (RUNTIME / name).read_text()


def test_emitting_twice_gives_the_same_text(any_model: Model) -> None:
    assert runtime_module.emit(any_model) == runtime_module.emit(any_model)


def test_what_the_package_offers_is_there(model: Model) -> None:
    files = runtime_module.emit(model)
    for name, offered in runtime_module.OFFERS.items():
        tree = ast.parse(files[f"{name}.py"])
        bound = {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
        bound |= {a.asname or a.name for node in tree.body if isinstance(node, ast.ImportFrom) for a in node.names}
        assert set(offered) <= bound


SMALL: list[Type] = [
    scalar("Text"),
    scalar("Share", Base.NUMBER, Constraint(minimum=0, maximum=1)),
    replace(scalar("Real", Base.NUMBER), width=64),
    replace(scalar("Single", Base.NUMBER), width=32),
    scalar("Long", Base.INTEGER, Constraint(minimum=-(2**63), maximum=2**63 - 1)),
    scalar("Flag", Base.BOOLEAN),
    record(
        "Part",
        member("word", "Text", optional=True, default="two words", omit=Omit.DEFAULT, on_null=OnNull.ABSENT),
        member("number", "Long", optional=True, default=1000, omit=Omit.DEFAULT),
        member("share", "Share", optional=True, default=0.1, omit=Omit.DEFAULT),
        member("flag", "Flag", optional=True, default=True, omit=Omit.DEFAULT),
    ),
    record(
        "Tree",
        member("part", "Part", optional=True, omit=Omit.ABSENT, on_null=OnNull.ABSENT),
        member("real", "Real", optional=True, omit=Omit.ABSENT, on_null=OnNull.ABSENT),
        member("single", "Single", optional=True, omit=Omit.ABSENT, on_null=OnNull.ABSENT),
        member("never_null", "Text", optional=True, omit=Omit.ABSENT, on_null=OnNull.ERROR),
        member("only", "Tree", optional=True, omit=Omit.ABSENT, on_null=OnNull.ABSENT),
        member("more", "Tree", many=True, optional=True, default=[], omit=Omit.EMPTY),
    ),
]


def _last_wins(name: str, type_: str) -> Envelope:
    return replace(envelope(name, member("held", type_)), duplicates=Duplicates.LAST_WINS)


@pytest.fixture(scope="module")
def small(reserved_model: Model, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The codec of a model in which a record contains itself, and in which defaults are of all kinds."""
    model = model_of(reserved_model, SMALL, [_last_wins("tree", "Tree"), _last_wins("part", "Part"), envelope("end")])
    folder = tmp_path_factory.mktemp("small")
    package = folder / "small_wire"
    package.mkdir()
    sources = {"__init__.py": "", "types.py": types_module(model, names(model))(), **runtime_module.emit(model)}
    for name, text in sources.items():
        (package / name).write_text(text)
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("small_wire.ndjson")
    finally:
        sys.path.remove(str(folder))


@pytest.mark.parametrize(
    ("given", "written"),
    [
        (b'{"word":"two words","number":1000,"share":0.1,"flag":true}', b"{}"),
        (b'{"word":null}', b"{}"),
        (b'{"word":"two  words","number":1001,"share":0.10000000000000002,"flag":false}', None),
    ],
)
def test_a_default_of_any_kind_is_left_out_when_it_was_read(
    small: ModuleType, given: bytes, written: bytes | None
) -> None:
    line = b'{"kind":"part","held":%s}'
    assert small.encode(small.decode(line % given)) == line % (written or given) + b"\n"
    # Also inside of records that contain themselves, in arrays and out of them.
    for around in (b'{"part":%s}', b'{"only":{"only":{"part":%s}}}', b'{"more":[{},{"more":[{"part":%s}]}]}'):
        tree = b'{"kind":"tree","held":%s}' % around
        assert small.encode(small.decode(tree % given)) == tree % (written or given) + b"\n"


@pytest.mark.parametrize("around", [b"%s", b'{"only":%s}', b'{"more":[{},{"only":%s}]}'])
def test_a_number_without_limits_is_finite_both_ways(small: ModuleType, around: bytes) -> None:
    line = b'{"kind":"tree","held":%s}' % (around % b'{"real":%s}')
    largest = b"1.7976931348623157e308"
    assert small.encode(small.decode(line % largest)) == line % largest + b"\n"
    for text in (b"1e309", b"-1e309", b"9" * 400):
        with pytest.raises(small.DecodeError) as caught:
            small.decode(line % text)
        assert caught.value.rule == "out-of-range"
        assert caught.value.pointer.endswith("/real")


@pytest.mark.parametrize(
    ("given", "rule", "pointer"),
    [
        (b'{"single":1e39}', "out-of-range", "/held/single"),
        (b'{"single":-1e39,"x":1}', "out-of-range", "/held/single"),
        (b'{"never_null":null}', "null-member", "/held/never_null"),
        (b'{"x":1,"only":{"never_null":null}}', "null-member", "/held/only/never_null"),
    ],
)
def test_what_the_types_cannot_refuse_is_refused_all_the_same(
    small: ModuleType, given: bytes, rule: str, pointer: str
) -> None:
    line = b'{"kind":"tree","held":%s}' % given
    with pytest.raises(small.DecodeError) as caught:
        small.decode(line)
    assert (caught.value.rule, caught.value.pointer) == (rule, pointer)
    assert [(fault.rule, fault.pointer) for fault in small.examine(line).faults] == [(rule, pointer)]
    small.decode(b'{"kind":"tree","held":{"single":3.4028234663852886e38,"never_null":"x","real":null}}')


def test_the_types_of_both_models_are_exact(any_model: Model) -> None:
    assert "TYPES_ARE_EXACT: Final = True" in runtime_module.emit(any_model)["_tables.py"]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**400])
def test_a_number_that_json_does_not_have_is_found_at_any_depth(small: ModuleType, value: float) -> None:
    types = importlib.import_module("small_wire.types")
    tree = types.Tree(more=(types.Tree(), types.Tree(only=types.Tree(real=value))))
    with pytest.raises(small.EncodeError) as caught:
        small.encode(types.TreeEnvelope(held=tree))
    assert (caught.value.rule, caught.value.pointer) == ("out-of-range", "/held/more/1/only/real")


def test_types_that_contain_themselves_nest_as_deep_as_the_limit_and_no_deeper(small: ModuleType) -> None:
    def nested(levels: int) -> bytes:
        return b'{"kind":"tree","held":' + b'{"only":' * (levels - 2) + b"{}" + b"}" * (levels - 2) + b"}"

    deepest = small.decode(nested(small.MAX_DEPTH))
    assert small.encode(deepest) == nested(small.MAX_DEPTH) + b"\n"
    for levels in (small.MAX_DEPTH + 1, 500, 5_000, 100_000):
        with pytest.raises(small.DecodeError, match="too-deep"):
            small.decode(nested(levels))
        assert [fault.rule for fault in small.examine(nested(levels), strict=True).faults] == ["too-deep"]
    with_unknown = nested(small.MAX_DEPTH).replace(b"{}", b'{"x":1}')
    assert small.decode(with_unknown) == deepest
    with pytest.raises(small.DecodeError, match="too-deep"):
        small.decode(with_unknown.replace(b"1", b"[]"))


def test_names_of_measures_become_functions(reserved_model: Model) -> None:
    measures = tuple(Measure(name, "Doc.", 3, "R1", HERE) for name in ("lambda", "two-words", "len"))
    model = replace(reserved_model, protocol=replace(reserved_model.protocol, measures=measures))
    tree = ast.parse(runtime_module.emit(model)["tokens.py"])
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert functions == ["lambda_", "two_words", "len_", "_utf8_length"]


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (scalar("S"), "a string"),
        (scalar("S", limits=Constraint(min_length=1)), "a non-empty string"),
        (scalar("S", limits=Constraint(min_length=2)), "a string of at least 2 characters"),
        (scalar("S", limits=Constraint(max_length=5)), "a string of at most 5 characters"),
        (scalar("S", limits=Constraint(min_length=2, max_length=5)), "a string of 2 to 5 characters"),
        (scalar("S", Base.BOOLEAN), "true or false"),
        (scalar("S", Base.INTEGER), "an integer"),
        (scalar("S", Base.INTEGER, Constraint(minimum=3)), "an integer of at least 3"),
        (scalar("S", Base.INTEGER, Constraint(maximum=3)), "an integer of at most 3"),
        (scalar("S", Base.INTEGER, Constraint(minimum=-3, maximum=3)), "an integer from -3 to 3"),
        (
            replace(scalar("S", Base.INTEGER, Constraint(minimum=-(2**15), maximum=2**15 - 1)), width=16, signed=True),
            "a signed 16-bit integer",
        ),
        (
            replace(scalar("S", Base.INTEGER, Constraint(minimum=0, maximum=2**64 - 1)), width=64, signed=False),
            "an unsigned 64-bit integer",
        ),
        (scalar("S", Base.NUMBER), "a finite 64-bit number"),
        (replace(scalar("S", Base.NUMBER), width=32), "a finite 32-bit number"),
        (scalar("S", Base.NUMBER, Constraint(minimum=0, maximum=1)), "a number from 0 to 1"),
        (vocabulary("V", "a", "b", openness=Openness.CLOSED), "one of a, b"),
        (vocabulary("V", "a", "b"), "a string"),
        (record("R"), "an object (R)"),
    ],
)
def test_an_expectation_is_said_in_words(type_: Type, words: str) -> None:
    assert expected(type_) == words


def test_no_two_static_modules_share_a_name_in_the_flat_package() -> None:
    found = [path.name for folder in ("runtime", "static") for path in (RUNTIME.parent / folder).rglob("*.py")]
    assert len(found) > 30
    assert [name for name in sorted(set(found)) if found.count(name) > 1] == []
