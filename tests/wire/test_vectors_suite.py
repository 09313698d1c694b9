"""Files of vectors: read, chosen from, and refused with their place where they are not what they should be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.vectors import read_folder, suite_of

_STAMP = '{"stamp": "made by hand", "revision": "x/1"}'


def vector(id: str, kind: str = "exchange", **more: object) -> str:  # noqa: A002
    """The line of a vector."""
    parts = {"request": "{}", "reply": "{}", "ack": None, "author": "accepts", "findings": [], "requirements": ["R1"]}
    return json.dumps({"id": id, "kind": kind, **parts, **more})


def file(*lines: str) -> dict[str, str]:
    """One file of vectors."""
    return {"exchanges.ndjson": "\n".join((_STAMP, *lines)) + "\n"}


def test_a_vector_is_read_with_its_revision() -> None:
    suite = suite_of(file(vector("One."), vector("Two.")))
    assert suite.revision == "x/1"
    assert [v.id for v in suite.vectors] == ["One.", "Two."]
    assert suite.vectors[0].requirements == ("R1",)


def test_a_request_holds_what_is_given_and_nothing_that_is_expected() -> None:
    suite = suite_of(file(vector("One.")))
    assert suite.vectors[0].request() == {"id": "One.", "kind": "exchange", "request": "{}", "reply": "{}", "ack": None}
    steps = [{"does": "sends", "bytes": "{}", "outcome": "accept", "state": "x", "sends": []}]
    session = suite_of({"sessions.ndjson": _STAMP + "\n" + vector("S.", "session", role="a", steps=steps)}).vectors[0]
    assert session.request()["steps"] == [{"does": "sends", "bytes": "{}"}]


def test_files_come_in_the_order_of_the_kinds() -> None:
    files = {
        "sessions.ndjson": _STAMP + "\n" + vector("S.", "session", role=None, steps=[]),
        "messages.ndjson": _STAMP + "\n" + vector("M.", "message", reader="accepts"),
        "README.md": "no vectors",
        **file(vector("E.")),
    }
    assert [v.id for v in suite_of(files).vectors] == ["M.", "E.", "S."]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["nonsense"], r"exchanges\.ndjson:2: this is no JSON"),
        (["[]"], r":2: a vector is an object"),
        ([vector("One."), vector("One.")], r":3: the id 'One\.' is that of exchanges\.ndjson:2, too"),
        ([vector("")], r":2: the vector has no id"),
        ([vector("One.", "exchanges")], r":2: the vector is of no known kind; did you mean 'exchange'\?"),
        ([vector("One.", requirements=None)], r":2: the vector does not say which requirements"),
        ([json.dumps({"id": "One.", "kind": "message", "requirements": []})], r":2: the vector has no 'reader'"),
        ([], "there is no vector to run"),
    ],
)
def test_a_line_that_is_no_vector_is_named(lines: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        suite_of(file(*lines))


def test_a_file_without_a_stamp_is_refused() -> None:
    with pytest.raises(InputError, match="first line of a file of vectors is its stamp"):
        suite_of({"messages.ndjson": vector("One.") + "\n"})


def test_an_id_chooses_its_vector_and_a_part_of_one_all_that_hold_it() -> None:
    suite = suite_of(file(vector("Budget."), vector("The budget is kept."), vector("Else.")))
    assert [v.id for v in suite.chosen(only=["Budget."]).vectors] == ["Budget."]
    assert [v.id for v in suite.chosen(only=["budget"]).vectors] == ["Budget.", "The budget is kept."]
    assert [v.id for v in suite.chosen(only=["budget", "Budget."]).vectors] == ["Budget.", "The budget is kept."]


def test_an_id_that_is_not_there_is_named_with_a_close_one() -> None:
    suite = suite_of(file(vector("The budget is kept.")))
    with pytest.raises(InputError, match=r"no vector is called like 'The budget was kept\.'; did you mean"):
        suite.chosen(only=["The budget was kept."])


def test_a_kind_without_vectors_leaves_nothing_to_run() -> None:
    suite = suite_of(file(vector("One.")))
    assert suite.chosen(kinds=["exchange"]) == suite
    with pytest.raises(InputError, match="no vector to run"):
        suite.chosen(kinds=["session"])


def test_a_folder_without_vectors_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no file of vectors"):
        read_folder(tmp_path)
    (tmp_path / "messages.ndjson").write_bytes(b"\xff")
    with pytest.raises(InputError, match="can't be read"):
        read_folder(tmp_path)
