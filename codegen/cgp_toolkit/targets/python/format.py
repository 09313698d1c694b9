"""Formatting of generated Python: ruff with settings of its own, so that no configuration around it counts."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping

from ruff import find_ruff_bin  # type: ignore[import-untyped]

from cgp_toolkit.targets.stamp import MARK

_SETTINGS = ("--quiet", "--isolated", "--line-length", "120", "--target-version", "py311")


_remembered: dict[tuple[str, str], str] = {}
"""What the last call made of each source of a package, without stamps; where a model is followed, most stay so."""


def formatted(sources: Mapping[str, str], package: str) -> dict[str, str]:
    """Each source of ``package`` with sorted imports and one layout; :class:`RuntimeError` if one is no Python."""
    parts = {name: _without_stamp(source) for name, source in sources.items()}
    fresh = {name: body for name, (_, body) in parts.items() if (package, body) not in _remembered}
    results = _formatted(fresh, package)
    made = {name: results[name] if name in results else _remembered[package, body] for name, (_, body) in parts.items()}
    _remembered.clear()
    _remembered.update({(package, parts[name][1]): text for name, text in made.items()})
    return {name: parts[name][0] + text for name, text in made.items()}


def _without_stamp(source: str) -> tuple[str, str]:
    """The stamp with its line end, if there is one, and the rest; it changes with every word of the model."""
    first, end, rest = source.partition("\n")
    return (first + end, rest) if MARK in first else ("", source)


def _formatted(sources: Mapping[str, str], package: str) -> dict[str, str]:
    ruff = find_ruff_bin()
    first_party = f'lint.isort.known-first-party=["{package}"]'
    sorted_ = _all([ruff, "check", *_SETTINGS, "--config", first_party, "--select", "I", "--fix", "-"], sources)
    return _all([ruff, "format", *_SETTINGS, "-"], sorted_)


def _all(command: list[str], sources: Mapping[str, str]) -> dict[str, str]:
    """The output of one process a source; they run side by side."""
    running = {
        name: subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for name in sources
    }
    results = {}
    for name, process in running.items():
        output, errors = process.communicate(sources[name].encode())
        if process.returncode != 0:
            raise RuntimeError(f"ruff cannot read the generated {name}: {errors.decode().strip()}")
        results[name] = output.decode()
    return results
