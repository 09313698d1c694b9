"""The version of the protocol: its grammar, its type, and the version that this model describes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cgp_toolkit.model.axes import Compare
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.lint.lookup import scalar


def version_scalar(context: Context) -> Iterator[Diagnostic]:
    """A type of versions that does not follow the grammar, and a revision that is no version."""
    protocol = context.model.protocol
    version = scalar(context.model, protocol.version.scalar)
    if version is not None and version.grammar is None:
        message = f"{version.name!r} is the type of versions, but its pattern does not come from the grammar"
        fix = f"write 'author: {{grammar: {protocol.version.rule}}}'"
        yield Diagnostic(version.position, "version-scalar", message, fix)
    if version is not None and version.compare is not Compare.FAMILY:
        place = context.entry(version).at("compare")
        message = f"{version.name!r} is the type of versions, which interoperate by family"
        yield Diagnostic(place, "version-scalar", message, "write 'compare: family'")
    # Without a pattern the grammar itself is at fault, and reported.
    if protocol.version.pattern and re.fullmatch(protocol.version.pattern, protocol.revision) is None:
        place = context.entry(protocol).at("revision")
        message = f"the revision is no {protocol.version.rule!r} of the grammar"
        yield Diagnostic(place, "version-scalar", message, "mend the revision or the grammar")
