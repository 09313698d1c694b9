"""Model to JSON Schema, as plain Python data; other targets start from it too.

>>> bundle(model, Profile.WIRE)       # one document, every definition below "$defs"
>>> documents(model, Profile.STRICT)  # one document a definition, with relative references
"""

from __future__ import annotations

from cgp_toolkit.schema.assembly import bundle, documents
from cgp_toolkit.schema.keywords import EXTENSIONS
from cgp_toolkit.schema.names import Names, file_name, settle
from cgp_toolkit.schema.profile import DRAFT_07, DRAFT_2020_12, Dialect, Profile
from cgp_toolkit.schema.scope import Schema
from cgp_toolkit.schema.writing import indented
from cgp_toolkit.schema.yaml_files import yaml_files

__all__ = [
    "DRAFT_07",
    "DRAFT_2020_12",
    "EXTENSIONS",
    "Dialect",
    "Names",
    "Profile",
    "Schema",
    "bundle",
    "documents",
    "file_name",
    "indented",
    "settle",
    "yaml_files",
]
