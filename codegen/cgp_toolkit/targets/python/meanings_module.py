"""``_meanings.py`` of the binding: every vocabulary by its name in the protocol."""

from __future__ import annotations

from cgp_toolkit.model import Model
from cgp_toolkit.targets.python.names import Names
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.stamp import commented


def meanings_module(model: Model, names: Names) -> str:
    """Unformatted source of the module."""
    return render(
        "meanings.py",
        stamp=commented(model, "python", "#"),
        meanings=[
            (
                repr(vocabulary.name),
                names.classes[vocabulary.name],
                [(repr(trait.name), names.functions[vocabulary.name, trait.name]) for trait in vocabulary.traits],
            )
            for vocabulary in model.vocabularies()
        ],
    )
