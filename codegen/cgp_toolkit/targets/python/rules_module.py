"""The modules about rules: ``rules`` itself, and beside it what it is made of.

``_forms`` holds patterns, lists and helpers, ``_limits`` explains what breaks the model's own limits, ``_fine`` tells
in one go whether there is anything to explain.
"""

from __future__ import annotations

from cgp_toolkit.model import Model
from cgp_toolkit.rules import Check, checks
from cgp_toolkit.rules.plan import plan
from cgp_toolkit.targets.python.names import names, rule_names
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.python.rules_book import rules_source
from cgp_toolkit.targets.python.rules_fine import fine_source
from cgp_toolkit.targets.python.rules_forms import forms_source
from cgp_toolkit.targets.python.rules_limits import limits_source
from cgp_toolkit.targets.python.rules_names import BindingNames
from cgp_toolkit.targets.stamp import commented

OFFERS: dict[str, tuple[str, ...]] = {"rules": ("Violation",)}


def emit(model: Model, compiled: tuple[Check, ...] | None = None) -> dict[str, str]:
    """Unformatted sources by file name within the package; ``compiled`` are the rules, if they are known already."""
    called = names(model)
    binding = BindingNames(model, called, rule_names(model, called))
    planned = plan(model, checks(model) if compiled is None else compiled)
    return {
        "_violations.py": render("rules_violations.py", stamp=commented(model, "python", "#")),
        "_forms.py": forms_source(planned, binding),
        "_limits.py": limits_source(planned, binding),
        "_fine.py": fine_source(planned, binding),
        "rules.py": rules_source(planned, binding),
    }
