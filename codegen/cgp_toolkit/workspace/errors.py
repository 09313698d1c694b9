"""What can go wrong around a model, beside the model itself."""

from __future__ import annotations


class WorkspaceError(Exception):
    """The disk is not as it has to be; the text is one sentence for a person, with the way out."""


class TargetError(Exception):
    """A target failed, which is a bug in it; the cause says where.  Nothing was written."""

    def __init__(self, target: str, problem: str) -> None:
        super().__init__(f"the target {target!r} failed: {problem}")
        self.target = target
