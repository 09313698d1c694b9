"""Where everything stands: the pages of the documentation, and the anchors on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cgp_toolkit.explain import Kind, Use
from cgp_toolkit.model import Example, Json, Model, Record, Scalar, Vocabulary
from cgp_toolkit.oracle.jsons import parse
from cgp_toolkit.targets.docs.markdown import code, link

HOME = "index.md"
ENVELOPES, TYPES, VOCABULARIES = "envelopes/index.md", "types/index.md", "vocabularies/index.md"
LIFECYCLE, VERSIONING, ERRORS, RULES = "lifecycle.md", "versioning.md", "errors.md", "rules.md"
REQUIREMENTS, DECISIONS = "requirements.md", "decisions.md"
BINDINGS, SCHEMAS, PYTHON, CHANGES = "bindings.md", "schemas.md", "python.md", "changes.md"


class Atlas:
    """The places of a model's parts; paths are relative to the root of the documentation."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.envelopes = _pages("envelopes", model.envelopes)
        words = [type_.name for type_ in model.types.values() if isinstance(type_, Vocabulary)]
        others = [type_.name for type_ in model.types.values() if isinstance(type_, Record | Scalar)]
        self.types = {**_pages("types", others), **_pages("vocabularies", words)}
        self._places: dict[tuple[Kind, str], str | None] = {}
        self._known = self._names()

    def find(self, name: str) -> str | None:
        """Where a name leads, as a text may write it: `error`, `Vocabulary.value`, `provider.name`, `H1`."""
        return self._known.get(name)

    def owner(self, name: str) -> str:
        """The page of an envelope or type."""
        return self.envelopes[name] if name in self.envelopes else self.types[name]

    def of(self, use: Use) -> tuple[str, str | None]:
        """What uses something: its name, and where it stands."""
        return use.by_id, self.place(use.by, use.by_id)

    def place(self, kind: Kind, name: str) -> str | None:
        """Where a thing stands."""
        if (kind, name) not in self._places:
            self._places[kind, name] = self._place(kind, name)
        return self._places[kind, name]

    def _place(self, kind: Kind, name: str) -> str | None:
        owner, _, part = name.partition(".")
        match kind:
            case Kind.ENVELOPE:
                return self.envelopes.get(name)
            case Kind.TYPE:
                return self.types.get(name)
            case Kind.MEMBER:
                return f"{self.owner(owner)}#{name}" if owner in self.envelopes or owner in self.types else None
            case Kind.VALUE:
                return f"{self.types[owner]}#{name}" if owner in self.types and part else None
            case Kind.REQUIREMENT:
                return f"{REQUIREMENTS}#{name}"
            case Kind.DECISION:
                return f"{DECISIONS}#{name}"
            case Kind.RULE:
                return f"{RULES}#rule-{name}"
            case Kind.FAULT:
                rpc = self.model.rpc
                of_rpc = rpc is not None and name in {fault.name for fault in rpc.faults}
                return f"{BINDINGS if of_rpc else RULES}#fault-{name}"
            case Kind.EXAMPLE | Kind.EXCHANGE:
                return self._of_example(name)
            case Kind.SESSION:
                return f"{LIFECYCLE}#session-{name}"
            case Kind.STATE:
                return f"{LIFECYCLE}#state-{name}"
            case Kind.ROLE | Kind.ROW:
                role = name.split(" ")[0]
                return HOME if self.model.lifecycle is None else f"{LIFECYCLE}#role-{role}"
            case Kind.BINDING:
                return f"{BINDINGS}#{name}"
            case Kind.METHOD:
                return f"{BINDINGS}#jsonrpc"
            case Kind.STATUS:
                return f"{BINDINGS}#status-{name}"
            case Kind.MEASURE:
                return f"{BINDINGS}#measure-{name}"
            case _:
                return HOME

    def _of_example(self, name: str) -> str:
        model = self.model
        if name in model.exchanges:
            request = str(model.exchanges[name].request[model.protocol.tag])
            return f"{self.envelopes[request]}#exchange-{name}"
        tag = envelope_of(model, model.examples[name])
        return f"{BINDINGS if tag is None else self.envelopes[tag]}#example-{name}"

    def cited(self, kind: Kind, names: Iterable[str]) -> str:
        """Links to things of one kind."""
        return ", ".join(link(code(name), self.place(kind, name)) for name in names)

    def _names(self) -> dict[str, str]:
        """Everything that texts call by its name; where two are called alike, none is linked."""
        model, protocol = self.model, self.model.protocol
        found: dict[str, list[str]] = {}

        def add(name: str, place: str | None) -> None:
            if place is not None:
                found.setdefault(name, []).append(place)

        for name in model.envelopes:
            add(name, self.place(Kind.ENVELOPE, name))
        for name in model.types:
            add(name, self.place(Kind.TYPE, name))
        for owner in model.owners():
            for member in owner.members:
                place = self.place(Kind.MEMBER, f"{owner.name}.{member.name}")
                add(f"{owner.name}.{member.name}", place)
                add(member.name, place)
                type_ = model.type_of(member)
                for inner in type_.members if isinstance(type_, Record) else ():
                    add(f"{member.name}.{inner.name}", self.place(Kind.MEMBER, f"{type_.name}.{inner.name}"))
        for vocabulary in model.vocabularies():
            for value in vocabulary.values:
                place = self.place(Kind.VALUE, f"{vocabulary.name}.{value.name}")
                add(f"{vocabulary.name}.{value.name}", place)
                if vocabulary.like is None:
                    add(value.name, place)
        for name in model.requirements:
            add(name, self.place(Kind.REQUIREMENT, name))
        for name in model.decisions:
            add(name, self.place(Kind.DECISION, name))
        for name in model.rules:
            add(name, self.place(Kind.RULE, name))
        unique = {name: places[0] for name, places in found.items() if len(set(places)) == 1}
        # What texts call by the bare name of an envelope is the envelope.
        unique |= {name: self.envelopes[name] for name in model.envelopes}
        unique.pop(protocol.tag, None)
        return unique


def envelope_of(model: Model, example: Example) -> str | None:
    """The envelope that an example is of, however it is spelt; ``None`` if it is of none."""
    message: Json = example.message
    if example.line is not None:
        try:
            message = parse(example.line.decode()).value
        except ValueError:
            return None
    tag = message.get(model.protocol.tag) if isinstance(message, dict) else None
    return tag if isinstance(tag, str) and tag in model.envelopes else None


def _pages(folder: str, names: Iterable[str]) -> Mapping[str, str]:
    """A page for each name; no two differ in nothing but case, and none is that of the folder."""
    taken, pages = {"index"}, {}
    for name in names:
        stem, number = name, 2
        while stem.casefold() in taken:
            stem, number = f"{name}-{number}", number + 1
        taken.add(stem.casefold())
        pages[name] = f"{folder}/{stem}.md"
    return pages
