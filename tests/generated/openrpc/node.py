"""The official meta-schema of OpenRPC under Node, as a long-lived process that is asked line by line."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from cgp_toolkit.model import Json
from tests.conftest import need
from tests.npm import install

HERE = Path(__file__).parent


class OpenRpc:
    """The process behind ``openrpc.mjs``; a context manager."""

    def __init__(self) -> None:
        node = need("node")
        install(HERE)
        self._process = subprocess.Popen(
            [node, "openrpc.mjs"],
            cwd=HERE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def faults(self, document: Json) -> list[str]:
        """Where a document is not what the meta-schema says, as keyword and place, each once."""
        return self._ask({"document": document})

    def misfits(self, document: Json, at: str, instance: Json) -> list[str]:
        """Where an instance does not fit the schema at the pointer ``at`` of a document."""
        return self._ask({"document": document, "at": at, "instance": instance})

    def _ask(self, request: Mapping[str, Json]) -> list[str]:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        # ASCII only: Node's readline also breaks lines at U+2028.
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(process.communicate()[1])
        found = cast("list[dict[str, str]]", json.loads(line))
        return list(dict.fromkeys(f"{fault['keyword']} at {fault['at']}" for fault in found))
