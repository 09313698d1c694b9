"""``cgp generate``: all or nothing, and only what differs."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cgp_toolkit.cli import main
from tests.cli.running import cgp, environment, flat


def _files(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file below ``folder``: inode, time of change and content."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            status = path.stat()
            found[path.relative_to(folder).as_posix()] = (status.st_ino, status.st_mtime_ns, path.read_bytes())
    return found


def _generated(spec: Path, *more: str) -> int:
    return main(["generate", "--spec", str(spec), *more])


def _break(spec: Path) -> None:
    """Make the model unsound: a member of a type that does not exist."""
    path = spec / "types.yaml"
    text = path.read_text()
    assert "{type: int," in text
    path.write_text(text.replace("{type: int,", "{type: nowhere,", 1))


def test_everything_is_generated_beside_the_model_and_counted(spec: Path, out: Path) -> None:
    run = cgp("generate", cwd=spec.parent)
    assert run.returncode == 0, run.stderr
    assert (out / "schemas" / "strict.schema.json").is_file()
    assert list((out / "python").glob("*/types.py"))
    header, *rows = run.stdout.splitlines()
    assert header.split() == ["target", "added", "changed", "stamp", "only", "removed", "same"]
    assert {"python", "schemas"} <= {row.split()[0] for row in rows}
    assert "written" in rows[-1]


def test_a_second_run_touches_nothing(spec: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _generated(spec) == 0
    before = _files(out)
    capsys.readouterr()
    assert _generated(spec) == 0
    assert _files(out) == before
    assert "nothing to do" in capsys.readouterr().out


def test_only_the_file_that_differs_is_written(spec: Path, out: Path) -> None:
    assert _generated(spec, "--target", "schemas") == 0
    before = _files(out)
    edited = out / "schemas" / "wire.schema.json"
    edited.write_text("{}")
    assert _generated(spec, "--target", "schemas") == 0
    after = _files(out)
    changed = [path for path in after if after[path] != before[path]]
    assert changed == ["schemas/wire.schema.json"]
    assert after["schemas/wire.schema.json"][2] == before["schemas/wire.schema.json"][2]


def test_a_comment_in_the_model_touches_no_output(spec: Path, out: Path) -> None:
    assert _generated(spec, "--target", "schemas") == 0
    before = _files(out)
    (spec / "types.yaml").write_text((spec / "types.yaml").read_text() + "# nothing new\n")
    assert _generated(spec, "--target", "schemas") == 0
    assert _files(out) == before


def test_a_stale_file_is_removed_with_its_folder_but_not_what_tools_leave(spec: Path, out: Path) -> None:
    assert _generated(spec, "--target", "schemas") == 0
    stale = out / "schemas" / "old" / "older" / "stale.json"
    stale.parent.mkdir(parents=True)
    stale.write_text("{}")
    cache = out / "schemas" / "__pycache__" / "x.pyc"
    cache.parent.mkdir()
    cache.write_bytes(b"\0")
    assert _generated(spec, "--target", "schemas") == 0
    assert not (out / "schemas" / "old").exists()
    assert cache.exists()


def test_one_target_leaves_the_folders_of_the_others_alone(spec: Path, out: Path) -> None:
    assert _generated(spec) == 0
    stale = out / "python" / "stale.py"
    stale.write_text("")
    own = out / "notes.txt"
    own.write_text("mine")
    assert _generated(spec, "--target", "schemas") == 0
    assert stale.exists()
    assert own.read_text() == "mine"


def test_an_unsound_model_writes_nothing_and_is_reported_as_by_lint(spec: Path, out: Path) -> None:
    assert _generated(spec, "--target", "schemas") == 0
    before = _files(out)
    _break(spec)
    lint = cgp("lint", cwd=spec.parent)
    run = cgp("generate", cwd=spec.parent)
    assert (run.returncode, run.stdout) == (1, "")
    findings = [line for line in lint.stdout.splitlines() if line.startswith("spec/")]
    assert findings
    assert findings == [line for line in run.stderr.splitlines() if line.startswith("spec/")]
    assert "unknown-reference" in findings[0]
    assert _files(out) == before


def test_an_unsound_model_as_json(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _break(spec)
    assert _generated(spec, "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is False
    assert report["findings"][0]["rule"] == "unknown-reference"


def test_the_report_as_json_lists_every_path(spec: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _generated(spec, "--target", "schemas") == 0
    (out / "schemas" / "stale.json").write_text("{}")
    (out / "schemas" / "wire.schema.json").write_text("{}")
    (out / "schemas" / "strict.schema.json").unlink()
    capsys.readouterr()
    assert _generated(spec, "--target", "schemas", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is True
    assert set(report) == {"ok", "model", "out", "seconds", "targets"}
    schemas = report["targets"]["schemas"]
    assert schemas["added"] == ["schemas/strict.schema.json"]
    assert schemas["changed"] == ["schemas/wire.schema.json"]
    assert schemas["removed"] == ["schemas/stale.json"]
    assert schemas["stamp_only"] == []
    assert schemas["same"] > 3


def test_what_differs_in_its_stamp_only_is_counted_as_such(
    spec: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _generated(spec, "--target", "schemas") == 0
    path = out / "schemas" / "wire.schema.json"
    text = path.read_text()
    digest = text.split(", model ")[1][:16]
    path.write_text(text.replace(digest, "0" * 16))
    capsys.readouterr()
    assert _generated(spec, "--target", "schemas", "--json") == 0
    assert json.loads(capsys.readouterr().out)["targets"]["schemas"]["stamp_only"] == ["schemas/wire.schema.json"]
    assert path.read_text() == text


def test_an_unknown_target_is_wrong_usage_with_a_suggestion(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _generated(spec, "--target", "shemas") == 2
    assert "there is no target 'shemas'; did you mean 'schemas'?" in flat(capsys.readouterr().err)


def test_a_folder_that_is_not_there_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _generated(tmp_path / "nowhere") == 2
    assert "does not exist" in flat(capsys.readouterr().err)


def test_a_folder_without_a_model_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _generated(tmp_path) == 1
    assert capsys.readouterr().err == (
        f"cgp: there is no YAML file below {tmp_path}; name the folder of a model with --spec DIR\n"
    )


def test_an_output_folder_within_the_model_is_refused(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _generated(spec, "--out", str(spec / "generated")) == 1
    assert "inside of the model's folder" in capsys.readouterr().err
    assert not (spec / "generated").exists()


def test_a_folder_full_of_somebody_elses_files_is_refused(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = tmp_path / "site" / "schemas" / "mine.json"
    theirs.parent.mkdir(parents=True)
    theirs.write_text('{"title": "mine"}')
    assert _generated(spec, "--target", "schemas", "--out", str(tmp_path / "site")) == 1
    assert "none of them is generated" in capsys.readouterr().err
    assert _files(tmp_path / "site").keys() == {"schemas/mine.json"}


def test_a_folder_where_a_file_has_to_be_stops_everything_before_it_starts(
    spec: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _generated(spec, "--target", "schemas") == 0
    (out / "schemas" / "strict.schema.json").write_text("{}")
    (out / "schemas" / "wire.schema.json").unlink()
    (out / "schemas" / "wire.schema.json").mkdir()
    before = _files(out)
    assert _generated(spec, "--target", "schemas") == 1
    assert "wire.schema.json is a folder where a file has to be; remove it" in capsys.readouterr().err
    assert _files(out) == before


def test_without_permission_there_is_one_clear_sentence(spec: Path, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    # Nobody may write there, and a child that is root would be allowed to all the same.
    shared.chmod(stat.S_IRUSR | stat.S_IXUSR | stat.S_IROTH | stat.S_IXOTH)
    code = (
        "import os, sys\n"
        "from cgp_toolkit.cli import main\n"
        "if os.geteuid() == 0:\n"
        "    import cgp_toolkit.workspace, cgp_toolkit.report.generated\n"
        "    from cgp_toolkit.targets.base import installed_targets\n"
        "    from pathlib import Path\n"
        f"    installed_targets()['schemas'].emit(cgp_toolkit.workspace.read_model(Path({str(spec)!r})))\n"
        "    os.setgroups([])\n"
        "    os.setegid(65534)\n"
        "    os.seteuid(65534)\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    for folder in (tmp_path, *tmp_path.parents[:3]):
        if folder.stat().st_uid == os.geteuid():
            folder.chmod(folder.stat().st_mode | stat.S_IXOTH)
    arguments = ["generate", "--spec", str(spec), "--out", str(shared), "-t", "schemas"]
    run = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, env=environment())
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == f"cgp: can't write {shared / 'schemas'}: Permission denied\n"


_PLUGIN = """
from cgp_toolkit.targets.base import Target

def emit(model):
    {body}

TARGET = Target("extra", "extra", "An extra target.", emit)
"""


def _plug_in(folder: Path, body: str) -> dict[str, str]:
    """Another distribution with a target of its own, and the environment in which it is installed."""
    info = folder / "extra-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extra\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cgp_toolkit.targets]\nextra = extra_target:TARGET\n")
    (folder / "extra_target.py").write_text(_PLUGIN.format(body=body))
    return {"PYTHONPATH": str(folder)}


def test_a_target_of_another_distribution_is_like_any_other(spec: Path, out: Path, tmp_path: Path) -> None:
    env = _plug_in(tmp_path / "site", 'return {"a/b.txt": model.protocol.name}')
    run = cgp("generate", "--target", "extra", cwd=spec.parent, env=env)
    assert run.returncode == 0, run.stderr
    assert (out / "extra" / "a" / "b.txt").read_text()


def test_a_target_that_fails_is_named_and_leaves_everything_as_it_was(spec: Path, out: Path, tmp_path: Path) -> None:
    assert _generated(spec, "--target", "schemas") == 0
    (out / "schemas" / "wire.schema.json").write_text("edited")
    before = _files(out)
    env = _plug_in(tmp_path / "site", 'raise RuntimeError("boom")')
    run = cgp("generate", cwd=spec.parent, env=env)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.endswith("cgp: the target 'extra' failed: RuntimeError: boom; nothing was written\n")
    # It is a bug, so whoever mends it sees where.
    assert "extra_target.py" in run.stderr
    assert _files(out) == before


@pytest.mark.parametrize("path", ["../x", "/x", "a//b", "a/../b", ""])
def test_a_target_cannot_write_outside_of_its_folder(spec: Path, out: Path, tmp_path: Path, path: str) -> None:
    env = _plug_in(tmp_path / "site", f"return {{{path!r}: 'x'}}")
    run = cgp("generate", "-t", "extra", cwd=spec.parent, env=env)
    assert run.returncode == 1
    assert f"cgp: the target 'extra' failed: ValueError: {path!r} is no path below its folder" in run.stderr
    assert not out.exists()


def test_a_target_that_cannot_be_loaded_is_named(spec: Path, tmp_path: Path) -> None:
    env = _plug_in(tmp_path / "site", "return {}")
    (tmp_path / "site" / "extra_target.py").write_text("import nowhere_to_be_found\n")
    run = cgp("generate", cwd=spec.parent, env=env)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("cgp: the target 'extra' (extra_target:TARGET) can't be loaded: ")


def test_no_temporary_file_is_left(spec: Path, out: Path) -> None:
    assert _generated(spec) == 0
    assert not [path for path in out.rglob(".*") if path.is_file()]
