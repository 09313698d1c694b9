"""The prose of the documentation: a walk says something about every message of its session."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lint.catalogue import Context


def guide_steps(context: Context) -> Iterator[Diagnostic]:
    """Walks that say less or more than the session does."""
    guide, found = context.model.guide, context.collection.find("guide", "guide")
    if guide is None or guide.walk is None or found is None:
        return
    session = context.model.sessions.get(guide.walk.session)
    # A session that is not there is an unknown reference.
    if session is not None and len(session.messages) != len(guide.walk.steps):
        message = f"{len(guide.walk.steps)} steps explain {len(session.messages)} messages of {session.name!r}"
        place = found.at("walk", "steps", key=True)
        yield Diagnostic(place, "guide-steps", message, "say what each message does, in a step of its own")
