"""Building the site, by Sphinx in a process of its own."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cgp_toolkit.site.sources import write_sources

NEEDED = ("sphinx", "furo", "myst_parser", "sphinx_copybutton")


class SiteError(Exception):
    """The site can't be built or served; the text is for a person, with the way out."""


@dataclass(frozen=True, slots=True)
class Built:
    """A site: its folder, and how many pages it has."""

    out: Path
    pages: int


def build(spec: Path, out: Path) -> Built:
    """Build the site of the model below ``spec`` into ``out``.

    :class:`SiteError`, and what :func:`cgp_toolkit.site.sources.write_sources` raises.
    """
    require(NEEDED)
    refuse_foreign(out)
    with tempfile.TemporaryDirectory(prefix="cgp-docs-") as folder:
        source = write_sources(spec, Path(folder))
        command = [
            sys.executable,
            "-m",
            "sphinx",
            *options(spec),
            "-q",
            "-W",
            "--keep-going",
            "-d",
            f"{folder}/doctrees",
        ]
        done = subprocess.run([*command, str(source), str(out)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SiteError(f"Sphinx can't build the site:\n{(done.stderr or done.stdout).strip()}")
    return Built(out, sum(1 for _ in out.rglob("*.html")))


def options(spec: Path) -> list[str]:
    """What Sphinx is told beside folders: HTML, and where the toolkit's changelog stands, if it stands beside."""
    changelog = spec.resolve().parent / "CHANGELOG.md"
    return ["-b", "html", "-j", "auto", *(["-D", f"toolkit_changelog={changelog}"] if changelog.is_file() else [])]


def require(modules: tuple[str, ...]) -> None:
    """:class:`SiteError` if one of the modules is not installed."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise SiteError(f"{', '.join(missing)} is not installed: pip install 'cgp-toolkit[docs]'")


def refuse_foreign(out: Path) -> None:
    """:class:`SiteError` if ``out`` is full of what Sphinx did not write."""
    try:
        full = out.is_dir() and any(out.iterdir())
    except OSError as error:
        raise SiteError(f"{out} can't be read: {error.strerror}") from None
    if out.exists() and not out.is_dir():
        raise SiteError(f"{out} is a file; choose another folder with --out")
    if full and not (out / ".buildinfo").is_file():
        raise SiteError(f"{out} holds files and is no site; choose another folder with --out")
