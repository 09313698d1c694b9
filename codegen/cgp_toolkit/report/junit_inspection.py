"""A JUnit report of an inspection, as build servers read it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from cgp_toolkit.report.junit import clean, write
from cgp_toolkit.wire.inspect import Group, Inspected, Result, Status


def write_inspection(path: Path, inspected: Inspected, *, strict: bool) -> None:
    """Write the report; :class:`InputError` if that is not possible.

    What only should be otherwise is a failure with ``strict`` alone; what was not tested is skipped.
    """
    root = ElementTree.Element("testsuites", _counts(inspected.results, strict=strict))
    for group in Group:
        results = tuple(result for result in inspected.results if result.check.group is group)
        if results:
            names = {"name": f"{inspected.peer.transport}.{group}", **_counts(results, strict=strict)}
            suite = ElementTree.SubElement(root, "testsuite", names)
            for result in results:
                _case(suite, result, strict=strict)
    write(path, root)


def _fails(result: Result, *, strict: bool) -> bool:
    return result.status is Status.FAILED or (strict and result.status is Status.WARNED)


def _counts(results: tuple[Result, ...], *, strict: bool) -> dict[str, str]:
    failures = sum(_fails(result, strict=strict) for result in results)
    skipped = sum(result.status is Status.UNTESTED for result in results)
    return {"tests": str(len(results)), "failures": str(failures), "errors": "0", "skipped": str(skipped)}


def _case(suite: ElementTree.Element, result: Result, *, strict: bool) -> None:
    check = result.check
    names = {"name": clean(check.id), "classname": f"inspect.{check.requirements[0]}", "time": f"{result.seconds:.3f}"}
    case = ElementTree.SubElement(suite, "testcase", names)
    lines = [
        clean("\n".join([e.what, *(f"sent {line}" for line in e.sent), *(f"got {line}" for line in e.got)]))
        for e in result.evidence
    ]
    if _fails(result, strict=strict):
        first = result.evidence[0].what if result.evidence else result.status.value
        failure = ElementTree.SubElement(case, "failure", {"type": result.status.value, "message": clean(first)})
        failure.text = "\n\n".join([*lines, clean(f"way out: {check.fix}")])
    elif result.status is Status.UNTESTED:
        ElementTree.SubElement(case, "skipped", {"message": clean(result.why)})
    elif lines:
        ElementTree.SubElement(case, "system-out").text = "\n\n".join(lines)
