"""The toolkit's version, as written in stamps and shown by ``cgp --version``."""

from __future__ import annotations

VERSION = "0.1.0"
