/**
 * One JSON object a line: read messages from bytes, texts and streams, and
 * write them.
 *
 * `decode` is strict about what a reader must refuse and lenient about what it
 * must not: members, envelopes and values of vocabularies that this revision
 * does not know never fail a message. `encode` writes the canonical form.
 */

import { chunksOf, type Chunks } from "./chunks.js";
import { DecodeError } from "./errors.js";
import { LineBuffer, trimmed } from "./framing.js";
import { JsonObject, type Parsed } from "./reader.js";
import { echo, judged, parsedOf, textOf } from "./reading.js";
import { LAST_WINS, MAX_DEPTH, MAX_LINE_BYTES, TAG } from "./tables.js";
import { typed } from "./typing.js";
import type { Envelope, Message } from "./unions.js";
import { UnknownEnvelope } from "./unknown.js";
import { written } from "./writer.js";

export type { Chunks };
export { LineBuffer, MAX_DEPTH, MAX_LINE_BYTES, UnknownEnvelope };

/** What an examination has found. */
export interface Examined {
  /** The message, if readers accept it. */
  readonly message: Message | undefined;
  /** The first hundred of its faults. */
  readonly faults: readonly DecodeError[];
}

/** So many faults are found in one message, unless fewer are asked for. */
const MOST_FAULTS = 100;

/** Limits that a reader sets. */
export interface ReadOptions {
  /** The most bytes of a message, its line end not counted. */
  readonly maxLine?: number;
}

const BYTES = /* @__PURE__ */ new TextEncoder();

/**
 * The message in `line`: one JSON object, with or without a line end.
 *
 * A message of an unknown type comes back as {@link UnknownEnvelope}.
 *
 * @throws DecodeError if it is none, or too long.
 */
export function decode(
  line: Uint8Array | string,
  options: ReadOptions = {},
): Message {
  const found = outcome(line, options);
  if (found instanceof DecodeError) throw found;
  return found;
}

/** Like {@link decode}, with the error as a value. */
export function outcome(
  line: Uint8Array | string,
  options: ReadOptions = {},
): Message | DecodeError {
  const parsed = parsedLine(line, options);
  if (parsed instanceof DecodeError) return parsed;
  // Most messages are sound: there is nothing to tell of them.
  const envelope = sound(parsed);
  if (envelope !== undefined) return envelope;
  const { message, faults } = examined(line, parsed, false, 1);
  const [fault] = faults;
  return (
    message ??
    fault ??
    new DecodeError("not-an-object", "", "expected an object")
  );
}

/**
 * Everything that is wrong with `line`, in the order of the model, and the
 * message if readers accept it.
 *
 * `strict` adds what stops no reader, but that no author may write and no typed
 * value shows: unknown envelopes and members, nulls, doubled members in any
 * envelope, missing members that readers have a default for.
 */
export function examine(
  line: Uint8Array | string,
  options: ReadOptions & { readonly strict?: boolean } = {},
): Examined {
  const parsed = parsedLine(line, options);
  if (parsed instanceof DecodeError)
    return { message: undefined, faults: [parsed] };
  return examined(line, parsed, options.strict ?? false, MOST_FAULTS);
}

/**
 * `envelope` as one line in UTF-8, with the line feed. That a value is one that
 * readers accept is not checked.
 *
 * @throws EncodeError for numbers that JSON does not have, texts with half a
 * surrogate pair, and what is no envelope.
 */
export function encode(envelope: Envelope): Uint8Array {
  return BYTES.encode(`${written(envelope)}\n`);
}

/**
 * `envelope` as a text without line end.
 *
 * @throws EncodeError as {@link encode} does.
 */
export function stringify(envelope: Envelope): string {
  return written(envelope);
}

/**
 * The messages of a stream, each as soon as its line is complete.
 *
 * A line that is no message is yielded as the error that it is, and reading
 * goes on with the next one. Lines of white space are skipped; of a line that
 * is too long only so much is held as is allowed. Whoever stops early ends the
 * stream.
 */
export async function* read(
  source: Chunks,
  options: ReadOptions = {},
): AsyncGenerator<Message | DecodeError, void> {
  const lines = new LineBuffer(options.maxLine ?? MAX_LINE_BYTES);
  for await (const chunk of chunksOf(source)) {
    for (const line of lines.feed(chunk)) yield told(line, options);
  }
  for (const line of lines.close()) yield told(line, options);
}

function told(
  line: Uint8Array | DecodeError,
  options: ReadOptions,
): Message | DecodeError {
  return line instanceof DecodeError ? line : outcome(line, options);
}

function parsedLine(
  line: Uint8Array | string,
  { maxLine = MAX_LINE_BYTES }: ReadOptions,
): Parsed | DecodeError {
  const text = textOf(line, maxLine);
  return text instanceof DecodeError ? text : parsedOf(text);
}

/** The envelope in a message in which nothing can be wrong. */
function sound({ value, halfPair, doubled }: Parsed): Envelope | undefined {
  if (halfPair || !(value instanceof JsonObject)) return undefined;
  const tag = value.members.get(TAG);
  if (typeof tag !== "string" || (doubled && !LAST_WINS.has(tag)))
    return undefined;
  return typed(tag, value);
}

/** All faults with their pointers, up to `most`, in the order of the model. */
function examined(
  line: Uint8Array | string,
  parsed: Parsed,
  strict: boolean,
  most: number,
): Examined {
  const { value } = parsed;
  const { refused, found } = judged(parsed, strict, most);
  const id = found.length > 0 ? echo(value) : undefined;
  return {
    message:
      !refused && value instanceof JsonObject
        ? accepted(line, value)
        : undefined,
    faults: found.map((f) => new DecodeError(f.rule, f.pointer, f.detail, id)),
  };
}

function accepted(line: Uint8Array | string, object: JsonObject): Message {
  const tag = String(object.members.get(TAG));
  const envelope = typed(tag, object);
  if (envelope !== undefined) return envelope;
  const raw = trimmed(typeof line === "string" ? BYTES.encode(line) : line);
  return new UnknownEnvelope(
    tag,
    echo(object),
    object.members.size === 1,
    raw.slice(),
  );
}
