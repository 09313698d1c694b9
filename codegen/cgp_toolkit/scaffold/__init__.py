"""A target package of somebody else, laid out so that it works before a line of it is changed.

It comes with what every target needs: an entry point, a naming step, a template, and a test of what the house asks of
targets, that they are pure and stamp what they write.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from cgp_toolkit.version import VERSION

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_TEMPLATES = Path(__file__).parent / "templates"
_MODULE = "src/{module}"

_FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    f"{_MODULE}/__init__.py": "init.py",
    f"{_MODULE}/names.py": "names.py",
    f"{_MODULE}/py.typed": "py.typed",
    f"{_MODULE}/templates/types.md.jinja2": "types.md.jinja2",
    "tests/test_target.py": "test_target.py",
}
"""The files of a package, and the templates that they are made of."""


def is_name(name: str) -> bool:
    """Whether ``name`` can be that of a target: small letters and digits, words joined by ``-``."""
    return _NAME.fullmatch(name) is not None


def distribution(name: str) -> str:
    """What the package is called where packages are installed from."""
    return f"cgp-target-{name}"


def files(name: str) -> Mapping[str, str]:
    """The texts of the package for the target ``name``, by path; :class:`ValueError` if that is no name."""
    if not is_name(name):
        raise ValueError(f"{name!r} can't be the name of a target")
    # Templates of templates: the braces stay for the package's own.
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        variable_start_string="[[",
        variable_end_string="]]",
        block_start_string="[%",
        block_end_string="%]",
        comment_start_string="[#",
        comment_end_string="#]",
        autoescape=False,
    )
    module = distribution(name).replace("-", "_")
    context = {
        "name": name,
        "distribution": distribution(name),
        "module": module,
        "version": VERSION,
        "limit": _next_minor(VERSION),
    }
    return {
        path.format(module=module): environment.get_template(f"{template}.jinja2").render(context)
        for path, template in _FILES.items()
    }


def _next_minor(version: str) -> str:
    """The version up to which nothing that a target uses changes."""
    major, minor, *_ = version.split(".")
    return f"{major}.{int(minor) + 1}"
