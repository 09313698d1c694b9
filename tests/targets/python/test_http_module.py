"""The HTTP binding of the package: what the model says of it, and nothing else; where the model has none, nothing."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from cgp_toolkit.model import HttpStatusName, Model
from cgp_toolkit.targets.python import emission, http_module
from cgp_toolkit.targets.python.http_module import http_modules
from tests.generated.python.flavours import write_package

STATIC = Path(http_module.__file__).parent / "runtime" / "http"
OWN = {"_http_tables.py", "_post.py", "http.py"}

_TALK = """
import asyncio
import httpx
from reserved_wire import encode, types as t
from reserved_wire.host import connect_http_async
from reserved_wire.http import application
from reserved_wire.provider import Provider

class Made(Provider):
    with_ = t.Class(def_=False, lambda_=True, global_=())

    def async_(self, import_, select):
        return (import_,)

class Heard(httpx.ASGITransport):
    async def handle_async_request(self, request):
        response = await super().handle_async_request(request)
        print("host", request.method, request.headers["content-type"], request.headers["accept"], response.status_code)
        return response

over = Heard(application(Made(), max_body=1000))
METHOD, KIND = "PUT", "application/vnd.reserved+json"
question = encode(t.Async(import_=t.None_(class_="a"), select=0.0))
REQUESTS = {
    "reply": (METHOD, KIND, question),
    "no-reply": (METHOD, KIND, encode(t.Break())),
    "malformed": (METHOD, KIND, b"{}"),
    "other-method": ("POST", KIND, question),
    "too-large": (METHOD, KIND, b" " * 2000),
    "other-media-type": (METHOD, "application/json", question),
}

async def main():
    async with httpx.AsyncClient(transport=httpx.ASGITransport(application(Made(), max_body=1000))) as client:
        for name, (method, kind, body) in REQUESTS.items():
            found = await client.request(method, "http://localhost/", content=body, headers={"content-type": kind})
            headers = [found.headers.get(header) for header in ("content-type", "allow")]
            print(name, found.status_code, *headers, bool(found.content))
    async with connect_http_async("http://localhost/", transport=over) as host:
        await host.class_()

asyncio.run(main())
"""


def _constants(path: Path) -> set[object]:
    values = [node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)]
    return {value.decode() if isinstance(value, bytes) else value for value in values if type(value) is not bool}


def test_statuses_method_and_media_type_are_those_of_the_model(reserved_model: Model, tmp_path: Path) -> None:
    binding = reserved_model.http
    assert binding is not None
    write_package(reserved_model, tmp_path)
    (tmp_path / "talk.py").write_text(_TALK)
    done = subprocess.run(
        [sys.executable, "talk.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    number = {status.name: status.number for status in binding.statuses}
    kind, text = binding.media_type, "text/plain; charset=utf-8"
    assert (done.stdout.splitlines(), done.stderr) == (
        [
            f"reply {number['reply']} {kind} None True",
            f"no-reply {number['no-reply']} None None False",
            f"malformed {number['malformed']} {kind} None True",
            f"other-method {number['other-method']} {text} {binding.method} True",
            f"too-large {number['too-large']} {kind} None True",
            f"other-media-type {number['other-media-type']} {text} None True",
            f"host {binding.method} {kind} {kind} {number['reply']}",
            f"host {binding.method} {kind} {kind} {number['no-reply']}",
        ],
        "",
    )


def test_the_table_has_every_status_with_what_it_says(any_model: Model) -> None:
    binding = any_model.http
    assert binding is not None
    tree = ast.parse(http_modules(any_model)["_http_tables.py"])
    values = [(ast.unparse(n.target), n.value) for n in tree.body if isinstance(n, ast.AnnAssign)]
    found = {name: ast.literal_eval(value) for name, value in values if value is not None}
    assert found == {
        "METHOD": binding.method,
        "MEDIA_TYPE": binding.media_type,
        **{HttpStatusName(status.name).name: status.number for status in binding.statuses},
    }
    said = [ast.literal_eval(n.value) for n in tree.body if isinstance(n, ast.Expr)][1:]
    assert [" ".join(text.split()) for text in said[2:]] == [status.doc for status in binding.statuses]


def test_no_fact_of_the_binding_is_written_into_a_static_module(model: Model) -> None:
    binding = model.http
    assert binding is not None
    facts = {binding.method, binding.media_type, *(status.number for status in binding.statuses)}
    # Where HTTP's own class of redirects ends.
    classes = {"_post.py": {400}, "http.py": set()}
    for path in sorted(STATIC.glob("*.py")):
        assert _constants(path) & facts == classes[path.name]


def test_the_static_modules_are_the_same_for_every_model(model: Model, reserved_model: Model) -> None:
    one, other = http_modules(model), http_modules(reserved_model)
    assert set(one) == set(other) == OWN
    for name in OWN - {"_http_tables.py"}:
        assert one[name].partition("\n")[2] == other[name].partition("\n")[2] == (STATIC / name).read_text()


def test_a_model_without_the_binding_has_nothing_of_it(any_model: Model) -> None:
    without = replace(any_model, http=None)
    assert set(emission.modules(any_model)) - set(emission.modules(without)) == OWN
    files, package = emission.emit(without), without.protocol.packages["python"].names["module"]
    # The errors of hosts are the same for every model.
    assert [name for name, text in files.items() if "http" in text.lower()] == [f"{package}/_host_errors.py"]
