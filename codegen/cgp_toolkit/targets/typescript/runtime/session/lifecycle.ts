/** What stands in the table of a session, and what is known of each envelope. */

import type { Envelope } from "../unions.js";

/**
 * What becomes of an event.
 *
 * `accept`: it counts. `answer`: the other party's mistake, answered with the
 * failure and a code. `drop`: it is ignored and counted. `breach`: a mistake
 * that is reported; one of one's own never leaves. `mismatch`: the session
 * failed to open, because the versions do not fit. `refusal`: it failed to
 * open, because the other party said so.
 */
export type Outcome =
  "accept" | "answer" | "drop" | "breach" | "mismatch" | "refusal";

/** One row of the table. */
export interface Row {
  readonly role: string;
  readonly state: string;
  /** `sends`, `receives` or `meets`, and of what. */
  readonly event: string;
  /** What has to hold, if the row depends on anything. */
  readonly condition?: string;
  /** The state afterwards. */
  readonly to: string;
  readonly outcome: Outcome;
  readonly requirement: string;
  /** The rule in words. */
  readonly rule: string;
  /**
   * The error code of an answer; without one that of the malformed line, or of
   * the version mismatch.
   */
  readonly code?: string;
}

/** The properties that lead to a value in an envelope. */
export type Path = readonly string[];

/** What a session knows of one envelope. */
export interface Kind {
  readonly name: string;
  readonly sender: string;
  /** The envelope that answers it. */
  readonly reply?: string;
  /** Where its correlation id stands. */
  readonly id?: Path;
  /** Where its version stands. */
  readonly version?: Path;
  /** Where its error code stands. */
  readonly code?: Path;
  /** The capability of the answer without which it carries no id. */
  readonly declares?: Path;
  /** The capability of the answer without which it is not sent. */
  readonly requires?: Path;
}

/** A protocol, as far as sessions go. */
export interface Protocol {
  readonly rows: readonly Row[];
  /** The question that each condition answers. */
  readonly questions: ReadonlyMap<string, string>;
  readonly kinds: readonly Kind[];
  readonly initial: string;
  readonly final: readonly string[];
  readonly opening: string;
  readonly answer: string;
  readonly failure: string;
  readonly closing: string;
  /** Makes a failure of words, code and id. */
  readonly fail: (
    text: string,
    code: string,
    id: string | undefined,
  ) => Envelope;
}

/** What stands at `path` in `owner`; nothing where there is no path. */
export function valueAt(
  owner: Envelope | undefined,
  path: Path | undefined,
): unknown {
  if (path === undefined) return undefined;
  let value: unknown = owner;
  for (const name of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** The same, if it is a text. */
export function textAt(
  owner: Envelope | undefined,
  path: Path | undefined,
): string | undefined {
  const value = valueAt(owner, path);
  return typeof value === "string" ? value : undefined;
}

/** The table of a protocol, to be looked up. */
export class Lifecycle {
  readonly protocol: Protocol;
  readonly #rows = new Map<string, Row>();
  readonly #asked = new Map<string, string>();
  readonly #kinds: ReadonlyMap<string, Kind>;

  constructor(protocol: Protocol) {
    this.protocol = protocol;
    this.#kinds = new Map(protocol.kinds.map((kind) => [kind.name, kind]));
    for (const row of protocol.rows) {
      const { role, state, event, condition } = row;
      this.#rows.set(placed(role, state, event, condition), row);
      const question =
        condition === undefined ? undefined : protocol.questions.get(condition);
      if (question !== undefined)
        this.#asked.set(placed(role, state, event), question);
    }
  }

  /** What is known of an envelope. */
  kind(tag: string): Kind {
    const kind = this.#kinds.get(tag);
    if (kind === undefined)
      throw new TypeError("this is no message of this revision");
    return kind;
  }

  /** The question that the table asks about an event, if it depends on anything. */
  question(role: string, state: string, event: string): string | undefined {
    return this.#asked.get(placed(role, state, event));
  }

  /** What the table says. */
  row(
    role: string,
    state: string,
    event: string,
    condition: string | undefined,
  ): Row {
    const row = this.#rows.get(placed(role, state, event, condition));
    if (row === undefined)
      throw new RangeError(`the table has no row for ${event} in ${state}`);
    return row;
  }

  /** The envelopes that can answer a request. */
  replies(kind: Kind | undefined): ReadonlySet<string> {
    const { failure } = this.protocol;
    return new Set(
      kind?.reply === undefined ? [failure] : [kind.reply, failure],
    );
  }
}

function placed(
  role: string,
  state: string,
  event: string,
  condition = "",
): string {
  return `${role}\n${state}\n${event}\n${condition}`;
}
