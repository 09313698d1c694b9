"""What a target is: a name and a pure function from the model to files.

What a target gives depends on no disk, clock or environment, and on nothing whose order could differ between two runs.
Other distributions add targets through the entry point group :data:`GROUP`; each entry point names a
:class:`Target` instance.  It says what there is to choose from, so it imports nothing that takes long.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from cgp_toolkit.model import Model

GROUP = "cgp_toolkit.targets"

Files: TypeAlias = Mapping[str, str]
"""Texts by path, relative to the target's own folder, with ``/`` between its parts."""


Others: TypeAlias = Mapping[str, Files]
"""What other targets give, by their names."""


class InstallationError(Exception):
    """The installed targets can't be used; the text is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class Target:
    """One kind of output.  All its files stand below ``generated/<folder>/``.

    A target that tells of what others give names them in ``reads``; with those files at hand ``compose`` is called
    instead of ``emit``, which does without.  Targets that read are not read themselves.  ``effort`` is about how long
    it takes, in hundredths of a second: the long ones are started first.  ``ahead`` opens what takes long to load and
    needs no model: it is entered before the model is read, and left when all is done.
    """

    name: str
    folder: str
    doc: str
    emit: Callable[[Model], Files]
    reads: tuple[str, ...] = ()
    compose: Callable[[Model, Others], Files] | None = None
    effort: int = 10
    ahead: Callable[[], AbstractContextManager[None]] | None = None

    def files(self, model: Model, others: Others | None = None) -> Files:
        """The files, by paths that stay below the folder: :class:`ValueError` for one that does not."""
        made = dict(self.emit(model) if self.compose is None or others is None else self.compose(model, others))
        for name in made:
            parts = name.split("/")
            if not all(parts) or {".", ".."} & set(parts) or "\\" in name:
                raise ValueError(f"{name!r} is no path below its folder")
        return made


def installed_targets() -> dict[str, Target]:
    """The targets of all installed distributions by name, this toolkit's own among them.

    :class:`InstallationError` if there are none, if two of them share a name or a folder, if one is no target, or
    can't be loaded.
    """
    targets: dict[str, Target] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        try:
            target = point.load()
        except Exception as error:
            raise InstallationError(f"the target {point.name!r} ({point.value}) can't be loaded: {error}") from error
        if not isinstance(target, Target):
            raise InstallationError(f"the entry point {point.name!r} of {GROUP} is no Target")
        for other in targets.values():
            if target.name == other.name or target.folder == other.folder:
                raise InstallationError(f"two targets are called {target.name!r} or write to {target.folder!r}")
        targets[target.name] = target
    if not targets:
        raise InstallationError(f"no distribution offers a target ({GROUP}); install cgp-toolkit with pip")
    return targets


def chosen_targets(installed: Mapping[str, Target], names: Iterable[str]) -> tuple[Target, ...]:
    """The targets called ``names``, in their order and each once; all if there are none.  ``KeyError`` for another."""
    return tuple(installed[name] for name in dict.fromkeys(names) or installed)


def plain(chosen: Sequence[Target], known: Mapping[str, Target] | None = None) -> tuple[Target, ...]:
    """The targets to emit for ``chosen``: those of them that read no others, and what the rest of them reads."""
    wanted = {target.name: target for target in chosen if target.compose is None}
    read = {name for target in chosen if target.compose is not None for name in target.reads}
    if read - set(wanted):
        there = installed_targets() if known is None else known
        wanted |= {name: target for name, target in there.items() if name in read and target.compose is None}
    return tuple(wanted.values())


def needed(chosen: Sequence[Target]) -> tuple[Target, ...]:
    """The targets to emit for ``chosen``, each behind those that it reads."""
    return (*plain(chosen), *(target for target in chosen if target.compose is not None))


def cores() -> int:
    """How many processes can work side by side; one where they can't be forked safely."""
    if sys.platform != "linux" or threading.active_count() > 1:
        return 1
    return len(os.sched_getaffinity(0))


@contextmanager
def head_start(targets: Iterable[Target]) -> Iterator[None]:
    """What ``targets``, and those that they read, open before the model is read."""
    with ExitStack() as opened:
        for target in needed(tuple(targets)):
            if target.ahead is not None:
                opened.enter_context(target.ahead())
        yield
