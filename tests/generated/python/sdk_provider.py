"""A provider written with the SDK that the protocol's authors publish: nothing of ours is in it."""

from __future__ import annotations

import hashlib
import sys
from typing import Any
from wsgiref.simple_server import make_server

from contextgraph_sdk import ProviderError, budget_tokens, make_wsgi_app, run_stdio_provider

CONTENT = "Install the binding, then implement the required methods."
DIGEST = "sha256:" + hashlib.sha256(CONTENT.encode()).hexdigest()


class Peer:
    """One document; the goal says what goes wrong."""

    def info(self) -> dict[str, Any]:
        return {
            "name": "sdk-peer",
            "version": "0.1.0",
            "data_flow": {"reads": True, "writes": False, "egress": False, "egress_scopes": ["local-only"]},
        }

    def capabilities(self) -> dict[str, Any]:
        return {"query": {"kinds": ["doc"]}, "correlation": "lock-step" not in sys.argv, "verify": True}

    def query(self, query: dict[str, Any]) -> dict[str, Any]:
        if query["goal"] == "refuse":
            raise ProviderError("not today", code="unavailable")
        if query["goal"] == "crash":
            raise RuntimeError("an error that the SDK does not know")
        frame = {
            "id": "doc:1",
            "kind": "doc",
            "title": "Getting started",
            "content": CONTENT,
            "content_digest": DIGEST,
            "score": 0.9,
            "token_cost": budget_tokens(CONTENT),
            "valid_from": "2026-01-01T00:00:00Z",
            "provenance": [{"type": "file", "uri": "file:///docs/start.md", "range": "L1", "digest": DIGEST}],
            "citation_label": "start.md L1",
            "relations": [],
        }
        return {"frames": [frame] * (100 if query["goal"] == "flood" else 1), "truncated": False}

    def verify(self, request: dict[str, Any]) -> dict[str, Any]:
        return {
            "verdicts": [
                {"frame": held, "status": "valid" if held.get("content_digest") == DIGEST else "stale"}
                for held in request["frames"]
            ]
        }


if __name__ == "__main__":
    if "http" in sys.argv:
        make_server("127.0.0.1", int(sys.argv[-1]), make_wsgi_app(Peer())).serve_forever()
    run_stdio_provider(Peer())
