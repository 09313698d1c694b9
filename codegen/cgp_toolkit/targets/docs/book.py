"""Everything that pages tell of, worked out once: uses, traces, vectors, readings of examples, their bytes."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

from cgp_toolkit.explain import Kind, Use, uses
from cgp_toolkit.model import Example, ExchangeExample, Model, Session, Verdict
from cgp_toolkit.oracle import Reading, oracle_of
from cgp_toolkit.oracle.jsons import Message, spelt
from cgp_toolkit.oracle.wording import Teller, Told
from cgp_toolkit.targets.base import Files, Others
from cgp_toolkit.targets.docs import PYTHON, SCHEMAS, VECTORS
from cgp_toolkit.targets.docs.atlas import Atlas, envelope_of
from cgp_toolkit.tracing import Trace, trace


class Book:
    """A model with all that is known about it."""

    def __init__(self, model: Model, others: Others) -> None:
        self.model = model
        self.atlas = Atlas(model)
        self._teller = Teller(oracle_of(model))
        self.traces: Mapping[str, Trace] = trace(model)
        self.schemas: Files = others.get(SCHEMAS, {})
        self.python: Files = others.get(PYTHON, {})
        self.vectors = _vectors(others.get(VECTORS, {}))
        self.counted = VECTORS in others
        self._uses: defaultdict[tuple[Kind, str], list[Use]] = defaultdict(list)
        for use in uses(model):
            self._uses[use.kind, use.id].append(use)
        self._shown: defaultdict[str | None, list[Example]] = defaultdict(list)
        for example in model.examples.values():
            self._shown[envelope_of(model, example)].append(example)

    def uses(self, kind: Kind, name: str) -> tuple[Use, ...]:
        """Everything that uses a thing, each once."""
        return tuple(dict.fromkeys(self._uses.get((kind, name), ())))

    def text(self, page: str) -> str:
        """The prose at the top of a page."""
        guide = self.model.guide
        return "" if guide is None else guide.pages.get(page, "")

    def examples(self, envelope: str | None, verdict: Verdict | None = None) -> tuple[Example, ...]:
        """The examples of an envelope, or those of none; of one verdict, if it is given."""
        return tuple(e for e in self._shown.get(envelope, ()) if verdict in (None, e.verdict))

    def exchanges(self, envelope: str) -> tuple[ExchangeExample, ...]:
        """The exchanges that an envelope is the request of."""
        tag = self.model.protocol.tag
        return tuple(e for e in self.model.exchanges.values() if e.request[tag] == envelope)

    def told(self, example: Example) -> tuple[Reading, tuple[Told, ...]]:
        """What an example is, and what the command says about it."""
        return self._teller.told(example)

    def told_of_exchange(self, example: ExchangeExample) -> tuple[Told, ...]:
        """What is said about a request and its reply."""
        return self._teller.told_of_exchange(example)

    def session(self) -> Session | None:
        """The session that the first page walks through."""
        guide = self.model.guide
        return None if guide is None or guide.walk is None else self.model.sessions[guide.walk.session]

    def sample(self, envelope: str) -> Message | None:
        """The message that shows an envelope best: of the first page's session, of another, or a valid example."""
        tag = self.model.protocol.tag
        first = self.session()
        sessions: Iterable[Session] = (*(() if first is None else (first,)), *self.model.sessions.values())
        for session in sessions:
            for message in session.messages:
                if message[tag] == envelope:
                    return message
        valid = self.examples(envelope, Verdict.VALID)
        return next((example.message for example in valid if example.message is not None), None)

    def vocabulary_of_codes(self) -> str:
        """The name of the vocabulary of error codes."""
        protocol = self.model.protocol
        return self.model.envelopes[protocol.failure].member(protocol.failure_code).type


def line_of(example: Example) -> str:
    """An example as text; bytes that are no UTF-8 are written as they would be in a program."""
    if example.line is None:
        return spelt(example.message)
    return example.line.decode(errors="backslashreplace")


def _vectors(files: Files) -> Mapping[str, int]:
    """How many vectors show each requirement."""
    counts: Counter[str] = Counter()
    for name, text in files.items():
        if name.endswith(".ndjson"):
            # The first line is a stamp; the others change with the meaning of the model only.
            counts += _counted(text.partition("\n")[2])
    return counts


@lru_cache(maxsize=16)
def _counted(lines: str) -> Counter[str]:
    return Counter(name for line in lines.splitlines() for name in json.loads(line).get("requirements", ()))
