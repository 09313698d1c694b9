"""Sites, built once, and a browser to read them with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from cgp_toolkit.site import build
from tests.conftest import RESERVED_SPEC, SPEC, need
from tests.generated.npm import install
from tests.site.reading import HERE, HOSTILE
from tests.site.small import write_small


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium; skips where it is missing, or fails if all toolchains must be there.

    It ends with its module, as Playwright keeps an event loop running in this thread, where no other test can run one.
    """
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
    assert write_small(spec, HOSTILE) > 60
    return build(spec, tmp_path_factory.mktemp("site") / "hostile").out
