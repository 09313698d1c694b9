"""``_classes.py`` and ``_encoding.py`` of the binding: classes by wire name, and the encoder.

msgspec would write NaN as ``null``, and an integer as one where a float is due; and it writes a default that was read
instead of leaving it out.  What that can happen to is known from the model, so the encoder looks at these members only,
in code without loops over names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cgp_toolkit.model import Duplicates, Envelope, Member, Model, Record, Scalar
from cgp_toolkit.targets.python.names import Names
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.python.tables_module import largest, omits_default
from cgp_toolkit.targets.stamp import commented


def classes_module(model: Model, names: Names) -> str:
    """Unformatted source of ``_classes.py``."""
    return render(
        "classes.py",
        stamp=commented(model, "python", "#"),
        union=names.union,
        envelopes=[(repr(name), class_) for name, class_ in names.envelopes.items()],
        records=[(repr(record.name), names.classes[record.name]) for record in model.records()],
        last_wins=[
            names.envelopes[envelope.name]
            for envelope in model.envelopes.values()
            if envelope.duplicates is Duplicates.LAST_WINS
        ],
    )


def encoding_module(model: Model, names: Names) -> str:
    """Unformatted source of ``_encoding.py``."""
    checks = _Checks(model, names)
    conditions = {
        names.envelopes[name]: list(checks.of(envelope, "envelope", ())) for name, envelope in model.envelopes.items()
    }
    return render(
        "encoding.py",
        stamp=commented(model, "python", "#"),
        classes=sorted(
            {
                *names.envelopes.values(),
                *(f.of for f in checks.functions.values()),
                *(c for c, _ in checks.defaults.values()),
            }
        ),
        checked=[(name, " and ".join(found)) for name, found in conditions.items() if found],
        unchecked=[name for name, found in conditions.items() if not found],
        functions=list(checks.functions.values()),
        defaults=sorted(checks.defaults.items()),
    )


@dataclass(frozen=True, slots=True)
class _Function:
    """A check of many objects of one class: the condition holds for ``one``."""

    name: str
    of: str
    condition: str


def _checked_records(model: Model) -> frozenset[str]:
    """The records with something to check in them, however deep."""
    found: frozenset[str] = frozenset()
    while True:
        more = frozenset(
            record.name
            for record in model.records()
            if any(member.type in found or omits_default(member) or _bound(model, member) for member in record.members)
        )
        if more == found:
            return found
        found = more


def _bound(model: Model, member: Member) -> float | None:
    type_ = model.type_of(member)
    return largest(type_) if isinstance(type_, Scalar) else None


@dataclass
class _Checks:
    """Conditions that hold for what can be written; on the way, defaults and floats take the place of equal values."""

    model: Model
    names: Names
    functions: dict[str, _Function] = field(default_factory=dict)
    """By record, for records that stand in arrays or contain themselves."""
    defaults: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Constant to class and attribute."""

    def __post_init__(self) -> None:
        self._checked = _checked_records(self.model)

    def of(self, owner: Envelope | Record, at: str, above: tuple[str, ...]) -> Iterator[str]:
        """The conditions on the members of ``owner``, which the expression ``at`` gives."""
        name = self.names.envelopes[owner.name] if isinstance(owner, Envelope) else self.names.classes[owner.name]
        for member in owner.members:
            attribute = self.names.attributes[name, member.name]
            held = f"{at}.{attribute}"
            found = list(self._member(member, at, attribute, above))
            if omits_default(member):
                constant = f"_{name}_{attribute}".upper()
                self.defaults[constant] = name, attribute
                settled = f"settle({at}, {attribute!r}, {constant})"
                found.append(f"({held} is {constant} or {held} != {constant} or {settled})")
            if found:
                condition = " and ".join(found)
                yield f"({held} is None or {condition})" if member.optional and not member.has_default else condition

    def _member(self, member: Member, at: str, attribute: str, above: tuple[str, ...]) -> Iterator[str]:
        held = f"{at}.{attribute}"
        type_ = self.model.type_of(member)
        bound = _bound(self.model, member)
        if isinstance(type_, Record) and type_.name in self._checked:
            if member.many:
                yield f"{self._function(type_)}({held})"
            elif type_.name in above:
                yield f"{self._function(type_)}(({held},))"
            else:
                yield from self.of(type_, held, (*above, type_.name))
        elif bound is not None:
            if member.many:
                yield f"make_floats({at}, {attribute!r}, {bound!r})"
            else:
                yield f"({held}.__class__ is float or make_float({at}, {attribute!r}))"
                yield f"-{bound!r} <= {held} <= {bound!r}"

    def _function(self, record: Record) -> str:
        if record.name not in self.functions:
            class_ = self.names.classes[record.name]
            function = f"_can_write_{re.sub('(?<=[a-z0-9])(?=[A-Z])', '_', class_).lower()}"
            while function in {known.name for known in self.functions.values()}:
                function += "_"
            # Entered before its condition is known, for records that contain themselves.
            self.functions[record.name] = _Function(function, class_, "")
            condition = " and ".join(self.of(record, "one", (record.name,)))
            self.functions[record.name] = _Function(function, class_, condition)
        return self.functions[record.name].name
