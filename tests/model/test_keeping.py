"""The folder for what is kept from one run to the next."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cgp_toolkit.model.keeping import keep

of_linux = pytest.mark.skipif(sys.platform != "linux", reason="the variable is one of Linux")

CODE = "from cgp_toolkit.model.keeping import keep; print(keep('things'))"


def _folder(home: Path) -> Path:
    """Where a user whose home this is has things kept."""
    environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}
    run = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True)
    return Path(run.stdout.strip())


def test_each_kind_has_a_folder_of_its_own() -> None:
    assert keep("one").parent == keep("two").parent
    assert keep("one").name == "one"


@of_linux
def test_it_is_made_in_the_cache_of_the_user_and_for_the_user_alone(tmp_path: Path) -> None:
    folder = _folder(tmp_path)
    assert folder == tmp_path / "cache" / "cgp-toolkit" / "things"
    assert folder.stat().st_mode & 0o777 == 0o700


@of_linux
def test_a_cache_that_can_not_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder would be")
    assert not _folder(tmp_path).exists()
