/**
 * One JSON object a line: read messages from bytes, texts and streams, and
 * write them.
 *
 * `decode` is strict about what a reader must refuse and lenient about what it
 * must not: members, envelopes and values of vocabularies that this revision
 * does not know never fail a message. `encode` writes the canonical form.
 */

import { idOfDeep } from "./deep.js";
import { DecodeError } from "./errors.js";
import { LineBuffer, lengthFault, tooLong, trimmed } from "./framing.js";
import { ENVELOPES } from "./objects.js";
import { token } from "./pointers.js";
import {
  hasHalfPair,
  JsonObject,
  NotJson,
  parse,
  type Json,
  type Parsed,
} from "./reader.js";
import {
  FAILURE_ID,
  FAULTS,
  LAST_WINS,
  MAX_DEPTH,
  MAX_LINE_BYTES,
  TAG,
} from "./tables.js";
import { utf8Length } from "./texts.js";
import { typed } from "./typing.js";
import type { Envelope, Message } from "./unions.js";
import { UnknownEnvelope } from "./unknown.js";
import { faults, type Found } from "./values.js";
import { written } from "./writer.js";

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

const UTF8 = /* @__PURE__ */ new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});
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
  const { message, faults: found } = carefully(line, options, false, 1);
  const [fault] = found;
  if (message !== undefined) return message;
  return fault ?? new DecodeError("not-json", "", "expected one JSON value");
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
  return carefully(line, options, options.strict ?? false, MOST_FAULTS);
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
 * is too long only so much is held as is allowed.
 */
export async function* read(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<Message | DecodeError, void> {
  const lines = new LineBuffer(options.maxLine ?? MAX_LINE_BYTES);
  for await (const chunk of chunks) {
    for (const line of lines.feed(chunk)) yield message(line, options);
  }
  for (const line of lines.close()) yield message(line, options);
}

function message(
  line: Uint8Array | DecodeError,
  options: ReadOptions,
): Message | DecodeError {
  return line instanceof DecodeError ? line : outcome(line, options);
}

/** All faults with their pointers, up to `most`, in the order of the model. */
function carefully(
  line: Uint8Array | string,
  { maxLine = MAX_LINE_BYTES }: ReadOptions,
  strict: boolean,
  most: number,
): Examined {
  const text = textOf(line, maxLine);
  if (text instanceof DecodeError)
    return { message: undefined, faults: [text] };
  const parsed = parsedOf(text);
  if (parsed instanceof DecodeError)
    return { message: undefined, faults: [parsed] };
  const { value } = parsed;
  const refusesDoubles = tagOf(
    value,
    (tag) => ENVELOPES.has(tag) && !LAST_WINS.has(tag),
  );
  const found = [...ofSyntax(parsed)];
  if (parsed.doubled && (strict || refusesDoubles))
    found.push(...doubles(value, most));
  let refused = parsed.halfPair || (parsed.doubled && refusesDoubles);
  for (const fault of faults(value, strict)) {
    refused ||= FAULTS.get(fault.rule)?.author !== true;
    found.push(fault);
    if (found.length >= most) break;
  }
  // What only authors may not write can hide what comes after it.
  if (!refused && found.length >= most)
    refused = !faults(value, false).next().done;
  const id = found.length > 0 ? echo(value) : undefined;
  return {
    message:
      !refused && value instanceof JsonObject
        ? accepted(line, text, value)
        : undefined,
    faults: found
      .slice(0, most)
      .map((f) => new DecodeError(f.rule, f.pointer, f.detail, id)),
  };
}

function accepted(
  line: Uint8Array | string,
  text: string,
  object: JsonObject,
): Message {
  const tag = String(object.members.get(TAG));
  if (ENVELOPES.has(tag)) return typed(tag, object);
  const raw = typeof line === "string" ? BYTES.encode(text) : line;
  return new UnknownEnvelope(
    tag,
    echo(object),
    object.members.size === 1,
    trimmed(raw).slice(),
  );
}

/** The text of a line, or why it has none. */
function textOf(
  line: Uint8Array | string,
  maxLine: number,
): string | DecodeError {
  if (typeof line !== "string") {
    const fault = lengthFault(line, maxLine);
    if (fault !== undefined) return fault;
    if (line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf)
      return marked();
    try {
      return UTF8.decode(line);
    } catch {
      return new DecodeError("not-utf8", "", "expected UTF-8");
    }
  }
  // A unit is at most three bytes.
  if (
    3 * line.length > maxLine &&
    utf8Length(line.replace(/\r?\n$/, "")) > maxLine
  )
    return tooLong(maxLine);
  if (line.startsWith("\ufeff")) return marked();
  if (hasHalfPair(line))
    return new DecodeError("not-utf8", "", "expected text that UTF-8 can hold");
  return line;
}

function marked(): DecodeError {
  return new DecodeError("byte-order-mark", "", "expected no byte order mark");
}

function parsedOf(text: string): Parsed | DecodeError {
  let parsed: Parsed;
  try {
    parsed = parse(text);
  } catch (error) {
    if (error instanceof NotJson) {
      const detail = `expected one JSON value, found something else at character ${String(error.at)}`;
      return new DecodeError("not-json", "", detail);
    }
    return tooDeep(idOfDeep(text, FAILURE_ID));
  }
  return parsed.depth > MAX_DEPTH ? tooDeep(echo(parsed.value)) : parsed;
}

function tooDeep(id: string | undefined): DecodeError {
  const detail = `expected at most ${String(MAX_DEPTH)} levels of arrays and objects`;
  return new DecodeError("too-deep", "", detail, id);
}

function* ofSyntax(parsed: Parsed): Generator<Found, void> {
  if (parsed.halfPair) {
    yield {
      rule: "lone-surrogate",
      pointer: "",
      detail: "expected escapes of surrogates in pairs",
    };
  }
}

/** The first members that stand twice in one object, in the order of the message. */
function doubles(value: Json, most: number): Found[] {
  const found: Found[] = [];
  const visit = (at: Json, path: string): void => {
    if (found.length >= most) return;
    if (at instanceof JsonObject) {
      for (const name of at.doubled ?? []) {
        found.push({
          rule: "duplicate-member",
          pointer: path + token(name),
          detail: "expected the member once",
        });
      }
      for (const [name, child] of at.members) {
        if (typeof child === "object" && child !== null)
          visit(child, path + token(name));
      }
    } else if (Array.isArray(at)) {
      for (const [index, child] of at.entries()) {
        if (typeof child === "object" && child !== null)
          visit(child, path + token(index));
      }
    }
  };
  visit(value, "");
  return found;
}

function tagOf(value: Json, holds: (tag: string) => boolean): boolean {
  const tag = value instanceof JsonObject ? value.members.get(TAG) : undefined;
  return typeof tag === "string" && holds(tag);
}

/** The correlation id that an error about a message has to echo. */
function echo(value: Json): string | undefined {
  const id =
    value instanceof JsonObject ? value.members.get(FAILURE_ID) : undefined;
  return typeof id === "string" && id !== "" && !hasHalfPair(id)
    ? id
    : undefined;
}
