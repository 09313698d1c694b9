"""A change of the model changes the packages of all languages, or none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.model.diagnostics import ModelError
from cgp_toolkit.mutation.catalogue import mutants
from cgp_toolkit.mutation.mutant import Mutant
from cgp_toolkit.targets.base import Files, Target, installed_targets
from cgp_toolkit.targets.stamp import MARK

SAMPLE = 20


@pytest.fixture(scope="module")
def languages(model: Model) -> dict[str, Target]:
    """The targets that write a package, which is called something in the model."""
    found = {name: target for name, target in installed_targets().items() if name in model.protocol.packages}
    assert len(found) > 4
    return found


def _code(files: Files) -> dict[str, str]:
    """What a package does: its texts without stamps, and without what is only for reading."""
    return {
        name: "\n".join(line for line in text.split("\n") if MARK not in line)
        for name, text in files.items()
        if not name.endswith(".md")
    }


@pytest.fixture(scope="module")
def before(model: Model, languages: dict[str, Target]) -> dict[str, dict[str, str]]:
    """The packages of the model as it is."""
    return {name: _code(target.files(model)) for name, target in languages.items()}


def _changed(languages: dict[str, Target], before: dict[str, dict[str, str]], after: Model) -> set[str]:
    return {name for name, target in languages.items() if before[name] != _made(target, after)}


def _made(target: Target, model: Model) -> dict[str, str]:
    try:
        return _code(target.files(model))
    except (LookupError, ValueError, ModelError) as error:
        # Examples and rules of a mutant may not fit it any more: whoever can not go on has noticed.
        return {"refused": repr(error)}


def _sample(model: Model) -> list[Mutant]:
    every = list(mutants(model))
    return every[:: len(every) // SAMPLE]


def test_a_mutant_of_the_model_is_a_mutant_in_every_language(
    model: Model, languages: dict[str, Target], before: dict[str, dict[str, str]]
) -> None:
    partly = {}
    for mutant in _sample(model):
        changed = _changed(languages, before, mutant.build())
        if changed != set(languages):
            partly[mutant.id] = sorted(changed)
    assert partly == {}


def test_what_is_about_the_model_alone_changes_no_language(
    model: Model, languages: dict[str, Target], before: dict[str, dict[str, str]]
) -> None:
    assert _changed(languages, before, replace(model, digest="0" * 64, decisions={}, guide=None)) == set()
