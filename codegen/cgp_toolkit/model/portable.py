r"""The patterns of the model: a small subset of regular expressions that every language reads alike.

A pattern is a full match, so it has no anchors.  It is made of printable ASCII and ``\n``, ``\r``, ``\t``: literals,
escaped punctuation, classes with ranges, ``(?:...)``, alternatives and greedy quantifiers: ``* + ? {n} {n,} {n,m}``.
Refused is what Python, ECMAScript (with ``u``), Go, Rust and Java spell or read differently: ``\d \w \s \b \p``, the
dot (line ends differ), anchors, lookaround, backreferences, capture groups, lazy and possessive quantifiers, flags,
bare ``-``, ``[``, ``^`` or doubled ``& ~ |`` within a class, and more than 1000 repetitions (the limit of RE2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

MOST_REPETITIONS = 1000
DEEPEST_GROUP = 50
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t"}
_NAMES = {value: f"\\{name}" for name, value in _CONTROLS.items()}
_SYNTAX = frozenset("\\^$.|?*+()[]{}")
_QUANTIFIER = re.compile(r"[*+?]|\{([0-9]{1,9})(?:(,)([0-9]{0,9}))?\}")


class PatternFault(ValueError):
    """The text is no pattern of the subset; ``offset`` counts its characters from 0."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Characters:
    """Exactly one character: inside of one of the ``ranges``, both ends included, or (``negated``) outside of all."""

    ranges: tuple[tuple[str, str], ...]
    negated: bool = False

    def match(self, character: str) -> bool:
        """Whether it is this ``character``, of one character."""
        return any(low <= character <= high for low, high in self.ranges) != self.negated


@dataclass(frozen=True, slots=True)
class Sequence:
    """One item after the other; none: the empty text."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """``item``, ``low`` to ``high`` times; ``None`` is without end."""

    item: Node
    low: int
    high: int | None


Node: TypeAlias = Characters | Sequence | Choice | Repeat


def parse(pattern: str) -> Node:
    """The pattern as a tree; :class:`PatternFault` if it is outside of the subset."""
    parser = _Parser(pattern)
    node = parser.choice(0)
    if parser.offset < len(pattern):
        raise PatternFault("a ')' closes nothing", parser.offset)
    return node


def characters(node: Node) -> Iterator[Characters]:
    """Every place of one character in a pattern."""
    match node:
        case Characters():
            yield node
        case Repeat():
            yield from characters(node.item)
        case Sequence(parts) | Choice(parts):
            for part in parts:
                yield from characters(part)


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.offset = 0

    def fault(self, message: str) -> PatternFault:
        return PatternFault(message, self.offset)

    def peek(self) -> str:
        return self.text[self.offset : self.offset + 1]

    def choice(self, depth: int) -> Node:
        if depth > DEEPEST_GROUP:
            raise self.fault("groups are nested too deeply")
        options = [self.sequence(depth)]
        while self.peek() == "|":
            self.offset += 1
            options.append(self.sequence(depth))
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def sequence(self, depth: int) -> Node:
        items: list[Node] = []
        while self.peek() not in ("", "|", ")"):
            items.append(self.quantified(self.atom(depth)))
        if not items:
            raise self.fault("an alternative or group is empty; write '?' behind what may be missing")
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def quantified(self, item: Node) -> Node:
        match = _QUANTIFIER.match(self.text, self.offset)
        if match is None:
            if self.peek() == "{":
                raise self.fault("a '{' must begin {n}, {n,} or {n,m}; as a character it is '\\{'")
            return item
        low, high = _bounds(match)
        if high is not None and (high < low or high == 0):
            raise self.fault("a quantifier can't hold")
        node = Repeat(item, low, high)
        if _repetitions(node) > MOST_REPETITIONS:
            raise self.fault(f"more than {MOST_REPETITIONS} repetitions, groups multiplied, are not portable")
        self.offset = match.end()
        # An empty text is in every text, so the end of the pattern is asked for on its own.
        if self.peek() and self.peek() in "?+*{":
            raise self.fault("a quantifier follows a quantifier: lazy and possessive ones are not portable")
        return node

    def atom(self, depth: int) -> Node:
        character = self.peek()
        if character == "(":
            if not self.text.startswith("(?:", self.offset):
                raise self.fault("only '(?:' begins a group: no captures, lookaround or flags")
            opened = self.offset
            self.offset += 3
            node = self.choice(depth + 1)
            if self.peek() != ")":
                raise PatternFault("a group is not closed", opened)
            self.offset += 1
            return node
        if character == "[":
            return self.class_()
        if character in "*+?{":
            raise self.fault("a quantifier follows nothing")
        if character == ".":
            raise self.fault("'.' means something else in every language; write a class such as [^\\n]")
        if character in "^$":
            raise self.fault("a pattern is a full match and has no anchors")
        if character in "]}":
            raise self.fault(f"{character!r} closes nothing; as a character it is '\\{character}'")
        return self.single(_SYNTAX)

    def single(self, escapable: frozenset[str]) -> Characters:
        """One character, maybe escaped."""
        start = self.offset
        character = self.peek()
        self.offset += 1
        if character == "\\":
            escaped = self.peek()
            self.offset += 1
            if escaped in _CONTROLS:
                character = _CONTROLS[escaped]
            elif escaped in escapable or escaped == "/":
                character = escaped
            else:
                raise PatternFault(f"the escape '\\{escaped}' is not portable", start)
        elif not " " <= character <= "~":
            raise PatternFault("only printable ASCII, \\n, \\r and \\t are portable", start)
        return Characters(((character, character),))

    def class_(self) -> Characters:
        opened = self.offset
        self.offset += 1
        negated = self.peek() == "^"
        self.offset += negated
        ranges: list[tuple[str, str]] = []
        while self.peek() != "]":
            if not self.peek():
                raise PatternFault("a class is not closed", opened)
            start = self.offset
            low = high = self.member()
            if self.peek() == "-":
                self.offset += 1
                if self.peek() in ("", "]"):
                    raise self.fault("a '-' in a class is written '\\-'")
                high = self.member()
            if high < low:
                raise PatternFault("a range goes backwards", start)
            ranges.append((low, high))
        if not ranges:
            raise PatternFault("a class is empty", opened)
        self.offset += 1
        return Characters(tuple(ranges), negated)

    def member(self) -> str:
        """One end of a range."""
        character = self.peek()
        if character in ("[", "^", "-"):
            raise self.fault(f"a {character!r} in a class is written '\\{character}'")
        if character in ("&", "~", "|") and self.text.startswith(character * 2, self.offset):
            raise self.fault(f"{character * 2!r} in a class is an operator in some languages")
        return self.single(_SYNTAX | {"-"}).ranges[0][0]


def _bounds(match: re.Match[str]) -> tuple[int, int | None]:
    match match[0]:
        case "*":
            return 0, None
        case "+":
            return 1, None
        case "?":
            return 0, 1
        case _ if match[2] is None:
            return int(match[1]), int(match[1])
        case _:
            return int(match[1]), int(match[3]) if match[3] else None


def _repetitions(node: Node) -> int:
    """How often the innermost item of nested counted repetitions is written out."""
    match node:
        case Characters():
            return 1
        case Repeat(item, low, high):
            return max(low, high or 0, 1) * _repetitions(item)
        case Sequence(parts) | Choice(parts):
            return max(map(_repetitions, parts), default=1)


def render(node: Node) -> str:
    """The pattern of a tree, in one spelling."""
    match node:
        case Characters(((low, high),), False) if low == high:
            return _NAMES.get(low) or (f"\\{low}" if low in _SYNTAX else low)
        case Characters():
            return "[" + "^" * node.negated + "".join(map(_range, node.ranges)) + "]"
        case Sequence():
            return "".join(_tight(item, Choice) for item in node.items)
        case Choice():
            return "|".join(map(render, node.options))
        case Repeat(item, low, high):
            return _tight(item, Choice, Sequence, Repeat) + _quantifier(low, high)


def _tight(node: Node, *loose: type[Node]) -> str:
    text = render(node)
    return f"(?:{text})" if isinstance(node, loose) else text


def _range(bounds: tuple[str, str]) -> str:
    low, high = (_NAMES.get(end) or (f"\\{end}" if end in _SYNTAX | {"-"} else end) for end in bounds)
    return low if low == high else f"{low}-{high}"


def _quantifier(low: int, high: int | None) -> str:
    match low, high:
        case 0, None:
            return "*"
        case 1, None:
            return "+"
        case 0, 1:
            return "?"
        case _, None:
            return f"{{{low},}}"
        case _ if low == high:
            return f"{{{low}}}"
        case _:
            return f"{{{low},{high}}}"
