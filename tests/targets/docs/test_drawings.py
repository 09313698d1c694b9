"""Drawings: well-formed, complete, and safe whatever names say."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.model.grammar import rules
from cgp_toolkit.targets.docs.drawings import svg
from cgp_toolkit.targets.docs.drawings.railroad import diagrams
from cgp_toolkit.targets.docs.drawings.sequence import sequence
from cgp_toolkit.targets.docs.drawings.states import states

_SVG = "{http://www.w3.org/2000/svg}"


def _texts(drawing: str) -> list[str]:
    root = ElementTree.fromstring(drawing)
    return [element.text or "" for element in root.iter(f"{_SVG}text")]


def test_every_state_and_move_is_drawn(any_model: Model) -> None:
    lifecycle = any_model.lifecycle
    assert lifecycle is not None
    for role in any_model.protocol.roles:
        drawing = states(any_model, lifecycle, role.name)
        shown = _texts(drawing)
        for state in lifecycle.states:
            assert shown.count(state.name) >= 1
        assert any(text.startswith("sends ") for text in shown)
        root = ElementTree.fromstring(drawing)
        assert root.get("role") == "img"
        assert role.name in (root.findtext(f"{_SVG}title") or "")
        # Whoever can't see the lines is told where they lead.
        assert " to " in (root.findtext(f"{_SVG}desc") or "")


def test_every_message_of_a_session_is_drawn_in_order(any_model: Model) -> None:
    for session in any_model.sessions.values():
        shown = _texts(sequence(any_model, session))[2:]
        tags = [str(message[any_model.protocol.tag]) for message in session.messages]
        assert [text.split(" ")[0] for text in shown] == tags


def test_names_are_escaped(model: Model) -> None:
    session = next(iter(model.sessions.values()))
    hostile = [{**message, "id": "</text><script>&"} for message in session.messages]
    assert "<script" not in sequence(model, replace(session, messages=tuple(hostile)))
    assert svg.text(0, 0, "<b>&", "name") == '<text class="name" x="0" y="0">&lt;b&gt;&amp;</text>'


def test_a_drawing_has_no_empty_line_which_would_end_it_within_markdown(any_model: Model) -> None:
    assert any_model.lifecycle is not None
    drawn = [states(any_model, any_model.lifecycle, role.name) for role in any_model.protocol.roles]
    drawn += [sequence(any_model, session) for session in any_model.sessions.values()]
    drawn += [drawing for _, drawing in diagrams(any_model.protocol.version.abnf)]
    for drawing in drawn:
        assert "\n\n" not in drawing
        assert all(line.strip() for line in drawing.splitlines())


def test_every_rule_of_a_grammar_has_its_diagram(any_model: Model) -> None:
    abnf = any_model.protocol.version.abnf
    assert [name for name, _ in diagrams(abnf)] == list(rules(abnf))


@pytest.mark.parametrize(
    ("abnf", "shown"),
    [
        ('a = "x" / "y"', ["x", "y"]),
        ('a = ["x"]', ["x"]),
        ('a = 2*3"x"', ["x", "2 to 3 times"]),
        ('a = 2"x"', ["x", "2 times"]),
        ('a = 2*"x"', ["x", "2 times or more"]),
        ("a = %x30-39", ["0 to 9"]),
        ('a = *b\nb = "<&>"', ["b", "<&>"]),
    ],
)
def test_what_a_grammar_says_stands_in_the_diagram(abnf: str, shown: list[str]) -> None:
    found = [
        text
        for _, drawing in diagrams(abnf)
        for text in _texts(drawing.replace("<svg ", f'<svg xmlns="{_SVG[1:-1]}" '))
    ]
    assert found == shown
