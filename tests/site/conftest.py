"""Sites, built once, and a browser to read them with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from cgp_toolkit.site import build
from tests.conftest import RESERVED_SPEC, SPEC, need
from tests.generated.npm import install
from tests.model.fixture_models import BASE, texts
from tests.site.reading import HERE, HOSTILE

_TEXT = re.compile(r'\b(doc|fix|why|decision|topic|title|source): (?:"[^"\n]*"|[^\n{},"]+$)', re.MULTILINE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium; skips where it is missing, or fails if all toolchains must be there."""
    path = need("chromium")
    with sync_playwright() as playwright:
        # The sandbox needs rights that containers rarely have; only our own pages are read.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    install(need("npm"), HERE)
    return (HERE / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation of the real protocol."""
    return build(SPEC, tmp_path_factory.mktemp("site") / "real").out


@pytest.fixture(scope="session")
def reserved_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That of the made-up protocol."""
    return build(RESERVED_SPEC, tmp_path_factory.mktemp("site") / "reserved").out


@pytest.fixture(scope="session")
def hostile_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That of a small protocol all of whose texts try everything."""
    spec = tmp_path_factory.mktemp("hostile") / "spec"
    spec.mkdir()
    replaced = 0
    for name, text in texts(BASE).items():
        hostile, times = _TEXT.subn(lambda match: f"{match[1]}: {json.dumps(HOSTILE)}", text)
        (spec / name).write_text(hostile, encoding="utf-8")
        replaced += times
    assert replaced > 60
    return build(spec, tmp_path_factory.mktemp("site") / "hostile").out
