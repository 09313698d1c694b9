"""What maintainers run: ``nox -s generate check lint types tests bench crossplay fuzz mutate``.

Every session sets up its own environment, so none of them depends on what is installed.
"""

from __future__ import annotations

import os

import nox

nox.needs_version = ">=2026.4"
nox.options.sessions = ["lint", "types", "check", "tests"]
nox.options.reuse_venv = "yes"

BINDING = "generated/python"


def _install(session: nox.Session) -> None:
    # The two distributions depend on each other's sources here, so both are named in one call.
    session.install("-e", BINDING, "-e", ".[dev]")


@nox.session
def generate(session: nox.Session) -> None:
    """Generate everything from the model."""
    _install(session)
    session.run("cgp", "generate", *session.posargs)


@nox.session
def check(session: nox.Session) -> None:
    """Fail if what is committed is not what the model gives."""
    _install(session)
    session.run("cgp", "check", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Lint the model and the code."""
    _install(session)
    session.run("cgp", "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Type-check the toolkit, the generated binding and the tests."""
    _install(session)
    session.run("mypy")


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests."""
    _install(session)
    session.run("pytest", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation into build/docs; ``-- --serve`` shows it while the model is edited."""
    session.install("-e", BINDING, "-e", ".[docs]")
    session.run("cgp", "docs", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure the binding against its peers, in the same run; ``-- --check`` fails where a goal is missed."""
    _install(session)
    for script in sorted(os.listdir("benchmarks")):
        if script.endswith(".py") and not script.startswith("_"):
            session.run("python", f"benchmarks/{script}", *session.posargs)


@nox.session
def crossplay(session: nox.Session) -> None:
    """Compile the bindings of all languages and let each read what every other one writes; prints a grid."""
    _install(session)
    session.run("python", "-m", "tests.crossplay", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Throw bytes at a provider for a minute, guided by coverage; ``-- --seconds 3600`` goes on longer."""
    _install(session)
    session.install("atheris>=3")
    session.run("python", "fuzz/provider_input.py", *session.posargs)


@nox.session
def mutate(session: nox.Session) -> None:
    """Change the model in every way that matters; fail if no vector notices one of the changes."""
    _install(session)
    session.run(
        "python", "-m", "cgp_toolkit.mutation", "--equivalents", "tests/mutation/equivalents.yaml", *session.posargs
    )
