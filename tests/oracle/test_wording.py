"""What the documentation quotes is what the command prints."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from cgp_toolkit.model import Model, Verdict
from cgp_toolkit.oracle import Oracle
from cgp_toolkit.oracle.jsons import spelt
from cgp_toolkit.oracle.wording import Teller, Told
from cgp_toolkit.wire.findings import Finding, Wishes
from cgp_toolkit.wire.inputs import opened
from cgp_toolkit.wire.pieces import Format
from cgp_toolkit.wire.validation import validate
from cgp_wire import HandshakeAck, UnknownEnvelope, decode
from cgp_wire.rules import check_exchange


def _said(finding: Finding | Told) -> tuple[str, str, tuple[str, ...], bool, str, str]:
    if isinstance(finding, Told):
        return finding.rule, finding.at, finding.requirements, finding.error, finding.message, finding.fix
    error = finding.severity == "error"
    return finding.rule, finding.pointer, finding.requirements, error, finding.message, finding.fix


def test_every_example_is_told_of_as_the_command_tells(model: Model, tmp_path: Path) -> None:
    teller, examples = Teller(Oracle(model)), list(model.examples.values())
    file = tmp_path / "examples.ndjson"
    lines = [e.line if e.line is not None else spelt(e.message).encode() for e in examples]
    # A carriage return before the line end is dropped by whoever reads lines.
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    printed: dict[int, list[Finding]] = defaultdict(list)
    with opened(str(file)) as source:
        wishes = Wishes(strict=True, thorough=True)
        validate(source, wishes, format=Format.NDJSON, report=lambda f: printed[f.line].append(f), advance=lambda: None)
    compared = 0
    for number, example in enumerate(examples, 1):
        reading, found = teller.told(example)
        ours, theirs = sorted(map(_said, found)), sorted(map(_said, printed[number]))
        if reading.refused is None:
            assert ours == theirs, example.name
        else:
            # The command also names what is wrong beside what stops a reader.
            assert set(ours) <= set(theirs), example.name
        assert bool(found) is (example.verdict is not Verdict.VALID or bool(example.fails))
        compared += len(found)
    assert compared > 60


def test_every_exchange_is_told_of_as_the_binding_tells(model: Model) -> None:
    teller, told_of = Teller(Oracle(model)), 0
    for exchange in model.exchanges.values():
        request, reply = (decode(spelt(part).encode()) for part in (exchange.request, exchange.reply))
        assert not isinstance(request, UnknownEnvelope)
        assert not isinstance(reply, UnknownEnvelope)
        ack = None if exchange.ack is None else decode(spelt(exchange.ack).encode())
        assert ack is None or isinstance(ack, HandshakeAck)
        theirs = {
            (v.of, v.rule, v.pointer, v.requirement, v.severity == "error", v.message, v.fix)
            for v in check_exchange(request, reply, ack=ack)
        }
        found = teller.told_of_exchange(exchange)
        ours = {(f.of, f.rule, f.at, *f.requirements, f.error, f.message, f.fix) for f in found}
        assert ours == theirs, exchange.name
        told_of += len(found)
    assert told_of > 5
