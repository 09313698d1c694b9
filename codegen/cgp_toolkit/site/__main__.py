"""``python -m cgp_toolkit.site SPEC FOLDER OUT``: bring the pages of a site that is being served up to date.

What other targets give is read from OUT, where it was generated before, so that a saved file shows at once.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cgp_toolkit.model.diagnostics import ModelError
from cgp_toolkit.site.sources import write_sources
from cgp_toolkit.workspace import TargetError, WorkspaceError, shown_all


def main(arguments: list[str]) -> int:
    """The exit code; what is wrong with the model goes to standard error."""
    spec, folder, out = map(Path, arguments)
    try:
        write_sources(spec, folder, out)
    except ModelError as error:
        print("\n".join(map(str, shown_all(error.diagnostics, spec))), file=sys.stderr)
        return 1
    except (WorkspaceError, TargetError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
