"""A file of which nothing but the stamp differs gets that in its place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgp_toolkit.targets.stamp import MARK
from cgp_toolkit.workspace import Change, Difference, write
from cgp_toolkit.workspace.restamping import Patch, patch

BEFORE, AFTER = f"é\n# {MARK} 1, model 0123. Do not edit.\nx\n", f"é\n# {MARK} 1, model 4527. Do not edit.\nx\n"


def _written(folder: Path, before: str, after: str) -> tuple[Path, Difference]:
    path = folder / "t" / "x"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(before.encode())
    return path, Difference("t/x", "t", before, after)


def test_only_the_line_of_the_stamp_is_written_into_the_same_file(tmp_path: Path) -> None:
    path, difference = _written(tmp_path, BEFORE, AFTER)
    inode, lines = path.stat().st_ino, [text.encode().split(b"\n")[1] for text in (BEFORE, AFTER)]
    assert patch(path, difference) == Patch(path, 3, lines[0], lines[1])
    write(tmp_path, [difference])
    assert path.read_bytes() == AFTER.encode()
    assert path.stat().st_ino == inode
    assert [p.name for p in path.parent.iterdir()] == ["x"]


@given(st.text("0123456789abcdef", min_size=4, max_size=4), st.text("0123456789abcdef", min_size=4, max_size=4))
def test_whatever_the_digits_the_file_is_the_new_one(
    tmp_path_factory: pytest.TempPathFactory, old: str, new: str
) -> None:
    texts = [BEFORE.replace("0123", digits) for digits in (old, new)]
    path, difference = _written(tmp_path_factory.mktemp("out"), *texts)
    write(path.parents[1], [difference])
    assert path.read_bytes() == texts[1].encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (BEFORE, AFTER.replace("x", "y")),
        (BEFORE, AFTER.replace("4527", "45278")),
        ("y" * 5000 + BEFORE, "y" * 5000 + AFTER),
        (BEFORE + BEFORE, BEFORE + AFTER),
    ],
    ids=["another text", "a longer stamp", "a stamp far from the start", "the second of two stamps"],
)
def test_whatever_else_differs_is_written_anew(tmp_path: Path, before: str, after: str) -> None:
    path, difference = _written(tmp_path, before, after)
    assert patch(path, difference) is None
    write(tmp_path, [difference])
    assert path.read_bytes() == after.encode()


def test_a_file_with_another_name_keeps_that_ones_text(tmp_path: Path) -> None:
    path, difference = _written(tmp_path, BEFORE, AFTER)
    os.link(path, tmp_path / "copy")
    write(tmp_path, [difference])
    assert path.read_bytes() == AFTER.encode()
    assert (tmp_path / "copy").read_bytes() == BEFORE.encode()


def test_what_a_link_leads_to_is_left_alone(tmp_path: Path) -> None:
    path, difference = _written(tmp_path, BEFORE, AFTER)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    write(tmp_path, [difference])
    assert path.read_bytes() == AFTER.encode()
    assert (tmp_path / "elsewhere").read_bytes() == BEFORE.encode()


def test_a_file_that_has_changed_meanwhile_is_written_anew(tmp_path: Path) -> None:
    path, difference = _written(tmp_path, BEFORE, AFTER)
    path.write_text("short")
    assert difference.change is Change.STAMP
    write(tmp_path, [difference])
    assert path.read_bytes() == AFTER.encode()
