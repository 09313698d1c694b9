"""Typed expressions as text of a programming language: one small class a language."""

from __future__ import annotations

from cgp_toolkit.rules.printers.base import Printer, Text, render

__all__ = ["Printer", "Text", "render"]
