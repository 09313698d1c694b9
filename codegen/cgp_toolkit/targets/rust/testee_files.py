"""The testee, as an example of the crate."""

from __future__ import annotations

from cgp_toolkit.model import Model, Openness
from cgp_toolkit.targets.rust import docs
from cgp_toolkit.targets.rust.names import Names, free, snake
from cgp_toolkit.targets.rust.rendering import render
from cgp_toolkit.targets.rust.types_files import use
from cgp_toolkit.targets.stamp import commented

_FILES = ("main", "base64", "answers", "meanings")


def testee_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by path below the crate."""
    functions = free([v.name for v in model.vocabularies()], snake, {"vocabulary"})
    vocabularies = [
        {
            "wire": docs.quoted(vocabulary.name),
            "type": names.types[vocabulary.name],
            "function": functions[vocabulary.name],
            "fallback": vocabulary.unknown_reads_as is not None,
            "closed": vocabulary.openness is Openness.CLOSED,
            "traits": [(docs.quoted(t.name), names.traits[vocabulary.name, t.name]) for t in vocabulary.traits],
        }
        for vocabulary in model.vocabularies()
    ]
    facts = {
        "stamp": commented(model, "rust", "//"),
        "library": names.library,
        "lifecycle": False,
        "rpc": False,
        "vocabularies": vocabularies,
        "uses": use(f"{names.library}::types", sorted(names.types[v.name] for v in model.vocabularies()))
        if vocabularies
        else "",
    }
    return {f"examples/testee/{name}.rs": render(f"testee/{name}.rs", **facts) for name in _FILES}
