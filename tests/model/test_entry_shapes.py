"""What the shape of an entry forbids: anonymous types, implicit numbers, misspelt keys, values of another kind."""

from __future__ import annotations

import pytest

from cgp_toolkit.model.axes import Openness
from cgp_toolkit.model.loading import inspect
from tests.model.fixture_models import FIXTURES, changed, findings, with_section

MEMBER = (
    "{{{type}, read: optional, author: optional, on_null: absent, default: null, omit: absent, "
    'since: "1", stability: core, origin: project, doc: "A remark."}}'
)
SCALAR = 'scalars: {{Odd: {{doc: "A number.", base: {base}, {rest} compare: numeric, origin: project}}}}\n'


def member(type_: str) -> list[str]:
    """What is said about a member of a further envelope; the place is left out."""
    yaml = (
        'envelopes: {notice: {doc: "Tells something.", from: clerk, to: customer, duplicates: rejected, since: "1", '
        f"stability: core, origin: project, members: {{remark: {MEMBER.format(type=type_)}}}}}}}\n"
    )
    return [line.split(": ", 1)[1] for line in findings(with_section("envelopes", yaml))]


def scalar(base: str, rest: str) -> list[str]:
    """What is said about a further scalar, that it is not used aside."""
    lines = findings(with_section("scalars", SCALAR.format(base=base, rest=rest)))
    return [line.split(": ", 1)[1] for line in lines if "[unreachable-type]" not in line]


def test_a_named_type_is_fine() -> None:
    assert member("type: Text") == []
    assert member("list: Text") == []


@pytest.mark.parametrize(
    "type_",
    ["type: {base: string}", "type: [Text, Weight]", "list: {members: {}}", "list: [Text]", "list: {list: Text}"],
)
def test_a_type_without_a_name_can_not_be_written(type_: str) -> None:
    key = type_.split(":")[0]
    assert f"'{key}': must be text [wrong-value]" in member(type_)


@pytest.mark.parametrize("type_", ["type: Text | Weight", "type: string?", "type: 'list<Text>'", "type: 1"])
def test_a_type_is_one_name_and_no_expression(type_: str) -> None:
    (line,) = member(type_)
    assert line.endswith("[wrong-value]")


@pytest.mark.parametrize("key", ["enum: [a, b]", "pattern: '[a-z]+'", "minimum: 0", "members: {}", "oneOf: [Text]"])
def test_a_member_has_no_limits_of_its_own(key: str) -> None:
    (line,) = member(f"type: Text, {key}")
    assert line.startswith(f"the key '{key.split(':')[0]}' is not known here")


@pytest.mark.parametrize("base", ["integer", "number"])
def test_a_number_says_how_wide_it_is(base: str) -> None:
    assert any("has no width in bits" in line for line in scalar(base, ""))


def test_an_integer_says_its_sign_and_its_range() -> None:
    rest = "width: 32, "
    assert scalar("integer", rest) == [
        "'Odd' does not say whether it may be negative (add 'signed') [scalar-number]",
        "'Odd' has no range that readers enforce (add 'read: {minimum: …, maximum: …}') [scalar-number]",
    ]
    assert scalar("integer", rest + "signed: false, read: {minimum: 0, maximum: 9},") == []


@pytest.mark.parametrize("value", ["'0'", "true", "no", "1e999", "[0]", "{}", "1_000", "0x10"])
def test_a_limit_is_a_number_and_nothing_that_could_be_taken_for_one(value: str) -> None:
    (line,) = [line for line in scalar("number", f"width: 64, read: {{minimum: {value}}},") if "wrong-value" in line]
    assert line.startswith("'minimum': must be a number")


@pytest.mark.parametrize("value", ["0", "-1", "0.5", "1e3", "-1.5e-7"])
def test_a_limit_may_have_a_fraction(value: str) -> None:
    assert scalar("number", f"width: 64, read: {{minimum: {value}}},") == []


@pytest.mark.parametrize(
    ("value", "fix"), [("1", " (put it in quotes)"), ("true", " (put it in quotes)"), ("null", ""), ("[a]", "")]
)
def test_text_has_to_be_text_and_quotes_are_the_way_out(value: str, fix: str) -> None:
    files = changed("types.yaml", ('since: "1"', f"since: {value}"))
    assert findings(files) == [f"types.yaml:5:12: 'since': must be text{fix} [wrong-value]"]


@pytest.mark.parametrize("value", ["1.10", "no", "2026-12-01", "1:30"])
def test_a_bare_word_is_the_text_that_it_looks_like(value: str) -> None:
    model, diagnostics = inspect(changed("types.yaml", ('since: "1"', f"since: {value}")))
    assert not diagnostics
    assert model is not None
    assert model.record("Offers").since == value


def test_a_misspelt_word_of_a_list_of_words_is_told_the_right_one() -> None:
    files = changed("vocabularies.yaml", ("openness: tolerated", "openness: tolerrated"))
    (line,) = findings(files)
    assert line == (
        "vocabularies.yaml:5:15: 'openness': input should be "
        + " or ".join([", ".join(repr(o.value) for o in list(Openness)[:-1]), repr(list(Openness)[-1].value)])
        + "; did you mean 'tolerated'? [wrong-value]"
    )


def test_a_value_of_several_kinds_is_one_finding() -> None:
    files = changed("types.yaml", ("default: small", "default: {a: b}"))
    (line,) = findings(files)
    assert "'default': must be true or false or a number or text or a list" in line or "'default': must be" in line


def test_a_name_of_any_depth_is_checked_where_it_stands() -> None:
    files = changed("types.yaml", ("      size:\n", "      'si ze':\n"))
    assert findings(files)[0].startswith("types.yaml:21:7: the name 'si ze': must match ")


def http(key: str, value: str) -> list[str]:
    """What is said about an HTTP binding, sound but for the value of a key."""
    files = with_section("http", (FIXTURES / "http-status" / "good.yaml").read_text().split("\n", 1)[1])
    (line,) = [line for line in files["more.yaml"].split("\n") if line.startswith(f"  {key}: ")]
    files["more.yaml"] = files["more.yaml"].replace(line, f"  {key}: {value}")
    return findings(files)


@pytest.mark.parametrize("value", ["GET", "M-SEARCH"])
def test_a_method_of_http_is_a_word_in_capital_letters(value: str) -> None:
    assert http("method", value) == []
    (line,) = http("method", value.lower())
    assert line.startswith("more.yaml:6:11: 'method': must match ")


@pytest.mark.parametrize("wrong", ["json", "application/", "text/*", "application/json; charset=utf-8", "Text/Plain"])
def test_a_media_type_of_http_is_written_in_lower_case_and_without_parameters(wrong: str) -> None:
    assert http("media_type", "application/vnd.x-1+json") == []
    (line,) = http("media_type", wrong)
    assert line.startswith("more.yaml:7:15: 'media_type': must match ")
