"""Comments: paragraphs as Go writes documentation, sentences that start with the name of what they are about."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

_WIDTH = 120
_TAB = 4
# First words of noun phrases, and what joins them to a name.
_NOUNS = frozenset({"A", "An", "Any", "How", "One", "The", "What", "When", "Where", "Which", "Who", "Why"})


def comment(paragraphs: Iterable[str], tabs: int = 0) -> str:
    """A comment of ``paragraphs``, wrapped, each line but the first indented; nothing for no paragraphs."""
    blocks = [block for block in (" ".join(paragraph.split()) for paragraph in paragraphs) if block]
    room = _WIDTH - tabs * _TAB - 3
    lines: list[str] = []
    for block in blocks:
        if lines:
            lines.append("//")
        lines += [f"// {line}" for line in _wrapped(block, room)]
    return ("\n" + "\t" * tabs).join(lines)


@lru_cache(maxsize=4096)
def _wrapped(text: str, room: int) -> tuple[str, ...]:
    """Lines of words; one that is longer than the room has a line of its own."""
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > room:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return (*lines, line)


def about(name: str, paragraphs: Iterable[str], *, verb: bool = False) -> list[str]:
    """``paragraphs``, of which the first becomes a sentence that starts with ``name``.

    With ``verb`` it starts with what the thing does ("Asks for context"), else with what it is ("A request").
    """
    first, *rest = paragraphs
    word, space, others = first.partition(" ")
    lowered = f"{word.lower()}{space}{others}"
    if word in _NOUNS:
        return [f"{name} is {lowered}", *rest]
    if word == "Whether":
        return [f"{name} tells {lowered}", *rest]
    if verb and word.endswith("s") and word[:-1].isalpha():
        return [f"{name} {lowered}", *rest]
    return [f"{name}: {first}", *rest]
