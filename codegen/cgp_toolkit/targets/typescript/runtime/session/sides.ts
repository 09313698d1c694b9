/** The two sides of a session: the one that opens it and asks, and the one that answers. */

import { MAX_LINE_BYTES, REVISION } from "../tables.js";
import type { Envelope } from "../unions.js";
import { overdue } from "./books.js";
import { TimedOut, type Event } from "./events.js";
import type { Lifecycle } from "./lifecycle.js";
import { Party, type SessionOptions } from "./party.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The side that opens the session. */
export abstract class Asking<Sent extends Envelope> extends Party<Sent> {
  #ids = 0;

  constructor(role: string, lifecycle: Lifecycle, options: SessionOptions) {
    const { maxLine = MAX_LINE_BYTES, watching = false } = options;
    super(role, lifecycle, undefined, maxLine, watching);
  }

  /**
   * The bytes to write: `envelope` as a line.
   *
   * `deadline` is when its reply has to be there, on the clock whose time
   * {@link Asking.timeOut} is given.
   *
   * @throws ProtocolViolation if it may not be sent now, EncodeError if it
   * cannot be written.
   */
  override send(
    envelope: Sent,
    options: { readonly deadline?: number } = {},
  ): Uint8Array {
    this.sendNow(envelope, options.deadline);
    return this.dataToSend();
  }

  /** A correlation id that no request in flight has and that was not returned before. */
  nextId(): string {
    for (;;) {
      this.#ids += 1;
      const id = spelt(this.#ids);
      if (!this.books.inFlight.holds(id)) return id;
    }
  }

  /** When {@link Asking.timeOut} has to be called next, if ever. */
  nextDeadline(): number | undefined {
    const deadlines = this.books.inFlight
      .requests()
      .flatMap(({ deadline = [] }) => deadline);
    return deadlines.length === 0
      ? undefined
      : deadlines.reduce((one, other) => Math.min(one, other));
  }

  /** It is `now`: the events of requests that have run out of time. */
  timeOut(now: number): Event[] {
    for (const request of this.books.inFlight.requests()) {
      if (request.deadline === undefined || request.deadline > now) continue;
      const { row } = this.lookUp(
        "meets deadline",
        undefined,
        undefined,
        overdue(request.id),
      );
      this.books.inFlight.giveUp(request);
      this.tell({
        kind: "failed",
        request,
        error: new TimedOut(row.requirement),
      });
      this.go(row, "no reply came in time");
    }
    return [...this.events()];
  }
}

/** The options of the side that is asked. */
export interface AnsweringOptions extends SessionOptions {
  /** The version that it speaks. */
  readonly version?: string;
}

/** The side that is asked. */
export abstract class Answering<Sent extends Envelope> extends Party<Sent> {
  constructor(role: string, lifecycle: Lifecycle, options: AnsweringOptions) {
    const {
      version = REVISION,
      maxLine = MAX_LINE_BYTES,
      watching = false,
    } = options;
    super(role, lifecycle, version, maxLine, watching);
  }
}

/** 1, 2, 3 ... as a, b, ... z, aa, ab ...: letters suit whatever form ids have. */
function spelt(number: number): string {
  let text = "";
  for (
    let left = number;
    left > 0;
    left = Math.floor((left - 1) / LETTERS.length)
  ) {
    text = LETTERS.charAt((left - 1) % LETTERS.length) + text;
  }
  return text;
}
