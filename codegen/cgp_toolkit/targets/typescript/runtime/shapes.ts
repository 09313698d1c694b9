/**
 * What the tables are made of: what a value, a member and an object look like
 * to a reader and to a writer.
 */

/** The JSON kinds that a model's types have. */
export type JsonKind = "string" | "boolean" | "integer" | "number" | "object";

/** One named type as readers enforce it. Lengths count code points. */
export interface Kind {
  readonly json: JsonKind;
  /** What an error says after "expected". */
  readonly expected: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  /** The largest magnitude that fits the width of a floating-point number. */
  readonly largest?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** All that a closed vocabulary lists. */
  readonly values?: readonly string[];
  /** Whether integers are held as `bigint`, since a `number` is too narrow. */
  readonly wide?: boolean;
}

/** What a missing member reads as. */
export type Default = string | number | bigint | boolean | readonly never[];

/** One member of an object. */
export interface Member {
  /** The name on the wire. */
  readonly name: string;
  /** The name of the property; another one only where every object has one. */
  readonly key: string;
  /** The name of the value's type, or of each item's. */
  readonly type: string;
  readonly many?: boolean;
  /** Whether readers demand it. */
  readonly required?: boolean;
  /** Whether readers take `null` for absent. */
  readonly nullable?: boolean;
  /** Whether authors owe it, though readers have a default. */
  readonly owed?: boolean;
  readonly default?: Default;
  /** Whether a writer leaves it out when it has its default. */
  readonly skips?: boolean;
}

/** The members of a record or envelope, in wire order, without the tag. */
export type Shape = readonly Member[];

/** A rule that a message can break. */
export interface Fault {
  /** The error code with which a receiver answers. */
  readonly code: string;
  /** Whether it stops no reader. */
  readonly author: boolean;
  readonly fix: string;
  readonly requirements: readonly string[];
  readonly decisions: readonly string[];
}
