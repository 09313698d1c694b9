"""What every builder of a schema needs to know: the model, the profile, the draft, and how to refer to a definition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cgp_toolkit.model import Json, Model
from cgp_toolkit.schema.names import Names, file_name
from cgp_toolkit.schema.profile import Dialect, Profile

Schema: TypeAlias = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Scope:
    """One set of schemas.  ``bundled`` definitions stand in one file, others in one file each."""

    model: Model
    profile: Profile
    dialect: Dialect
    names: Names
    bundled: bool

    def refer(self, definition: str, annotations: Schema | None = None) -> Schema:
        """A reference to a definition, with annotations beside it where the draft reads them."""
        target = f"#/{self.dialect.definitions}/{definition}" if self.bundled else file_name(definition)
        if not annotations:
            return {"$ref": target}
        if self.dialect.siblings:
            return {"$ref": target, **annotations}
        return {"allOf": [{"$ref": target}], **annotations}
