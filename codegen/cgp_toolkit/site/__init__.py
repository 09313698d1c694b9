"""The documentation as a site: built from the model, or served and built anew while the model is edited."""

from __future__ import annotations

from cgp_toolkit.site.building import Built, SiteError, build
from cgp_toolkit.site.serving import serve

__all__ = ["Built", "SiteError", "build", "serve"]
