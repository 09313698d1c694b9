"""The languages that have a testee: which they are, what they need, how they are compiled and started.

``[tool.crossplay.LANGUAGE]`` in ``pyproject.toml`` says so; a language whose binding is not generated takes no part.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cgp_toolkit.wire.vectors import Command

_TIMEOUT = 60.0


class BuildError(Exception):
    """A binding that can't be compiled; the text is what the compiler says."""


@dataclass(frozen=True, slots=True)
class Language:
    """One binding.  ``needs`` are programs, ``build`` commands in a copy of its folder, ``run`` starts the testee."""

    name: str
    folder: Path
    needs: tuple[str, ...]
    build: tuple[tuple[str, ...], ...]
    run: tuple[str, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """The programs that are not installed."""
        return tuple(program for program in self.needs if shutil.which(program) is None)

    def compiled(self, below: Path) -> Command:
        """The testee, compiled in a folder that later runs use again; :class:`BuildError` if it can't be."""
        place = below / self.name
        _copy(self.folder, place)
        for words in self.build:
            done = subprocess.run(_filled(words, place), cwd=place, capture_output=True, text=True, check=False)
            if done.returncode:
                raise BuildError(f"{self.name}: {' '.join(words)}\n{(done.stdout + done.stderr)[-4000:]}")
        return Command(_filled(self.run, place), timeout=_TIMEOUT)


def languages(root: Path) -> Iterator[Language]:
    """The languages of the repository at ``root`` whose binding is generated, in the order of the file."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    for name, said in project["tool"]["crossplay"].items():
        folder = root / "generated" / name
        if folder.is_dir():
            yield Language(
                name=name,
                folder=folder,
                needs=tuple(said.get("needs", ())),
                build=tuple(tuple(words) for words in said.get("build", ())),
                run=tuple(said["run"]),
            )


def _filled(words: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    return tuple(word.replace("{python}", sys.executable).replace("{folder}", str(folder)) for word in words)


def _copy(source: Path, target: Path) -> None:
    """The files of ``source`` in ``target``; those that are the same stay, so that compilers need not look again."""
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.rglob("*")):
        copy = target / path.relative_to(source)
        if path.is_dir():
            copy.mkdir(parents=True, exist_ok=True)
        elif not copy.exists() or copy.read_bytes() != path.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
