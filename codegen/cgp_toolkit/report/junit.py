"""A JUnit report of test vectors, as build servers read it."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from cgp_toolkit.report.vectors import Report
from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.vectors.results import Result, Status, by_kind

# Characters that no XML 1.0 document may hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(path: Path, report: Report) -> None:
    """Write the report; :class:`InputError` if that is not possible."""
    root = ElementTree.Element("testsuites", _counts(report, report.results))
    for kind in by_kind(report.results):
        results = tuple(result for result in report.results if result.vector.kind == kind)
        group = ElementTree.SubElement(root, "testsuite", {"name": kind, **_counts(report, results)})
        for result in results:
            _case(group, report, result)
    write(path, root)


def write(path: Path, root: ElementTree.Element) -> None:
    """Write a document; :class:`InputError` if that is not possible."""
    ElementTree.indent(root)
    try:
        path.write_bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n")
    except OSError as error:
        raise InputError(f"{path} can't be written: {error.strerror}") from None


def _counts(report: Report, results: tuple[Result, ...]) -> dict[str, str]:
    failures = sum(result.fails(allow_unsupported=report.allow_unsupported) for result in results)
    skipped = sum(result.status is Status.UNSUPPORTED for result in results) if report.allow_unsupported else 0
    return {"tests": str(len(results)), "failures": str(failures), "errors": "0", "skipped": str(skipped)}


def _case(group: ElementTree.Element, report: Report, result: Result) -> None:
    names = {"name": clean(result.vector.id), "classname": f"vectors.{result.vector.kind}"}
    case = ElementTree.SubElement(group, "testcase", names)
    if result.fails(allow_unsupported=report.allow_unsupported):
        lines = [clean(str(difference)) for difference in result.differences]
        message = lines[0] if lines else result.status.value
        failure = ElementTree.SubElement(case, "failure", {"type": result.status.value, "message": message})
        failure.text = "\n".join(lines)
    elif result.status is Status.UNSUPPORTED:
        ElementTree.SubElement(case, "skipped")


def clean(text: str) -> str:
    """``text`` with escapes for what XML can't hold."""
    return _FORBIDDEN.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
