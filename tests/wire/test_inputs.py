"""Inputs that are no messages at all: one clear sentence each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.inputs import opened


def _open(path: Path) -> bytes:
    with opened(str(path)) as source:
        assert source.name == str(path)
        return source.stream.read()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is empty: there is no message in it"),
        (b"\0\1\2", "is binary; expected JSON text"),
        (b"\x89PNG\r\n\x1a\n", "is binary; expected JSON text"),
        (b"\x1f\x8b\x08", "is binary; expected JSON text"),
        (b"PK\x03\x04\0\0", "is binary; expected JSON text"),
        (b"\xff\xfe{\0}\0", "is UTF-16; save it as UTF-8"),
        (b"\xfe\xff\0{\0}", "is UTF-16; save it as UTF-8"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        _open(path)
    assert str(error.value) == f"{path} {problem}"


@pytest.mark.parametrize("content", [b"{}", b'{"a": "\0"}', b"\n[1]", b"\xef\xbb\xbf{}", b"nonsense", "é".encode()])
def test_text_is_given_from_its_first_byte(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    assert _open(path) == content


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere does not exist"):
        _open(tmp_path / "nowhere")


def test_a_folder_is_no_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder; name the files in it"):
        _open(tmp_path)


def test_a_path_below_a_file_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("{}")
    with pytest.raises(InputError, match="can't be read: Not a directory"):
        _open(tmp_path / "x" / "y")


def test_a_pipe_has_no_size(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    holder = os.open(path, os.O_RDWR)
    try:
        os.write(holder, b"{}\n")
        with opened(str(path)) as source:
            assert source.size is None
            assert source.stream.readline() == b"{}\n"
    finally:
        os.close(holder)
