"""The inspection of servers: the mock over HTTP, honest and erring, and what is no server at all."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from cgp_toolkit.model import Model, Transport
from cgp_toolkit.oracle import Oracle
from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.inspect import Address, Inspected, Inspector, Status, Wishes, checks_of
from cgp_toolkit.wire.mock import serve_http
from cgp_toolkit.workspace import read_model
from tests.conftest import SPEC


@contextmanager
def _served(mode: str | None = None, spec: Path = SPEC) -> Iterator[str]:
    """The address of a mock."""
    erring = [] if mode is None else ["--misbehave", mode]
    words = [sys.executable, "-m", "cgp_toolkit", "mock", "--spec", str(spec), "--http", "0", *erring]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


def _inspected(oracle: Oracle, url: str, **wishes: object) -> Inspected:
    settings: dict[str, object] = {"timeout": 8.0, **wishes}
    return Inspector(oracle.model, Address(url), Wishes(**settings), oracle=oracle).run()  # type: ignore[arg-type]


def _caught(inspected: Inspected) -> set[str]:
    return {r.check.id.partition("/")[0] for r in inspected.results if r.status in (Status.FAILED, Status.WARNED)}


def test_the_honest_mock_passes_every_check_over_http(oracle: Oracle) -> None:
    with _served() as url:
        inspected = _inspected(oracle, url)
    assert _caught(inspected) == set()
    assert [result.check.id for result in inspected.results] == [c.id for c in checks_of(oracle.model, Transport.HTTP)]
    assert inspected.peer.transport == "http"


def _modes(model: Model) -> list[str]:
    return [mode.name for mode in model.misbehaviours.values() if mode.over == (Transport.HTTP,)]


def test_modes_of_servers_are_caught_by_their_checks(model: Model, oracle: Oracle) -> None:
    assert _modes(model)
    for name in _modes(model):
        mode = model.misbehaviours[name]
        with _served(name) as url:
            inspected = _inspected(oracle, url, only=(*mode.caught_by, "handshake", "http-method"))
        assert _caught(inspected) == set(mode.caught_by), name


_NUMBERS = {"200": "203", "204": "202", "400": "422", "405": "501", "413": "507", "415": "406"}


def _with(folder: Path, *edits: tuple[str, str, str]) -> Path:
    """A copy of the model with a word of some files replaced: file, old, new."""
    shutil.copytree(SPEC, folder, dirs_exist_ok=True)
    for file, old, new in edits:
        path = folder / file
        assert path.read_text().count(old) == 1, (file, old)
        path.write_text(path.read_text().replace(old, new))
    return folder


def _renumbered(folder: Path, *edits: tuple[str, str, str]) -> Path:
    """A copy of the model whose HTTP binding has another number for every status."""
    numbers = ((f"number: {old}", f"number: {new}") for old, new in _NUMBERS.items())
    return _with(folder, *(("bindings/http.yaml", old, new) for old, new in numbers), *edits)


def test_mock_and_inspector_go_by_the_method_media_type_and_statuses_of_the_model(tmp_path: Path) -> None:
    spec = _renumbered(
        tmp_path / "spec",
        ("bindings/http.yaml", "method: POST", "method: PUT"),
        ("bindings/http.yaml", "media_type: application/json", "media_type: application/vnd.other+json"),
        ("probes/http.yaml", "method: PUT", "method: POST"),
        ("probes/http.yaml", "media_type: text/plain", "media_type: application/json"),
    )
    other = Oracle(read_model(spec))
    with _served(spec=spec) as url:
        inspected = _inspected(other, url)
    assert _caught(inspected) == set()
    assert inspected.ok()
    with _served("other-statuses", spec) as url:
        inspected = _inspected(other, url, only=("budget-of-one-frame", "http-statuses"))
    assert _caught(inspected) == {"http-statuses"}


def test_a_server_with_other_numbers_fails_where_statuses_are_looked_at(tmp_path: Path, oracle: Oracle) -> None:
    with _served(spec=_renumbered(tmp_path / "spec")) as url:
        inspected = _inspected(oracle, url, only=("handshake", "http-statuses", "http-method", "line-too-long"))
    assert _caught(inspected) == {"http-statuses", "http-method", "line-too-long"}
    said = {r.check.id: {e.what for e in r.evidence} for r in inspected.results}
    assert "the status is 203 instead of 200" in said["http-statuses"]
    assert "the status is 501 instead of 405" in said["http-method"]
    assert "the status is 507 instead of 200 or 413" in said["line-too-long"]


def test_where_the_model_has_no_http_nothing_is_served_or_inspected_over_it(model: Model) -> None:
    without = replace(model, http=None)
    for ask in (
        lambda: serve_http(without, 0),
        lambda: Inspector(without, Address("http://127.0.0.1:1/"), Wishes()).run(),
        lambda: checks_of(without, Transport.HTTP),
    ):
        with pytest.raises(InputError, match="says nothing about HTTP"):
            ask()
    assert checks_of(without, Transport.STDIO) == checks_of(model, Transport.STDIO)


def test_where_nobody_serves_nothing_passes(oracle: Oracle) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    inspected = _inspected(oracle, f"http://127.0.0.1:{port}/", timeout=1.0)
    assert not inspected.ok()
    assert inspected.count()[Status.PASSED] == 0


def test_a_server_that_never_answers_is_given_up(oracle: Oracle) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        inspected = _inspected(oracle, f"http://127.0.0.1:{silent.getsockname()[1]}/", timeout=0.2)
    assert not inspected.ok()
    assert inspected.seconds < 60


@pytest.mark.parametrize("url", ["localhost:80", "ftp://127.0.0.1/", "http://"])
def test_what_is_no_address_is_said(url: str) -> None:
    with pytest.raises(InputError, match="is no address"):
        Address(url)


def test_a_token_is_sent_to_no_other_machine_in_plain_text_and_never_shown() -> None:
    with pytest.raises(InputError, match="https only") as raised:
        Address("http://provider.example/", "secret-token")
    assert "secret" not in str(raised.value)
    address = Address("http://user:password@127.0.0.1:8000/a?key=secret", "secret-token")
    assert "secret-token" not in repr(address)
    assert address.shown == "http://127.0.0.1:8000/a"
