"""Compile the bindings of all languages, run all vectors through all, and let each read what every other one writes."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

from cgp_toolkit.wire.vectors import Command, Suite, read_folder, run
from cgp_toolkit.workspace import read_model
from tests.crossplay.asking import Testee
from tests.crossplay.languages import BuildError, Language, languages
from tests.crossplay.lines import drawn, lines_of
from tests.crossplay.playing import missing, play
from tests.crossplay.report import disagreement_text, grid_text, scores_text

ROOT = Path(__file__).parents[2]

_EXAMPLES = """
examples:
  python -m tests.crossplay                          all languages whose toolchain is here
  python -m tests.crossplay python go --messages 50  two of them, with fewer messages beside the vectors
"""


def main(words: list[str] | None = None) -> int:
    """0 if all agree, 1 if not, 2 for wrong usage."""
    parser = argparse.ArgumentParser(
        prog="crossplay", description=__doc__, epilog=_EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("language", nargs="*", help="take part; all of them if none is named")
    parser.add_argument("--messages", type=int, default=400, metavar="N", help="messages drawn from the model (400)")
    given = parser.parse_args(words)
    known = {language.name: language for language in languages(ROOT)}
    unknown = [name for name in given.language if name not in known]
    if unknown:
        parser.error(f"{unknown[0]} has no testee here; there are {', '.join(known)}")
    wanted = [known[name] for name in given.language or known]
    commands, sound = _compiled(wanted)
    if len(commands) < 2:
        _say("it takes two to play")
        return 1
    sound &= _vectors(commands, read_folder(ROOT / "generated" / "vectors"))
    sound &= _play(commands, given.messages)
    return 0 if sound else 1


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _compiled(wanted: list[Language]) -> tuple[dict[str, Command], bool]:
    """The testees, and whether there is one for every language that has to take part."""
    commands, sound = {}, True
    for language in wanted:
        if language.missing:
            must = os.environ.get("CGP_ALL_TOOLCHAINS") == "1"
            _say(f"{'FAILED' if must else 'SKIPPED'}: {language.name} needs {', '.join(language.missing)}")
            sound &= not must
            continue
        _say(f"compiling {language.name}")
        try:
            commands[language.name] = language.compiled(ROOT / "build" / "crossplay")
        except BuildError as error:
            _say(f"FAILED: {error}")
            sound = False
    return commands, sound


def _vectors(commands: dict[str, Command], suite: Suite) -> bool:
    scores = {}
    sound = True
    for name, command in commands.items():
        _say(f"{len(suite.vectors)} vectors through {name}")
        passed: Counter[str] = Counter()
        total: Counter[str] = Counter()
        for result in run(suite, command):
            total[result.vector.kind] += 1
            passed[result.vector.kind] += not result.fails()
            if result.fails():
                sound = False
                if sum(total.values()) - sum(passed.values()) <= 5:
                    print(f"{name} fails: {result.vector.id}")
                    for difference in result.differences:
                        print(f"  {difference}")
        scores[name] = {kind: (passed[kind], total[kind]) for kind in total}
    print("\n".join(scores_text(scores)))
    return sound


def _play(commands: dict[str, Command], messages: int) -> bool:
    testees = {name: Testee(command) for name, command in commands.items()}
    lines = list(dict.fromkeys([*lines_of(read_folder(ROOT / "generated" / "vectors")), *_drawn(messages)]))
    _say(f"{len(lines)} lines through {len(testees)} languages, and what each makes of them through the others")

    def progress(done: int) -> None:
        if done and done % 250 == 0:
            _say(f"  {done}")

    try:
        grid = play(testees, lines, progress)
    finally:
        for testee in testees.values():
            testee.close()
    print()
    print("\n".join(grid_text(grid)))
    for found in grid.disagreements:
        print()
        print("\n".join(disagreement_text(found)))
    return not grid.disagreements and not missing(grid)


def _drawn(count: int) -> list[bytes]:
    return drawn(read_model(ROOT / "spec"), count) if count > 0 else []


if __name__ == "__main__":
    sys.exit(main())
