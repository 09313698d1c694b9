"""Cases of lint rules that exclude each other within one fixture."""

from __future__ import annotations

import pytest

from tests.model.fixture_models import FIXTURES, changed, findings, with_section


def test_an_envelope_plays_one_part_of_a_session() -> None:
    said = "'hello' plays more than one part of a session (name an envelope of its own) [envelope-part]"
    assert findings(changed("protocol.yaml", ("closing: bye", "closing: hello"))) == [
        f"protocol.yaml:12:24: {said}",
        f"protocol.yaml:14:12: {said}",
    ]


def test_the_failure_asks_for_no_reply() -> None:
    doc = "    doc: Says that a question failed.\n"
    files = changed("envelopes.yaml", (doc, f"{doc}    reply: bye\n"))
    assert "protocol.yaml:13:23: 'oops' asks for a reply (drop 'reply') [envelope-part]" in findings(files)


def test_the_failure_of_a_correlated_request_carries_its_id() -> None:
    correlation = "    correlation: {member: ticket, when: offers.tickets, requirement: R1}\n    duplicates: rejected\n"
    files = changed("envelopes.yaml", (correlation, "    duplicates: rejected\n"))
    place = files["envelopes.yaml"].split("\n").index("  oops:") + 1
    said = "'find' has a correlation id, and this may answer it (add 'correlation') [correlation-pair]"
    assert findings(files) == [f"envelopes.yaml:{place}:3: {said}"]


def test_capabilities_are_always_there() -> None:
    required = "read: required, author: required, on_null: error, omit: never"
    optional = "read: optional, author: optional, on_null: absent, omit: absent"
    assert findings(changed("envelopes.yaml", (f"type: Offers, {required}", f"type: Offers, {optional}"))) == [
        "protocol.yaml:12:62: gates look into this member, so readers need it (make it required) [part-member]"
    ]


@pytest.mark.parametrize("version", ["parcels/", "parcels/1\\n", "parcels/١", "Parcels/1", "parcels/1.0"])
def test_the_revision_is_a_version(version: str) -> None:
    (line,) = findings(changed("protocol.yaml", ("revision: parcels/1", f'revision: "{version}"')))
    assert line.startswith("protocol.yaml:5:13: the revision is no 'version' of the grammar")
    assert line.endswith("[version-scalar]")


@pytest.mark.parametrize("style", [r"'[a-z]+\d'", r'"[a-z]+\\d"', r'"\x5Ba-z]+\\d"', "|-\n        [a-z]+\\d"])
def test_a_pattern_is_blamed_at_its_character_in_any_style(style: str) -> None:
    files = changed("scalars.yaml", ('{pattern: "[a-z]+"}', "PATTERN"))
    line = next(line for line in files["scalars.yaml"].split("\n") if "PATTERN" in line)
    block = (
        f"  Label:\n    doc: A word.\n    base: string\n    author:\n      pattern: {style}\n    compare: exact\n"
        "    origin: project"
    )
    files["scalars.yaml"] = files["scalars.yaml"].replace(line, block)
    (finding,) = findings(files)
    _, row, column, said = finding.split(":", 3)
    assert said.startswith(r" the escape '\d' is not portable")
    assert files["scalars.yaml"].split("\n")[int(row) - 1][int(column) - 1 :].startswith("\\")


def test_a_reader_fault_that_some_envelopes_let_pass_is_readable() -> None:
    yaml = (
        "examples:\n"
        '  twice: {doc: "It says it twice.", verdict: readable, line: \'{"note":"bye","note":"bye"}\',\n'
        "          fails: [{rule: duplicate-member, at: /note}]}\n"
    )
    assert findings(with_section("examples", yaml)) == []
    strict = with_section("examples", yaml)
    strict["envelopes.yaml"] = strict["envelopes.yaml"].replace("last-wins", "rejected")
    (line,) = findings(strict)
    assert line.endswith("readers stop at 'duplicate-member' (say 'invalid') [example-verdict]")


def test_a_rule_that_only_should_hold_leaves_an_example_valid() -> None:
    yaml = """
rules:
  weigh-all: {doc: "Everything is weighed.", requirement: R1, level: LEVEL, on: Parcel, check: "has(this.weight)",
              at: "", message: "It is not weighed.", fix: "Weigh it."}
examples:
  light: {doc: "It was not weighed.", verdict: valid, message: {note: found, parcels: [{}]},
          fails: [{rule: weigh-all, at: /parcels/0}]}
"""
    assert findings(with_section("rules", yaml.replace("LEVEL", "SHOULD"))) == []
    (line,) = findings(with_section("rules", yaml.replace("LEVEL", "MUST")))
    assert line.endswith("what is valid does not break 'weigh-all' (say 'readable' or 'invalid') [example-verdict]")


def test_a_valid_example_breaks_no_fault() -> None:
    (line,) = findings(changed("examples.yaml", ("    verdict: readable\n", "    verdict: valid\n")))
    said = "what is valid does not break 'missing-in-variant' (say 'readable' or 'invalid') [example-verdict]"
    assert line.endswith(said)


_PROBE = """
inspection:
  doc: A customer talks to a clerk.
  role: clerk
  greeting: {note: hello, version: parcels/1}
  question: {note: find}
  text_at: [/ticket]
  goodbye: {note: bye}
probes:
  served: {doc: "A clerk serves.", requirements: [R1], WHAT, fix: "Serve."}
"""


@pytest.mark.parametrize(
    "what",
    [
        "over: [http], steps: [{send: question, expect: [reply]}]",
        "steps: [{send: question, expect: [reply], status: [reply]}]",
        "steps: [{send: question, expect: [reply], request: {method: PUT}}]",
        "steps: [{send: question, expect: [reply], request: {media_type: text/plain}}]",
        "watch: statuses",
    ],
)
def test_a_probe_that_is_about_http_builds_on_the_binding(what: str) -> None:
    files = with_section("probes", _PROBE.replace("WHAT", what))
    (line,) = findings(files)
    assert line.endswith("no file has a section 'http', which this builds on (add the section) [probe-ground]")
    files["http.yaml"] = (FIXTURES / "http-status" / "good.yaml").read_text()
    assert findings(files) == []
    assert findings(with_section("probes", _PROBE.replace("WHAT", "steps: [{send: question, expect: [reply]}]"))) == []


def test_a_binding_that_can_not_be_read_is_not_called_missing() -> None:
    files = with_section("probes", _PROBE.replace("WHAT", "over: [http], watch: statuses"))
    files["http.yaml"] = (FIXTURES / "http-status" / "good.yaml").read_text().replace("M-SEARCH", "search")
    (line,) = findings(files)
    assert line.endswith("[wrong-value]")
