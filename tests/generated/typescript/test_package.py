"""The TypeScript package is what a developer expects: it compiles, lints and shakes, and names no platform."""

from __future__ import annotations

import json
import re
import subprocess

from cgp_toolkit.model import Model
from cgp_toolkit.targets.typescript import TARGET
from tests.conftest import need
from tests.generated.typescript.building import HERE, Package, tools


def test_the_strict_compiler_has_nothing_to_say(any_package: Package) -> None:
    assert any_package.complaints == ""


def test_the_linter_has_nothing_to_say(any_package: Package) -> None:
    assert any_package.run("eslint", "src", "eslint.config.js") == ""


def test_the_formatter_has_nothing_to_change(package: Package) -> None:
    checked = ["src", "eslint.config.js", "tsconfig.json"]
    assert package.run("prettier", "--check", "--ignore-path", "none", *checked) == ""


def test_the_programs_of_the_readme_compile_and_run(any_package: Package) -> None:
    readme = (any_package.folder / "README.md").read_text()
    programs = re.findall(r"```ts\n(.*?)```", readme, re.DOTALL)
    assert len(programs) == 2
    for number, program in enumerate(programs):
        (any_package.folder / f"readme{number}.mts").write_text(program)
    files = [f"readme{number}.mts" for number in range(len(programs))]
    options = ["--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022", "--types", "node"]
    assert any_package.run("tsc", *options, *files) == ""
    for file in files:
        done = subprocess.run(
            [need("node"), file.replace(".mts", ".mjs")],
            cwd=any_package.folder,
            input="{}\n",
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout or done.stderr


def test_the_types_are_as_narrow_as_they_say(package: Package) -> None:
    """A switch over messages is complete, and each line that is marked as wrong is one."""
    source = (HERE / "consumer.ts").read_text()
    (package.folder / "consumer.mts").write_text(source)
    options = ["--strict", "--noEmit", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"]
    said = package.run("tsc", *options, "consumer.mts")
    wrong = [number for number, line in enumerate(source.split("\n"), 1) if "// wrong" in line]
    assert sorted({int(n) for n in re.findall(r"consumer\.mts\((\d+)", said)}) == wrong
    assert len(wrong) == 4


def test_the_compiler_speaks_up_where_something_is_wrong(package: Package) -> None:
    wrong = package.folder / "wrong.ts"
    wrong.write_text('import { decode } from "./src/index.js";\nconst text: string = decode("");\n')
    said = package.run("tsc", "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "wrong.ts")
    wrong.unlink()
    assert "is not assignable to type 'string'" in said


def test_only_the_testee_knows_of_node(any_model: Model) -> None:
    for path, text in TARGET.emit(any_model).items():
        if path.startswith("src/") and not path.startswith("src/testee/"):
            assert not re.search(r"\bnode:|\bprocess\.|\bBuffer\b|\brequire\(", text), path


def test_the_manifest_pins_what_the_tests_use(any_model: Model) -> None:
    manifest = json.loads(TARGET.emit(any_model)["package.json"])
    used = json.loads((HERE / "package.json").read_text())["dependencies"]
    assert manifest["devDependencies"].items() <= used.items()
    assert "dependencies" not in manifest
    assert manifest["sideEffects"] is False


def test_a_program_that_asks_for_little_gets_little(package: Package) -> None:
    source = 'import { familyOf } from "./dist/index.js"; console.log(familyOf);'
    bundle = subprocess.run(
        [str(tools() / "esbuild"), "--bundle", "--format=esm", "--minify", "--tree-shaking=true"],
        cwd=package.folder,
        input=source,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    whole = sum(len(path.read_text()) for path in (package.folder / "dist").glob("*.js"))
    assert "LineBuffer" not in bundle
    assert len(bundle) < whole / 10


def test_a_file_is_a_pure_function_of_the_model(any_model: Model) -> None:
    assert TARGET.emit(any_model) == TARGET.emit(any_model)


def test_every_file_that_can_hold_a_comment_is_stamped(any_model: Model) -> None:
    for path, text in TARGET.emit(any_model).items():
        assert path == "package.json" or any_model.digest[:16] in text.split("\n", 1)[0], path


_WEB = """
import { read, DecodeError } from "./dist/index.js";
const bytes = new TextEncoder().encode(process.argv[1]);
const pull = (turn) => ({ pull: turn, cancel() { console.log("cancelled"); } });
let at = 0;
const dripping = pull((out) => (at < bytes.length ? out.enqueue(bytes.slice(at, ++at)) : out.close()));
for await (const found of read(new ReadableStream(dripping))) console.log(found instanceof DecodeError);
for await (const _ of read(new ReadableStream(pull((out) => out.enqueue(bytes))))) break;
"""


def test_it_reads_web_streams_and_ends_those_that_it_leaves(package: Package) -> None:
    command = [need("node"), "--input-type=module", "--eval", _WEB, '{"type":"x"}\n\n{"type":1}\n{"type":"y"}']
    done = subprocess.run(command, cwd=package.folder, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["false", "true", "false", "cancelled"]


def test_it_loads_where_there_is_no_node(package: Package) -> None:
    """A bundle for browsers runs in a context that has nothing of Node but what browsers have too."""
    script = (
        "import vm from 'node:vm'; import {readFileSync} from 'node:fs';"
        "const context = vm.createContext({TextDecoder, TextEncoder, Uint8Array, result: null});"
        "vm.runInContext(readFileSync(0, 'utf8'), context); console.log(context.result);"
    )
    source = 'import { decode, REVISION } from "./dist/index.js"; globalThis.result = typeof decode + " " + REVISION;'
    bundle = subprocess.run(
        [str(tools() / "esbuild"), "--bundle", "--format=iife", "--platform=browser"],
        cwd=package.folder,
        input=source,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    done = subprocess.run(
        [need("node"), "--input-type=module", "--eval", script],
        input=bundle,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("function ")
