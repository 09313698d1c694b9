/** The tables with their references followed, made when they are first needed. */

import { ENVELOPES, RECORDS, TYPES } from "./objects.js";
import type { Kind, Member, Shape } from "./shapes.js";

/** A member with what is known of its type. */
export interface Slot {
  readonly member: Member;
  readonly kind: Kind;
  /** Its name as it is written, with the colon. */
  readonly head: string;
  /** The members of its values, if these are objects. */
  readonly inner: readonly Slot[] | undefined;
}

const records = /* @__PURE__ */ new Map<string, Slot[]>();
const envelopes = /* @__PURE__ */ new Map<string, Slot[]>();

/** The members of an envelope, in wire order; nothing if there is none of this tag. */
export function slotsOf(tag: string): readonly Slot[] | undefined {
  const known = envelopes.get(tag);
  const shape = known === undefined ? ENVELOPES.get(tag) : undefined;
  if (shape === undefined) return known;
  const slots: Slot[] = [];
  envelopes.set(tag, slots);
  fill(slots, shape);
  return slots;
}

function inside(type: string): readonly Slot[] | undefined {
  const known = records.get(type);
  const shape = known === undefined ? RECORDS.get(type) : undefined;
  if (shape === undefined) return known;
  // Entered before it is filled, for records that contain themselves.
  const slots: Slot[] = [];
  records.set(type, slots);
  fill(slots, shape);
  return slots;
}

function fill(slots: Slot[], shape: Shape): void {
  for (const member of shape) {
    const kind = TYPES.get(member.type);
    if (kind === undefined)
      throw new RangeError(`there is no type ${member.type}`);
    const head = `${JSON.stringify(member.name)}:`;
    slots.push({ member, kind, head, inner: inside(member.type) });
  }
}
