"""The published SDK of the protocol, as an independent peer: what it does well, and what the inspector finds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from cgp_toolkit.oracle import Oracle
from cgp_toolkit.wire.inspect import Address, Inspected, Inspector, Result, Status, Wishes
from tests.wire.inspect.conftest import HERE, SDK, Inspect

pytest.importorskip("contextgraph_sdk")


@pytest.fixture(scope="module")
def inspected(oracle: Oracle) -> Inspected:
    return Inspector(oracle.model, SDK, Wishes(timeout=5.0, quiet=0.1), oracle=oracle).run()


@pytest.fixture(scope="module")
def served(oracle: Oracle) -> Iterator[Inspected]:
    with subprocess.Popen([*SDK, "http"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = Address(f"http://127.0.0.1:{int(server.stdout.readline())}/")
        try:
            yield Inspector(oracle.model, address, Wishes(timeout=5.0), oracle=oracle).run()
        finally:
            server.terminate()


def _result(inspected: Inspected, name: str) -> Result:
    (result,) = (result for result in inspected.results if result.check.id == name)
    return result


@pytest.mark.parametrize(
    ("check", "what"),
    [
        # A line that is JSON but no object, and a query without a payload, end its process.
        ("malformed/line-of-array", "it ended with status 1"),
        ("malformed/line-of-null", "it ended with status 1"),
        ("malformed/query-without-payload", "it ended with status 1"),
        ("malformed/verify-without-frames", "it ended with status 1"),
        ("id-on-errors", "it ended with status 1"),
        ("stays", "it ended with status"),
        ("foreign-major", "handshake_ack came; expected error"),
        ("no-version", "handshake_ack came; expected error"),
        ("H1", "the version accepted is of another family"),
        ("query-before-handshake", "frames came; expected error or nothing"),
        ("unknown-envelope", "nothing came within"),
        ("malformed/query-count-as-boolean", "frames came; expected error or nothing"),
    ],
)
def test_its_breaches_are_found_and_named(inspected: Inspected, check: str, what: str) -> None:
    result = _result(inspected, check)
    assert result.status is Status.FAILED
    assert any(what in evidence.what for evidence in result.evidence)
    assert all(evidence.sent for evidence in result.evidence)
    assert result.check.fix or any(evidence.fix for evidence in result.evidence)


@pytest.mark.parametrize(
    "check",
    [
        "handshake",
        "pipeline",
        "id-verbatim",
        "unknown-members",
        "goodbye",
        "end-of-input",
        "verify-served",
        "B1",
        "B3",
        "H2",
    ],
)
def test_what_it_does_well_passes(inspected: Inspected, check: str) -> None:
    assert _result(inspected, check).status is Status.PASSED


@pytest.mark.parametrize("check", ["anchors", "embedding-of-another-length", "C5", "F5", "P2", "V4"])
def test_what_it_does_not_have_is_untested_and_not_passed(inspected: Inspected, check: str) -> None:
    result = _result(inspected, check)
    assert result.status is Status.UNTESTED
    assert result.why


def test_an_inspection_names_who_was_inspected_and_what_was_said_on_standard_error(inspected: Inspected) -> None:
    assert inspected.peer.greeting == "docs 1.0"
    assert not inspected.ok()
    assert inspected.noise


def test_over_http_its_server_stays_and_its_statuses_are_right(served: Inspected) -> None:
    for check in ("handshake", "concurrent-hosts", "goodbye-to-a-server", "bare-unknown-envelope"):
        assert _result(served, check).status is Status.PASSED, _result(served, check)


@pytest.mark.parametrize(
    "check", ["foreign-major", "unknown-envelope", "http-media-type", "malformed/query-without-payload"]
)
def test_over_http_its_breaches_are_found(served: Inspected, check: str) -> None:
    assert _result(served, check).status is Status.FAILED


def test_what_a_peer_prints_is_no_message(inspect: Inspect) -> None:
    code = "print('welcome to the server', flush=True); import runpy; runpy.run_path(" + repr(
        str(HERE / "sdk_provider.py")
    )
    inspected = inspect(
        [sys.executable, "-c", code + ", run_name='__main__')"], only=("handshake", "question", "readable")
    )
    assert _result(inspected, "readable").status is Status.FAILED
    assert _result(inspected, "question").status is Status.PASSED
