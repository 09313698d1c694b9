"""How far floating-point numbers of a width reach."""

from __future__ import annotations

from typing import Final

LARGEST_FLOAT: Final = {32: 3.4028235677973362e38, 64: 1.7976931348623157e308}
"""By width in bits, the largest number that such a float still holds.

In 32 bits that is more than the largest float itself, 3.4028234663852886e38. Whatever is rounded to that and not to
infinity is within, for example its own shortest spelling, 3.4028235e38.
"""
