"""What the examples and sessions count and hash is true, wherever they do not show the contrary."""

from __future__ import annotations

import hashlib

from cgp_toolkit.model import Model
from cgp_toolkit.model.axes import Verdict
from tests.model.messages import objects, valid_messages, values

DIGESTS = frozenset({"Digest", "OpaqueDigest"})


def sha256(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def contents(model: Model) -> set[str]:
    """Every inline content of a valid message."""
    return {
        str(place.value["content"])
        for _, message in valid_messages(model)
        for place in objects(model, message)
        if place.owner.name == "ContextFrame" and "content" in place.value
    }


def test_costs_count_the_bytes_of_the_content(model: Model) -> None:
    (measure,) = (m for m in model.protocol.measures if m.requirement == "B3")
    wrong = {(e.name, f.at) for e in model.examples.values() for f in e.fails if f.at.endswith("/token_cost")}
    messages = [*valid_messages(model)]
    messages += [(e.name, e.message) for e in model.examples.values() if e.verdict is Verdict.READABLE and e.message]
    checked = 0
    for name, message in messages:
        for place in objects(model, message):
            if place.owner.name != "ContextFrame":
                continue
            content = place.value.get("content")
            cost = -(-len(content.encode()) // measure.divisor) if isinstance(content, str) else 0
            true = place.value["token_cost"] == cost
            assert true == ((name, f"{place.pointer}/token_cost") not in wrong), f"{name}{place.pointer}"
            checked += 1
    assert checked > 40


def test_every_digest_of_a_valid_message_is_the_hash_of_some_inline_content(model: Model) -> None:
    hashes = {sha256(content) for content in contents(model)}
    for name, message in valid_messages(model):
        for place in objects(model, message):
            for member in place.owner.members:
                for value in values(place, member) if member.type in DIGESTS else ():
                    # A producer may hash as it likes where no form is owed; such a text claims no bytes of ours.
                    if member.type == "OpaqueDigest" and not (isinstance(value, str) and len(value) == 71):
                        continue
                    assert value in hashes, f"{name}{place.pointer}/{member.name}"


def test_a_frames_digest_is_the_hash_of_its_own_content(model: Model) -> None:
    checked = 0
    for name, message in valid_messages(model):
        for place in objects(model, message):
            if place.owner.name == "ContextFrame" and "content_digest" in place.value:
                assert place.value["content_digest"] == sha256(str(place.value["content"])), f"{name}{place.pointer}"
                checked += 1
    assert checked > 10
