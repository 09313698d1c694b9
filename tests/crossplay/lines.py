"""The lines that are played with: those of the test vectors, and others drawn from the model."""

from __future__ import annotations

import base64
import json

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cgp_toolkit.model import Json, Model
from cgp_toolkit.wire.vectors import Suite
from tests.generated.strategies import authored, damaged, readable, with_unknowns


def lines_of(suite: Suite) -> list[bytes]:
    """The messages of all vectors, once each; those of their streams and sessions are among them."""
    found: dict[bytes, None] = {}
    for vector in suite.vectors:
        if vector.kind == "message":
            text, coded = vector.data.get("bytes"), vector.data.get("base64")
            found[base64.b64decode(str(coded)) if text is None else str(text).encode()] = None
    return list(found)


def drawn(model: Model, count: int) -> list[bytes]:
    """``count`` messages that readers accept, that authors may write, and damaged ones; the same ones in each run."""
    found: dict[bytes, None] = {}

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of(readable(model), authored(model), with_unknowns(model).map(lambda pair: pair[1]), damaged(model)))
    def keep(message: Json) -> None:
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
        if len(line) < 1 << 16:
            found[line] = None

    keep()
    return list(found)
