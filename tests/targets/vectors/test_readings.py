"""What is remembered while vectors are made is what the oracle says when it is asked alone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.oracle import Oracle, RpcOracle, jsons
from cgp_toolkit.targets.vectors.emission import vectors
from cgp_toolkit.targets.vectors.material.readings import Readings
from cgp_toolkit.targets.vectors.material.stock import Stock
from cgp_toolkit.targets.vectors.vector import ExchangeVector, Kind, MessageVector, RpcVector, Vector


@pytest.fixture(scope="module", params=["real", "reserved"])
def each(request: pytest.FixtureRequest) -> tuple[Model, Mapping[Kind, tuple[Vector, ...]]]:
    """Each model with its vectors."""
    model: Model = request.getfixturevalue("model" if request.param == "real" else "reserved_model")
    return model, vectors(model)


def test_every_line_reads_as_if_it_were_the_only_one(each: tuple[Model, Mapping[Kind, tuple[Vector, ...]]]) -> None:
    model, made = each
    oracle = Oracle(model)
    for vector in made[Kind.MESSAGE]:
        assert isinstance(vector, MessageVector)
        assert oracle.read(vector.line) == vector.reading, vector.id


def test_every_json_rpc_message_reads_so_without_the_lines(
    each: tuple[Model, Mapping[Kind, tuple[Vector, ...]]],
) -> None:
    model, made = each
    assert model.rpc is not None
    oracle = RpcOracle(Oracle(model), model.rpc)
    for vector in made[Kind.JSONRPC]:
        assert isinstance(vector, RpcVector)
        assert oracle.read(vector.message, vector.answers) == vector.reading, vector.id


def test_every_exchange_is_judged_so_by_its_messages_alone(
    each: tuple[Model, Mapping[Kind, tuple[Vector, ...]]],
) -> None:
    model, made = each
    oracle = Oracle(model)
    for vector in made[Kind.EXCHANGE]:
        assert isinstance(vector, ExchangeVector)
        ack = None if vector.ack is None else oracle.judge(vector.ack).settled
        request, reply = (oracle.judge(message).settled for message in (vector.request, vector.reply))
        assert oracle.exchange(request, reply, ack) == vector.findings, vector.id


def test_a_message_is_what_its_line_is(model: Model) -> None:
    oracle = Oracle(model)
    for message in Stock(oracle).sources:
        line, reading = Readings(oracle).line_of(message)
        assert line == jsons.spelt(message).encode()
        assert reading == oracle.read(line)


def test_a_line_is_read_once(model: Model) -> None:
    readings = Readings(Oracle(model))
    message = Stock(Oracle(model)).message(model.protocol.opening)
    line, reading = readings.line_of(message)
    assert readings.read(line) is reading
    assert readings.read(dict(message)) is reading
    assert dict(readings.known) == {line: reading}


def test_nothing_is_broken_in_what_readers_refuse(model: Model) -> None:
    readings = Readings(Oracle(model))
    tag = model.protocol.tag
    assert readings.broken(Stock(Oracle(model)).message(model.protocol.opening)) == frozenset()
    assert readings.broken({tag: model.protocol.opening}) is None
