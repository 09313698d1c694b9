"""The generated packages: the real one as it is installed, the made-up one from a fresh emission."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

from cgp_toolkit.model import Model
from cgp_toolkit.targets.python import TARGET


def write_package(model: Model, folder: Path) -> str:
    """Write the Python target's files below ``folder``; the package's import name."""
    for name, text in TARGET.emit(model).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return model.protocol.packages["python"].names["module"]


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Let imports find what stands in ``folder``."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def module(package: str, name: str, folder: Path) -> ModuleType:
    """``package.name``, from ``folder`` unless it is installed."""
    with importable(folder):
        return import_module(f"{package}.{name}")
