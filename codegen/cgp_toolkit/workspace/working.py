"""The life of a worker process: what it is told, and what it answers."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TypeAlias

from cgp_toolkit.model import Model
from cgp_toolkit.model.diagnostics import ModelError
from cgp_toolkit.model.loading import draft
from cgp_toolkit.targets.base import Files, Target

Texts: TypeAlias = Mapping[str, str]
"""The files of a model."""
Answer: TypeAlias = "tuple[dict[str, str], Problem | None]"
"""The files of a target, or what went wrong."""
Order: TypeAlias = "tuple[str, dict[str, Files] | None]"
"""The name of a target that is wanted, and what it reads of others, if it reads any."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong, in one line, and where."""

    text: str
    where: str = ""


def work(
    pipe: Connection, inherited: Iterable[Connection], targets: Mapping[str, Target], texts: Texts, model: Model
) -> None:
    """The life of a worker: it gets texts of a model, or the target that is wanted of the last of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides.
    for other in inherited:
        other.close()  # Else a worker would never see its own pipe end.
    known = texts
    try:
        while True:
            match pipe.recv():
                case (str() as name, others):
                    try:
                        if known is not texts:
                            model, known = _built(texts), texts
                        pipe.send((dict(targets[name].files(model, others)), None))
                    except Exception as error:
                        problem = Problem(f"{type(error).__name__}: {error}", f"\n{traceback.format_exc()}")
                        pipe.send(({}, problem))
                case dict() as texts:
                    pass
    except (EOFError, OSError):
        return


def _built(texts: Texts) -> Model:
    """The model in ``texts``; whether it is sound is for the parent to look into, who does so meanwhile."""
    drafted = draft(texts)
    if drafted.model is None:
        raise ModelError(drafted.diagnostics)
    return drafted.model
