"""The testee, as an example of the crate."""

from __future__ import annotations

from cgp_toolkit.model import Model, Openness
from cgp_toolkit.targets.rust import docs
from cgp_toolkit.targets.rust.names import Names, free, snake
from cgp_toolkit.targets.rust.rendering import render
from cgp_toolkit.targets.rust.session_files import sessions
from cgp_toolkit.targets.rust.types_files import use
from cgp_toolkit.targets.stamp import commented

_SESSIONS = (
    "Event",
    "Fault",
    "ProtocolViolation",
    "Recording",
    "SendError",
    "SessionError",
    "State",
)
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
    structs = sessions(model)
    facts = {
        "stamp": commented(model, "rust", "//"),
        "library": names.library,
        "union": names.union,
        "answer": names.envelopes[model.protocol.answer],
        "lifecycle": model.lifecycle is not None,
        "imports": use(f"{names.library}::session", [*_SESSIONS, *structs.values()]),
        "roles": [
            {
                "wire": docs.quoted(role.name),
                "session": structs[role.name],
                "opens": model.envelopes[model.protocol.opening].sender == role.name,
            }
            for role in model.protocol.roles
            if role.name in structs
        ],
        "rpc": model.rpc is not None,
        "vocabularies": vocabularies,
        "uses": use(f"{names.library}::types", sorted(names.types[v.name] for v in model.vocabularies()))
        if vocabularies
        else "",
    }
    files = (*_FILES, "stepping") if structs else _FILES
    return {f"examples/testee/{name}.rs": render(f"testee/{name}.rs", **facts) for name in files}
