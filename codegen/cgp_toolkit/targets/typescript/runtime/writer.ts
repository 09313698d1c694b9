/**
 * The canonical form of an envelope: members in wire order, compact, no escapes
 * beyond JSON's own, numbers as every binding of this protocol writes them.
 */

import { EncodeError } from "./errors.js";
import { ENVELOPES, RECORDS } from "./objects.js";
import { token } from "./pointers.js";
import { hasHalfPair } from "./reader.js";
import type { Kind, Member, Shape } from "./shapes.js";
import { TAG, TAG_KEY } from "./tables.js";
import type { Envelope } from "./unions.js";
import { kindOf } from "./values.js";

const LEAST = -(2n ** 63n);
const MOST = 2n ** 64n - 1n;

type Members = Readonly<Record<string, unknown>>;

/**
 * `envelope` as a text without line end. That its values are such that readers
 * accept them is not checked.
 *
 * @throws EncodeError for what JSON cannot hold, and for what is no envelope.
 */
export function written(envelope: Envelope): string {
  const text = [`${JSON.stringify(TAG)}:${JSON.stringify(envelope[TAG_KEY])}`];
  for (const [name, value] of writtenMembers(envelope)) {
    text.push(`${JSON.stringify(name)}:${value}`);
  }
  return `{${text.join(",")}}`;
}

/**
 * The members of `envelope` but its tag, in wire order: names, and values as
 * they are written.
 *
 * @throws EncodeError for what JSON cannot hold, and for what is no envelope.
 */
export function writtenMembers(envelope: Envelope): [string, string][] {
  const members = envelope as unknown as Members;
  const tag = members[TAG_KEY];
  const shape = typeof tag === "string" ? ENVELOPES.get(tag) : undefined;
  if (shape === undefined) {
    const known = [...ENVELOPES.keys()].join(", ");
    throw new EncodeError(
      "unknown-envelope",
      token(TAG),
      `expected one of ${known}`,
    );
  }
  const found: [string, string][] = [];
  for (const member of shape) {
    const value = due(member, members);
    if (value === undefined && member.required !== true) continue;
    found.push([member.name, ofMember(member, value, "")]);
  }
  return found;
}

/** What a writer has to write of a member; nothing if it leaves it out. */
function due(member: Member, owner: Members): unknown {
  const value = owner[member.key] ?? member.default;
  return member.skips === true && isDefault(member, value) ? undefined : value;
}

function ofMembers(shape: Shape, owner: Members, pointer: string): string {
  let text = "";
  for (const member of shape) {
    const value = due(member, owner);
    if (value === undefined && member.required !== true) continue;
    if (text !== "") text += ",";
    text += `${JSON.stringify(member.name)}:${ofMember(member, value, pointer)}`;
  }
  return text;
}

function isDefault(member: Member, value: unknown): boolean {
  return Array.isArray(member.default)
    ? Array.isArray(value) && value.length === 0
    : value === member.default;
}

function ofMember(member: Member, value: unknown, pointer: string): string {
  const at = pointer + token(member.name);
  if (member.many !== true) return ofValue(member, value, at);
  if (!Array.isArray(value)) {
    throw new EncodeError(
      "wrong-type",
      at,
      `expected an array, each item ${kindOf(member).expected}`,
    );
  }
  return `[${value.map((item: unknown, index) => ofValue(member, item, at + token(index))).join(",")}]`;
}

function ofValue(member: Member, value: unknown, at: string): string {
  const kind = kindOf(member);
  switch (kind.json) {
    case "string":
      if (typeof value === "string") return ofText(value, kind, at);
      break;
    case "boolean":
      if (typeof value === "boolean") return String(value);
      break;
    case "integer":
      if (
        typeof value === "bigint" ||
        (typeof value === "number" && Number.isInteger(value))
      ) {
        return ofInteger(value, kind, at);
      }
      break;
    case "number":
      if (typeof value === "number") return ofNumber(value, kind, at);
      break;
    case "object":
      if (typeof value === "object" && value !== null) {
        return `{${ofMembers(RECORDS.get(member.type) ?? [], value as Members, at)}}`;
      }
  }
  throw refused("wrong-type", kind, at);
}

function ofText(text: string, kind: Kind, at: string): string {
  const quoted = JSON.stringify(text);
  // Half of a pair makes an escape, and every escape makes the text longer.
  if (quoted.length > text.length + 2 && hasHalfPair(text))
    throw refused("lone-surrogate", kind, at);
  return quoted;
}

function ofInteger(value: number | bigint, kind: Kind, at: string): string {
  const exact =
    typeof value === "bigint"
      ? value >= LEAST && value <= MOST
      : Number.isSafeInteger(value);
  if (!exact) throw refused("out-of-range", kind, at);
  return String(value === 0 ? 0 : value);
}

function ofNumber(value: number, kind: Kind, at: string): string {
  if (!(Math.abs(value) <= (kind.largest ?? Number.MAX_VALUE)))
    throw refused("out-of-range", kind, at);
  return spelt(value);
}

/** A finite number in the spelling of all bindings: always a fraction or an exponent. */
function spelt(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-5)) {
    return value.toExponential().replace("e+", "e");
  }
  if (!Number.isInteger(value)) return String(value);
  return Object.is(value, -0) ? "-0.0" : `${String(value)}.0`;
}

function refused(rule: string, kind: Kind, at: string): EncodeError {
  return new EncodeError(rule, at, `expected ${kind.expected}`);
}
