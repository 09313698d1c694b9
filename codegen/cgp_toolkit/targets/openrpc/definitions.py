"""The schemas of the model as OpenRPC keeps them: draft 7, below its components; those that bind authors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cgp_toolkit.model import Envelope, Json, Model, Record
from cgp_toolkit.schema import DRAFT_07, Dialect, Profile, Schema, bundle, settle

PLACE = "components/schemas"
_DIALECT = Dialect(DRAFT_07.metaschema, PLACE, siblings=False)


@dataclass(frozen=True, slots=True)
class Definitions:
    """The definitions of all types, and those of envelopes, which are no part of the document, by their names."""

    types: Mapping[str, Schema]
    envelopes: Mapping[str, Schema]

    def of(self, owner: Envelope | Record) -> Schema:
        """The definition of an envelope or record."""
        return self.envelopes[owner.name] if isinstance(owner, Envelope) else self.types[owner.name]


def definitions(model: Model) -> Definitions:
    """The definitions of ``model``."""
    found = as_object(bundle(model, Profile.STRICT, _DIALECT)[PLACE])
    return Definitions(
        types={name: as_object(found[name]) for name in model.types},
        envelopes={name: as_object(found[definition]) for name, definition in settle(model).envelopes.items()},
    )


def as_object(value: Json) -> Schema:
    """A part of a schema that is an object."""
    assert isinstance(value, dict), "this part of a schema is an object"
    return value


def reference(*parts: str) -> Schema:
    """A reference to a part of the components."""
    escaped = (part.replace("~", "~0").replace("/", "~1") for part in parts)
    return {"$ref": "#/components/" + "/".join(escaped)}


def payload(envelope: Envelope) -> tuple[str, ...]:
    """The members of an envelope beside its correlation id."""
    id_ = envelope.correlation.member if envelope.correlation is not None else None
    return tuple(member.name for member in envelope.members if member.name != id_)
