"""The files of the target as texts: one NDJSON file a kind, the schema of their lines, and the README."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from cgp_toolkit.binding.templates import renderer
from cgp_toolkit.model import Json, Model
from cgp_toolkit.oracle.jsons import Message, spelt
from cgp_toolkit.targets.stamp import stamp
from cgp_toolkit.targets.vectors.format import schema
from cgp_toolkit.targets.vectors.vector import Kind, Vector

TARGET_NAME = "vectors"
FILES: dict[Kind, str] = {kind: f"{kind.value}s.ndjson" for kind in Kind} | {
    Kind.FRAMING: "framing.ndjson",
    Kind.VOCABULARY: "vocabularies.ndjson",
    Kind.JSONRPC: "jsonrpc.ndjson",
}
"""The file of each kind."""

_ENCODER = json.JSONEncoder(separators=(",", ":"))
_render = renderer(Path(__file__).parent / "templates")


def ndjson(model: Model, lines: str) -> str:
    """The stamp as the first line, then the ``lines`` of vectors."""
    return _line({"stamp": stamp(model, TARGET_NAME), "revision": model.protocol.revision}) + lines


def lines_of(model: Model, vectors: Iterable[Vector]) -> str:
    """A vector a line; ``ValueError`` if two have one id."""
    lines = []
    seen: set[str] = set()
    for vector in vectors:
        if vector.id in seen:
            raise ValueError(f"two vectors are called {vector.id!r}")
        seen.add(vector.id)
        lines.append(_line(vector.record(model)))
    return "".join(lines)


def _line(record: Message) -> str:
    # In ASCII, so that nothing but a line feed can be taken for the end of a line.
    return _ENCODER.encode(record) + "\n"


def schema_text(model: Model) -> str:
    """The JSON Schema of a line."""
    commented: Message = {"$comment": stamp(model, TARGET_NAME), **schema(model)}
    return json.dumps(commented, indent=2, ensure_ascii=False) + "\n"


def readme(model: Model, counts: Mapping[Kind, int], example: Json) -> str:
    """How to run the vectors, what each field is, and what a testee says."""
    return _render(
        "README.md",
        stamp=f"<!-- {stamp(model, TARGET_NAME)} -->\n",
        title=model.protocol.title,
        revision=model.protocol.revision,
        files=[(FILES[kind], kind.value, count) for kind, count in counts.items()],
        has_rpc=model.rpc is not None,
        total=sum(counts.values()),
        example=spelt(example),
        python=model.protocol.packages["python"].names["module"] if "python" in model.protocol.packages else "",
    )
