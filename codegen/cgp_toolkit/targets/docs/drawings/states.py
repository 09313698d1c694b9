"""The states of a role: a box each, with what happens in it; lines at the side lead to where it goes on.

What keeps a party where it is stands inside of the box, as in the internal transitions of UML.
"""

from __future__ import annotations

from cgp_toolkit.lifecycle.diagram import moves
from cgp_toolkit.model import Lifecycle, Model
from cgp_toolkit.targets.docs.drawings import svg

_LEFT, _TOP, _GAP, _HEADER, _ROW, _PAD = 14.0, 24.0, 22.0, 30.0, 19.0, 8.0
_STEP = 13.0


def states(model: Model, lifecycle: Lifecycle, role: str) -> str:
    """The drawing of one role."""
    found = moves(model, lifecycle, role)
    names = [state.name for state in lifecycle.states]
    rows: dict[str, list[tuple[str, str | None]]] = {name: [] for name in names}
    for (here, there), labels in found.items():
        rows[here] += [(label, None if here == there else there) for label in labels]
    for name in names:
        # What leads on comes first.
        rows[name].sort(key=lambda row: row[1] is None)
    wide = max([svg.width(label) + 34 for each in rows.values() for label, _ in each] + [180.0])
    targets = [name for name in names if any(there == name != here for here, there in found)]
    lanes = {name: _LEFT + wide + 16 + _STEP * index for index, name in enumerate(targets)}
    tops, y = {}, _TOP
    for name in names:
        tops[name] = y
        y += _HEADER + (len(rows[name]) * _ROW + _PAD if rows[name] else 0) + _GAP
    parts = []
    for state in lifecycle.states:
        parts += _state(state.name, rows[state.name], tops[state.name], wide, state.initial, state.final)
    for name, lane in lanes.items():
        parts += _lane(name, lane, rows, tops, wide)
    said = " ".join(
        f"From {here} to {there}: {'; '.join(labels)}." if here != there else f"In {here}: {'; '.join(labels)}."
        for (here, there), labels in found.items()
    )
    right = max([*lanes.values(), _LEFT + wide]) + 14
    return svg.drawing("states", right, y, f"The states of the {role}", said, parts)


def _state(
    name: str, rows: list[tuple[str, str | None]], top: float, wide: float, initial: bool, final: bool
) -> list[str]:
    high = _HEADER + (len(rows) * _ROW + _PAD if rows else 0)
    parts = [svg.box(_LEFT, top, wide, high, "state final" if final else "state")]
    if initial:
        parts += [
            f'<circle class="start" cx="{_LEFT + 20:g}" cy="{top - 17:g}" r="5"/>',
            svg.line([(_LEFT + 20, top - 12), (_LEFT + 20, top)], "edge"),
        ]
    parts.append(svg.text(_LEFT + 12, top + 20, name, "name"))
    for index, (label, there) in enumerate(rows):
        y = top + _HEADER + _ROW * index + 12
        parts.append(svg.text(_LEFT + 12, y, label, "stays" if there is None else "leads"))
    return parts


def _lane(
    name: str, lane: float, rows: dict[str, list[tuple[str, str | None]]], tops: dict[str, float], wide: float
) -> list[str]:
    """The line that collects what leads to a state, and the arrow into it."""
    edge, goal = _LEFT + wide, tops[name] + 15
    starts = [
        tops[here] + _HEADER + _ROW * index + 8
        for here, each in rows.items()
        for index, (_, there) in enumerate(each)
        if there == name and here != name
    ]
    parts = [svg.line([(edge, y), (lane, y)], "edge") for y in starts]
    parts.append(svg.line([(lane, min([*starts, goal])), (lane, max([*starts, goal]))], "edge"))
    return [*parts, svg.line([(lane, goal), (edge + 7, goal)], "edge"), svg.head(edge, goal, left=True)]
