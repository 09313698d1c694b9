"""Identifiers of schemas: URNs of the protocol and its version, because no domain is claimed.

The parts after the version are a path, so that by RFC 3986 a relative reference leads to a neighbour:
``B.schema.json`` in ``urn:name:1.0/strict/A.schema.json`` is ``urn:name:1.0/strict/B.schema.json``.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from cgp_toolkit.model import Protocol


def urn(protocol: Protocol, path: str) -> str:
    """The ``$id`` of the schema at ``path`` below the output folder."""
    revision = protocol.revision.removeprefix(f"{protocol.name}/")
    version = "/".join(quote(part, safe="") for part in revision.split("/") if part.strip("."))
    return f"urn:{_namespace(protocol.name)}:{version}/{path}"


def _namespace(name: str) -> str:
    # RFC 8141: 2 to 32 letters, digits and inner hyphens.
    namespace = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:32].rstrip("-")
    return namespace if len(namespace) > 1 else f"protocol{namespace}"
