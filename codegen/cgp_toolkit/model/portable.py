r"""The patterns of the model: a small subset of regular expressions that every language reads alike.

A pattern is a full match, so it has no anchors.  It is made of printable ASCII and ``\n``, ``\r``, ``\t``: literals,
escaped punctuation, classes with ranges, ``(?:...)``, alternatives and greedy quantifiers: ``* + ? {n} {n,} {n,m}``.
Refused is what Python, ECMAScript (with ``u``), Go, Rust and Java spell or read differently: ``\d \w \s \b \p``, the
dot (line ends differ), anchors, lookaround, backreferences, capture groups, lazy and possessive quantifiers, flags,
bare ``-``, ``[``, ``^`` or doubled ``& ~ |`` within a class, and more than 1000 repetitions (the limit of RE2).
"""

from __future__ import annotations

import re

from cgp_toolkit.model.pattern_tree import CONTROLS, SYNTAX, Characters, Choice, Node, Repeat, Sequence, repetitions

MOST_REPETITIONS = 1000
DEEPEST_GROUP = 50
_QUANTIFIER = re.compile(r"[*+?]|\{([0-9]{1,9})(?:(,)([0-9]{0,9}))?\}")


class PatternFault(ValueError):
    """The text is no pattern of the subset; ``offset`` counts its characters from 0."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


def parse(pattern: str) -> Node:
    """The pattern as a tree; :class:`PatternFault` if it is outside of the subset."""
    parser = _Parser(pattern)
    node = parser.choice(0)
    if parser.offset < len(pattern):
        raise PatternFault("a ')' closes nothing", parser.offset)
    return node


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
        if repetitions(node) > MOST_REPETITIONS:
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
        return self.single(SYNTAX)

    def single(self, escapable: frozenset[str]) -> Characters:
        """One character, maybe escaped."""
        start = self.offset
        character = self.peek()
        self.offset += 1
        if character == "\\":
            escaped = self.peek()
            self.offset += 1
            if escaped in CONTROLS:
                character = CONTROLS[escaped]
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
        return self.single(SYNTAX | {"-"}).ranges[0][0]


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
