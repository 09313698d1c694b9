"""Every listed value of each vocabulary, and values that it does not list, as its policy has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from cgp_toolkit.model import Openness, Verdict, Vocabulary
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.oracle import jsons
from cgp_toolkit.targets.vectors.material.instances import texts
from cgp_toolkit.targets.vectors.material.places import held
from cgp_toolkit.targets.vectors.material.stock import Base
from cgp_toolkit.targets.vectors.material.texts import misfits, near
from cgp_toolkit.targets.vectors.messages.building import Builder, a
from cgp_toolkit.targets.vectors.messages.types import UNLISTED
from cgp_toolkit.targets.vectors.vector import MessageVector, cites


def vectors(builder: Builder) -> Iterator[MessageVector]:
    """Every vocabulary that some message can show."""
    seen = _seen(builder)
    forms: set[str] = set()
    for vocabulary in builder.model.vocabularies():
        usages = tuple(builder.stock.usages(vocabulary))
        if usages:
            # A form is shown from all sides once, by the first vocabulary that has it.
            yield from _Vocabulary(builder, vocabulary, usages).vectors(seen, new=vocabulary.form not in forms)
            forms |= {vocabulary.form or ""}


def _seen(builder: Builder) -> set[tuple[str, str]]:
    """The values that valid examples show, by vocabulary."""
    found: set[tuple[str, str]] = set()
    for example in builder.model.examples.values():
        message = example.message if example.verdict is Verdict.VALID else None
        for place in builder.stock.places.of(message) if message is not None else ():
            for member in place.owner.members:
                found |= {(member.type, value) for value, _ in held(place, member) if isinstance(value, str)}
    return found


class _Vocabulary:
    def __init__(self, builder: Builder, vocabulary: Vocabulary, usages: tuple[Base, ...]) -> None:
        self.builder = builder
        self.vocabulary = vocabulary
        self.usages = usages
        self.cited = cites(vocabulary)
        self.name = a(vocabulary.name)

    def vectors(self, seen: set[tuple[str, str]], *, new: bool) -> Iterator[MessageVector]:
        name = self.vocabulary.name
        for value in self.vocabulary.values:
            if (name, value.name) not in seen:
                yield self.right(value.name, f"is the listed {value.name!r}")
        match self.vocabulary.openness:
            case Openness.CLOSED:
                yield from self.unlisted(FaultName.NOT_IN_VOCABULARY)
            case Openness.TOLERATED | Openness.NAMESPACED:
                yield from self.unlisted(FaultName.UNLISTED_VALUE)
            case Openness.OPEN:
                yield self.right(UNLISTED, "is a new word, which anybody may write")
        if self.vocabulary.form is not None:
            form = self.builder.model.scalar(self.vocabulary.form)
            sample = texts(form)[0]
            yield self.right(sample, f"is the new name {sample!r}")
            wrong = misfits(sample, form.author.pattern or "", form.author.min_length or 0, form.author.max_length)
            for change, text in islice(wrong, None if new else 1):
                yield self.wrong(text, f"has a new name that {change}", FaultName.UNLISTED_VALUE)
            for text in near(form.author.pattern or "") if new else ():
                if re.fullmatch(form.author.pattern or "", text):
                    yield self.right(text, f"is the new name {text!r}")
                else:
                    yield self.wrong(
                        text, f"has the new name {text!r}, which is not its form", FaultName.UNLISTED_VALUE
                    )

    def unlisted(self, fault: FaultName) -> Iterator[MessageVector]:
        listed = self.vocabulary.values[0].name if self.vocabulary.values else UNLISTED
        known = {value.name for value in self.vocabulary.values}
        for value, words in (
            (self.new_elsewhere(), "is not listed, though it has the form of new names elsewhere"),
            (UNLISTED, "is not listed"),
            ("", "is empty"),
            (listed + "\n", "is a listed one with a line feed"),
            (listed.swapcase(), "is a listed one in the other case"),
        ):
            if value not in known and not (fault is FaultName.UNLISTED_VALUE and self.has_form(value)):
                yield self.wrong(value, words, fault)

    def new_elsewhere(self) -> str:
        """A value that would be a new name in another vocabulary."""
        model = self.builder.model
        forms = {v.form: None for v in model.vocabularies() if v.form is not None and self.vocabulary.form is None}
        return next((texts(model.scalar(form))[0] for form in forms), UNLISTED)

    def has_form(self, value: str) -> bool:
        """Whether a new name may be spelt like that."""
        if self.vocabulary.form is None:
            return False
        message = jsons.replaced(self.usages[0].message, self.usages[0].path, value)
        return self.builder.judge(message).clean

    def right(self, value: str, words: str) -> MessageVector:
        """A value that authors may write, where possible with nothing else to be said."""
        found = [jsons.replaced(usage.message, usage.path, value) for usage in self.usages]
        message = next((message for message in found if self.builder.judge(message).clean), found[0])
        return self.builder.vector(f"{self.name} {words}.", message, self.cited)

    def wrong(self, value: str, words: str, fault: FaultName) -> MessageVector:
        """A value that authors may not write, where possible with nothing else wrong."""
        name = f"{self.name} {words}."
        found = []
        for usage in self.usages:
            message = jsons.replaced(usage.message, usage.path, value)
            found.append(self.builder.wrong(name, message, fault, usage.path, self.cited))
            if len(found[-1].reading.findings) == 1:
                return found[-1]
        return found[0]
