"""``measures.go``: a function for each measure of the model."""

from __future__ import annotations

from cgp_toolkit.model import Measure, Model
from cgp_toolkit.targets.go.docs import comment
from cgp_toolkit.targets.go.names import Names
from cgp_toolkit.targets.go.rendering import render
from cgp_toolkit.targets.stamp import commented


def measures_file(model: Model, names: Names) -> str:
    """The source."""
    return render(
        "measures.go",
        stamp=commented(model, "go", "//"),
        package=names.package,
        measures=[
            (names.measures[measure.name], comment(_doc(names.measures[measure.name], measure)), measure.divisor)
            for measure in model.protocol.measures
        ],
    )


def _doc(name: str, measure: Measure) -> list[str]:
    return [
        f"{name} is the bytes of a text in UTF-8, divided by {measure.divisor} and rounded up.",
        f"{measure.doc} Requirements: {measure.requirement}.",
    ]
