"""A recorded session: two parties, and an arrow for each message; replies are dashed."""

from __future__ import annotations

from cgp_toolkit.model import Model, Session
from cgp_toolkit.targets.docs.drawings import svg

_STEP, _TOP, _MARGIN = 34.0, 58.0, 60.0


def sequence(model: Model, session: Session) -> str:
    """The drawing of one session."""
    first, second = model.protocol.roles[0].name, model.protocol.roles[1].name
    replies = {envelope.reply for envelope in model.envelopes.values()} | {model.protocol.failure}
    arrows = []
    for message in session.messages:
        envelope = model.envelopes[str(message[model.protocol.tag])]
        correlation = envelope.correlation
        own = message.get(correlation.member) if correlation is not None else None
        label = envelope.name if own is None else f"{envelope.name} {own}"
        arrows.append((envelope.sender == first, label, envelope.name in replies))
    wide = max([svg.width(label) + 40 for _, label, _ in arrows] + [220.0])
    left, right = _MARGIN, _MARGIN + wide
    high = _TOP + _STEP * len(arrows) + 8
    parts = []
    for x, name in ((left, first), (right, second)):
        parts += [
            svg.line([(x, 36), (x, high - 4)], "life"),
            svg.box(x - 44, 8, 88, 28, "party"),
            svg.text(x, 27, name, "name", middle=True),
        ]
    for index, (forth, label, dashed) in enumerate(arrows):
        y = _TOP + _STEP * index + 12
        start, end = (left, right) if forth else (right, left)
        parts += [
            svg.text((left + right) / 2, y - 6, label, "leads", middle=True),
            svg.line([(start, y), (end + (-7 if forth else 7), y)], "edge reply" if dashed else "edge"),
            svg.head(end, y, left=not forth),
        ]
    said = ". ".join(f"{first if forth else second} sends {label}" for forth, label, _ in arrows) + "."
    return svg.drawing("sequence", right + _MARGIN, high, f"The session {session.name}", said, parts)
