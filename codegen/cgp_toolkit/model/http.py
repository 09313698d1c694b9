"""The HTTP binding of a protocol, where a model has one: the method, the media type, and what each status says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cgp_toolkit.model.source import Position

SUCCESSES = range(200, 300)
"""The numbers that HTTP has for what went well."""

REFUSALS = range(400, 600)
"""The numbers that HTTP has for what did not."""

BODILESS = frozenset({204, 205})
"""The numbers of :data:`SUCCESSES` with which HTTP lets no body come."""


class HttpStatusName(StrEnum):
    """What a response says of the request; the name of a status.

    ``reply``: its body is the reply, a failure included.  ``no-reply``: none is due.  ``malformed``: the body is no
    message.  ``other-method``, ``too-large``, ``other-media-type``: the request is refused, whatever its body holds.
    """

    REPLY = "reply"
    NO_REPLY = "no-reply"
    MALFORMED = "malformed"
    OTHER_METHOD = "other-method"
    TOO_LARGE = "too-large"
    OTHER_MEDIA_TYPE = "other-media-type"

    @property
    def success(self) -> bool:
        """Whether it says that the request went well."""
        return self in (HttpStatusName.REPLY, HttpStatusName.NO_REPLY)


@dataclass(frozen=True, slots=True)
class HttpStatus:
    """A status by its name and its number on the wire."""

    name: str
    doc: str
    number: int
    position: Position


@dataclass(frozen=True, slots=True)
class HttpBinding:
    """The binding: one message is the body of a request, its reply the body of the response.

    A body may have as many bytes as a line of the line binding.
    """

    doc: str
    method: str
    media_type: str
    statuses: tuple[HttpStatus, ...]
    requirements: tuple[str, ...]
    decisions: tuple[str, ...]
    position: Position

    def number(self, name: str) -> int:
        """The number of the status of that name; ``KeyError`` if there is none."""
        for status in self.statuses:
            if status.name == name:
                return status.number
        raise KeyError(name)
