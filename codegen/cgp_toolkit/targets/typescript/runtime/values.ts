/** Plain values against the tables: every fault of a message. */

import { ENVELOPES, RECORDS, TYPES } from "./objects.js";
import { token } from "./pointers.js";
import { JsonObject, Spelt, type Json } from "./reader.js";
import type { Kind, Member, Shape } from "./shapes.js";
import { TAG } from "./tables.js";
import { codePoints } from "./texts.js";

/** One fault: the rule, the pointer, and what was expected. */
export interface Found {
  readonly rule: string;
  readonly pointer: string;
  readonly detail: string;
}

const TAG_KIND = "the name of an envelope";

/**
 * Every fault of a message, in the order of the model; of an unknown envelope
 * only its tag is looked at.
 *
 * `strict` adds what stops no reader and shows in no typed value: unknown
 * envelopes and members, nulls, missing members that authors owe and readers
 * have a default for.
 */
export function* faults(
  message: Json,
  strict: boolean,
): Generator<Found, void> {
  if (!(message instanceof JsonObject)) {
    yield {
      rule: "not-an-object",
      pointer: "",
      detail: `expected an object, found ${named(message)}`,
    };
    return;
  }
  const tag = message.members.get(TAG);
  if (tag === undefined) {
    yield {
      rule: "missing-member",
      pointer: token(TAG),
      detail: `expected ${TAG_KIND}`,
    };
  } else if (typeof tag !== "string") {
    yield misfit(tag, TAG_KIND, token(TAG));
  } else {
    const shape = ENVELOPES.get(tag);
    if (shape !== undefined) {
      yield* ofMembers(shape, message, "", strict, TAG);
    } else if (strict) {
      const known = [...ENVELOPES.keys()].join(", ");
      yield {
        rule: "unknown-envelope",
        pointer: token(TAG),
        detail: `expected one of ${known}`,
      };
    }
  }
}

function* ofMembers(
  shape: Shape,
  object: JsonObject,
  pointer: string,
  strict: boolean,
  tag?: string,
): Generator<Found, void> {
  for (const member of shape) {
    const value = object.members.get(member.name);
    if (value === undefined) {
      if (member.required === true) {
        yield lacking("missing-member", member, pointer);
      } else if (strict && member.owed === true) {
        yield lacking("missing-for-author", member, pointer);
      }
    } else if (value === null && member.nullable === true) {
      if (strict) {
        yield lacking(
          "null-written",
          member,
          pointer,
          member.owed === true ? "" : ", or no member",
        );
        if (member.owed === true)
          yield lacking("missing-for-author", member, pointer);
      }
    } else if (member.many !== true) {
      yield* ofValue(member, value, pointer, member.name, strict);
    } else if (Array.isArray(value)) {
      const at = pointer + token(member.name);
      for (const [index, item] of value.entries()) {
        yield* ofValue(member, item, at, index, strict);
      }
    } else {
      yield misfit(value, expected(member), pointer + token(member.name));
    }
  }
  if (strict) yield* unknownMembers(shape, object, pointer, tag);
}

function* unknownMembers(
  shape: Shape,
  object: JsonObject,
  pointer: string,
  tag: string | undefined,
): Generator<Found, void> {
  for (const name of object.members.keys()) {
    if (name === tag || shape.some((member) => member.name === name)) continue;
    const known = shape.map((member) => member.name).join(", ");
    yield {
      rule: "unknown-member",
      pointer: pointer + token(name),
      detail: `expected only ${known === "" ? "the tag" : known}`,
    };
  }
}

function* ofValue(
  member: Member,
  value: Json,
  pointer: string,
  step: string | number,
  strict: boolean,
): Generator<Found, void> {
  const shape = RECORDS.get(member.type);
  if (shape !== undefined && value instanceof JsonObject) {
    yield* ofMembers(shape, value, pointer + token(step), strict);
    return;
  }
  const kind = kindOf(member);
  const rule = broken(kind, value);
  if (rule === "wrong-type") {
    yield misfit(value, kind.expected, pointer + token(step));
  } else if (rule !== undefined) {
    yield {
      rule,
      pointer: pointer + token(step),
      detail: `expected ${kind.expected}`,
    };
  }
}

/** The named type of a member's values. */
export function kindOf(member: Member): Kind {
  const kind = TYPES.get(member.type);
  if (kind === undefined)
    throw new RangeError(`there is no type ${member.type}`);
  return kind;
}

/** The rule that a value without members breaks. */
export function broken(kind: Kind, value: Json): string | undefined {
  switch (kind.json) {
    case "string":
      return typeof value === "string" ? brokenText(kind, value) : "wrong-type";
    case "boolean":
      return typeof value === "boolean" ? undefined : "wrong-type";
    case "integer":
      return typeof value === "bigint" ||
        (typeof value === "number" && Number.isInteger(value))
        ? outOfRange(kind, value)
        : "wrong-type";
    case "number": {
      const number = value instanceof Spelt ? value.value : value;
      return typeof number === "number" || typeof number === "bigint"
        ? outOfRange(kind, number)
        : "wrong-type";
    }
    case "object":
      return "wrong-type";
  }
}

function brokenText(kind: Kind, text: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, values } = kind;
  if (text.length < 2 * minLength && codePoints(text) < minLength)
    return "too-short";
  if (text.length > maxLength && codePoints(text) > maxLength)
    return "too-long";
  return values === undefined || values.includes(text)
    ? undefined
    : "not-in-vocabulary";
}

function outOfRange(kind: Kind, value: number | bigint): string | undefined {
  const { minimum = -Infinity, maximum = Infinity } = kind;
  return value < minimum || value > maximum ? "out-of-range" : undefined;
}

function lacking(
  rule: string,
  member: Member,
  pointer: string,
  alternative = "",
): Found {
  return {
    rule,
    pointer: pointer + token(member.name),
    detail: `expected ${expected(member)}${alternative}`,
  };
}

function misfit(value: Json, wanted: string, pointer: string): Found {
  const rule = value === null ? "null-member" : "wrong-type";
  return { rule, pointer, detail: `expected ${wanted}, found ${named(value)}` };
}

function expected(member: Member): string {
  const { expected: wanted } = kindOf(member);
  return member.many === true ? `an array, each item ${wanted}` : wanted;
}

function named(value: Json): string {
  if (value === null) return "null";
  if (value instanceof JsonObject) return "an object";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "string" || typeof value === "boolean")
    return `a ${typeof value}`;
  if (
    typeof value === "bigint" ||
    (typeof value === "number" && Number.isInteger(value))
  )
    return "an integer";
  return "a number with a fraction or an exponent";
}
