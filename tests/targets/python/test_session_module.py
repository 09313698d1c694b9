"""The session modules as the target emits them, for both protocols; the made-up one holds a conversation."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cgp_toolkit.lifecycle import table
from cgp_toolkit.model import Model, Outcome
from cgp_toolkit.targets.python import TARGET
from cgp_toolkit.targets.python.http_module import http_modules
from cgp_toolkit.targets.python.names import names
from cgp_toolkit.targets.python.peers_module import peers_modules
from cgp_toolkit.targets.python.session_module import session_modules

_CONVERSATION = """
from reserved_wire import types as t, decode
from reserved_wire.session import FinalSession, ProtocolViolation, Replied, Requested, StaticSession, recording

asks, answers = StaticSession(), FinalSession()
(opened,) = answers.receive_data(asks.send(t.ClassEnvelope(interface="interface/1-2")))
assert isinstance(opened, Requested)
gates = t.Class(def_=True, lambda_=True)
(ready,) = asks.receive_data(answers.send(t.Import(interface="interface/1-9", with_=gates)))
assert isinstance(ready, Replied), ready
question = t.Async(from_="a", import_=t.None_(class_="abc"), select=0.5)
(asked,) = answers.receive_data(asks.send(question) + b"no message\\n")[:1]
assert asked.request.id == "a"
assert b'"switch":"throw"' in answers.data_to_send()
try:
    asks.send(question)
except ProtocolViolation as violation:
    assert violation.condition == "id-in-flight", violation
else:
    raise AssertionError
(replied,) = asks.receive_data(answers.send(t.Await(from_="a", package=())))
assert replied == Replied(asked.request, t.Await(from_="a", package=()))
answers.receive_data(asks.send(t.Break()))
assert asks.is_closed and answers.is_closed
foreign = FinalSession()
foreign.receive(t.ClassEnvelope(interface="interface/2-1"))
refusal = decode(foreign.data_to_send())
assert refusal.try_ == "extends", refusal
watched = recording()
assert watched.see(question).requirements == ("R1",)
"""


@pytest.fixture
def reserved(reserved_model: Model, tmp_path: Path) -> Path:
    """The folder of the made-up protocol's distribution."""
    for name, text in TARGET.emit(reserved_model).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_a_protocol_of_reserved_words_holds_a_conversation(reserved: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", _CONVERSATION],
        env={**os.environ, "PYTHONPATH": str(reserved)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr


def test_the_table_stands_before_any_code_and_has_every_row_on_a_line_of_its_own(any_model: Model) -> None:
    text = session_modules(any_model, names(any_model))["session.py"]
    tree = ast.parse(text)
    kinds = [type(node).__name__ for node in tree.body if not isinstance(node, ast.ImportFrom | ast.Import)]
    # The docstring, __all__, and then the table.
    assert kinds[:3] == ["Expr", "Assign", "AnnAssign"]
    assert any_model.lifecycle is not None
    steps = table(any_model, any_model.lifecycle)
    rows = [line for line in text.splitlines() if ": Step(" in line]
    assert len(rows) == len(steps)
    for row, (key, step) in zip(rows, steps.items(), strict=True):
        assert row.startswith(f'    ("{key.role}", "{key.state}", "{key.event}", ')
        assert f'"{step.to}", {step.outcome.name}, "{step.row.requirements[0]}"' in row
    assert any(f", {Outcome.ANSWER.name}, " in row for row in rows)


def test_nothing_is_left_of_it_without_a_lifecycle(model: Model) -> None:
    bare = replace(model, lifecycle=None)
    assert session_modules(bare, names(bare)) == peers_modules(bare, names(bare)) == http_modules(bare) == {}
    with_one, without = TARGET.emit(model), TARGET.emit(bare)
    package = model.protocol.packages["python"].names["module"]
    gone = set(with_one) - set(without)
    assert f"{package}/session.py" in gone
    called = names(model)
    parts = {**session_modules(model, called), **peers_modules(model, called), **http_modules(model)}
    assert gone == {f"{package}/{name}" for name in parts}


def test_the_static_modules_name_nothing_of_the_protocol(model: Model, reserved_model: Model) -> None:
    one, other = session_modules(model, names(model)), session_modules(reserved_model, names(reserved_model))
    assert set(one) == set(other)
    for name in set(one) - {"session.py"}:
        assert one[name].partition("\n")[2] == other[name].partition("\n")[2]
