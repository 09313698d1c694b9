"""``http.py`` of the binding, what a host needs to post to it, and the table that both run on.

A model without a lifecycle or without an HTTP binding gets none of them.
"""

from __future__ import annotations

from pathlib import Path

from cgp_toolkit.model import HttpBinding, HttpStatusName, Model
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.stamp import commented

_STATIC = Path(__file__).parent / "runtime" / "http"


def binding_of(model: Model) -> HttpBinding | None:
    """The HTTP binding, if the package has one: only parties that run speak it."""
    return None if model.lifecycle is None else model.http


def http_modules(model: Model) -> dict[str, str]:
    """Unformatted sources by file name within the package; none where the package has no HTTP binding."""
    binding = binding_of(model)
    if binding is None:
        return {}
    stamp = commented(model, "python", "#")
    static = {path.name: stamp + path.read_text(encoding="utf-8") for path in sorted(_STATIC.glob("*.py"))}
    return static | {"_http_tables.py": _tables(binding, stamp)}


def _tables(binding: HttpBinding, stamp: str) -> str:
    constants: list[tuple[str, object, str]] = [
        ("METHOD", binding.method, "The method of a request that carries a message."),
        ("MEDIA_TYPE", binding.media_type, "The media type of a message, without parameters."),
        *((HttpStatusName(status.name).name, status.number, status.doc) for status in binding.statuses),
    ]
    return render(
        "http_tables.py",
        stamp=stamp,
        constants=[(name, repr(value), docs.literal([doc], 0)) for name, value, doc in constants],
    )
