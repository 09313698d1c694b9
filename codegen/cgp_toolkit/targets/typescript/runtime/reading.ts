/** From the bytes of one message to its plain value, and what is wrong with that. */

import { idOfDeep } from "./deep.js";
import { DecodeError } from "./errors.js";
import { lengthFault, tooLong } from "./framing.js";
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
import { FAILURE_ID, FAULTS, LAST_WINS, MAX_DEPTH, TAG } from "./tables.js";
import { utf8Length } from "./texts.js";
import { faults, type Found } from "./values.js";

/** What is wrong with a plain value. */
export interface Judged {
  /** Whether a reader refuses it. */
  readonly refused: boolean;
  readonly found: readonly Found[];
}

const UTF8 = /* @__PURE__ */ new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});

/** The text of a message, or why it has none. */
export function textOf(
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
  ) {
    return tooLong(maxLine);
  }
  if (line.startsWith("\ufeff")) return marked();
  if (hasHalfPair(line)) {
    return new DecodeError("not-utf8", "", "expected text that UTF-8 can hold");
  }
  return line;
}

function marked(): DecodeError {
  return new DecodeError("byte-order-mark", "", "expected no byte order mark");
}

/** The plain value of a text, no deeper than allowed. */
export function parsedOf(
  text: string,
  maxDepth: number = MAX_DEPTH,
): Parsed | DecodeError {
  let parsed: Parsed;
  try {
    parsed = parse(text);
  } catch (error) {
    if (error instanceof NotJson) {
      const at = `at character ${String(error.at)}`;
      const detail = `expected one JSON value, found something else ${at}`;
      return new DecodeError("not-json", "", detail);
    }
    return tooDeep(idOfDeep(text, FAILURE_ID));
  }
  return parsed.depth > maxDepth ? tooDeep(echo(parsed.value)) : parsed;
}

/** The error about a message that is nested too deeply. */
export function tooDeep(id?: string): DecodeError {
  const detail = `expected at most ${String(MAX_DEPTH)} levels of arrays and objects`;
  return new DecodeError("too-deep", "", detail, id);
}

/** All faults with their pointers, up to `most`, in the order of the model. */
export function judged(
  { value, halfPair, doubled }: Parsed,
  strict: boolean,
  most: number,
): Judged {
  const refusesDoubles = refusesDoubled(value);
  const found: Found[] = [];
  if (halfPair) {
    const detail = "expected escapes of surrogates in pairs";
    found.push({ rule: "lone-surrogate", pointer: "", detail });
  }
  if (doubled && (strict || refusesDoubles))
    found.push(...doubles(value, most));
  let refused = halfPair || (doubled && refusesDoubles && found.length > 0);
  for (const fault of faults(value, strict)) {
    refused ||= FAULTS.get(fault.rule)?.author !== true;
    found.push(fault);
    if (found.length >= most) break;
  }
  // What only authors may not write can hide what comes after it.
  if (!refused && found.length >= most)
    refused = faults(value, false).next().done !== true;
  return { refused, found: found.slice(0, most) };
}

/** The first members that stand twice in one object, in the order of the message. */
function doubles(value: Json, most: number): Found[] {
  const found: Found[] = [];
  const visit = (at: Json, path: string): void => {
    if (found.length >= most || typeof at !== "object" || at === null) return;
    if (at instanceof JsonObject) {
      for (const name of at.doubled ?? []) {
        const pointer = path + token(name);
        found.push({
          rule: "duplicate-member",
          pointer,
          detail: "expected the member once",
        });
      }
      for (const [name, child] of at.members) visit(child, path + token(name));
    } else if (Array.isArray(at)) {
      for (const [index, child] of at.entries())
        visit(child, path + token(index));
    }
  };
  visit(value, "");
  return found;
}

/** Whether readers refuse a message in which a member stands twice. */
function refusesDoubled(value: Json): boolean {
  const tag = value instanceof JsonObject ? value.members.get(TAG) : undefined;
  return typeof tag === "string" && ENVELOPES.has(tag) && !LAST_WINS.has(tag);
}

/** The correlation id that an error about a message has to echo. */
export function echo(value: Json): string | undefined {
  const id =
    value instanceof JsonObject ? value.members.get(FAILURE_ID) : undefined;
  return typeof id === "string" && id !== "" && !hasHalfPair(id)
    ? id
    : undefined;
}
