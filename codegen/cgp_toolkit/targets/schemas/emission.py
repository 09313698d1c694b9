"""The target ``schemas``: JSON Schemas of the protocol, and of the model's own YAML.

``strict/`` and ``wire/`` hold one file a definition, with relative references; beside them stand the bundles.  A
validator whose URI library refuses to resolve a relative reference against a URN (RFC 3986 has no trouble with it)
is given the bundles, or the single files under URLs of its own.
"""

from __future__ import annotations

from cgp_toolkit.model import Model
from cgp_toolkit.schema import DRAFT_07, Profile, Schema, bundle, documents, file_name, indented, yaml_files
from cgp_toolkit.targets.base import Files
from cgp_toolkit.targets.stamp import stamp


def emit(model: Model) -> Files:
    """All schemas of a model."""
    schemas: dict[str, Schema] = {}
    for profile in Profile:
        for name, document in documents(model, profile).items():
            schemas[f"{profile}/{file_name(name)}"] = document
        schemas[file_name(profile)] = bundle(model, profile)
        schemas[file_name(f"{profile}.draft-07")] = bundle(model, profile, DRAFT_07)
    for kind, schema in yaml_files(model.protocol).items():
        schemas[f"model/{file_name(kind)}"] = schema
    mark = stamp(model, "schemas")
    return {path: indented({"$comment": mark, **schema}) for path, schema in schemas.items()}
