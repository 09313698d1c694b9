"""The YAML entries behind the prose of the documentation: what no type, rule or table can say."""

from __future__ import annotations

from pydantic import Field

from cgp_toolkit.model.entries.base import Entry, Name, Text


class WalkEntry(Entry):
    """A session, explained message by message."""

    session: Name
    """The session that is shown."""
    steps: tuple[Text, ...] = Field(min_length=1)
    """What each of its messages does, in their order."""


class PagesEntry(Entry):
    """What stands at the top of a page, in paragraphs; `code` in back quotes is linked where its name is known."""

    start: Text | None = None
    """What the protocol is for, and how to read on."""
    envelopes: Text | None = None
    """The messages."""
    types: Text | None = None
    """Objects and scalars."""
    vocabularies: Text | None = None
    """Sets of words."""
    lifecycle: Text | None = None
    """The session."""
    versioning: Text | None = None
    """Versions and families."""
    errors: Text | None = None
    """How requests fail."""
    rules: Text | None = None
    """What no type can say."""
    requirements: Text | None = None
    """Normative sentences."""
    decisions: Text | None = None
    """Settled questions."""
    bindings: Text | None = None
    """How messages become bytes."""
    schemas: Text | None = None
    """JSON Schemas."""
    python: Text | None = None
    """The Python package."""
    changes: Text | None = None
    """What came when."""


class GuideEntry(Entry):
    """The prose of the documentation."""

    walk: WalkEntry | None = None
    """The session that the first page walks through."""
    pages: PagesEntry = PagesEntry()
    """What stands at the top of each page."""
