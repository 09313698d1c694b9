"""The JSON Schema of the lines of the files: what each field is, for people and for programs."""

from __future__ import annotations

from cgp_toolkit.model import Json, Model, Outcome
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.targets.vectors.vector import Does, Kind

_VERDICT: Message = {"enum": ["accepts", "refuses"]}


def schema(model: Model) -> Message:
    """Draft 2020-12; a line is the stamp or a vector of one of the kinds."""
    roles: list[Json] = [role.name for role in model.protocol.roles]
    kinds = (_message(), _framing(), _exchange(), _session(roles), _vocabulary(), _jsonrpc())
    named: Message = {str(_title(kind)): _with_tail(kind, roles) for kind in kinds}
    references: list[Json] = [{"$ref": f"#/$defs/{name}"} for name in named]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a file of vectors",
        "description": "The first line of each file is the stamp, every other one a vector.",
        "oneOf": [{"$ref": "#/$defs/stamp"}, *references],
        "$defs": {"stamp": _stamp(), **named, "outcome": _outcome(), "finding": _finding(), "step": _step()},
    }


def _title(kind: Message) -> Json:
    return kind["title"]


def _object(title: str, description: str, properties: Message, *optional: str) -> Message:
    required: list[Json] = [name for name in properties if name not in optional]
    return {
        "title": title,
        "description": description,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _text(description: str, *, nullable: bool = False) -> Message:
    kinds: list[Json] = ["string", "null"]
    return {"description": description, "type": kinds if nullable else "string"}


def _list(description: str, items: Message) -> Message:
    return {"description": description, "type": "array", "items": items}


def _one_of(description: str, *values: str) -> Message:
    listed: list[Json] = list(values)
    return {"description": description, "enum": listed}


def _described(description: str, schema: Message) -> Message:
    return {"description": description, **schema}


def _bytes(what: str) -> Message:
    return {
        "bytes": _text(f"{what}, as text, where the bytes are UTF-8; there is either this or base64."),
        "base64": _text(f"{what}, in base64, where the bytes are no UTF-8."),
    }


def _stamp() -> Message:
    properties: Message = {
        "stamp": _text("What the file was made from."),
        "revision": _text("The revision of the protocol."),
    }
    return _object("stamp", "The first line of a file; no vector.", properties)


def _head(kind: Kind) -> Message:
    return {
        "id": _text("A sentence that says what is shown; unique over all files, and kept from release to release."),
        "kind": {"const": kind.value},
    }


def _with_tail(kind: Message, roles: list[Json]) -> Message:
    properties, required = kind["properties"], kind["required"]
    if not isinstance(properties, dict) or not isinstance(required, list):
        raise TypeError("a kind is a schema of an object")
    tail: Message = {
        "requirements": _list("The requirements that it shows.", {"type": "string"}),
        "decisions": _list("The decisions that it shows.", {"type": "string"}),
        "applies_to": _list("The roles that get to see it.", {"enum": roles}),
    }
    both: Message = {**kind, "properties": {**properties, **tail}, "required": [*required, *tail]}
    if "bytes" in properties:
        both["oneOf"] = [{"required": ["bytes"]}, {"required": ["base64"]}]
    return both


def _reading() -> Message:
    return {
        "reader": _described("Whether a reader accepts it.", _VERDICT),
        "rule": _text("The rule for which it is refused; null if it is accepted.", nullable=True),
        "pointer": _text("The JSON pointer of what breaks that rule; empty for the whole message.", nullable=True),
        "code": _text("The error code with which a refused message is answered.", nullable=True),
        "echo": _text("The correlation id that the answer to a refused message carries, if any.", nullable=True),
        "envelope": _text(
            "The envelope that it is read as; null if refused, or not known to the revision.", nullable=True
        ),
        "unknown": {
            "description": "What is known of a message that is accepted though its envelope is not known.",
            "oneOf": [
                {"type": "null"},
                _object(
                    "unknown",
                    "Its tag, its id if that is a text with characters in it, and whether it has no other member.",
                    {"tag": _text("The tag."), "id": _text("The id.", nullable=True), "bare": {"type": "boolean"}},
                ),
            ],
        },
        "canonical": _text(
            "What a writer makes of it, without the line feed at the end: unknown members and nulls are gone, members "
            "stand in the order of the model. Null if there is nothing to write.",
            nullable=True,
        ),
    }


def _outcome() -> Message:
    return _object("outcome", "What becomes of one line.", _reading())


def _finding() -> Message:
    properties: Message = {
        "of": _one_of("The message of an exchange that is wrong.", "request", "reply"),
        "rule": _text("The rule that is broken."),
        "pointer": _text("The JSON pointer of what breaks it."),
        "severity": _one_of("An error breaks a MUST, a warning a SHOULD.", "error", "warning"),
    }
    return _object("finding", "Something that is wrong for authors.", properties, "of")


def _authoring() -> Message:
    return {
        "author": _described("Whether an author may write it: there is no finding, or only warnings.", _VERDICT),
        "findings": _list(
            "All that is wrong for authors, in no particular order; of a refused message just why it is refused.",
            {"$ref": "#/$defs/finding"},
        ),
    }


def _message() -> Message:
    properties: Message = {
        **_head(Kind.MESSAGE),
        **_bytes("The line, without its end"),
        **_reading(),
        **_authoring(),
        "value": {
            "description": "The value of canonical; numbers that are no integers have a fraction.",
            "type": ["object", "null"],
        },
    }
    return _object(Kind.MESSAGE.value, "A message.", properties, "bytes", "base64")


def _framing() -> Message:
    properties: Message = {
        **_head(Kind.FRAMING),
        **_bytes("The whole stream"),
        "max_line": {
            "description": "The most bytes of a line that the reader is to allow; null for the limit of the protocol.",
            "type": ["integer", "null"],
        },
        "outcomes": _list("What becomes of each line that is not skipped, in order.", {"$ref": "#/$defs/outcome"}),
    }
    return _object(Kind.FRAMING.value, "A stream of bytes.", properties, "bytes", "base64")


def _exchange() -> Message:
    properties: Message = {
        **_head(Kind.EXCHANGE),
        "request": _text("The request; nothing is wrong with it alone but for warnings."),
        "reply": _text("The reply; nothing is wrong with it alone but for warnings."),
        "ack": _text("The answer to the handshake; null if it is not known.", nullable=True),
        **_authoring(),
    }
    return _object(Kind.EXCHANGE.value, "A request and its reply: what is wrong with them together.", properties)


def _session(roles: list[Json]) -> Message:
    properties: Message = {
        **_head(Kind.SESSION),
        "role": {
            "description": "The role that is tested; null for an onlooker who sees what both say.",
            "enum": [*roles, None],
        },
        "steps": _list("What happens, one after the other.", {"$ref": "#/$defs/step"}),
    }
    return _object(Kind.SESSION.value, "A session, step by step.", properties)


def _vocabulary() -> Message:
    properties: Message = {
        **_head(Kind.VOCABULARY),
        "vocabulary": _text("The name of the vocabulary."),
        "value": _text("The value in question; null if it is absent.", nullable=True),
        "listed": {"description": "Whether the vocabulary lists the value.", "type": "boolean"},
        "reads_as": _text("The value to act on."),
        "traits": {"description": "What the vocabulary tells of the value, by name.", "type": "object"},
    }
    return _object(Kind.VOCABULARY.value, "What a value of a vocabulary means to whoever reads it.", properties)


def _jsonrpc() -> Message:
    id_: Json = ["string", "integer", "null"]
    number: Json = ["integer", "null"]
    reading = _reading()
    refusal: Message = {name: reading[name] for name in ("reader", "rule", "pointer")}
    refusal["number"] = {"description": "The number of the error that answers a refused message.", "type": number}
    refusal["code"] = _text("The error code that stands beside that number.", nullable=True)
    refusal["due"] = {"description": "Whether a refused message is answered at all.", "type": "boolean"}
    refusal["echo"] = {"description": "The id of that answer; null if none can be told, or if accepted.", "type": id_}
    properties: Message = {
        **_head(Kind.JSONRPC),
        **_bytes("The message, without framing"),
        "answers": _text(
            "The method of the request that waits with the id of this message; null if none waits.", nullable=True
        ),
        "of": _text("The vector of the line that says the same; null if none does.", nullable=True),
        **refusal,
        "envelope": _text("The envelope that it is read as; null if refused.", nullable=True),
        "canonical": _text(
            "What a writer of lines makes of it, without the line feed at the end; null if refused.", nullable=True
        ),
        "written": _text(
            "What a writer of JSON-RPC makes of it, with the id that it has; null if refused.", nullable=True
        ),
    }
    return _object(Kind.JSONRPC.value, "A JSON-RPC message, in the draft binding.", properties, "bytes", "base64")


def _step() -> Message:
    properties: Message = {
        "does": _one_of(
            "Whether the role is to send the line, receives it, or an onlooker sees it; or the input ends, or the time "
            "of the request in flight is over.",
            *(does.value for does in Does),
        ),
        **_bytes("The line, without its end"),
        "outcome": _one_of(
            "What becomes of it, in the words of the lifecycle.", *(outcome.value for outcome in Outcome)
        ),
        "state": _text(
            "Where the role stands afterwards; of what an onlooker sees, where the sender of a mistake stood.",
            nullable=True,
        ),
        "requirement": _text("The requirement that has to be named; null if none has to.", nullable=True),
        "code": _text("The error code of an answer.", nullable=True),
        "sends": _list(
            "The messages that leave in this step: each has these members; one that is null is absent.",
            {"type": "object"},
        ),
    }
    return _object("step", "One step of a session.", properties, "bytes", "base64")
