"""Reading a site as people do: pages, what they fetch and complain about, where their links lead."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Browser, Dialog, Page

HERE = Path(__file__).parent
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"

THEME = "https://github.com/pradyunsg/furo"
"""Whoever made the theme is named on each page."""

HOSTILE = (
    "Text <script>alert(1)</script> <img src=x onerror=alert(1)> </details></div> {{ 7*7 }} {% include 'x' %} ${7} "
    "[link](javascript:alert(1)) ![image](http://evil.example/x.png) <http://evil.example> http://evil.example/ "
    "**bold** __bold__ ~~gone~~ ``` ~~~ | cell | $x^2$ &lt; &#60; \\ (target)= {raw}`html` :::{note} [^1] [[wiki]] "
    "% end # `<b>a|b</b>` `{{ 7*7 }}` @page --- 'quotes'."
)
"""A sentence that Markdown, MyST, Jinja and browsers would make much of, were it not escaped."""


class Problems:
    """What a page complained about, and what it asked the network for."""

    def __init__(self, page: Page) -> None:
        self.found: list[str] = []
        page.on("console", lambda message: self.found.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.found.append(f"error: {error}"))
        page.on("dialog", self._dialog)
        page.on("request", lambda request: self._asked(request.url))

    def _dialog(self, dialog: Dialog) -> None:
        self.found.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _asked(self, url: str) -> None:
        if not url.startswith(("file:", "data:", "blob:")):
            self.found.append(f"request: {url}")


@contextmanager
def reading(
    browser: Browser, wide: int = 1280, scheme: Literal["light", "dark"] = "light"
) -> Iterator[tuple[Page, Problems]]:
    """A page in a window of its own."""
    context = browser.new_context(viewport={"width": wide, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    problems = Problems(page)
    try:
        yield page, problems
    finally:
        context.close()


def pages(site: Path) -> list[str]:
    """Every page of a site, relative to its folder."""
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))


def address(site: Path, page: str) -> str:
    """The address of a page as a file."""
    path, _, place = page.partition("#")
    return (site / path).as_uri() + (f"#{place}" if place else "")


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.places: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value is not None:
                self.places.append(value)
            if name in ("href", "src") and value is not None:
                self.links.append(value)


class Links:
    """The links of a whole site, and the places that they can lead to."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.parsed: dict[str, _Links] = {}
        for page in pages(site):
            parser = _Links()
            parser.feed((site / page).read_text(encoding="utf-8"))
            self.parsed[page] = parser

    def broken(self) -> Iterator[str]:
        """Every link that leads nowhere."""
        for page, parsed in self.parsed.items():
            for link in dict.fromkeys(parsed.links):
                problem = self._problem(page, link)
                if problem:
                    yield f"{page}: {link}: {problem}"

    def _problem(self, page: str, link: str) -> str:
        parts = urlsplit(link)
        if parts.scheme in ("data", "blob"):
            return ""
        if parts.scheme or parts.netloc:
            return "" if link == THEME else "leads out of the site"
        path = (self.site / page).parent / unquote(parts.path) if parts.path else self.site / page
        if path.is_dir() or not path.resolve().is_file():
            return "there is no such file"
        goal = path.resolve().relative_to(self.site.resolve()).as_posix()
        place = unquote(parts.fragment)
        if place and goal in self.parsed and place not in self.parsed[goal].places:
            return "there is no such place"
        return ""
