"""Serving the site on this machine, built anew after every save; browsers reload by themselves."""

from __future__ import annotations

import shlex
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from cgp_toolkit.site.building import NEEDED, SiteError, options, require
from cgp_toolkit.site.sources import write_sources

# Nobody else's machine needs to see a draft.
HOST = "127.0.0.1"


def serve(spec: Path, generated: Path, port: int, *, browser: bool) -> None:
    """Serve until ``KeyboardInterrupt``; port 0 is any that is free.

    :class:`SiteError`, and what :func:`cgp_toolkit.site.sources.write_sources` raises before the first build.
    """
    require((*NEEDED, "sphinx_autobuild"))
    _refuse_taken(port)
    with tempfile.TemporaryDirectory(prefix="cgp-docs-") as folder:
        source = write_sources(spec, Path(folder), generated)
        again = [sys.executable, "-m", "cgp_toolkit.site", str(spec), folder, str(generated)]
        command = [
            *(sys.executable, "-m", "sphinx_autobuild", "--host", HOST, "--port", str(port)),
            *("--watch", str(spec), "--re-ignore", "^" + _literal(str(source)), "--pre-build", shlex.join(again)),
            *(["--open-browser"] if browser else []),
            *(*options(spec), "-q", "-d", f"{folder}/doctrees", str(source), f"{folder}/site"),
        ]
        process = subprocess.Popen(command)
        # Whoever ends this process means the server, which is another one.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        try:
            code = process.wait()
        finally:
            process.terminate()
            process.wait()
    if code:
        raise SiteError(f"the server stopped with exit code {code}; what it said stands above")


def _refuse_taken(port: int) -> None:
    """:class:`SiteError` if the port can't be had, before anything is built for it."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise SiteError(f"port {port} is taken; choose another with --port ({error.strerror})") from None


def _literal(text: str) -> str:
    """A regular expression that matches just the text."""
    return "".join(c if c.isalnum() or c in "/_-" else f"\\{c}" for c in text)
