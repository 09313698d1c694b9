"""The model's own examples; what is wrong with them stands beside them."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.oracle.examples import matches
from cgp_toolkit.targets.vectors.messages.building import Builder, Contradiction, whose
from cgp_toolkit.targets.vectors.vector import Cites, MessageVector


def vectors(builder: Builder) -> Iterator[MessageVector]:
    """A vector an example."""
    for example in builder.model.examples.values():
        line = example.line if example.line is not None else example.message
        if line is None:
            continue
        cited = Cites(example.requirements, example.decisions)
        for failure in example.fails:
            cited = cited.and_(Cites(() if failure.requirement is None else (failure.requirement,)))
        vector = builder.vector(f"Example {example.name}: {example.doc}", line, cited)
        if not matches(example, vector.reading):
            raise Contradiction(f"the example {example.name} is not what it says")
        if len(example.fails) == 1:
            found = whose(builder, example.message, example.fails[0].at)
            if found is not None:
                builder.show(example.fails[0].rule, *found)
        yield vector
