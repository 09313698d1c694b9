"""The command as a whole: help, version, completion, exit codes, pipes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cgp_toolkit.cli import app, main
from cgp_toolkit.version import VERSION
from tests.cli.running import cgp, command, environment

COMMANDS = [registered.name for registered in app.registered_commands if registered.name is not None]


def test_the_version_is_that_of_the_toolkit() -> None:
    run = cgp("--version")
    assert (run.returncode, run.stdout, run.stderr) == (0, f"cgp {VERSION}\n", "")


def test_help_lists_every_command() -> None:
    run = cgp("--help")
    assert run.returncode == 0
    assert {"generate", "check", "lint", "explain", "show", "validate"} <= set(COMMANDS)
    for name in COMMANDS:
        assert f" {name} " in run.stdout
    assert "Examples:" in run.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples_and_says_what_each_option_does(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == 0
    text = capsys.readouterr().out
    assert "Examples:" in text
    assert f"  cgp {name}" in text


def test_help_loads_nothing_heavy() -> None:
    heavy = "{'datamodel_code_generator', 'jsonschema_rs', 'watchfiles', 'cgp_wire', 'jinja2', 'yaml', 'msgspec'}"
    code = f"import sys; from cgp_toolkit.cli import main; main(['--help']); sys.exit(len({heavy} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment())
    assert run.returncode == 0


def test_a_broken_binding_stops_only_the_commands_that_use_it(spec: Path, tmp_path: Path) -> None:
    broken = tmp_path / "site" / "cgp_wire"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("this is no Python\n")
    env = {"PYTHONPATH": str(broken.parent)}
    assert cgp("generate", "-t", "schemas", "--spec", spec, env=env).returncode == 0
    run = cgp("validate", "-", env=env, stdin=b"{}\n")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("cgp: the generated Python binding can't be imported: ")


@pytest.mark.parametrize("arguments", [["nonsense"], ["--nonsense"], ["lint", "extra"], ["explain"]])
def test_wrong_usage_is_2_and_goes_to_standard_error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Usage: cgp" in captured.err


def test_reports_are_plain_in_a_pipe(spec: Path) -> None:
    for arguments in (["show"], ["explain", "R1"], ["lint"], ["generate", "-t", "schemas"], ["check", "-t", "schemas"]):
        assert "\x1b" not in cgp(*arguments, "--spec", spec).stdout


def test_colours_can_be_forced(spec: Path) -> None:
    assert "\x1b[" in cgp("lint", "--spec", spec, env={"FORCE_COLOR": "1", "TERM": "xterm"}).stdout


def test_a_reader_that_goes_away_ends_it_quietly(spec: Path) -> None:
    child = subprocess.Popen(
        command("show", "--spec", spec, "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    errors = child.stderr.read()
    child.stderr.close()
    assert child.wait(timeout=60) == 1
    assert errors == b""


def test_a_terminal_without_unicode_gets_escapes(spec: Path) -> None:
    run = cgp("show", "--spec", spec, env={"PYTHONIOENCODING": "ascii"})
    assert run.returncode == 0
    assert "\\u2192" in run.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("cgp gen", {"generate"}),
        ("cgp generate --target sch", {"schemas"}),
        ("cgp explain unreachable-t", {"unreachable-type"}),
        ("cgp show envelopes", {"envelopes"}),
    ],
)
def test_a_shell_completes_commands_targets_and_names(words: str, expected: set[str]) -> None:
    env = {"_CGP_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    run = cgp(env=env)
    assert set(run.stdout.split()) == expected
    assert run.stderr == ""
