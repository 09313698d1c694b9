"""The inspection, its probes, the mock and its misbehaviours: entries in, values of the model out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from cgp_toolkit.model.collect import Collection, Found
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.entries import (
    AnswerEntry,
    InspectionEntry,
    ItemsEntry,
    MisbehaviourEntry,
    MockEntry,
    ProbeEntry,
    StepEntry,
)
from cgp_toolkit.model.examples import json_of, object_of
from cgp_toolkit.model.mock import Items, Misbehaviour, Mock, MockAnswer
from cgp_toolkit.model.probes import Inspection, Probe, Run, Step
from cgp_toolkit.model.rules import Phrase
from cgp_toolkit.model.types import Json
from cgp_toolkit.model.yaml_document import Path


class ProbeResolver:
    """Builds what the sections about running peers say; what is odd about their numbers goes to ``diagnostics``."""

    def __init__(self, collection: Collection, diagnostics: list[Diagnostic]) -> None:
        self._collection = collection
        self._diagnostics = diagnostics

    def inspection(self) -> Inspection | None:
        """What every probe builds on."""
        found = self._collection.find("inspection", "inspection")
        if found is None:
            return None
        entry = cast(InspectionEntry, found.entry)
        return Inspection(
            doc=entry.doc,
            role=entry.role,
            greeting=self._message(found, "greeting"),
            question=self._message(found, "question"),
            text_at=entry.text_at,
            goodbye=self._message(found, "goodbye"),
            position=found.position,
        )

    def probes(self) -> Mapping[str, Probe]:
        """Every probe, in the order of the files."""
        return MappingProxyType({found.name: self._probe(found) for found in self._collection.of("probes")})

    def mock(self) -> Mock | None:
        """The honest peer."""
        found = self._collection.find("mock", "mock")
        if found is None:
            return None
        entry = cast(MockEntry, found.entry)
        answers = {name: self._answer(found, name, answer) for name, answer in entry.answers.items()}
        return Mock(entry.doc, MappingProxyType(answers), found.position)

    def misbehaviours(self) -> Mapping[str, Misbehaviour]:
        """Every way in which the mock errs, in the order of the files."""
        return MappingProxyType({f.name: self._misbehaviour(f) for f in self._collection.of("misbehaviours")})

    def _probe(self, found: Found) -> Probe:
        entry = cast(ProbeEntry, found.entry)
        return Probe(
            name=found.name,
            doc=entry.doc,
            requirements=entry.requirements,
            decisions=entry.decisions,
            level=entry.level,
            over=entry.over,
            start=entry.start,
            needs=None if entry.needs is None else found.phrase(entry.needs, "needs"),
            without=entry.without,
            rude=entry.rude,
            examples=entry.examples,
            steps=tuple(self._step(found, index, step) for index, step in enumerate(entry.steps)),
            watch=entry.watch,
            untested=entry.untested,
            fix=entry.fix,
            position=found.position,
        )

    def _step(self, found: Found, index: int, entry: StepEntry) -> Step:
        path: Path = ("steps", index)
        request = entry.request
        return Step(
            send=self._message(found, *path, "send") if isinstance(entry.send, dict) else entry.send,
            change=self._values(found, (*path, "change"), entry.change),
            set=self._phrases(found, (*path, "set"), entry.set),
            each=self._run(found, path, entry),
            times=entry.times,
            bare=entry.bare,
            written=entry.written,
            method=None if request is None else request.method,
            media_type=None if request is None else request.media_type,
            expect=entry.expect,
            codes=entry.code,
            should=entry.should,
            statuses=entry.status,
            check=None if entry.check is None else found.phrase(entry.check, *path, "check"),
            wrong=entry.wrong,
            keep=entry.keep,
            leave=entry.leave,
            pause=entry.pause,
            position=found.at(*path),
        )

    def _run(self, found: Found, path: Path, entry: StepEntry) -> Run | None:
        for variable, items in entry.each.items():
            place = (*path, "each", variable)
            if isinstance(items, str):
                phrase = found.phrase(items, *place)
                return Run(variable, None, phrase, entry.most, found.at(*place, key=True))
            values = json_of(found.document.value((*found.path, *place)), found, place, self._diagnostics)
            return Run(variable, tuple(cast("list[Json]", values)), None, len(items), found.at(*place, key=True))
        return None

    def _answer(self, found: Found, name: str, entry: AnswerEntry) -> MockAnswer:
        path: Path = ("answers", name)
        items = None if entry.items is None else self._items(found, (*path, "items"), entry.items)
        place = found.at(*path, key=True)
        return MockAnswer(name, self._message(found, *path, "message"), items, entry.refuse, place)

    def _items(self, found: Found, path: Path, entry: ItemsEntry) -> Items:
        each = next(iter(entry.each.items()), None)
        return Items(
            at=entry.at,
            of=entry.of,
            first=None if entry.first is None else found.phrase(entry.first, *path, "first"),
            variable=None if each is None else each[0],
            each=None if each is None else found.phrase(each[1], *path, "each", each[0]),
            item=self._message(found, *path, "item") if entry.item else {},
            set=self._phrases(found, (*path, "set"), entry.set),
            left_out=self._values(found, (*path, "left_out"), entry.left_out),
            position=found.at(*path),
        )

    def _misbehaviour(self, found: Found) -> Misbehaviour:
        entry = cast(MisbehaviourEntry, found.entry)
        return Misbehaviour(
            name=found.name,
            doc=entry.doc,
            requirement=entry.requirement,
            caught_by=entry.caught_by,
            over=entry.over,
            ignore=entry.ignore,
            on=entry.on,
            change=self._values(found, ("change",), entry.change),
            remove=entry.remove,
            scramble=entry.scramble,
            every=entry.every,
            after=entry.after,
            when=entry.when,
            where=None if entry.where is None else found.phrase(entry.where, "where"),
            does=entry.does,
            code=entry.code,
            message=None if entry.message is None else self._message(found, "message"),
            position=found.position,
        )

    def _message(self, found: Found, *path: str | int) -> dict[str, Json]:
        return object_of(found, path, self._diagnostics)

    def _values(self, found: Found, path: Path, written: Mapping[str, object]) -> Mapping[str, Json]:
        return MappingProxyType(self._message(found, *path) if written else {})

    def _phrases(self, found: Found, path: Path, written: Mapping[str, str]) -> Mapping[str, Phrase]:
        return MappingProxyType({key: found.phrase(text, *path, key) for key, text in written.items()})
