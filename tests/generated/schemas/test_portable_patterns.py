"""Every pattern in Python, ECMAScript and Rust: the same texts pass, no trailing line feed and no foreign digit."""

from __future__ import annotations

import re

import jsonschema_rs

from cgp_toolkit.model import Model
from cgp_toolkit.schema.patterns import full_match
from cgp_toolkit.targets.vectors.material.instances import texts
from tests.generated.schemas.ajv import Ajv

_FOREIGN = ("٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "０１２３４５６７８９")


def _cases(model: Model) -> list[tuple[dict[str, object], str, bool]]:
    """The assertions of a pattern, a text, and whether it is to pass."""
    cases: list[tuple[dict[str, object], str, bool]] = []
    for scalar in model.scalars():
        pattern = scalar.author.pattern
        if pattern is None:
            continue
        schema: dict[str, object] = {"type": "string", **full_match(pattern)}
        for sample in texts(scalar):
            cases += [(schema, sample, True), (schema, sample + "\n", False), (schema, sample + "\r\n", False)]
            cases += [(schema, "\n" + sample, False)]
            for digits in _FOREIGN:
                foreign = sample.translate(str.maketrans("0123456789", digits))
                if foreign != sample and not re.fullmatch(pattern, foreign):
                    cases.append((schema, foreign, False))
    return cases


def test_ecmascript_passes_what_python_passes(each_model: Model, ajv: Ajv) -> None:
    cases = _cases(each_model)
    assert sum(not passes for _, _, passes in cases) > 8
    for schema, text, passes in cases:
        guard = schema["not"]
        assert isinstance(guard, dict)
        pattern, refused = str(schema["pattern"]), str(guard["pattern"])
        assert bool(re.search(pattern, text) and not re.search(refused, text)) == passes, (pattern, text)
        for flags in ("", "u"):
            found = ajv.search(pattern, text, flags) and not ajv.search(refused, text, flags)
            assert found == passes, (pattern, text, flags)


def test_rust_passes_what_python_passes(each_model: Model) -> None:
    for schema, text, passes in _cases(each_model):
        validator = jsonschema_rs.validator_for(schema, pattern_options=jsonschema_rs.RegexOptions())
        assert validator.is_valid(text) == passes, (schema, text)
