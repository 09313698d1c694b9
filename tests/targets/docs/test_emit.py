"""The pages as they are emitted: complete, the same each time, and tied together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.targets.docs import TARGET, compose
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.shared import ENFORCED, NOTHING, PARTLY, standing
from cgp_toolkit.targets.stamp import MARK
from cgp_toolkit.tracing import trace
from cgp_toolkit.workspace import emit, vectors_by_requirement

_LINK = re.compile(r"(?<!\\)\]\(([^()\s]+)\)")
_FENCE = re.compile(r"^(`{3,}).*?^\1$", re.DOTALL | re.MULTILINE)
_ANCHOR = re.compile(r'<a id="([^"]+)"></a>')


@pytest.fixture(scope="module", params=["real", "reserved"])
def files(request: pytest.FixtureRequest, model: Model, reserved_model: Model) -> Mapping[str, str]:
    """What the target gives for each model, with all that it reads of others."""
    chosen = model if request.param == "real" else reserved_model
    made = emit(chosen, (TARGET,))
    return {path.removeprefix("docs/"): output.text for path, output in made.items()}


def test_every_envelope_and_type_has_a_page(model: Model) -> None:
    files = TARGET.emit(model)
    for name in model.envelopes:
        assert f"envelopes/{name}.md" in files
    for type_ in model.types.values():
        assert f"types/{type_.name}.md" in files or f"vocabularies/{type_.name}.md" in files


def test_every_member_value_requirement_decision_rule_and_example_can_be_linked_to(
    files: Mapping[str, str], model: Model, reserved_model: Model
) -> None:
    chosen = model if "envelopes/handshake.md" in files else reserved_model
    found = {name for text in files.values() for name in _ANCHOR.findall(text)}
    wanted = {f"{owner.name}.{member.name}" for owner in chosen.owners() for member in owner.members}
    wanted |= {f"{words.name}.{value.name}" for words in chosen.vocabularies() for value in words.values}
    wanted |= {*chosen.requirements, *chosen.decisions}
    wanted |= {f"rule-{name}" for name in chosen.rules} | {f"example-{name}" for name in chosen.examples}
    wanted |= {f"status-{status.name}" for status in chosen.http.statuses} if chosen.http is not None else set()
    wanted |= {f"exchange-{name}" for name in chosen.exchanges} | {f"session-{name}" for name in chosen.sessions}
    assert wanted <= found


def test_every_link_of_the_markdown_leads_somewhere(files: Mapping[str, str]) -> None:
    anchors = {path: set(_ANCHOR.findall(text)) for path, text in files.items()}
    seen = 0
    for path, text in files.items():
        if not path.endswith(".md"):
            continue
        for link in _LINK.findall(_FENCE.sub("", text)):
            page, _, place = link.partition("#")
            parts: list[str] = []
            for part in (PurePosixPath(path).parent / page).parts if page else PurePosixPath(path).parts:
                parts = parts[:-1] if part == ".." else [*parts, part]
            goal = "/".join(parts)
            assert goal in files, f"{path}: {link}"
            assert not place or place in anchors[goal], f"{path}: {link}"
            seen += 1
    assert seen > 200


def test_the_single_file_has_everything_and_names_no_place_twice(files: Mapping[str, str], model: Model) -> None:
    whole = files["_extra/reference.md"]
    found = _ANCHOR.findall(whole)
    assert len(found) == len(set(found))
    pages = {path: text for path, text in files.items() if path.endswith(".md") and not path.startswith("_")}
    for text in pages.values():
        assert set(_ANCHOR.findall(text)) <= set(found)
    assert "<svg" not in whole
    assert '"$schema"' not in whole
    assert "{toctree}" not in whole
    assert not re.search(r"^\{\.", _FENCE.sub("", whole), re.MULTILINE)


def test_programs_find_every_page(files: Mapping[str, str]) -> None:
    index = files["_extra/llms.txt"]
    assert index.startswith("# ")
    assert "\n> " in index
    pages = [path for path in files if path.endswith(".md") and not path.startswith("_")]
    for path in pages:
        assert f"({path.removesuffix('.md')}.html)" in index


def test_every_file_has_the_stamp_and_no_date(files: Mapping[str, str]) -> None:
    for path, text in files.items():
        assert MARK in text, path
        assert "\ue000" not in text, path


def test_the_same_model_gives_the_same_pages(model: Model) -> None:
    assert compose(model, {}) == compose(model, {})


def test_counts_of_vectors_and_how_well_requirements_are_kept_are_those_of_the_command(model: Model) -> None:
    text = emit(model, (TARGET,))["docs/requirements.md"].text
    vectors, traces = vectors_by_requirement(model), trace(model)
    for name, traced in traces.items():
        section = text.split(f'<a id="{name}"></a>', 1)[1].split("\n### ")[0]
        number = len(vectors.get(name, ()))
        assert (f"{number} vectors" if number else "no vector") in section
        state = (NOTHING, PARTLY, ENFORCED)[int(traced.enforced) + int(number > 0)]
        assert f'<span class="badge {state}">' in section


def test_without_vectors_it_is_examples_that_show(model: Model) -> None:
    book = Book(model, {})
    states = {name: standing(book, traced) for name, traced in book.traces.items()}
    assert set(states.values()) == {ENFORCED, PARTLY, NOTHING}


def test_where_a_protocol_has_no_second_binding_nothing_is_said_of_it(small_model: Model) -> None:
    files = compose(small_model, {})
    assert small_model.rpc is None
    assert not [path for path, text in files.items() if path.endswith(".md") and "wire-rpc" in text]
    assert small_model.http is None
    for binding in ("JSON-RPC", "HTTP"):
        assert binding not in files["bindings.md"]


def test_the_page_of_bindings_tells_what_http_says(any_model: Model) -> None:
    text = compose(any_model, {})["bindings.md"]
    section = text.split('<a id="http"></a>', 1)[1].split("\n## ")[0]
    binding = any_model.http
    assert binding is not None
    for word in (binding.method, binding.media_type):
        assert f"`{word}`" in section
    rows = re.findall(r'^\| <a id="status-([a-z-]+)"></a>`\1` \| `(\d+)` \| \S', section, re.MULTILINE)
    assert rows == [(status.name, str(status.number)) for status in binding.statuses]
    for name in binding.requirements:
        assert f"(requirements.md#{name})" in section
    for name in binding.decisions:
        assert f"(decisions.md#{name})" in section


def test_pages_of_names_that_differ_in_case_stay_apart(small_model: Model) -> None:
    atlas = Book(small_model, {}).atlas
    pages = [page.casefold() for page in (*atlas.envelopes.values(), *atlas.types.values())]
    assert len(pages) == len(set(pages))
