"""Running ``cgp`` as a person would: as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

# What would change how a report looks.
_LOOKS = ("NO_COLOR", "FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS", "COLUMNS", "TERM")


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a child, without what changes the looks of reports."""
    return {key: value for key, value in os.environ.items() if key not in _LOOKS} | {"TERM": "dumb"} | dict(extra or {})


def command(*arguments: str | Path) -> list[str]:
    """The command line of ``cgp``."""
    return [sys.executable, "-m", "cgp_toolkit", *map(str, arguments)]


def cgp(
    *arguments: str | Path,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    stdin: bytes = b"",
) -> subprocess.CompletedProcess[str]:
    """Run ``cgp`` to its end; it never shows a traceback unless the test asks for one."""
    run = subprocess.run(
        command(*arguments), cwd=cwd, env=environment(env), input=stdin, capture_output=True, timeout=120
    )
    return subprocess.CompletedProcess(run.args, run.returncode, run.stdout.decode(), run.stderr.decode())


def flat(text: str) -> str:
    """A message without the box around it and its line breaks."""
    return " ".join(text.replace("│", " ").split())
