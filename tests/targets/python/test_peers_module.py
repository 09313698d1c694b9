"""Provider and host of any protocol: the made-up one's talk to each other as child and parent."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.targets.python.names import names, peer_names
from cgp_toolkit.targets.python.peers_module import peers_modules
from tests.generated.python.flavours import write_package

_PROVIDER = """
import sys
from reserved_wire import types as t
from reserved_wire.provider import Provider, ProviderError
from reserved_wire.stdio import serve

class Made(Provider):
    with_ = t.Class(def_=DEF, lambda_=True, global_=())

    def async_(self, import_, select):
        if select == 1:
            raise ProviderError("finally", "no")
        return (import_,) * int(select + 1)

serve(Made())
"""

_HOST = """
import sys
from reserved_wire import types as t
from reserved_wire.host import ProviderError, connect_stdio

with connect_stdio([sys.executable, "provider.py"]) as host:
    print(host.class_().with_.def_)
    asked = t.None_(class_="a")
    print(host.async_(asked, 0.5) == (asked,))
    try:
        host.async_(asked, 1.0)
    except ProviderError as error:
        print(error.code, error.message, error.return_, error.type_)
"""


@pytest.mark.parametrize("serves", [True, False], ids=["http", "no-http"])
@pytest.mark.parametrize("correlates", [True, False])
def test_the_made_up_protocol_has_a_provider_and_a_host(
    reserved_model: Model, tmp_path: Path, correlates: bool, serves: bool
) -> None:
    write_package(reserved_model if serves else replace(reserved_model, http=None), tmp_path)
    (tmp_path / "provider.py").write_text(_PROVIDER.replace("DEF", repr(correlates)))
    (tmp_path / "host.py").write_text(_HOST)
    done = subprocess.run(
        [sys.executable, "host.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout.split("\n"), done.stderr) == ([str(correlates), "True", "finally no True yes", ""], "")


def test_names_that_the_runtime_needs_give_way(reserved_model: Model) -> None:
    called = peer_names(reserved_model, names(reserved_model))
    assert called.handshake == "class_"
    assert dict(called.methods) == {"class": "class_", "async": "async_"}
    assert called.attributes["with"] == "with_"
    assert dict(called.parameters["async"]) == {"from": "from_", "import": "import_", "select": "select"}
    assert dict(called.traits) == {"return": "return_", "type": "type_"}


def test_the_static_modules_name_nothing_of_the_protocol(model: Model, reserved_model: Model) -> None:
    one, other = peers_modules(model, names(model)), peers_modules(reserved_model, names(reserved_model))
    assert set(one) == set(other)
    for name in set(one) - {"_runtime_tables.py", "failures.py", "host.py", "provider.py"}:
        assert one[name].partition("\n")[2] == other[name].partition("\n")[2]
