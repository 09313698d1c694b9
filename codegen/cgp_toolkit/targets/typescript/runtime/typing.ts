/** From plain values to the objects that users get, if there is no fault in them. */

import { JsonObject, Spelt, type Json } from "./reader.js";
import type { Kind } from "./shapes.js";
import { slotsOf, type Slot } from "./slots.js";
import { TAG_KEY } from "./tables.js";
import type { Envelope } from "./unions.js";
import { broken } from "./values.js";

/**
 * The envelope `tag` with the members of `object`; nothing if there is no such
 * envelope, or if readers refuse a value in it.
 */
export function typed(tag: string, object: JsonObject): Envelope | undefined {
  const slots = slotsOf(tag);
  if (slots === undefined) return undefined;
  const made: Record<string, unknown> = { [TAG_KEY]: tag };
  // Its shape is that of the envelope: the tables were made of the types.
  return fill(made, slots, object) ? (made as unknown as Envelope) : undefined;
}

/** Whether all values are such that readers take them. */
function fill(
  made: Record<string, unknown>,
  slots: readonly Slot[],
  object: JsonObject,
): boolean {
  for (const slot of slots) {
    const { member } = slot;
    const value = object.members.get(member.name);
    if (value === undefined || (value === null && member.nullable === true)) {
      if (value === undefined && member.required === true) return false;
      const missing = member.default;
      // Each owner gets a list of its own.
      if (missing !== undefined)
        made[member.key] = Array.isArray(missing) ? [] : missing;
    } else {
      const held = member.many === true ? all(slot, value) : one(slot, value);
      if (held === undefined) return false;
      made[member.key] = held;
    }
  }
  return true;
}

function all(slot: Slot, value: Json): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: unknown[] = [];
  for (const item of value) {
    const held = one(slot, item);
    if (held === undefined) return undefined;
    items.push(held);
  }
  return items;
}

function one({ kind, inner }: Slot, value: Json): unknown {
  if (inner !== undefined) {
    if (!(value instanceof JsonObject)) return undefined;
    const made: Record<string, unknown> = {};
    return fill(made, inner, value) ? made : undefined;
  }
  if (broken(kind, value) !== undefined) return undefined;
  return typeof value === "string" || typeof value === "boolean"
    ? value
    : numeric(kind, value);
}

function numeric(kind: Kind, value: Json): number | bigint {
  const number = value instanceof Spelt ? value.value : value;
  return kind.wide === true ? BigInt(number as number) : Number(number);
}
