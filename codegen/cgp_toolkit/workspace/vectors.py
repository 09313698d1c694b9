"""Which vectors show which requirement: computed from the model, not read from the disk."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping

from cgp_toolkit.model import Model
from cgp_toolkit.targets.base import installed_targets

_TARGET = "vectors"
_SUFFIX = ".ndjson"


def vectors_by_requirement(model: Model) -> Mapping[str, tuple[str, ...]]:
    """The ids of the vectors that show a requirement, by its id; empty if the target is not installed."""
    target = installed_targets().get(_TARGET)
    if target is None:
        return {}
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, text in target.emit(model).items():
        if name.endswith(_SUFFIX):
            for line in text.splitlines():
                vector = json.loads(line)
                for requirement in vector.get("requirements", ()):
                    found[requirement].append(vector["id"])
    return {name: tuple(vectors) for name, vectors in found.items()}
