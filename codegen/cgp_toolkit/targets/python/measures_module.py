"""``tokens.py`` of the binding: a function for each measure of the model."""

from __future__ import annotations

from cgp_toolkit.model import Measure, Model
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.names import measure_names
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.stamp import commented


def measures_module(model: Model) -> str:
    """Unformatted source of the module."""
    called = measure_names(model)
    return render(
        "tokens.py",
        stamp=commented(model, "python", "#"),
        measures=[(called[measure.name], _doc(measure), measure.divisor) for measure in model.protocol.measures],
    )


def _doc(measure: Measure) -> str:
    return docs.literal(
        [
            measure.doc,
            f"The bytes of `text` in UTF-8, divided by {measure.divisor} and rounded up; 0 for None. ValueError if "
            f"`text` has half a surrogate pair, which UTF-8 does not have. Requirements: {measure.requirement}.",
        ],
        4,
    )
