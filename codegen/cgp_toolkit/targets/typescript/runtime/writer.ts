/**
 * The canonical form of an envelope: members in wire order, compact, no escapes
 * beyond JSON's own, numbers as every binding of this protocol writes them.
 */

import { EncodeError } from "./errors.js";
import { ENVELOPES } from "./objects.js";
import { token } from "./pointers.js";
import { hasHalfPair } from "./reader.js";
import type { Kind, Member } from "./shapes.js";
import { slotsOf, type Slot } from "./slots.js";
import { TAG, TAG_KEY } from "./tables.js";
import type { Envelope } from "./unions.js";

const LEAST = -(2n ** 63n);
const MOST = 2n ** 64n - 1n;

type Members = Readonly<Record<string, unknown>>;

/** Why a value cannot be written, before it is known where it stands. */
class Unwritable extends Error {
  readonly rule: string;
  readonly expected: string;
  /** The steps to it, the innermost first. */
  readonly steps: (string | number)[] = [];

  constructor(rule: string, expected: string) {
    super(rule);
    this.rule = rule;
    this.expected = expected;
  }
}

/**
 * `envelope` as a text without line end. That its values are such that readers
 * accept them is not checked.
 *
 * @throws EncodeError for what JSON cannot hold, and for what is no envelope.
 */
export function written(envelope: Envelope): string {
  const slots = known(envelope);
  const head = `{${JSON.stringify(TAG)}:${JSON.stringify(envelope[TAG_KEY])}`;
  const text = placed(() => ofMembers(slots, envelope as unknown as Members));
  return text === "" ? `${head}}` : `${head},${text}}`;
}

/**
 * The members of `envelope` but its tag, in wire order: names, and values as
 * they are written.
 *
 * @throws EncodeError for what JSON cannot hold, and for what is no envelope.
 */
export function writtenMembers(envelope: Envelope): [string, string][] {
  const members = envelope as unknown as Members;
  const slots = known(envelope);
  return placed(() =>
    slots.flatMap((slot): [string, string][] => {
      const text = ofSlot(slot, members);
      return text === undefined ? [] : [[slot.member.name, text]];
    }),
  );
}

function known(envelope: Envelope): readonly Slot[] {
  const tag: unknown = envelope[TAG_KEY];
  const slots = typeof tag === "string" ? slotsOf(tag) : undefined;
  if (slots !== undefined) return slots;
  const tags = [...ENVELOPES.keys()].join(", ");
  throw new EncodeError(
    "unknown-envelope",
    token(TAG),
    `expected one of ${tags}`,
  );
}

/** What `write` gives; what it cannot write becomes an error with a pointer. */
function placed<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error;
    const pointer = error.steps.reverse().map(token).join("");
    throw new EncodeError(error.rule, pointer, `expected ${error.expected}`);
  }
}

function ofMembers(slots: readonly Slot[], owner: Members): string {
  let text = "";
  for (const slot of slots) {
    const value = ofSlot(slot, owner);
    if (value === undefined) continue;
    text += text === "" ? slot.head + value : `,${slot.head}${value}`;
  }
  return text;
}

/** A member as it is written; nothing if a writer leaves it out. */
function ofSlot(slot: Slot, owner: Members): string | undefined {
  const { member } = slot;
  const value = owner[member.key] ?? member.default;
  if (value === undefined && member.required !== true) return undefined;
  if (member.skips === true && isDefault(member, value)) return undefined;
  try {
    return member.many === true ? ofList(slot, value) : ofValue(slot, value);
  } catch (error) {
    if (error instanceof Unwritable) error.steps.push(member.name);
    throw error;
  }
}

function isDefault(member: Member, value: unknown): boolean {
  return Array.isArray(member.default)
    ? Array.isArray(value) && value.length === 0
    : value === member.default;
}

function ofList(slot: Slot, value: unknown): string {
  if (!Array.isArray(value)) {
    throw new Unwritable(
      "wrong-type",
      `an array, each item ${slot.kind.expected}`,
    );
  }
  let text = "[";
  let index = 0;
  try {
    for (const item of value as readonly unknown[]) {
      text += index === 0 ? ofValue(slot, item) : `,${ofValue(slot, item)}`;
      index += 1;
    }
  } catch (error) {
    if (error instanceof Unwritable) error.steps.push(index);
    throw error;
  }
  return `${text}]`;
}

function ofValue({ kind, inner }: Slot, value: unknown): string {
  switch (kind.json) {
    case "string":
      if (typeof value === "string") return ofText(value, kind);
      break;
    case "boolean":
      if (typeof value === "boolean") return value ? "true" : "false";
      break;
    case "integer":
      if (
        typeof value === "bigint" ||
        (typeof value === "number" && Number.isInteger(value))
      ) {
        return ofInteger(value, kind);
      }
      break;
    case "number":
      if (typeof value === "number") return ofNumber(value, kind);
      break;
    case "object":
      if (inner !== undefined && typeof value === "object" && value !== null) {
        return `{${ofMembers(inner, value as Members)}}`;
      }
  }
  throw new Unwritable("wrong-type", kind.expected);
}

function ofText(text: string, kind: Kind): string {
  const quoted = JSON.stringify(text);
  // Half of a pair makes an escape, and every escape makes the text longer.
  if (quoted.length > text.length + 2 && hasHalfPair(text)) {
    throw new Unwritable("lone-surrogate", kind.expected);
  }
  return quoted;
}

function ofInteger(value: number | bigint, kind: Kind): string {
  const exact =
    typeof value === "bigint"
      ? value >= LEAST && value <= MOST
      : Number.isSafeInteger(value);
  if (!exact) throw new Unwritable("out-of-range", kind.expected);
  return value === 0 ? "0" : String(value);
}

function ofNumber(value: number, kind: Kind): string {
  if (!(Math.abs(value) <= (kind.largest ?? Number.MAX_VALUE))) {
    throw new Unwritable("out-of-range", kind.expected);
  }
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
