"""Failures that a bridge itself has to tell of."""

from __future__ import annotations

import msgspec

from cgp_wire.jsonrpc import FAILURE_CODE, NUMBERS, ErrorObject, Id, Loss, Parts, Response, parts_of_error

_OTHER = -32603


def failure(id_: Id | None, words: str, code: str | None = None) -> Parts:
    """The failure with these words; without a code it counts as internal."""
    data = None if code is None else {FAILURE_CODE: msgspec.Raw(msgspec.json.encode(code))}
    error = ErrorObject(_OTHER if code is None else NUMBERS.get(code, _OTHER), words, data, None, {})
    return parts_of_error(Response(id_, None, error, {}), None, _ignore)


def _ignore(loss: Loss) -> None:
    """Nothing of it gets lost."""
