"""The ways in which the mock errs: what it changes in its messages, and what it does when its moment has come."""

from __future__ import annotations

import copy

from cgp_toolkit.model import Deed, Json, Misbehaviour, Model
from cgp_toolkit.model.mock import ANYTHING
from cgp_toolkit.probing import Function, put
from cgp_toolkit.probing.messages import places
from cgp_toolkit.rules.checks import REQUEST


class Erring:
    """One misbehaviour, or none; ``where`` tells from a request whether it shows."""

    def __init__(self, misbehaviour: Misbehaviour | None, where: Function | None = None) -> None:
        self._said = misbehaviour
        self._where = where
        self._seen = 0

    @property
    def ignored(self) -> frozenset[str]:
        """The rules that answers need not keep."""
        return frozenset() if self._said is None else frozenset(self._said.ignore)

    @property
    def code(self) -> str:
        """The code with which it refuses."""
        return (self._said.code if self._said is not None else None) or ""

    @property
    def message(self) -> dict[str, Json] | None:
        """What it says instead, or beside."""
        return copy.deepcopy(self._said.message) if self._said is not None else None

    def looks_for(self) -> str | None:
        """The condition or fault that makes its moment, if one does."""
        return self._said.when if self._said is not None else None

    @property
    def picky(self) -> bool:
        """Whether it depends on what the request says."""
        return self._where is not None

    def asks_about(self, model: Model, moment: str) -> bool:
        """Whether ``moment`` is the envelope that its expression is about."""
        said = self._said
        if said is None or said.on is None:
            return said is not None and said.after == moment
        envelope = model.envelopes.get(moment)
        return envelope is not None and envelope.reply == said.on

    def shows(self, request: dict[str, Json] | None) -> bool:
        """Whether it shows in what comes of a request, which has its defaults filled in."""
        return self._where is None or (request is not None and bool(self._where({REQUEST: request})))

    def deed(self, moment: str, conditions: frozenset[str]) -> Deed | None:
        """What it does after ``moment``, of which ``conditions`` hold."""
        said = self._said
        if said is None or said.does is None or said.after not in (moment, ANYTHING):
            return None
        return said.does if said.when is None or said.when in conditions else None

    def spoilt(self, name: str, message: dict[str, Json]) -> dict[str, Json]:
        """A message of the envelope ``name`` as it leaves."""
        said = self._said
        if said is None or said.on != name:
            return message
        self._seen += 1
        if self._seen % said.every:
            return message
        result = copy.deepcopy(message)
        for pointer, value in said.change.items():
            put(result, pointer, value)
        for pointer in said.remove:
            for owner, key in list(places(result, pointer)):
                if isinstance(owner, dict):
                    del owner[str(key)]
        for pointer in said.scramble:
            for owner, key in list(places(result, pointer)):
                if isinstance(owner, dict):
                    owner[str(key)] = str(owner[str(key)])[::-1]
        return result
