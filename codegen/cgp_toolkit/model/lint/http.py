"""The HTTP binding: each status is there, has a number of its own, and one that says what it is for."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.http import BODILESS, REFUSALS, SUCCESSES, HttpStatus, HttpStatusName
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.words import closest, shown, suggestion

_KNOWN = tuple(name.value for name in HttpStatusName)


def http_status(context: Context) -> Iterator[Diagnostic]:
    """Statuses that are missing, that no response has, or whose number says something else."""
    binding, found = context.model.http, context.collection.find("http", "http")
    if binding is None or found is None:
        return
    described = {closest(status.name, _KNOWN) for status in binding.statuses}
    for name in _KNOWN:
        if name not in described:
            message = f"the status {name!r} is not described"
            yield Diagnostic(found.at("statuses", key=True), "http-status", message, "add it to 'statuses'")
    taken: dict[int, str] = {}
    for status in binding.statuses:
        place = found.at("statuses", status.name, "number")
        if status.name not in _KNOWN:
            message = f"no response has the status {shown(status.name)}" + suggestion(status.name, _KNOWN)
            yield Diagnostic(status.position, "http-status", message)
            continue
        for message, fix in _odd(status):
            yield Diagnostic(place, "http-status", message, fix)
        if taken.setdefault(status.number, status.name) != status.name:
            message = f"{status.number} stands for {taken[status.number]!r} already"
            yield Diagnostic(place, "http-status", message, "give each status a number of its own")


def _odd(status: HttpStatus) -> Iterator[tuple[str, str]]:
    """What HTTP says with a number that the status does not."""
    name = HttpStatusName(status.name)
    fitting, what = (SUCCESSES, "a success") if name.success else (REFUSALS, "a refusal")
    if status.number not in fitting:
        yield f"{status.number} is not the number of {what}", f"use one of {fitting[0]} to {fitting[-1]}"
    if name is HttpStatusName.REPLY and status.number in BODILESS:
        yield f"no body comes with {status.number}, and a reply is one", "use another number"
