/**
 * What can go wrong.
 *
 * Every error names the rule that was broken, the place, and a way out. None
 * repeats a value of the message, but for the family of a foreign version: it
 * is safe to log them and to send their text to a peer.
 */

import {
  FAULTS,
  MISMATCH_CODE,
  REVISION,
  VERSION_REQUIREMENTS,
} from "./tables.js";

/** Families come from peers, and their digits may go on and on. */
const LONGEST = 64;

/** The base of all errors of this package. */
export class WireError extends Error {
  override name = "WireError";
  /** The error code with which a receiver answers; empty if it does not. */
  readonly code: string;
  /** The ids of the requirements that were violated. */
  readonly requirements: readonly string[];

  constructor(message: string, code: string, requirements: readonly string[]) {
    super(message);
    this.code = code;
    this.requirements = requirements;
  }
}

/** What is known of a rule. */
interface Known {
  readonly code: string;
  readonly fix: string;
  readonly requirements?: readonly string[];
  readonly decisions?: readonly string[];
}

/** A message breaks a rule. */
export class MessageError extends WireError {
  override name = "MessageError";
  /** The id of the rule. */
  readonly rule: string;
  /**
   * The JSON pointer (RFC 6901) of the value, or of the member that is missing;
   * empty for the whole message.
   */
  readonly pointer: string;
  /** What was expected. */
  readonly detail: string;
  /** The way out for the author. */
  readonly fix: string;
  /** The decisions behind the rule. */
  readonly decisions: readonly string[];

  constructor(
    rule: string,
    pointer: string,
    detail: string,
    fault: Known | undefined = FAULTS.get(rule),
  ) {
    if (fault === undefined) throw new RangeError(`there is no rule ${rule}`);
    const place = pointer === "" ? rule : `${rule} at ${pointer}`;
    super(`${place}: ${detail}`, fault.code, fault.requirements ?? []);
    this.rule = rule;
    this.pointer = pointer;
    this.detail = detail;
    this.fix = fault.fix;
    this.decisions = fault.decisions ?? [];
  }
}

/**
 * What was read is not a message of this protocol or, from a strict check, one
 * that no author may write.
 */
export class DecodeError extends MessageError {
  override name = "DecodeError";
  /** The correlation id that an answer has to echo, if there is one. */
  readonly id: string | undefined;

  constructor(
    rule: string,
    pointer: string,
    detail: string,
    id?: string,
    fault?: Known,
  ) {
    super(rule, pointer, detail, fault);
    this.id = id;
  }
}

/** A value that cannot be written; nothing was. */
export class EncodeError extends MessageError {
  override name = "EncodeError";
}

/**
 * A text that the version grammar does not allow. It belongs to no family, so
 * it is compatible with none.
 */
export class VersionError extends WireError {
  override name = "VersionError";

  constructor(message = `expected a protocol version such as "${REVISION}"`) {
    super(message, MISMATCH_CODE, VERSION_REQUIREMENTS);
  }
}

/** Two versions of different families. Their speakers have to part. */
export class VersionMismatch extends VersionError {
  override name = "VersionMismatch";
  readonly ours: string;
  readonly theirs: string;

  constructor(ours: string, theirs: string, message = apart(ours, theirs)) {
    super(message);
    this.ours = ours;
    this.theirs = theirs;
  }
}

function apart(ours: string, theirs: string): string {
  const [mine, other] = [ours, theirs].map((family) =>
    family.slice(0, LONGEST),
  );
  return `the family "${other ?? ""}" is not ours, which is "${mine ?? ""}"`;
}
