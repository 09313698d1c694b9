"""The life of a worker process: what it is told, and what it answers."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TypeAlias

from cgp_toolkit.model import Model
from cgp_toolkit.model.diagnostics import Diagnostic, ModelError
from cgp_toolkit.model.loading import Draft, draft
from cgp_toolkit.targets.base import Files, Target
from cgp_toolkit.workspace.spec import sound

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


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a model, in file order; if nothing is, its digest.  Or what went wrong with looking."""

    digest: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    problem: Problem | None = None


def work(
    pipe: Connection, inherited: Iterable[Connection], targets: Mapping[str, Target], texts: Texts, model: Model
) -> None:
    """The life of a worker: it gets texts of a model, or the target that is wanted of the last of them."""
    _alone(inherited)
    known = texts
    with suppress(EOFError, OSError):
        while True:
            match pipe.recv():
                case (str() as name, others):
                    try:
                        if known is not texts:
                            model, known = _built(texts), texts
                        pipe.send((dict(targets[name].files(model, others)), None))
                    except Exception as error:
                        pipe.send(({}, _problem(error)))
                case dict() as texts:
                    pass


def judge(pipe: Connection, inherited: Iterable[Connection], texts: Texts, drafted: Draft) -> None:
    """The life of the worker that looks into whether models are sound: it gets texts and gives verdicts."""
    _alone(inherited)
    with suppress(EOFError, OSError):
        while True:
            asked = pipe.recv()
            try:
                # The first texts are those that it has been born with.
                verdict = Verdict(sound(drafted if asked == texts else draft(asked)).digest)
            except ModelError as error:
                verdict = Verdict(diagnostics=error.diagnostics)
            except Exception as error:
                verdict = Verdict(problem=_problem(error))
            pipe.send(verdict)


def _alone(inherited: Iterable[Connection]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides.
    for other in inherited:
        other.close()  # Else a worker would never see its own pipe end.


def _problem(error: Exception) -> Problem:
    return Problem(f"{type(error).__name__}: {error}", f"\n{traceback.format_exc()}")


def _built(texts: Texts) -> Model:
    """The model in ``texts``; whether it is sound is for another worker to look into, who does so meanwhile."""
    drafted = draft(texts)
    if drafted.model is None:
        raise ModelError(drafted.diagnostics)
    return drafted.model
