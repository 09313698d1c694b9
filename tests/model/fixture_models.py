"""A small made-up model, and the broken files that are laid over it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cgp_toolkit.model.loading import inspect

FIXTURES = Path(__file__).parent / "fixtures"
BASE = FIXTURES / "base"
FIRST_LINE = "# yaml-language-server: $schema={}.schema.json\n"


def texts(folder: Path) -> dict[str, str]:
    """The YAML files of a folder; bytes that are not UTF-8 arrive as the model's reader expects them."""
    return {path.name: path.read_bytes().decode(errors="surrogateescape") for path in sorted(folder.glob("*.yaml"))}


def over_base(files: Mapping[str, str]) -> dict[str, str]:
    """The small model with ``files`` laid over it: a file of the same name replaces, another one adds."""
    return {**texts(BASE), **files}


def with_section(kind: str, yaml: str, file: str = "more.yaml") -> dict[str, str]:
    """The small model and one more file, of a kind, without its first line in ``yaml``."""
    return over_base({file: FIRST_LINE.format(kind) + yaml})


def findings(files: Mapping[str, str]) -> list[str]:
    """Everything that is wrong with a model, a line each."""
    return [str(diagnostic) for diagnostic in inspect(files)[1]]


def changed(file: str, *replacements: tuple[str, str]) -> dict[str, str]:
    """The small model with words of one file replaced, each where it stands first."""
    files = texts(BASE)
    for old, new in replacements:
        assert old in files[file], f"{file} has no {old!r}"
        files[file] = files[file].replace(old, new, 1)
    return files
