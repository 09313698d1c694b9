"""Formatting of generated Python: ruff with settings of its own, so that no configuration around it counts."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from ruff import find_ruff_bin  # type: ignore[import-untyped]

from cgp_toolkit.targets.stamp import parted

_SETTINGS = ("--quiet", "--isolated", "--no-cache", "--line-length", "120", "--target-version", "py311")


_remembered: dict[tuple[str, str], str] = {}
"""What the last call made of each source of a package, without stamps; where a model is followed, most stay so."""


def formatted(sources: Mapping[str, str], package: str) -> dict[str, str]:
    """Each source of ``package`` with sorted imports and one layout; :class:`RuntimeError` if one is no Python."""
    parts = {name: parted(source) for name, source in sources.items()}
    fresh = {name: body for name, (_, body) in parts.items() if (package, body) not in _remembered}
    results = _formatted(fresh, package)
    made = {name: results[name] if name in results else _remembered[package, body] for name, (_, body) in parts.items()}
    _remembered.clear()
    _remembered.update({(package, parts[name][1]): text for name, text in made.items()})
    return {name: parts[name][0] + text for name, text in made.items()}


def _formatted(sources: Mapping[str, str], package: str) -> dict[str, str]:
    """What ruff makes of ``sources``.  It reads several at once from files only; a process a source takes longer."""
    if not sources:
        return {}
    with TemporaryDirectory() as root:
        # All that ruff sees around the sources is the package that they belong to.
        places = {name: Path(root, package, name if name.endswith(".py") else f"{name}.py") for name in sources}
        for name, place in places.items():
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(sources[name].encode())
        first_party = f'lint.isort.known-first-party=["{package}"]'
        _ruff(root, "check", "--config", first_party, "--select", "I", "--fix")
        _ruff(root, "format")
        return {name: place.read_bytes().decode() for name, place in places.items()}


def _ruff(root: str, command: str, *options: str) -> None:
    ran = subprocess.run(
        [find_ruff_bin(), command, *_SETTINGS, *options, "."], cwd=root, capture_output=True, check=False
    )
    if ran.returncode != 0:
        raise RuntimeError(f"ruff cannot read what was generated; {(ran.stderr + ran.stdout).decode().strip()}")
