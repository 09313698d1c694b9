"""Cross-play: what one language writes, all others read.  ``python -m tests.crossplay``, or ``nox -s crossplay``."""
