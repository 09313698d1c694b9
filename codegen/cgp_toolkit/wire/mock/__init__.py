"""The mock: a peer that answers out of the model's examples and keeps every rule, or errs in exactly one way."""

from __future__ import annotations

from cgp_toolkit.wire.mock.serving import serve_http, serve_stdio

__all__ = ["serve_http", "serve_stdio"]
