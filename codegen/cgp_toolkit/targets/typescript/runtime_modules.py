"""The modules that are the same for every protocol: they come with the toolkit and are copied as they stand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cgp_toolkit.model import Model
from cgp_toolkit.targets.stamp import commented

_RUNTIME = Path(__file__).parent / "runtime"


@cache
def _texts() -> tuple[tuple[str, str], ...]:
    found = sorted(path for path in _RUNTIME.rglob("*.ts"))
    return tuple((path.relative_to(_RUNTIME).as_posix(), path.read_text(encoding="utf-8")) for path in found)


# What a testee says of what its protocol doesn't have.
_NONE = "none/"


def emit(model: Model) -> dict[str, str]:
    """The modules by path."""
    stamp = commented(model, "typescript", "//")
    due = {name: text for name, text in _texts() if not name.startswith(_NONE) and _is_due(model, name)}
    for name, text in _texts():
        if name.startswith(_NONE) and (path := f"testee/{name.removeprefix(_NONE)}") not in due:
            due[path] = text
    return {name: f"{stamp}{text}" for name, text in sorted(due.items())}


def _is_due(model: Model, name: str) -> bool:
    """Whether a protocol has what a module is about."""
    if name.startswith("session/") or name == "testee/sessions.ts":
        return model.lifecycle is not None
    if name.startswith("jsonrpc") or name == "testee/rpc.ts":
        return model.rpc is not None
    return True
