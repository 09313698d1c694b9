"""The YAML entries behind the HTTP binding."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from cgp_toolkit.model.entries.base import Entry, Name, Names, Text, Whole

Method = Annotated[str, Field(pattern=r"^[A-Z]+(-[A-Z]+)*$")]
MediaType = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.+-]*/[a-z0-9][a-z0-9.+-]*$")]
"""Type and subtype, without parameters, in the case in which they are compared."""


class HttpStatusEntry(Entry):
    """What a response with one status says."""

    number: Whole
    """The number on the wire."""
    doc: Text
    """What it says of the request."""


class HttpEntry(Entry):
    """The HTTP binding."""

    doc: Text
    """How messages travel, in words."""
    requirements: Names = ()
    """Requirement ids that it serves."""
    decisions: Names = ()
    """Decision ids that shaped it."""
    method: Method
    """The method of a request that carries a message."""
    media_type: MediaType
    """The media type of a message."""
    statuses: dict[Name, HttpStatusEntry]
    """What responses say, by the names of the statuses."""
