"""Long lines of Java are broken at their outermost place, and nothing but white space changes."""

from __future__ import annotations

import pytest

from cgp_toolkit.targets.java.layout import laid_out

CALL = "call(" + ", ".join(["argument"] * 15) + ");"
LONG = "a" * 60


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("short(a, b);", ["short(a, b);"]),
        (f"    // {LONG} {LONG}", [f"    // {LONG} {LONG}"]),
        (f"    return {LONG} && {LONG};", [f"    return {LONG}", f"            && {LONG};"]),
        (
            f"    return {LONG} ? first{LONG} : second;",
            [f"    return {LONG}", f"            ? first{LONG}", "            : second;"],
        ),
        (f'    f("{LONG}, (", {LONG});', ["    f(", f'            "{LONG}, (",', f"            {LONG});"]),
        (f"    f(x -> {LONG}{LONG});", ["    f(x ->", f"            {LONG}{LONG});"]),
    ],
)
def test_lines_are_broken_from_the_outside_in(line: str, lines: list[str]) -> None:
    assert laid_out(line) == "\n".join(lines)


def test_nothing_but_white_space_changes() -> None:
    assert "".join(laid_out(f"    return {CALL}").split()) == f"return{CALL}".replace(" ", "")
    assert max(map(len, laid_out(f"    return {CALL}").split("\n"))) <= 120
