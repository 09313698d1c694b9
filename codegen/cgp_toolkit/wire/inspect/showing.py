"""What went over the wire, cut to what a person needs: shapes stay, long texts and lists do not."""

from __future__ import annotations

import contextlib
import json

_LONGEST = 240
_LONG_TEXT = 40
_MANY = 3


def shown(line: bytes, longest: int = _LONGEST) -> str:
    """A line as text: of JSON, long texts are cut and long lists shortened; bytes that are no UTF-8 are escaped."""
    text = line.decode(errors="backslashreplace").strip("\r\n")
    if len(text) > longest and len(text) < 1 << 20:
        with contextlib.suppress(ValueError, RecursionError):
            text = json.dumps(_cut(json.loads(text)), ensure_ascii=False, separators=(",", ":"))
    printable = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[: longest + 1])
    return printable if len(text) <= longest else f"{printable[:longest]}… ({len(line):,} bytes)"


def _cut(value: object) -> object:
    if isinstance(value, str):
        return value if len(value) <= _LONG_TEXT else f"{value[:_LONG_TEXT]}… ({len(value)} characters)"
    if isinstance(value, list):
        rest = [f"… {len(value) - _MANY} more"] if len(value) > _MANY else []
        return [*(_cut(item) for item in value[:_MANY]), *rest]
    if isinstance(value, dict):
        return {key: _cut(item) for key, item in value.items()}
    return value
