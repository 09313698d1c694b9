"""The site in a real browser, from a folder and without a network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.site.reading import HOSTILE, Links, address, pages, reading

KINDS = (
    "index.html",
    "envelopes/index.html",
    "envelopes/query.html",
    "types/index.html",
    "types/ContextFrame.html",
    "types/Timestamp.html",
    "vocabularies/ErrorCode.html",
    "lifecycle.html",
    "versioning.html",
    "errors.html",
    "rules.html",
    "requirements.html",
    "decisions.html",
    "bindings.html",
    "schemas.html",
    "python.html",
    "changes.html",
    "search.html",
)
"""A page of each kind."""


def test_every_link_and_anchor_leads_somewhere(site: Path) -> None:
    links = Links(site)
    assert list(links.broken()) == []
    assert len(links.parsed) > 60
    assert sum(len(parsed.links) for parsed in links.parsed.values()) > 3000


def test_a_link_that_leads_nowhere_is_found(site: Path, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a id="here" href="b.html"></a><a href="#there"></a><a href="#here"></a>')
    assert list(Links(tmp_path).broken()) == [
        "a.html: b.html: there is no such file",
        "a.html: #there: there is no such place",
    ]


def test_no_page_names_a_place_twice(site: Path) -> None:
    for page, parsed in Links(site).parsed.items():
        assert len(parsed.places) == len(set(parsed.places)), page


def test_pages_load_without_complaints_or_network_and_fit_a_phone(site: Path, browser: Browser) -> None:
    seen = 0
    with reading(browser, wide=390) as (page, problems):
        for name in pages(site):
            page.goto(address(site, name))
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
            seen += 1
        assert problems.found == []
    assert seen > 60


@pytest.mark.parametrize("name", KINDS)
def test_axe_finds_nothing_serious(site: Path, browser: Browser, axe: str, name: str) -> None:
    for wide, scheme in ((1280, "light"), (390, "dark")):
        with reading(browser, wide, "dark" if scheme == "dark" else "light") as (page, _):
            page.goto(address(site, name))
            page.evaluate("document.querySelectorAll('details').forEach((each, index) => { each.open = index < 20; })")
            assert _violations(page, axe) == []


def _violations(page: Page, axe: str) -> list[str]:
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]


def test_axe_finds_what_is_wrong(browser: Browser, axe: str, tmp_path: Path) -> None:
    (tmp_path / "bad.html").write_text('<html><body><img src="data:,"><button></button></body></html>')
    with reading(browser) as (page, _):
        page.goto((tmp_path / "bad.html").as_uri())
        assert {line.split(":")[0] for line in _violations(page, axe)} >= {"image-alt", "button-name"}


def test_search_finds_a_member(site: Path, browser: Browser) -> None:
    with reading(browser) as (page, problems):
        page.goto(address(site, "index.html"))
        page.fill("input.sidebar-search", "token_cost")
        page.press("input.sidebar-search", "Enter")
        result = page.locator("#search-results li a[href*='#ContextFrame.token_cost']").first
        result.wait_for()
        result.click()
        page.wait_for_url(re.compile(r"/ContextFrame\.html(\?[^#]*)?#ContextFrame\.token_cost$"))
        assert page.locator("[id='ContextFrame.token_cost'] h3").is_visible()
        assert problems.found == []


def test_a_member_can_be_linked_to(site: Path, browser: Browser) -> None:
    with reading(browser) as (page, _):
        page.goto(address(site, "types/ContextFrame.html#ContextFrame.token_cost"))
        # The theme scrolls smoothly, so that the page arrives some time after it is loaded.
        page.wait_for_function(
            """id => {
                const top = document.getElementById(id).querySelector("h3").getBoundingClientRect().y;
                return -5 <= top && top < 300;
            }""",
            arg="ContextFrame.token_cost",
        )


def test_a_link_to_an_example_opens_it(site: Path, browser: Browser) -> None:
    with reading(browser) as (page, _):
        page.goto(address(site, "envelopes/error.html#example-error-minimal"))
        assert page.locator("details:has([id='example-error-minimal'])").get_attribute("open") is not None
        assert page.locator("details:has([id='example-error-minimal']) pre").first.is_visible()


def test_the_binding_is_switched_once_for_the_whole_site_and_remembered(site: Path, browser: Browser) -> None:
    with reading(browser) as (page, problems):
        page.goto(address(site, "index.html"))
        assert page.locator(".wire-line").first.is_visible()
        assert not page.locator(".wire-rpc").first.is_visible()
        # By keyboard, as by mouse.
        page.locator(".wire-switch input:checked").focus()
        page.keyboard.press("ArrowRight")
        assert page.locator(".wire-rpc").first.is_visible()
        assert '"jsonrpc"' in page.locator(".wire-rpc").first.inner_text()
        assert not page.locator(".wire-line").first.is_visible()
        page.goto(address(site, "lifecycle.html"))
        assert page.evaluate("document.documentElement.dataset.wire") == "rpc"
        assert page.locator(".wire-switch input[value=rpc]").is_checked()
        assert problems.found == []


def test_without_scripts_both_bindings_are_there(site: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address(site, "index.html"))
    assert page.locator(".wire-line").first.is_visible()
    assert page.locator(".wire-rpc").first.is_visible()
    context.close()


def test_an_example_is_copied_as_it_stands(site: Path, browser: Browser) -> None:
    with reading(browser) as (page, _):
        page.goto(address(site, "envelopes/shutdown.html"))
        block = page.locator("div.highlight").first
        block.hover()
        block.locator("button.copybtn").click()
        # What was copied is pasted where it can be read.
        page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), {id: 'paste'}))")
        page.focus("#paste")
        page.keyboard.press("Control+V")
        assert page.input_value("#paste") == '{"type":"shutdown"}'


def test_drawings_are_drawn_and_take_the_colours_of_the_page(site: Path, browser: Browser) -> None:
    colours = []
    for scheme in ("light", "dark"):
        with reading(browser, scheme="dark" if scheme == "dark" else "light") as (page, _):
            page.goto(address(site, "lifecycle.html"))
            assert page.locator("svg.states").count() == 2
            assert page.locator("svg.sequence").count() >= 6
            for drawing in page.locator("svg.drawing").all():
                box = drawing.bounding_box()
                assert box is not None
                assert box["width"] > 200
                assert box["height"] > 100
            text = page.locator("svg.states text.name").first
            colours.append(text.evaluate("each => getComputedStyle(each).fill"))
            page.goto(address(site, "versioning.html"))
            assert page.locator("svg.railroad").count() == 3
    assert colours[0] != colours[1]


def test_texts_stay_inside_of_their_drawings(site: Path, browser: Browser) -> None:
    script = """each => {
      const outer = each.closest('svg').getBoundingClientRect(), inner = each.getBoundingClientRect();
      return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
    }"""
    with reading(browser) as (page, _):
        page.goto(address(site, "lifecycle.html"))
        for text in page.locator("svg.drawing text").all():
            assert text.evaluate(script), text.inner_text()


def test_hostile_texts_are_shown_as_they_are(hostile_site: Path, browser: Browser) -> None:
    plain = HOSTILE.split("```")[0]
    with reading(browser) as (page, problems):
        shown = 0
        for name in pages(hostile_site):
            page.goto(address(hostile_site, name))
            shown += page.locator("body").inner_text().count(plain)
            # Nothing of a text has become an element.
            article = page.locator("article")
            assert (
                article.locator("img, script, b, strong:text-is('bold'), a[href*=evil], a[href^=javascript]").count()
                == 0
            )
            assert "49" not in page.title()
        assert shown > 60
        assert problems.found == []


def test_hostile_texts_break_no_link(hostile_site: Path) -> None:
    assert list(Links(hostile_site).broken()) == []


def test_a_protocol_of_reserved_words_is_documented(reserved_site: Path, browser: Browser) -> None:
    assert list(Links(reserved_site).broken()) == []
    with reading(browser, wide=390) as (page, problems):
        for name in pages(reserved_site):
            page.goto(address(reserved_site, name))
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
        assert problems.found == []
