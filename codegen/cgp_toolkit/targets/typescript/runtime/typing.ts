/** From plain values that have no fault to the objects that users get. */

import { ENVELOPES, RECORDS, TYPES } from "./objects.js";
import { JsonObject, Spelt, type Json } from "./reader.js";
import type { Member, Shape } from "./shapes.js";
import { TAG_KEY } from "./tables.js";
import type { Envelope } from "./unions.js";

/** The envelope `tag` with the members of `object`, in which there is no fault. */
export function typed(tag: string, object: JsonObject): Envelope {
  const made = { [TAG_KEY]: tag, ...members(ENVELOPES.get(tag) ?? [], object) };
  // Its shape is that of the envelope, and the tables were made of the types.
  return made as unknown as Envelope;
}

function members(shape: Shape, object: JsonObject): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const member of shape) {
    const value = object.members.get(member.name);
    if (value === undefined || value === null) {
      if (member.default !== undefined)
        made[member.key] = fresh(member.default);
    } else {
      made[member.key] = Array.isArray(value)
        ? value.map((item) => one(member, item))
        : one(member, value);
    }
  }
  return made;
}

/** A default; each owner gets a list of its own. */
function fresh(value: unknown): unknown {
  return Array.isArray(value) ? [] : value;
}

function one(member: Member, value: Json): unknown {
  if (value instanceof JsonObject)
    return members(RECORDS.get(member.type) ?? [], value);
  if (typeof value === "string" || typeof value === "boolean") return value;
  const number = value instanceof Spelt ? value.value : value;
  return TYPES.get(member.type)?.wide === true
    ? BigInt(number as number)
    : Number(number);
}
