"""The codec of the binding: static modules that come with the toolkit, and the tables that they run on."""

from __future__ import annotations

from pathlib import Path

from cgp_toolkit.model import Model
from cgp_toolkit.targets.python.encoding_module import classes_module, encoding_module
from cgp_toolkit.targets.python.measures_module import measures_module
from cgp_toolkit.targets.python.names import names
from cgp_toolkit.targets.python.tables_module import objects_module, tables_module
from cgp_toolkit.targets.stamp import commented

OFFERS: dict[str, tuple[str, ...]] = {
    "errors": ("DecodeError", "EncodeError", "VersionError", "VersionMismatch", "WireError"),
    "ndjson": ("UnknownEnvelope", "decode", "encode", "read", "write"),
}
"""What the package itself offers of these modules, by module."""

_STATIC = Path(__file__).parent / "runtime"


def emit(model: Model) -> dict[str, str]:
    """Unformatted sources by file name within the package; the static ones are the same for every model."""
    called = names(model)
    stamp = commented(model, "python", "#")
    static = {path.name: stamp + path.read_text(encoding="utf-8") for path in sorted(_STATIC.glob("*.py"))}
    return static | {
        "_classes.py": classes_module(model, called),
        "_encoding.py": encoding_module(model, called),
        "_objects.py": objects_module(model),
        "_tables.py": tables_module(model),
        "tokens.py": measures_module(model),
    }
