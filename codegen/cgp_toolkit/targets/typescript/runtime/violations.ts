/** What a check says when something is wrong. */

/** An error breaks a MUST, a warning a SHOULD. */
export type Severity = "error" | "warning";

/** Which message of an exchange is wrong; just one, or one of two. */
export type Party = "message" | "request" | "reply";

/** One thing that is wrong with a message. It never repeats what a message says. */
export interface Violation {
  /** The id of the rule or fault. */
  readonly rule: string;
  /** The requirement that is broken, if one stands behind it. */
  readonly requirement: string | undefined;
  readonly severity: Severity;
  /** The JSON pointer of what is wrong, in the message that `of` tells. */
  readonly pointer: string;
  readonly message: string;
  /** The way out. */
  readonly fix: string;
  readonly of: Party;
}

/** One rule of the protocol. */
export interface Rule {
  readonly id: string;
  readonly requirement: string;
  readonly severity: Severity;
  /** Whether it costs more than reading does, and runs only when asked for. */
  readonly thorough: boolean;
  readonly doc: string;
  readonly fix: string;
}

/** A violation as one line. */
export function describe(violation: Violation): string {
  const { of, pointer, rule, requirement, severity, message } = violation;
  const place = of === "message" ? pointer || "the message" : `${of}${pointer}`;
  const reason = requirement === undefined ? rule : `${rule}, ${requirement}`;
  return `${place}: ${severity}: ${message} [${reason}]`;
}
