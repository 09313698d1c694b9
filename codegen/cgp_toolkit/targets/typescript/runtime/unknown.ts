/** Messages that this revision of the protocol does not know. */

import { TAG_KEY } from "./tables.js";

/** A message whose tag this revision does not list. */
export class UnknownEnvelope {
  /** Never there, which tells it from every envelope of this revision. */
  readonly [TAG_KEY] = undefined;
  /** The tag. */
  readonly tag: string;
  /** The correlation id, if the message has one that is a non-empty string. */
  readonly id: string | undefined;
  /** Whether it has no member beside its tag. */
  readonly bare: boolean;
  /** The message as it came, without white space around it. */
  readonly raw: Uint8Array;

  constructor(
    tag: string,
    id: string | undefined,
    bare: boolean,
    raw: Uint8Array,
  ) {
    this.tag = tag;
    this.id = id;
    this.bare = bare;
    this.raw = raw;
  }
}
