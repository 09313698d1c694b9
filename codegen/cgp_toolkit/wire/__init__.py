"""Tools that run the generated Python binding.

Only this room imports it, and only when a command that needs it runs: a broken output never stops ``cgp generate``.
"""
