"""Formatting of generated Python: ruff with settings of its own, so that no configuration around it counts."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping

from ruff import find_ruff_bin  # type: ignore[import-untyped]

_SETTINGS = ("--quiet", "--isolated", "--line-length", "120", "--target-version", "py311")


def formatted(sources: Mapping[str, str], package: str) -> dict[str, str]:
    """Each source of ``package`` with sorted imports and one layout; :class:`RuntimeError` if one is no Python."""
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
