"""The diagrams: exact text, and no text that means more than text to Mermaid."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from cgp_toolkit.lifecycle.diagram import Arrow, sequence, states
from cgp_toolkit.model import Model


def test_the_host_is_drawn_with_what_moves_it(model: Model) -> None:
    assert model.lifecycle is not None
    text = states(model, model.lifecycle, "host")
    assert text.startswith('stateDiagram-v2\n    state "fresh" as s0\n')
    assert "    [*] --> s0\n    s0 --> s1: sends handshake\n" in text
    assert "    s1 --> s2: receives handshake_ack (same-family)\n" in text
    assert (
        "    s1 --> s3: receives handshake_ack (foreign-family or no-version)"
        "<br/>receives error (names-mismatch or names-another)\n"
    ) in text
    assert text.endswith("    s4 --> [*]\n")
    assert "unsolicited" not in text


def test_every_state_is_drawn_and_every_line_has_known_ends(any_model: Model) -> None:
    lifecycle = any_model.lifecycle
    assert lifecycle is not None
    for role in any_model.protocol.roles:
        lines = states(any_model, lifecycle, role.name).splitlines()
        ids = {line.split()[-1] for line in lines if line.startswith("    state ")}
        assert len(ids) == len(lifecycle.states)
        arrows = [line for line in lines if "-->" in line]
        assert {end for line in arrows for end in re.findall(r"s\d+|\[\*\]", line.split(":")[0])} == {*ids, "[*]"}


def test_a_sequence_has_an_arrow_a_message_and_notes_for_what_is_wrong() -> None:
    text = sequence(
        ["host", "provider"],
        [
            Arrow("host", "query q1"),
            Arrow("provider", "frames q1", reply=True, notes=("line 2: late [H4]",)),
            Arrow(None, "unknown"),
        ],
    )
    assert text == (
        "sequenceDiagram\n"
        "    participant p0 as host\n"
        "    participant p1 as provider\n"
        "    p0->>p1: query q1\n"
        "    p1-->>p0: frames q1\n"
        "    Note over p0,p1: line 2#58; late [H4]\n"
        "    Note over p0,p1: unknown\n"
    )


@given(st.text())
def test_a_label_from_the_wire_stays_one_line_of_plain_text(label: str) -> None:
    text = sequence(["a", "b"], [Arrow("a", label)])
    *_, line = text.removesuffix("\n").split("\n")
    assert text.count("\n") == 4
    head, _, rest = line.partition(": ")
    assert head == "    p0->>p1"
    assert not re.search(r"[<>{}%:\"`\\\r]|;(?<!\d;)", rest)
    assert len(rest) < 700
