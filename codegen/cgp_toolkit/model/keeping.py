"""What is kept on the disk from one run to the next: sources of our own in a form that loads faster, never a result.

It is to templates and grammars what bytecode is to modules.  Each piece is known by all that it was made from, so that
nothing here can be out of date; where nothing can be written, nothing is kept, and every run does the work again.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path


@cache
def keep(kind: str) -> Path:
    """The folder for what is kept of one kind, below the user's cache folder; it may not be there."""
    folder = user_cache_path("cgp-toolkit", appauthor=False) / kind
    # Whoever writes into it copes with a folder that is missing, or full, or read-only.
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
