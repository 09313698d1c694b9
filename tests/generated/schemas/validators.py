"""Three validators that nobody here wrote, behind one interface.

Each takes the texts that the target emits, in one of three forms: single files with relative references, the bundle,
and the draft-07 bundle.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, cast

import jsonschema
import jsonschema_rs
import referencing

from cgp_toolkit.model import Json, Model
from cgp_toolkit.schema import EXTENSIONS, Profile, file_name, settle
from tests.generated.schemas.ajv import Ajv

FORMS = ("files", "bundle", "draft-07")
# Where the single files are said to lie, for the one validator that resolves no relative reference against a URN.
_BASE = "file:///schemas/"


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One error: the JSON pointer of the member in question, and the keyword that says so."""

    at: str
    keyword: str


class Validator(Protocol):
    """One validator with all schemas of one form and profile."""

    def check(self, definition: str, instance: Json) -> list[Finding]:
        """What is wrong with an instance of a definition."""


@dataclass(frozen=True, slots=True)
class Source:
    """The schemas of one form and profile, as emitted.  ``files`` is empty for a bundle and the other way round."""

    form: str
    files: Mapping[str, dict[str, Json]]
    bundle: dict[str, Json]
    union: str

    @property
    def definitions(self) -> str:
        """The keyword below which a bundle's definitions stand."""
        return "definitions" if self.form == "draft-07" else "$defs"

    def names(self) -> list[str]:
        """Everything that can be validated against."""
        if self.files:
            return list(self.files)
        return [self.union, *cast("dict[str, Json]", self.bundle[self.definitions])]

    def entry(self, definition: str) -> dict[str, Json]:
        """A schema that validates a definition of a bundle."""
        if definition == self.union:
            return self.bundle
        return {
            "$schema": self.bundle["$schema"],
            "$ref": f"#/{self.definitions}/{definition}",
            self.definitions: self.bundle[self.definitions],
        }


def source(model: Model, texts: Mapping[str, str], form: str, profile: Profile) -> Source:
    """The schemas in one form, from all ``texts`` that the target emits."""
    union = settle(model).union
    if form == "files":
        prefix, suffix = f"{profile}/", file_name("")
        files = {
            path.removeprefix(prefix).removesuffix(suffix): json.loads(text)
            for path, text in texts.items()
            if path.startswith(prefix)
        }
        return Source(form, files, {}, union)
    path = file_name(profile if form == "bundle" else f"{profile}.{form}")
    return Source(form, {}, json.loads(texts[path]), union)


class PythonValidator:
    """jsonschema."""

    def __init__(self, schemas: Source) -> None:
        # Python's urljoin knows no URNs, so relative references arrive here as they are written.
        registry: referencing.Registry[bool | Mapping[str, object]] = referencing.Registry().with_resources(
            (file_name(name), referencing.Resource.from_contents(schema)) for name, schema in schemas.files.items()
        )
        kind = jsonschema.Draft7Validator if schemas.form == "draft-07" else jsonschema.Draft202012Validator
        documents = schemas.files or {name: schemas.entry(name) for name in schemas.names()}
        self._validators = {name: kind(schema, registry=registry) for name, schema in documents.items()}

    def check(self, definition: str, instance: Json) -> list[Finding]:
        """What is wrong with an instance of a definition."""
        return sorted(
            finding for error in self._validators[definition].iter_errors(instance) for finding in self._findings(error)
        )

    @staticmethod
    def _findings(error: jsonschema.ValidationError) -> list[Finding]:
        path = list(error.absolute_path)
        if error.validator == "required":
            # One error a missing member; only its words say which.
            missing = [name for name in _names(error.validator_value) if error.message.startswith(repr(name) + " ")]
            return [Finding(_pointer([*path, *missing]), "required")]
        if error.validator == "additionalProperties":
            assert isinstance(error.schema, Mapping)
            extra = [name for name in _names(error.instance) if name not in error.schema["properties"]]
            return [Finding(_pointer([*path, name]), "additionalProperties") for name in extra]
        # Python's "$" lets a last line feed pass; the guard that refuses it speaks for the pattern.
        guard = error.validator == "not" and "pattern" in _names(error.validator_value)
        return [Finding(_pointer(path), "pattern" if guard else str(error.validator))]


def _names(value: object) -> list[str]:
    assert isinstance(value, Iterable)
    return list(value)


class RustValidator:
    """jsonschema-rs, with Rust's own engine for patterns, which knows neither lookaheads nor backtracking."""

    def __init__(self, schemas: Source) -> None:
        engine = jsonschema_rs.RegexOptions()
        if schemas.files:
            registry = jsonschema_rs.Registry(
                [
                    (_BASE + file_name(name), {key: value for key, value in schema.items() if key != "$id"})
                    for name, schema in schemas.files.items()
                ]
            )
            self._validators = {
                name: jsonschema_rs.validator_for(
                    {"$schema": schema["$schema"], "$ref": _BASE + file_name(name)},
                    registry=registry,
                    pattern_options=engine,
                )
                for name, schema in schemas.files.items()
            }
        else:
            self._validators = {
                name: jsonschema_rs.validator_for(schemas.entry(name), pattern_options=engine)
                for name in schemas.names()
            }

    def check(self, definition: str, instance: Json) -> list[Finding]:
        """What is wrong with an instance of a definition."""
        return sorted(
            finding for error in self._validators[definition].iter_errors(instance) for finding in self._findings(error)
        )

    @staticmethod
    def _findings(error: jsonschema_rs.ValidationError) -> list[Finding]:
        path = list(error.instance_path)
        match error.kind:
            case jsonschema_rs.ValidationErrorKind.Required(property=name):
                return [Finding(_pointer([*path, name]), "required")]
            case jsonschema_rs.ValidationErrorKind.AdditionalProperties(unexpected=names):
                return [Finding(_pointer([*path, name]), "additionalProperties") for name in names]
        return [Finding(_pointer(path), error.kind.name)]


class AjvValidator:
    """ajv in strict mode, under Node."""

    def __init__(self, schemas: Source, ajv: Ajv, name: str) -> None:
        self._ajv = ajv
        self._set = name
        documents = list(schemas.files.values()) or [schemas.bundle]
        draft = "07" if schemas.form == "draft-07" else "2020-12"
        ajv.register(name, draft, list(EXTENSIONS), documents)
        self._ids = {
            definition: str(schemas.files[definition]["$id"])
            if schemas.files
            else str(schemas.bundle["$id"])
            + ("" if definition == schemas.union else f"#/{schemas.definitions}/{definition}")
            for definition in schemas.names()
        }

    def check(self, definition: str, instance: Json) -> list[Finding]:
        """What is wrong with an instance of a definition."""
        answer = self._ajv.ask({"set": self._set, "schema": self._ids[definition], "instance": instance})
        assert isinstance(answer, list)
        return sorted(finding for error in answer for finding in self._findings(cast("dict[str, str | None]", error)))

    @staticmethod
    def _findings(error: dict[str, str | None]) -> list[Finding]:
        # ajv says of each `if` on the way that its `then` failed; that is no error of its own.
        if error["keyword"] == "if":
            return []
        at, name = str(error["at"]), error["missing"] if error["missing"] is not None else error["extra"]
        return [Finding(at if name is None else at + _pointer([name]), str(error["keyword"]))]


def _pointer(path: list[str | int]) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)
