"""What can be wrong with an input before any message of it is looked at."""

from __future__ import annotations


class InputError(Exception):
    """An input can't be read; the text is one sentence for a person."""
