"""Answers against what is expected: what counts as equal, and in which words the rest is told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgp_toolkit.wire.vectors import Status, Vector, judge
from cgp_toolkit.wire.vectors.spelling import holds, same_spelling

# Any: vectors and answers are the free JSON of the line protocol.
Object = dict[str, Any]

ACCEPTED: Object = {
    "reader": "accepts",
    "rule": None,
    "pointer": None,
    "code": None,
    "echo": None,
    "envelope": "x",
    "unknown": None,
    "canonical": '{"a":1,"b":0.5}',
    "author": "refuses",
    "findings": [
        {"rule": "r", "pointer": "/a", "severity": "error"},
        {"rule": "s", "pointer": "", "severity": "warning"},
    ],
}
REFUSED: Object = {
    **ACCEPTED,
    "reader": "refuses",
    "rule": "r",
    "pointer": "/a",
    "code": "c",
    "echo": "i",
    "envelope": None,
    "canonical": None,
    "findings": [{"rule": "r", "pointer": "/a", "severity": "error"}],
}
FINE: Object = {
    "verdict": "accepts",
    "envelope": "x",
    "canonical": '{"a":1,"b":5e-1}',
    "author": "refuses",
    "findings": [{"rule": "s", "pointer": ""}, {"rule": "r", "pointer": "/a"}],
}
NO: Object = {"verdict": "refuses", "rule": "r", "pointer": "/a", "code": "c", "echo": "i"}


def verdict(expected: Object, answer: Object, kind: str = "message") -> tuple[Status, list[str]]:
    """How a vector goes, and what is told."""
    result = judge(Vector("V.", kind, (), expected), {"id": "V.", **answer})
    return result.status, [difference.what for difference in result.differences]


def test_an_answer_that_is_as_expected_passes() -> None:
    assert verdict(ACCEPTED, FINE) == (Status.PASSED, [])
    assert verdict(REFUSED, NO) == (Status.PASSED, [])


@pytest.mark.parametrize(
    ("expected", "answer", "told"),
    [
        (ACCEPTED, NO, ["the reader refuses what it has to accept"]),
        (REFUSED, FINE, ["the reader accepts what it has to refuse"]),
        (ACCEPTED, {}, ["the answer has no verdict of the reader"]),
        (ACCEPTED, {**FINE, "verdict": "maybe"}, ["the answer has no verdict of the reader"]),
        (REFUSED, {**NO, "rule": "s"}, ["it is refused for another rule"]),
        (REFUSED, {**NO, "pointer": "/b"}, ["it is refused at another place"]),
        (REFUSED, {**NO, "code": "d"}, ["it would be answered with another code"]),
        (REFUSED, {**NO, "echo": None}, ["the answer would carry another id"]),
        (ACCEPTED, {**FINE, "envelope": "y"}, ["it is read as another envelope"]),
        (ACCEPTED, {**FINE, "unknown": {"tag": "x"}}, ["something else is known of the unknown envelope"]),
        (ACCEPTED, {**FINE, "canonical": '{"b":0.5,"a":1}'}, ["it is written in another way"]),
        (ACCEPTED, {**FINE, "canonical": None}, ["it is written in another way"]),
        (ACCEPTED, {**FINE, "author": None}, ["the answer has no verdict about authors"]),
        (ACCEPTED, {**FINE, "author": "accepts"}, ["no author may write this"]),
        ({**ACCEPTED, "author": "accepts"}, FINE, ["authors may write this"]),
        (ACCEPTED, {**FINE, "findings": []}, ["other rules for authors are broken"]),
        (
            ACCEPTED,
            {**FINE, "findings": [{"rule": "s", "pointer": "/b"}, {"rule": "r", "pointer": "/a"}]},
            ["a rule for authors is broken at another place"],
        ),
    ],
)
def test_each_difference_has_words_of_its_own(expected: Object, answer: Object, told: list[str]) -> None:
    assert verdict(expected, answer) == (Status.FAILED, told)


def test_what_is_not_supported_counts_only_where_all_else_is_fine() -> None:
    assert verdict(ACCEPTED, {"verdict": "unsupported"}) == (Status.UNSUPPORTED, [])
    assert verdict(ACCEPTED, {**FINE, "author": "unsupported", "findings": []}) == (Status.UNSUPPORTED, [])
    wrong = {**FINE, "author": "unsupported", "envelope": "y"}
    assert verdict(ACCEPTED, wrong) == (Status.FAILED, ["it is read as another envelope"])


def test_lines_of_a_stream_are_compared_one_by_one() -> None:
    expected = {"outcomes": [ACCEPTED, REFUSED]}
    assert verdict(expected, {"outcomes": [FINE, NO]}, "framing") == (Status.PASSED, [])
    assert verdict(expected, {"outcomes": [FINE]}, "framing")[1] == ["another number of lines was read"]
    assert verdict(expected, {}, "framing")[1] == ["the answer has no outcomes"]
    assert verdict(expected, {"outcomes": "all fine"}, "framing")[1] == ["the answer has no outcomes"]
    told = verdict(expected, {"outcomes": [FINE, {**NO, "rule": "s"}]}, "framing")[1]
    assert told == ["line 2: it is refused for another rule"]


def test_in_an_exchange_the_message_that_is_wrong_counts() -> None:
    expected = {"author": "refuses", "findings": [{"of": "reply", "rule": "r", "pointer": "/a", "severity": "error"}]}
    right = {"author": "refuses", "findings": [{"of": "reply", "rule": "r", "pointer": "/a"}]}
    assert verdict(expected, right, "exchange") == (Status.PASSED, [])
    wrong = {"author": "refuses", "findings": [{"of": "request", "rule": "r", "pointer": "/a"}]}
    assert verdict(expected, wrong, "exchange")[1] == ["a rule for authors is broken at another place"]


STEP: Object = {
    "outcome": "answer",
    "state": "s",
    "requirement": "R",
    "code": "c",
    "sends": [{"type": "error", "code": "c", "id": None}],
}
TAKEN: Object = {**STEP, "sends": ['{"type":"error","code":"c","message":"no"}']}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, []),
        ({"outcome": "drop"}, ["step 1: something else becomes of it"]),
        ({"state": "t"}, ["step 1: the role stands elsewhere"]),
        ({"requirement": None}, ["step 1: another requirement is named"]),
        ({"code": "d"}, ["step 1: it is answered with another code"]),
        ({"sends": []}, ["step 1: something else is sent"]),
        ({"sends": [TAKEN["sends"][0], TAKEN["sends"][0]]}, ["step 1: something else is sent"]),
        ({"sends": ['{"type":"error","code":"c","id":"a"}']}, ["step 1: something else is sent"]),
        ({"sends": ["no JSON"]}, ["step 1: something else is sent"]),
        ({"sends": [17]}, ["step 1: something else is sent"]),
    ],
)
def test_steps_of_a_session_are_compared_one_by_one(changed: Object, told: list[str]) -> None:
    answer = {"steps": [{**TAKEN, **changed}]}
    assert verdict({"role": "r", "steps": [STEP]}, answer, "session")[1] == told


def test_what_need_not_be_named_may_be_anything() -> None:
    expected = {"role": "r", "steps": [{**STEP, "requirement": None, "state": None, "code": None}]}
    answer = {"steps": [{**TAKEN, "requirement": "Q", "state": "elsewhere", "code": "d"}]}
    assert verdict(expected, answer, "session") == (Status.PASSED, [])


def test_a_session_with_another_number_of_steps_fails() -> None:
    expected = {"role": "r", "steps": [STEP]}
    assert verdict(expected, {"steps": []}, "session")[1] == ["another number of steps was taken"]
    assert verdict(expected, {"steps": None}, "session")[1] == ["the answer has no steps"]


def test_what_a_value_means_is_compared_part_by_part() -> None:
    expected = {"vocabulary": "V", "value": "v", "listed": True, "reads_as": "v", "traits": {"t": True}}
    right = {"listed": True, "reads_as": "v", "traits": {"t": True}}
    assert verdict(expected, right, "vocabulary") == (Status.PASSED, [])
    wrong = {"listed": False, "reads_as": "w", "traits": {"t": False}}
    assert verdict(expected, wrong, "vocabulary")[1] == [
        "a value is taken for listed that is not, or the other way round",
        "it is read as another value",
        "something else is told of it",
    ]


MESSAGE: Object = {
    "reader": "accepts",
    "rule": None,
    "pointer": None,
    "number": None,
    "code": None,
    "due": False,
    "echo": None,
    "envelope": "x",
    "canonical": '{"a":0.5}',
    "written": '{"jsonrpc":"2.0","id":1,"result":0.5}',
}
READ: Object = {
    "verdict": "accepts",
    "envelope": "x",
    "canonical": '{"a":5e-1}',
    "written": '{"jsonrpc":"2.0","id":1,"result":5e-1}',
}
REFUSAL: Object = {"rule": "r", "pointer": "/a", "number": -1, "code": "c", "due": True, "echo": 1}
NOT_READ: Object = {
    **MESSAGE,
    **REFUSAL,
    "reader": "refuses",
    "envelope": None,
    "canonical": None,
    "written": None,
}


def test_a_message_of_json_rpc_is_compared_part_by_part() -> None:
    assert verdict(MESSAGE, READ, "jsonrpc") == (Status.PASSED, [])
    wrong = {**READ, "envelope": "y", "canonical": "{}", "written": '{"jsonrpc":"2.0","id":2,"result":0.5}'}
    assert verdict(MESSAGE, wrong, "jsonrpc")[1] == [
        "it is read as another envelope",
        "it is written in another way",
        "it is written as JSON-RPC in another way",
    ]


def test_a_refusal_of_json_rpc_is_compared_part_by_part() -> None:
    assert verdict(NOT_READ, {"verdict": "refuses", **REFUSAL}, "jsonrpc") == (Status.PASSED, [])
    wrong = {"verdict": "refuses", "rule": "s", "pointer": "", "number": 1, "code": "d", "due": False, "echo": "1"}
    assert verdict(NOT_READ, wrong, "jsonrpc")[1] == [
        "it is refused for another rule",
        "it is refused at another place",
        "it would be answered with another number",
        "it would be answered with another code",
        "an answer is due where none is, or the other way round",
        "the answer would carry another id",
    ]
    assert verdict(NOT_READ, READ, "jsonrpc")[1] == ["the reader accepts what it has to refuse"]
    assert verdict(MESSAGE, {"verdict": "refuses", **REFUSAL}, "jsonrpc")[1] == [
        "the reader refuses what it has to accept"
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('{"a":1.0}', '{"a":1}'),
        ('{"a":1.0}', '{"a":1e0}'),
        ('{"a":0.1}', '{"a":0.10000000149011612}'),
        ('{"a":-3.4028234663852886e+38}', '{"a":-3.4028235e38}'),
        ('{"a":[0.5,"0.5"]}', '{"a":[5E-1,"0.5"]}'),
    ],
)
def test_numbers_with_a_fraction_compare_as_values(one: str, other: str) -> None:
    assert same_spelling(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('{"a":1}', '{"a":1.0}'),
        ('{"a":1}', '{"a":2}'),
        ('{"a":4294967295}', '{"a":4294967294}'),
        ('{"a":0.5}', '{"a":0.25}'),
        ('{"a":0.5}', '{"a":"0.5"}'),
        ('{"a":"0.5"}', '{"a":"5e-1"}'),
        ('{"a":1}', '{"a": 1}'),
        ('{"a":1,"b":2}', '{"b":2,"a":1}'),
        ('{"a":"\\u00e9"}', '{"a":"é"}'),
        ('{"a":1.5}', '{"a":1e400}'),
    ],
)
def test_everything_else_compares_byte_for_byte(one: str, other: str) -> None:
    assert not same_spelling(one, other)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_every_text_is_spelt_like_itself_and_unlike_a_longer_one(value: object) -> None:
    import json

    text = json.dumps(value)
    assert same_spelling(text, text)
    assert not same_spelling(text, text + "1")


def test_a_line_holds_what_it_says_and_lacks_what_it_must_lack() -> None:
    assert holds({"a": 1, "b": None}, '{"a":1,"c":2}')
    assert not holds({"a": 1, "b": None}, '{"a":1,"b":null}')
    assert not holds({"a": True}, '{"a":1}')
    assert not holds({"a": {"b": 1}}, '{"a":{"b":1,"c":2}}')
    assert not holds({"a": 1}, "[]")
