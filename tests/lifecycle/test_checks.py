"""Each lint rule of the session's table, shown by one edit of a sound model and the exact findings."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from cgp_toolkit import lifecycle
from cgp_toolkit.model.loading import inspect
from cgp_toolkit.workspace import read_spec
from tests.conftest import RESERVED_SPEC

FILE = "spec/lifecycle.yaml"


@dataclass(frozen=True)
class Case:
    """An edit of the made-up model's table (a regular expression, what to put there) and what is then found."""

    rule: str
    title: str
    pattern: str
    by: str
    found: tuple[str, ...]


def _row(first: str) -> str:
    """A pattern for the row that begins like this."""
    return r"      - \{" + re.escape(first) + r".*\n"


CASES = (
    Case(
        "lifecycle-states",
        "no state is initial",
        "initial: true, ",
        "",
        ("2:1: no state is initial (mark exactly one) [lifecycle-states]",),
    ),
    Case(
        "lifecycle-states",
        "two states are initial",
        r"try: \{",
        "try: {initial: true, ",
        ("6:5: 2 states are initial (mark exactly one) [lifecycle-states]",),
    ),
    Case(
        "lifecycle-states",
        "no state is final",
        "final: true, ",
        "",
        ("2:1: no state is final (mark at least one) [lifecycle-states]",),
    ),
    Case(
        "lifecycle-states",
        "a final state is left",
        r"in: \[finally\], sends: \[\"\*\"\], when: \[due\]",
        'in: [finally], sends: ["*"], when: [due], to: while',
        ("54:9: the row leads out of the final state 'finally' [lifecycle-states]",),
    ),
    Case(
        "lifecycle-unreachable",
        "nobody is ever refused",
        "to: catch",
        "to: finally",
        (
            "8:5: no row leads the final to the state 'catch' (add a row or remove the state) [lifecycle-unreachable]",
            "8:5: no row leads the static to the state 'catch' (add a row or remove the state) [lifecycle-unreachable]",
        ),
    ),
    Case(
        "lifecycle-dead-end",
        "one role never leaves a state",
        r"(in: \[default, try, while), catch((?:, finally)?\], )(receives: \[break\]|meets: \[end-of-input\])(.*\n)",
        r"\1\2\3\4      - {in: [catch], \3, then: accept, requirements: [R1], doc: Stays.}\n",
        (
            "8:5: no row leads the final from the state 'catch' to a final one "
            "(add a row that does) [lifecycle-dead-end]",
        ),
    ),
    Case(
        "lifecycle-unplaced",
        "an envelope has no row for its receiver in one state",
        _row("in: [while], receives: [import]"),
        "",
        (
            "7:5: no row says what happens when the static receives import in the state 'while' "
            "(add one, even if it is a breach) [lifecycle-unplaced]",
        ),
    ),
    Case(
        "lifecycle-unplaced",
        "a deadline has no row where a request can be in flight",
        _row("in: [try], meets: [deadline]"),
        "",
        (
            "6:5: no row says what happens when the static meets deadline in the state 'try' "
            "(add one, even if it is a breach) [lifecycle-unplaced]",
        ),
    ),
    Case(
        "lifecycle-ambiguous",
        "two rows for one condition",
        r"when: \[allowed\], then: accept",
        "when: [allowed, gated], then: accept",
        (
            "24:9: 'gated' when the static sends async in the state 'while': "
            "spec/lifecycle.yaml:23:9 says that already [lifecycle-ambiguous]",
        ),
    ),
    Case(
        "lifecycle-ambiguous",
        "a row without a condition beside rows with some",
        r"sends: \[async\], when: \[allowed\]",
        "sends: [async]",
        (
            "23:9: when the static sends async in the state 'while': "
            "other rows ask for conditions, this one not [lifecycle-ambiguous]",
        ),
    ),
    Case(
        "lifecycle-gap",
        "a condition without a row",
        "undeclared-id, id-in-flight, out-of-turn",
        "undeclared-id, out-of-turn",
        (
            "24:9: when the static sends async in the state 'while': no row for id-in-flight "
            "(add the condition) [lifecycle-gap]",
        ),
    ),
    Case(
        "lifecycle-condition",
        "a condition that is not about this event",
        r"meets: \[unknown-envelope\], when: \[with-members\]",
        "meets: [unknown-envelope], when: [with-members, late]",
        (
            "57:9: when the final meets unknown-envelope in the state 'STATE': 'late' can't hold there "
            "[lifecycle-condition]",
            "58:9: when the final meets unknown-envelope in the state 'STATE': the rows mix conditions of "
            "members and reply [lifecycle-condition]",
        ),
    ),
    Case(
        "lifecycle-direction",
        "the wrong side of an envelope",
        r"in: \[try\], sends: \[import\], when: \[same-family\]",
        "in: [try], sends: [import, class], when: [same-family]",
        (
            "39:9: the final never sends 'class', which the static sends (leave it to the signal 'misdirected') "
            "[lifecycle-direction]",
        ),
    ),
    Case(
        "lifecycle-idle",
        "a rest that is none",
        r"\[while\], receives: \[import\]",
        '[while], receives: [import, "*"]',
        (
            "20:9: in the state 'while' every envelope has a row of its own, so that '*' covers none "
            "(leave the state out) [lifecycle-idle]",
        ),
    ),
    Case(
        "lifecycle-outcome",
        "an answer to oneself",
        r"sends: \[async\], then: breach",
        "sends: [async], then: answer, code: try",
        ("14:9: what a party sends itself is no answer [lifecycle-outcome]",),
    ),
    Case(
        "lifecycle-outcome",
        "a state after a breach of one's own",
        r"sends: \[async\], then: breach",
        "sends: [async], to: catch, then: breach",
        ("14:9: a breach of one's own never leaves, so that no state follows [lifecycle-outcome]",),
    ),
    Case(
        "lifecycle-outcome",
        "a code without an answer",
        r"receives: \[await\], then: breach",
        "receives: [await], then: breach, code: try",
        ("19:9: only an answer has a code [lifecycle-outcome]",),
    ),
    Case(
        "lifecycle-outcome",
        "an answer by a role that does not send the failure",
        r"receives: \[await\], then: breach",
        "receives: [await], then: answer, code: try",
        ("19:9: the static does not send 'throw', so that it can't answer with it [lifecycle-outcome]",),
    ),
    Case(
        "lifecycle-outcome",
        "an answer without a code",
        r"receives: \[async\], then: answer, code: try",
        "receives: [async], then: answer",
        ("44:9: an answer has a code [lifecycle-outcome]",),
    ),
    Case(
        "lifecycle-outcome",
        "a code for what has one already",
        r"meets: \[malformed-line\], then: answer",
        "meets: [malformed-line], then: answer, code: try",
        ("59:9: the fault or the version rule has a code for this already [lifecycle-outcome]",),
    ),
    Case(
        "lifecycle-outcome",
        "an end of input that is somebody's mistake",
        r"in: \[default, try, while, catch, finally\], meets: \[end-of-input\], to: finally, then: accept",
        "in: [default, try, while, catch, finally], meets: [end-of-input], to: finally, then: breach",
        (
            "32:9: nobody has done wrong where 'end-of-input' is met, so that it is accepted [lifecycle-outcome]",
            "56:9: nobody has done wrong where 'end-of-input' is met, so that it is accepted [lifecycle-outcome]",
        ),
    ),
    Case(
        "lifecycle-outcome",
        "a malformed line that counts",
        r"meets: \[malformed-line, misdirected\], then: breach",
        "meets: [malformed-line, misdirected], then: accept",
        ("34:9: what is no message for anybody here is never accepted: 'malformed-line' [lifecycle-outcome]",),
    ),
    Case(
        "lifecycle-code",
        "a code that is not listed",
        r"receives: \[async\], then: answer, code: try",
        "receives: [async], then: answer, code: extend",
        ("44:9: the failure's vocabulary lists no code 'extend'; did you mean 'extends'? [lifecycle-code]",),
    ),
    Case(
        "unknown-reference",
        "misspelt names",
        r"in: \[try\], receives: \[await\], then: breach, requirements: \[R1\]",
        "in: [tri], receives: [awate], to: whale, then: breach, requirements: [R11], decisions: [D1]",
        (
            "19:9: there is no decision 'D1' [unknown-reference]",
            "19:9: there is no envelope 'awate'; did you mean 'await'? [unknown-reference]",
            "19:9: there is no requirement 'R11'; did you mean 'R1'? [unknown-reference]",
            "19:9: there is no state 'tri'; did you mean 'try'? [unknown-reference]",
            "19:9: there is no state 'whale'; did you mean 'while'? [unknown-reference]",
        ),
    ),
)


def _findings(pattern: str, by: str) -> tuple[str, ...]:
    files = dict(read_spec(RESERVED_SPEC))
    text, count = re.subn(pattern, by, files[FILE])
    assert count or not pattern, "the edit changes nothing"
    files[FILE] = text
    model, found = inspect(files)
    assert model is not None
    return tuple(str(d).removeprefix(f"{FILE}:") for d in sorted({*found, *lifecycle.inspect(model)}))


def test_the_made_up_model_is_sound() -> None:
    assert _findings("", "") == ()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule}: {case.title}")
def test_one_edit_has_exactly_these_findings(case: Case) -> None:
    found = _findings(case.pattern, case.by)
    states = ("catch", "default", "try", "while")
    expected = {line.replace("STATE", state) for line in case.found for state in states}
    assert set(found) == expected
    assert all(line.endswith(f"[{case.rule}]") for line in found)


def test_every_rule_has_a_case() -> None:
    assert {case.rule for case in CASES} == {*lifecycle.CATALOGUE, "unknown-reference"}


def test_a_row_without_a_requirement_is_refused_as_it_is_read() -> None:
    found = _findings(r"receives: \[await\], then: breach, requirements: \[R1\]", "receives: [await], then: breach")
    assert found == ("19:9: the key 'requirements' is missing [missing-key]",)


def test_a_row_about_two_things_is_refused_as_it_is_read() -> None:
    (found,) = _findings(r"receives: \[await\], then", "receives: [await], meets: [deadline], then")
    assert "exactly one of 'sends', 'receives' and 'meets' is given" in found
    assert found.startswith("19:9: ")


def test_a_model_may_do_without_a_session() -> None:
    files = {name: text for name, text in read_spec(RESERVED_SPEC).items() if name != FILE}
    model, found = inspect(files)
    assert model is not None
    assert model.lifecycle is None
    assert not found
    assert lifecycle.inspect(model) == []


def test_a_failure_that_no_session_can_fill_is_found() -> None:
    files = dict(read_spec(RESERVED_SPEC))
    files["spec/envelopes.yaml"] = files["spec/envelopes.yaml"].replace(
        "try: {type: Error, read: optional, author: optional, on_null: absent, default: null, omit: absent,",
        'other: {type: str, read: required, author: required, on_null: error, omit: never, since: "1", '
        'stability: core, origin: project, doc: "More."}\n'
        "      try: {type: Error, read: optional, author: optional, on_null: absent, default: null, omit: absent,",
    )
    model, _ = inspect(files)
    assert model is not None
    found = {d.message for d in lifecycle.inspect(model)}
    assert found == {"a session can't fill the member 'other' of 'throw'"}
