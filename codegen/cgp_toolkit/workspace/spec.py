"""Where the model stands on the disk, and how it is read from there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cgp_toolkit import lifecycle, oracle, probing, rules, tracing
from cgp_toolkit.model import Model, Position
from cgp_toolkit.model.diagnostics import Diagnostic, ModelError
from cgp_toolkit.model.lint import RULES, Layer, Rule
from cgp_toolkit.model.loading import Draft, draft, look_into
from cgp_toolkit.workspace.errors import WorkspaceError

_TOOLKIT = Path(__file__).parents[1]
PACKAGED_SPEC = _TOOLKIT / "_spec" if (_TOOLKIT / "_spec").is_dir() else _TOOLKIT.parents[1] / "spec"
"""The model that the installed toolkit carries; that of the checkout, where it is installed from one."""

SUFFIXES = (".yaml", ".yml")

_UNREAD = frozenset(rule.name for rule in RULES if rule.layer is not Layer.MODEL)


def find_spec(start: Path | None = None) -> Path:
    """The model to use when none is named: ``spec/`` here or in a folder above, else the packaged one."""
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        if (folder / "spec" / "protocol.yaml").is_file():
            return folder / "spec"
    return PACKAGED_SPEC


def default_out(spec: Path) -> Path:
    """The output folder when none is named: ``generated/`` beside ``spec``, or here for the packaged model."""
    return (Path.cwd() if spec == PACKAGED_SPEC else spec.resolve().parent) / "generated"


def is_model_file(path: Path) -> bool:
    """Whether a path names a file of a model; what editors hide beside it with a leading dot is none."""
    return path.suffix in SUFFIXES and not path.name.startswith(".")


def read_spec(spec: Path) -> dict[str, str]:
    """The texts of all YAML files below ``spec``, by path from the folder that holds it.

    Bytes that are not UTF-8 become lone surrogates, which the model's reader reports with their places.
    :class:`WorkspaceError` if there is no file, or if one can't be read.
    """
    files = {}
    for path in _model_files(spec):
        name = f"{spec.resolve().name}/{path.relative_to(spec).as_posix()}"
        try:
            files[name] = path.read_bytes().decode(errors="surrogateescape")
        except OSError as error:
            raise WorkspaceError(f"{path} can't be read: {error.strerror}") from None
    if not files:
        raise WorkspaceError(f"there is no YAML file below {spec}; name the folder of a model with --spec DIR")
    return files


def _model_files(spec: Path) -> Iterator[Path]:
    return (path for path in sorted(spec.rglob("*")) if is_model_file(path) and not path.is_dir())


def inspect_model(spec: Path) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """The model below ``spec``, as far as it can be built, and all that is wrong with it, in file order."""
    return inspect_draft(draft(read_spec(spec)))


def inspect_draft(drafted: Draft) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """The model, as far as it could be built, and all that is wrong with it, in file order.

    Rules and the session are looked at once every entry can be read: what they name may be in one that can't.  What
    enforces a requirement, and whether examples are what they say, can be told when everything else is sound.
    """
    model, found = look_into(drafted)
    if model is None or any(diagnostic.rule in _UNREAD for diagnostic in found):
        return model, found
    found = tuple(sorted({*found, *rules.inspect(model), *lifecycle.inspect(model)}))
    if not found:
        # The expressions of probes name members and values that are all there by now.
        found = tuple(probing.inspect(model))
    return model, found or tuple(sorted({*tracing.inspect(model), *oracle.inspect(model)}))


def lint_rules() -> tuple[Rule, ...]:
    """The catalogue of what :func:`inspect_model` checks."""
    further = {**rules.CATALOGUE, **lifecycle.CATALOGUE, **tracing.CATALOGUE, **oracle.CATALOGUE}
    return (*RULES, *(Rule(name, Layer.MODEL, purpose) for name, purpose in further.items()))


def read_model(spec: Path) -> Model:
    """The checked model below ``spec``; :class:`cgp_toolkit.model.diagnostics.ModelError` if it is not sound."""
    return sound(draft(read_spec(spec)))


def sound(drafted: Draft) -> Model:
    """The model, checked; :class:`cgp_toolkit.model.diagnostics.ModelError` if it is not sound."""
    model, diagnostics = inspect_draft(drafted)
    if model is None or diagnostics:
        raise ModelError(diagnostics)
    return model


def shown(position: Position, spec: Path) -> Position:
    """``position`` with its file as a person in the current folder would name it: relative when it is below."""
    path = spec.resolve().parent / position.file
    below = os.path.relpath(path)
    return replace(position, file=str(path) if below.startswith("..") else Path(below).as_posix())


def shown_all(diagnostics: tuple[Diagnostic, ...], spec: Path) -> tuple[Diagnostic, ...]:
    """``diagnostics`` with their files as a person would name them."""
    return tuple(replace(found, position=shown(found.position, spec)) for found in diagnostics)
