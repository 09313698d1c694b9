"""npm packages that tests need, installed once a lock file."""

from __future__ import annotations

import fcntl
import hashlib
import subprocess
from pathlib import Path


def install(npm: str, folder: Path) -> None:
    """``npm ci`` in ``folder``; several test processes may come here at the same time."""
    digest = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    modules = folder / "node_modules"
    with open(folder / ".install-lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        mark = modules / ".lock-digest"
        if mark.exists() and mark.read_text() == digest:
            return
        subprocess.run(
            [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--omit-lockfile-registry-resolved"],
            cwd=folder,
            check=True,
            capture_output=True,
        )
        mark.write_text(digest)
