"""A small protocol to build sites of, quickly."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.model.fixture_models import BASE, texts

_TEXT = re.compile(r'\b(doc|fix|why|decision|topic|title|source): (?:"[^"\n]*"|[^\n{},"]+$)', re.MULTILINE)


def write_small(spec: Path, said: str | None = None) -> int:
    """Write the small model below ``spec``; with ``said`` in place of every text.  The number of texts replaced."""
    spec.mkdir(parents=True)
    replaced = 0
    for name, text in texts(BASE).items():
        if said is not None:
            text, times = _TEXT.subn(lambda match: f"{match[1]}: {json.dumps(said)}", text)
            replaced += times
        (spec / name).write_text(text, encoding="utf-8")
    return replaced
