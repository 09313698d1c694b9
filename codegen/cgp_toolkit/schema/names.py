"""What every definition is called: the one place where names of schemas and of their files are settled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cgp_toolkit.model import Model

_SUFFIX = "Envelope"


@dataclass(frozen=True, slots=True)
class Names:
    """Definition names of the union and of the envelopes; a type keeps its own name."""

    union: str
    envelopes: Mapping[str, str]


def settle(model: Model) -> Names:
    """The names of a model's definitions, no two of them equal, not even on a disk that ignores case."""
    taken = {name.casefold() for name in model.types}

    def free(name: str) -> str:
        while name.casefold() in taken:
            name += _SUFFIX
        taken.add(name.casefold())
        return name

    union = free(model.protocol.union)
    return Names(union, MappingProxyType({name: free(_pascal(name)) for name in model.envelopes}))


def file_name(definition: str) -> str:
    """The file that holds a definition; also its relative reference."""
    return f"{definition}.schema.json"


def _pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", name))
