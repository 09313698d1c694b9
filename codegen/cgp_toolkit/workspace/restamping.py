"""A new stamp over an old one: nothing else of the file is written.

Every edit of a model changes the stamp of every file.  To write hundreds of files beside their places and to rename
them takes a disk longer than all else that is done after an edit.  For a line that stays as long as it was there is no
need: it is one write into one block, of which no reader sees half.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from cgp_toolkit.targets.stamp import stamped_line
from cgp_toolkit.workspace.outputs import Change, Difference

_BLOCK = 4096


@dataclass(frozen=True, slots=True)
class Patch:
    """Bytes of a file to be put over others, as many."""

    path: Path
    offset: int
    before: bytes
    after: bytes

    def apply(self) -> bool:
        """Write them; whether that was done: not if the file has become another one meanwhile."""
        with self.path.open("r+b", buffering=0) as file:
            file.seek(self.offset)
            if file.read(len(self.before)) != self.before:
                return False
            file.seek(self.offset)
            file.write(self.after)
            return True


def patch(path: Path, difference: Difference) -> Patch | None:
    """What brings the file at ``path`` up to date; ``None`` where it has to be written anew."""
    if difference.change is not Change.STAMP or difference.before is None or difference.after is None:
        return None
    old, new = stamped_line(difference.before), stamped_line(difference.after)
    if old is None or new is None:
        return None
    before, after = difference.before[old].encode(), difference.after[new].encode()
    offset = len(difference.before[: old.start].encode())
    if len(before) != len(after) or offset + len(before) > _BLOCK or not _is_ours_alone(path):
        return None
    return Patch(path, offset, before, after)


def _is_ours_alone(path: Path) -> bool:
    """Whether it is a plain file under one name that may be written to: a rename would part it from its other names."""
    status = path.lstat()
    return stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and os.access(path, os.W_OK)
