"""``python -m cgp_toolkit.mutation``: change the model in every way that matters, and show the vector that tells.

Exit codes: 0 every mutant is told, 1 one is not (or the table of equivalent ones is wrong), 2 wrong usage.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from cgp_toolkit.model.diagnostics import ModelError
from cgp_toolkit.mutation import report
from cgp_toolkit.mutation.catalogue import mutants
from cgp_toolkit.mutation.equivalents import TableError, likened, read_table
from cgp_toolkit.mutation.matrix import matrix
from cgp_toolkit.mutation.mutant import Mutant
from cgp_toolkit.mutation.progress import progress
from cgp_toolkit.mutation.running import UselessSuite, outcomes, prepared, processors
from cgp_toolkit.mutation.suite import vectors_of
from cgp_toolkit.tracing import trace
from cgp_toolkit.workspace import WorkspaceError, find_spec, read_model


def main(arguments: Sequence[str] | None = None) -> int:
    """Run with ``arguments``, by default those of the process; the exit code."""
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except (ModelError, TableError, UselessSuite, WorkspaceError) as error:
        print(f"mutation: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m cgp_toolkit.mutation",
        description="Change the model in every way that matters and show, for each change, the vector that tells.",
        epilog="examples: --equivalents tests/mutation/equivalents.yaml | --only 'Score: *' | --every 40 --json",
    )
    add = parser.add_argument
    add("--spec", type=Path, metavar="DIR", help="the folder of the model; by default spec/ here or above")
    add("--equivalents", type=Path, metavar="FILE", help="the mutants that nothing can tell, each with a reason")
    add("--only", metavar="PATTERN", help="only mutants with ids like this; * stands for any text")
    add("--every", type=_positive, default=1, metavar="N", help="only every Nth mutant, for a quick look")
    add("--jobs", type=_positive, default=processors(), metavar="N", help="how many at once")
    add("--list", action="store_true", help="list the mutants without trying them")
    add("--json", action="store_true", help="print JSON, for programs")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not positive")
    return number


def _run(options: argparse.Namespace) -> int:
    model = read_model(options.spec or find_spec())
    table = read_table(options.equivalents) if options.equivalents is not None else ()
    everything = mutants(model)
    chosen = _chosen(everything, options)
    if not chosen:
        raise UselessSuite(f"no mutant is like {options.only!r}; --list shows them all")
    if options.list:
        print("\n".join(mutant.id for mutant in chosen))
        return 0
    suite = vectors_of(model)
    started = time.monotonic()
    bench = prepared(model, suite, chosen)
    with progress(len(chosen)) as advance:
        fates = outcomes(bench, options.jobs, advance)
    excused = report.excused(fates, table)
    whole = len(chosen) == len(everything)
    rows = matrix(trace(model), chosen, fates, excused, suite.citing())
    rows = rows if whole else tuple(row for row in rows if row.mutants)
    found = report.findings(fates, table, rows, whole=whole)
    if options.json:
        print(report.as_json(fates, rows, found, table))
    else:
        for line in report.text(fates, rows, found, len(suite.vectors)):
            print(line)
        print(f"{time.monotonic() - started:.0f} s on {options.jobs} processors", file=sys.stderr)
    return 0 if found.fine else 1


def _chosen(everything: Sequence[Mutant], options: argparse.Namespace) -> Sequence[Mutant]:
    pattern = options.only or "*"
    return [mutant for mutant in everything if likened(pattern, mutant.id)][:: options.every]


if __name__ == "__main__":
    sys.exit(main())
