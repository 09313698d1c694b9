"""What lines are to readers and authors, told by a small protocol's model."""

from __future__ import annotations

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.oracle import Finding, Oracle, Unknown
from cgp_toolkit.oracle.jsons import NotJson, parse


@pytest.fixture(scope="module")
def oracle(reserved_model: Model) -> Oracle:
    """The oracle of the made-up protocol."""
    return Oracle(reserved_model)


@pytest.mark.parametrize(
    ("line", "rule", "at"),
    [
        (b"\xef\xbb\xbf{}", "byte-order-mark", ""),
        (b"\xff", "not-utf8", ""),
        (b"{", "not-json", ""),
        (b"{}{}", "not-json", ""),
        (b'{"switch":"break","a":NaN}', "not-json", ""),
        (b'{"switch":"break","a":"\t"}', "not-json", ""),
        (b'{"switch":"break","a":"\\ud800"}', "lone-surrogate", ""),
        (b'{"switch":"break","\\udc00":1}', "lone-surrogate", ""),
        (b'{"switch":"break","a":"\\\\ \\uDFFF"}', "lone-surrogate", ""),
        (b'{"switch":"break","a":' + b"[" * 126 + b"]" * 126 + b"}", "too-deep", ""),
        (b"[]", "not-an-object", ""),
        (b"{}", "missing-member", "/switch"),
        (b'{"switch":null}', "null-member", "/switch"),
        (b'{"switch":1}', "wrong-type", "/switch"),
        (b'{"switch":"break","switch":"break"}', "duplicate-member", "/switch"),
        (b'{"switch":"break","a":{"b/~":1,"b/~":2}}', "duplicate-member", "/a/b~1~0"),
        (b'{"switch":"class"}', "missing-member", "/interface"),
        (b'{"switch":"async","import":{"class":"abcdef"},"select":0}', "too-long", "/import/class"),
        (b'{"switch":"async","import":{"class":"a","None":"x"},"select":0}', "not-in-vocabulary", "/import/None"),
        (b'{"switch":"async","import":{"class":"a"},"select":1e400}', "out-of-range", "/select"),
        (b'{"switch":"async","import":{"class":"a","self":1.0},"select":0}', "wrong-type", "/import/self"),
        (b'{"switch":"async","import":{"class":"a","self":true},"select":0}', "wrong-type", "/import/self"),
        (b'{"switch":"async","import":{"class":"a","range":null},"select":0}', "null-member", "/import/range"),
        (b'{"switch":"async","import":{"class":"a","range":[null]},"select":0}', "null-member", "/import/range/0"),
    ],
)
def test_a_line_that_readers_refuse_is_refused_for_one_reason(oracle: Oracle, line: bytes, rule: str, at: str) -> None:
    reading = oracle.read(line)
    assert reading.refused == Finding(rule, at)
    assert reading.findings == (Finding(rule, at),)
    assert reading.canonical is None
    assert not reading.accepted


def test_a_pair_of_surrogates_and_the_deepest_level_are_read(oracle: Oracle) -> None:
    assert oracle.read(b'{"switch":"break","a":"\\ud83d\\ude00"}').accepted
    assert oracle.read(b'{"switch":"break","a":' + b"[" * 125 + b"]" * 125 + b"}").accepted


def test_brackets_and_escapes_that_a_text_spells_are_none(oracle: Oracle) -> None:
    assert oracle.read(b'{"switch":"break","a":"' + b"[{" * 126 + b'"}').accepted
    assert oracle.read(b'{"switch":"break","a":"\\\\ud800"}').accepted
    assert oracle.read(b'{"switch":"break","a":[' + b"[]," * 126 + b"{}]}").accepted


def test_an_unknown_envelope_is_accepted_with_what_is_known_of_it(oracle: Oracle) -> None:
    reading = oracle.read(b'{"switch":"new","from":"a"}')
    assert reading.unknown == Unknown("new", "a", bare=False)
    assert reading.findings == (Finding("unknown-envelope", "/switch"),)
    assert oracle.read(b'{"switch":"new"}').unknown == Unknown("new", None, bare=True)
    assert oracle.read(b'{"switch":"new","from":""}').unknown == Unknown("new", None, bare=False)


def test_what_is_refused_echoes_its_id(oracle: Oracle) -> None:
    assert oracle.read(b'{"switch":"async","from":"a"}').echo == "a"
    assert oracle.read(b'{"switch":"async","from":""}').echo is None
    assert oracle.read(b'{"switch":"async","from":1}').echo is None


def test_a_writer_writes_defaults_as_the_model_says(oracle: Oracle) -> None:
    line = b'{"with":{"volatile":-1,"nonlocal":7,"def":true,"x":1},"interface":"interface/1","switch":"import"}'
    reading = oracle.read(line)
    assert reading.canonical == (
        '{"switch":"import","interface":"interface/1",'
        '"with":{"def":true,"lambda":false,"yield":true,"global":[],"volatile":-1}}'
    )
    assert {finding.rule for finding in reading.findings} == {"unknown-member", "missing-for-author"}


def test_a_number_is_written_by_its_type_not_by_its_spelling(oracle: Oracle) -> None:
    line = b'{"switch":"async","import":{"class":"a","self":1,"hash-code":[1,1e0]},"select":1}'
    canonical = oracle.read(line).canonical
    assert canonical == '{"switch":"async","import":{"class":"a","self":1,"hash-code":[1.0,1.0]},"select":1.0}'


def test_a_variant_binds_authors(oracle: Oracle) -> None:
    message = b'{"switch":"async","import":{"type":"self","class":"a","func":"not it","fn":"x","self":1},"select":0}'
    found = {(finding.rule, finding.at) for finding in oracle.read(message).findings}
    assert found == {
        ("forbidden-in-variant", "/import/fn"),
        ("too-long", "/import/func"),
        ("bad-format", "/import/func"),
    }


def test_json_is_one_value_and_doubled_members_are_remembered() -> None:
    parsed = parse('{"a":1,"b":{"c":1,"c":2},"a":3}')
    assert parsed.value == {"a": 3, "b": {"c": 2}}
    assert parsed.doubled == ("/a", "/b/c")
    for wrong in ("", "{} {}", "nan", "NaN", "'a'", "01", '{"a":1,}'):
        with pytest.raises(NotJson):
            parse(wrong)
