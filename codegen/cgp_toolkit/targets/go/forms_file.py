"""``forms.go``: the forms of texts, a function each."""

from __future__ import annotations

from cgp_toolkit.rules.instants import SHAPE
from cgp_toolkit.rules.plan import Plan
from cgp_toolkit.rules.shapes import something
from cgp_toolkit.rules.tree import Matching
from cgp_toolkit.targets.go.rendering import quoted, render
from cgp_toolkit.targets.go.rules_names import BindingNames
from cgp_toolkit.targets.stamp import commented


def forms_file(plan: Plan, binding: BindingNames) -> str:
    """The source."""
    asked = {node.scalar for check in plan.checks() for node in check.nodes() if isinstance(node, Matching)}
    forms = []
    for scalar in plan.model.scalars():
        pattern = scalar.author.pattern
        if scalar.name not in asked or pattern is None:
            continue
        plain = something(pattern)
        name = binding.names.types[scalar.name]
        forms.append(
            {
                "name": binding.pattern(scalar.name),
                "type": name,
                "variable": f"form{name}",
                "pattern": quoted(rf"\A(?:{pattern})\z"),
                "instant": pattern == SHAPE,
                "never": quoted(plain.never) if plain is not None else "",
                "blank": quoted(plain.blank) if plain is not None else "",
            }
        )
    return render(
        "forms.go",
        stamp=commented(plan.model, "go", "//"),
        package=binding.names.package,
        forms=forms,
        regular=any(not form["never"] for form in forms),
        plain=any(form["never"] for form in forms),
    )
