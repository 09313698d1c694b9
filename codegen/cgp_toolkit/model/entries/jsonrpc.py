"""The YAML entries behind the JSON-RPC binding."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictInt

from cgp_toolkit.model.axes import Stability
from cgp_toolkit.model.entries.base import Entry, Name, Names, Text
from cgp_toolkit.model.jsonrpc import Shape

MethodName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_./-]*$")]
MethodPrefix = Annotated[str, Field(pattern=r"^([A-Za-z_][A-Za-z0-9_./-]*)?$")]


class MethodEntry(Entry):
    """One method, or notification: an envelope that opens an exchange, and the reply that ends it."""

    name: MethodName
    """What it is called, behind the prefix."""
    envelope: Name
    """The envelope that calls it; the model says what answers that."""
    params: Shape
    """How its params are laid out."""
    result: Shape | None = None
    """How the result is laid out; none where no answer is due."""


class RpcErrorsEntry(Entry):
    """Error codes and the numbers that JSON-RPC has instead."""

    numbers: dict[Name, StrictInt]
    """The number that is written for each code; others get that of what an unlisted code reads as."""
    reads: dict[Name, tuple[StrictInt, ...]] = Field(default_factory=dict)
    """What numbers mean where no code stands beside them; all others mean what an absent code does."""


class RpcLimitsEntry(Entry):
    """Defaults that a receiver may change."""

    message_bytes: StrictInt = Field(gt=0)
    """The most bytes of one message."""
    header_bytes: StrictInt = Field(gt=0)
    """The most bytes of the headers before one."""


class RpcFaultEntry(Entry):
    """One way in which a message is no message of this binding."""

    number: StrictInt
    """The number of the error that answers it."""
    code: Name
    """The error code beside the number."""
    doc: Text
    """What is wrong."""
    fix: Text
    """The way out."""


class JsonRpcEntry(Entry):
    """The JSON-RPC binding."""

    doc: Text
    """The mapping in words."""
    stability: Stability
    """How settled it is."""
    decisions: Names = ()
    """Decision ids that shaped it."""
    prefix: MethodPrefix = ""
    """What all names of methods begin with."""
    methods: tuple[MethodEntry, ...] = Field(min_length=1)
    """The methods and notifications."""
    errors: RpcErrorsEntry
    """Error codes as numbers."""
    limits: RpcLimitsEntry
    """Defaults that a receiver may change."""
    faults: dict[Name, RpcFaultEntry]
    """Ways in which a message can be wrong beside those of the line binding, by name."""
