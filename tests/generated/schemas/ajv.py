"""ajv under Node as a long-lived process that is asked line by line."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from cgp_toolkit.model import Json
from tests.conftest import need
from tests.npm import install

HERE = Path(__file__).parent


class Ajv:
    """The process behind ``ajv.mjs``; a context manager."""

    def __init__(self) -> None:
        node = need("node")
        install(HERE)
        self._process = subprocess.Popen(
            [node, "ajv.mjs"],
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

    def ask(self, request: Mapping[str, object]) -> Json:
        """The answer to one request; :class:`RuntimeError` with ajv's words if there is none."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        # ASCII only: Node's readline also breaks lines at U+2028.
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(process.communicate()[1])
        return cast(Json, json.loads(line))

    def register(self, name: str, draft: str, keywords: Sequence[str], schemas: Sequence[Mapping[str, Json]]) -> None:
        """Compile ``schemas`` as a set; anything that ajv warns about is an error."""
        self.ask({"set": name, "draft": draft, "keywords": list(keywords), "schemas": list(schemas)})

    def search(self, pattern: str, text: str, flags: str) -> bool:
        """What ECMAScript's own engine makes of a pattern."""
        return self.ask({"pattern": pattern, "text": text, "flags": flags}) is True
