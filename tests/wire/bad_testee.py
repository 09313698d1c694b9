"""Testees that are wrong in a way of their own; the first argument says in which.  Run as a program."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

# Any: requests and answers are the free JSON of the line protocol.
Object = dict[str, Any]

FINDING = {"rule": "not-json", "pointer": ""}


def accepts_all(request: Object) -> Object:
    """Everything is fine, and comes out as it went in."""
    line = request.get("bytes", "")
    reading = {"verdict": "accepts", "envelope": "made_up", "canonical": line}
    steps = [{"outcome": "accept", "state": None} for _ in request.get("steps", ())]
    outcomes = [reading for each in str(line).split("\n") if each]
    return {"id": request["id"], **reading, "author": "accepts", "findings": [], "outcomes": outcomes, "steps": steps}


def refuses_all(request: Object) -> Object:
    """Nothing is fine."""
    reading = {"verdict": "refuses", "rule": "not-json", "pointer": "", "code": "bad_request"}
    steps = [{"outcome": "breach"} for _ in request.get("steps", ())]
    outcomes = [reading for each in str(request.get("bytes", "")).split("\n") if each]
    return {
        "id": request["id"],
        **reading,
        "author": "refuses",
        "findings": [FINDING],
        "outcomes": outcomes,
        "steps": steps,
    }


def unsupported(request: Object) -> Object:
    """Can't do anything."""
    return {"id": request["id"], "verdict": "unsupported"}


ANSWERS = {"accepts-all": accepts_all, "refuses-all": refuses_all, "unsupported": unsupported}


def requests() -> Iterator[Object]:
    """What is asked, line by line."""
    for line in sys.stdin:
        yield json.loads(line)


def write(text: str) -> None:
    """One line of output, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(mode: str) -> int:
    """Answer in the way of ``mode``."""
    if mode == "crashes-at-once":
        print("no such luck", file=sys.stderr)
        return 7
    if mode == "never-reads":
        time.sleep(600)
    before: str | None = None
    for number, request in enumerate(requests()):
        match mode:
            case "silent":
                continue
            case "crashes":
                raise SystemExit(3)
            case "crashes-once" if number == 1:
                raise SystemExit(3)
            case "garbage":
                write("this is no JSON")
            case "no-object":
                write("[]")
            case "out-of-order":
                # Always the answer to the vector before.
                write(json.dumps({**accepts_all(request), "id": before or "none yet"}))
                before = request["id"]
            case "closes-its-output":
                os.close(1)
                time.sleep(600)
            case "talks-first":
                write("listening ...")
                write(json.dumps(accepts_all(request)))
            case _:
                write(json.dumps(ANSWERS.get(mode, accepts_all)(request)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
