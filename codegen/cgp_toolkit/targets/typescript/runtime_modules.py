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


def emit(model: Model) -> dict[str, str]:
    """The modules by path."""
    stamp = commented(model, "typescript", "//")
    return {name: f"{stamp}\n{text}" for name, text in _texts() if _is_due(model, name)}


def _is_due(model: Model, name: str) -> bool:
    """Whether a protocol has what a module is about: sessions need a lifecycle."""
    return model.lifecycle is not None or not name.startswith("session/")
