"""What the testee asks of the protocol: vocabularies by name, and the class that answers the handshake."""

from __future__ import annotations

from cgp_toolkit.model import Model, Openness
from cgp_toolkit.targets.java import docs
from cgp_toolkit.targets.java.layout import laid_out
from cgp_toolkit.targets.java.names import Names
from cgp_toolkit.targets.java.package import runtime
from cgp_toolkit.targets.java.rendering import render
from cgp_toolkit.targets.java.sessions import parties_file
from cgp_toolkit.targets.stamp import commented


def testee_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by class name."""
    base = {"stamp": commented(model, "java", "//"), "package": names.package}
    vocabularies = [
        {
            "wire": docs.literal(v.name),
            "name": names.classes[v.name],
            "fallback": v.unknown_reads_as is not None and v.openness is not Openness.CLOSED,
            "closed": v.openness is Openness.CLOSED,
            "traits": [{"wire": docs.literal(t.name), "name": names.traits[v.name, t.name]} for t in v.traits],
        }
        for v in model.vocabularies()
    ]
    return {
        **_runtime(model, names),
        "Meanings": laid_out(
            render(
                "testee/meanings.java",
                imports=sorted({str(v["name"]) for v in vocabularies}),
                vocabularies=vocabularies,
                **base,
            )
        ),
        **_parties(model, names),
        "Exchanges": render(
            "testee/exchanges.java", union=names.union, answer=names.envelopes[model.protocol.answer], **base
        ),
    }


def _runtime(model: Model, names: Names) -> dict[str, str]:
    """The testee itself; a protocol without a lifecycle has no sessions, one without JSON-RPC no answers."""
    files = dict(runtime(model, names, "testee"))
    if model.lifecycle is None:
        del files["Stepping"]
        lines = files["Testee"].splitlines(keepends=True)
        files["Testee"] = "".join(line for line in lines if "Stepping." not in line)
    if model.rpc is None:
        del files["RpcAnswers"]
        lines = files["Testee"].splitlines(keepends=True)
        files["Testee"] = "".join(line for line in lines if "RpcAnswers." not in line)
    return files


def _parties(model: Model, names: Names) -> dict[str, str]:
    return {} if model.lifecycle is None else {"Parties": parties_file(model, names)}
