"""Templates, and their compiled form that is kept from one run to the next."""

from __future__ import annotations

import traceback
from pathlib import Path

import jinja2
import pytest
from jinja2 import Environment

from cgp_toolkit.binding import templates
from cgp_toolkit.binding.templates import Render, renderer

TEMPLATE = "{% for word in words %}\n- {{ word | upper }}\n{% endfor %}\n"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for compiled templates."""
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setattr(templates, "keep", lambda kind: folder)
    return folder


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The names of templates that have been compiled, as they are."""
    names: list[str | None] = []
    compile_ = Environment.compile

    def counted(self: Environment, source: str, name: str | None = None, filename: str | None = None) -> object:
        names.append(name)
        return compile_(self, source, name, filename)

    monkeypatch.setattr(Environment, "compile", counted)
    return names


def _in(folder: Path, text: str = TEMPLATE) -> Render:
    """What lays out the template in ``folder``, as a new process would have it."""
    folder.mkdir(exist_ok=True)
    (folder / "words.jinja2").write_text(text)
    return renderer(folder, {"upper": str.upper})


def test_a_template_is_compiled_once_for_all_runs_and_copies(
    tmp_path: Path, kept: Path, compiled: list[str | None]
) -> None:
    texts = {_in(tmp_path / copy)("words", words=["a", "b"]) for copy in ("one", "one", "two")}
    assert texts == {"- A\n- B\n"}
    assert compiled == ["words.jinja2"]


def test_a_changed_template_is_compiled_anew(tmp_path: Path, kept: Path, compiled: list[str | None]) -> None:
    assert _in(tmp_path / "one")("words", words=["a"]) == "- A\n"
    assert _in(tmp_path / "one", TEMPLATE.replace("-", "*"))("words", words=["a"]) == "* A\n"
    assert _in(tmp_path / "one")("words", words=["a"]) == "- A\n"
    assert len(compiled) == 2


def test_another_version_of_jinja_compiles_for_itself(
    tmp_path: Path, kept: Path, compiled: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    _in(tmp_path / "one")("words", words=["a"])
    monkeypatch.setattr(jinja2, "__version__", "9.9.9")
    _in(tmp_path / "one")("words", words=["a"])
    assert len(compiled) == 2


def test_templates_are_compiled_anew_when_they_are_read_in_another_way(
    tmp_path: Path, kept: Path, compiled: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _in(tmp_path / "one")("words", words=["a"]) == "- A\n"
    monkeypatch.setitem(templates._OPTIONS, "trim_blocks", False)
    assert _in(tmp_path / "one")("words", words=["a"]) == "\n- A\n\n"
    assert len(compiled) == 2


@pytest.mark.parametrize("spoilt", [b"", b"nonsense", None])
def test_what_is_spoilt_is_made_anew(
    spoilt: bytes | None, tmp_path: Path, kept: Path, compiled: list[str | None]
) -> None:
    _in(tmp_path / "one")("words", words=["a"])
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    for content in [spoilt] if spoilt is not None else [whole[:end] for end in range(0, len(whole), 7)]:
        file.write_bytes(content)
        assert _in(tmp_path / "one")("words", words=["a"]) == "- A\n"
        assert file.read_bytes() == whole


def test_nothing_is_kept_where_nothing_can_be_written(
    tmp_path: Path, compiled: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(templates, "keep", lambda kind: tmp_path / "missing" / "kept")
    for _ in range(2):
        assert _in(tmp_path / "one")("words", words=["a"]) == "- A\n"
    assert len(compiled) == 2


def test_a_traceback_names_the_template_that_was_read_and_not_its_copy(tmp_path: Path, kept: Path) -> None:
    text = "first line\n{{ missing }}\n"
    for copy in ("one", "two"):
        with pytest.raises(jinja2.UndefinedError, match="'missing' is undefined") as raised:
            _in(tmp_path / copy, text)("words")
        last = traceback.extract_tb(raised.value.__traceback__)[-1]
        assert (Path(last.filename), last.lineno) == (tmp_path / copy / "words.jinja2", 2)
