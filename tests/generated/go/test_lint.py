"""The generated Go is clean for the tools of its language, at their default settings."""

from __future__ import annotations

import os
import subprocess
from itertools import pairwise

import pytest

from tests.conftest import need
from tests.generated.go.conftest import GoModule

STATICCHECK = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"


def test_it_is_laid_out_as_gofmt_would(go_module: GoModule) -> None:
    done = subprocess.run([need("gofmt"), "-d", "."], cwd=go_module.folder, capture_output=True, text=True)
    assert done.stdout + done.stderr == ""


def test_vet_finds_nothing(go_module: GoModule) -> None:
    assert go_module.go("vet", "./...") == ""


def test_staticcheck_finds_nothing(go_module: GoModule) -> None:
    done = subprocess.run(
        ["go", "run", STATICCHECK, "./..."], cwd=go_module.folder, capture_output=True, text=True, timeout=600
    )
    if "dial tcp" in done.stderr or "no such host" in done.stderr:
        message = "staticcheck can't be fetched"
        if os.environ.get("CGP_ALL_TOOLCHAINS") == "1":
            pytest.fail(message)
        pytest.skip(message)
    assert done.stdout + done.stderr == ""


def test_everything_exported_is_documented(go_module: GoModule) -> None:
    listed = go_module.go("doc", "-all", ".")
    declared = [line for line in listed.splitlines() if line.startswith(("type ", "func "))]
    assert len(declared) > 20
    for path in sorted(go_module.folder.glob("*.go")):
        lines = path.read_text().splitlines()
        for before, line in pairwise(lines):
            exported = line.split("(", 1)[0].split()[1:2] if line.startswith(("type ", "func ")) else []
            if exported and exported[0][:1].isupper() and not exported[0].startswith("("):
                assert before.startswith("//"), f"{path.name}: {line}"
