"""``cgp docs`` as people run it: a site in a folder, or served while the model is edited."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser

from cgp_toolkit.site.building import SiteError, refuse_foreign, require
from tests.cli.running import cgp, command, environment, flat
from tests.site.reading import reading
from tests.site.small import write_small

SECONDS = 120.0


def test_a_site_is_built_into_a_folder_and_told_of(tmp_path: Path) -> None:
    spec = tmp_path / "spec"
    write_small(spec)
    run = cgp("docs", "--spec", spec, "--json", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert Path(told["site"]) == tmp_path / "build" / "docs"
    assert (tmp_path / "build" / "docs" / "index.html").is_file()
    assert (tmp_path / "build" / "docs" / "llms.txt").is_file()
    assert (tmp_path / "build" / "docs" / "reference.md").is_file()
    assert told["pages"] > 20
    # A site that is there is built anew.
    again = cgp("docs", "--spec", spec, cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert "open " in again.stdout


def test_the_work_of_others_is_not_built_over(tmp_path: Path) -> None:
    spec, out = tmp_path / "spec", tmp_path / "precious"
    write_small(spec)
    out.mkdir()
    (out / "letter.txt").write_text("dear")
    run = cgp("docs", "--spec", spec, "--out", out)
    assert run.returncode == 1
    assert "holds files and is no site; choose another folder with --out" in run.stderr
    assert [path.name for path in out.iterdir()] == ["letter.txt"]
    with pytest.raises(SiteError, match="is a file"):
        refuse_foreign(out / "letter.txt")


def test_a_model_that_is_not_sound_is_told_of_with_its_place(tmp_path: Path) -> None:
    spec = tmp_path / "spec"
    write_small(spec)
    (spec / "types.yaml").write_text((spec / "types.yaml").read_text().replace("type: Flag", "type: Flagg", 1))
    run = cgp("docs", "--spec", spec, "--out", tmp_path / "site")
    assert run.returncode == 1
    assert "there is no type 'Flagg'; did you mean 'Flag'? [unknown-reference]" in run.stderr
    assert not (tmp_path / "site").exists()


def test_what_is_missing_is_named_with_the_way_out() -> None:
    with pytest.raises(SiteError, match=re.escape("no_such_module is not installed: pip install 'cgp-toolkit[docs]'")):
        require(("json", "no_such_module"))


@pytest.mark.parametrize(
    ("arguments", "said"), [(("--out", "x"), "a served site is not kept"), (("--json",), "a served site has no report")]
)
def test_what_makes_no_sense_with_serving_is_wrong_usage(arguments: tuple[str, ...], said: str) -> None:
    run = cgp("docs", "--serve", *arguments)
    assert run.returncode == 2
    assert said in flat(run.stderr)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str, Path]]:
    """A site that is served on a free port, its address, and the folder of its model."""
    spec = tmp_path / "spec"
    write_small(spec)
    port = _free_port()
    log = tmp_path / "log"
    with log.open("w") as file:
        process = subprocess.Popen(
            command("docs", "--serve", "--spec", spec, "--port", str(port)),
            env=environment(),
            stdout=file,
            stderr=subprocess.STDOUT,
            text=True,
        )
    address = f"http://127.0.0.1:{port}/"
    try:
        _until(lambda: "Parcel Counter" in _read(address), process, log)
        yield process, address, spec
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
    # The server has gone with the process that was told to go.
    with pytest.raises(URLError):
        urlopen(address, timeout=5)


def test_a_served_site_follows_the_model_and_reloads(
    served: tuple[subprocess.Popen[str], str, Path], tmp_path: Path
) -> None:
    process, address, spec = served
    page = address + "types/Parcel.html"
    assert "What is sent." in _read(page)
    # What reloads a browser is in the page, and only where it is served.
    assert "websocket" in _read(page).lower()
    model = (spec / "types.yaml").read_text()
    (spec / "types.yaml").write_text(model.replace("What is sent.", "What is carried."))
    _until(lambda: "What is carried." in _read(page), process, tmp_path / "log")
    # A model that is not sound changes nothing, and the next one does.
    (spec / "types.yaml").write_text(model.replace("type: Flag", "type: Flagg", 1))
    _until(lambda: "there is no type 'Flagg'" in (tmp_path / "log").read_text(), process, tmp_path / "log")
    assert "What is carried." in _read(page)
    (spec / "types.yaml").write_text(model.replace("What is sent.", "What is brought."))
    _until(lambda: "What is brought." in _read(page), process, tmp_path / "log")


def test_an_open_page_shows_a_saved_change_by_itself(
    served: tuple[subprocess.Popen[str], str, Path], browser: Browser
) -> None:
    _, address, spec = served
    with reading(browser) as (page, _):
        page.goto(address + "types/Parcel.html")
        page.get_by_text("What is sent.").first.wait_for()
        (spec / "types.yaml").write_text((spec / "types.yaml").read_text().replace("What is sent.", "What is carried."))
        page.get_by_text("What is carried.").first.wait_for(timeout=SECONDS * 1000)


def test_a_port_that_is_taken_is_told_of(tmp_path: Path) -> None:
    spec = tmp_path / "spec"
    write_small(spec)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        run = cgp("docs", "--serve", "--spec", spec, "--port", str(taken.getsockname()[1]))
    assert run.returncode == 1
    assert "is taken; choose another with --port" in run.stderr


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _read(address: str) -> str:
    try:
        with urlopen(address, timeout=10) as answer:
            text: str = answer.read().decode()
            return text
    except (OSError, HTTPException):
        # Nothing answers yet, or the page is being written anew.
        return ""


def _until(holds: object, process: subprocess.Popen[str], log: Path) -> None:
    """Wait until ``holds()``; fail with the log if that takes too long or the process ends."""
    assert callable(holds)
    end = time.monotonic() + SECONDS
    while not holds():
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.2)
