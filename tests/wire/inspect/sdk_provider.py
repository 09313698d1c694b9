"""A provider built with the published SDK of the protocol, as its own documentation shows it.

python sdk_provider.py          over stdio
python sdk_provider.py http     over HTTP; prints its port first
"""

from __future__ import annotations

import hashlib
import sys
from typing import Any

from contextgraph_sdk import run_stdio_provider


def _digest(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def _frame(name: str, text: str, score: float) -> dict[str, Any]:
    return {
        "id": name,
        "kind": "doc",
        "title": f"About {name}",
        "content": text,
        "content_digest": _digest(text),
        "uri": f"file:///docs/{name}.md",
        "score": score,
        "token_cost": -(-len(text.encode()) // 4),
        "citation_label": f"{name}.md",
    }


FRAMES = [_frame("one", "The first thing to know.", 0.9), _frame("two", "The second thing, a longer one.", 0.5)]


class Docs:
    """Serves two documents, within the budget."""

    def info(self) -> dict[str, Any]:
        return {"name": "docs", "version": "1.0", "data_flow": {"reads": True, "writes": False, "egress": False}}

    def capabilities(self) -> dict[str, Any]:
        return {"query": {"kinds": ["doc"]}, "correlation": True, "graph": False, "verify": True, "resolve": False}

    def query(self, query: dict[str, Any]) -> dict[str, Any]:
        left = query["max_tokens"]
        frames: list[dict[str, Any]] = []
        for frame in FRAMES if not query.get("kinds") or "doc" in query["kinds"] else ():
            if frame["token_cost"] <= left and len(frames) < query["max_frames"]:
                frames.append(frame)
                left -= frame["token_cost"]
        return {"frames": frames, "truncated": len(frames) < len(FRAMES)}

    def verify(self, request: dict[str, Any]) -> dict[str, Any]:
        served = {frame["id"]: frame["content_digest"] for frame in FRAMES}
        verdicts = []
        for held in request["frames"]:
            current = served.get(held["frame_id"])
            fresh = current is not None and current == held.get("content_digest")
            verdicts.append({"frame": held, "status": "gone" if current is None else "valid" if fresh else "stale"})
        return {"verdicts": verdicts}


if __name__ == "__main__":
    if sys.argv[1:] == ["http"]:
        from socketserver import ThreadingMixIn
        from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

        from contextgraph_sdk.http import make_wsgi_app

        class Quiet(WSGIRequestHandler):
            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        class Server(ThreadingMixIn, WSGIServer):
            daemon_threads = True
            request_queue_size = 128

        with make_server("127.0.0.1", 0, make_wsgi_app(Docs()), Server, Quiet) as server:
            print(server.server_port, flush=True)
            server.serve_forever()
    run_stdio_provider(Docs())
