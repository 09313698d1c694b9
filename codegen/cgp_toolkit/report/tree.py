"""The model as a tree."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from rich.tree import Tree

from cgp_toolkit.explain import Part
from cgp_toolkit.model import Envelope, Member, Model, Record, Scalar, Type, Vocabulary
from cgp_toolkit.report.console import json_text, out
from cgp_toolkit.report.plain import plain


def printer(model: Model, part: Part, *, json: bool) -> Callable[[], None]:
    """What prints a part of the model; all that it needs of the model has been looked up."""
    if json:
        text = as_json(model, part)
        return lambda: print(text)
    tree = _tree(model, part)
    return lambda: out().block(tree)


def _tree(model: Model, part: Part) -> Tree:
    """Members below their owners."""
    tree = Tree(Text.assemble((part.title, "bold")))
    sections = {
        "envelopes": [_envelope(model, envelope, part.deep) for envelope in part.envelopes],
        "types": [_type(model, record, part.deep) for record in part.records],
        "vocabularies": [_type(model, vocabulary, part.deep) for vocabulary in part.vocabularies],
        "scalars": [_type(model, scalar, part.deep) for scalar in part.scalars],
    }
    filled = {title: branches for title, branches in sections.items() if branches}
    for title, branches in filled.items():
        if len(filled) == 1 and len(branches) == 1:
            tree = branches[0]
        else:
            parent = tree if title == part.title else tree.add(Text.assemble((title, "bold")))
            parent.children.extend(branches)
    return tree


def _envelope(model: Model, envelope: Envelope, deep: bool) -> Tree:
    notes = [f"{envelope.sender} → {envelope.receiver}"]
    if envelope.reply is not None:
        notes.append(f"reply {envelope.reply}")
    if envelope.requires is not None:
        notes.append(f"requires {envelope.requires}")
    if envelope.correlation is not None:
        notes.append(f"correlated by {envelope.correlation.member}")
    tree = Tree(Text.assemble((envelope.name, "bold cyan"), f"  {', '.join(notes)}  ", (_first(envelope.doc), "dim")))
    _add_members(tree, model, envelope, deep, ())
    return tree


def _type(model: Model, type_: Type, deep: bool) -> Tree:
    tree = Tree(_headline(type_))
    if isinstance(type_, Record):
        _add_members(tree, model, type_, deep, (type_.name,))
    elif isinstance(type_, Vocabulary):
        for value in type_.values:
            tree.add(Text.assemble((value.name, "green"), "  ", (_first(value.doc), "dim")))
    return tree


def _headline(type_: Type) -> Text:
    note = ""
    if isinstance(type_, Vocabulary):
        note = f"  {type_.openness}"
        if type_.unknown_reads_as is not None:
            note += f", unlisted values read as {type_.unknown_reads_as}"
    elif isinstance(type_, Scalar):
        note = f"  {type_.base}" + (f", {type_.unit}" if type_.unit else "")
    return Text.assemble((type_.name, "bold magenta"), f"{note}  ", (_first(type_.doc), "dim"))


def _add_members(tree: Tree, model: Model, owner: Envelope | Record, deep: bool, above: tuple[str, ...]) -> None:
    for member in owner.members:
        branch = tree.add(_member(member))
        type_ = model.type_of(member)
        # A type that contains itself is shown once on each path.
        if deep and isinstance(type_, Record) and type_.name not in above:
            _add_members(branch, model, type_, deep, (*above, type_.name))


def _member(member: Member) -> Text:
    notes = ["optional" if member.optional else "required"]
    if member.author is not member.read:
        notes.append(f"{member.author} for authors")
    if member.has_default:
        notes.append(f"default {json_text(member.default)}")
    type_ = f"{member.type}[]" if member.many else member.type
    return Text.assemble(
        (member.name, "bold"), ": ", (type_, "magenta"), f"  {', '.join(notes)}  ", (_first(member.doc), "dim")
    )


def _first(doc: str) -> str:
    """The first sentence of a text."""
    end = doc.find(". ")
    return doc if end < 0 else doc[: end + 1]


def as_json(model: Model, part: Part) -> str:
    """The same as one JSON object, with everything that the model says."""
    return json_text(
        {
            "protocol": model.protocol.name,
            "revision": model.protocol.revision,
            "envelopes": {envelope.name: plain(envelope) for envelope in part.envelopes},
            "types": {record.name: plain(record) for record in part.records},
            "vocabularies": {vocabulary.name: plain(vocabulary) for vocabulary in part.vocabularies},
            "scalars": {scalar.name: plain(scalar) for scalar in part.scalars},
        }
    )
