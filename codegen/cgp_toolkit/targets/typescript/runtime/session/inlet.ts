/**
 * How a session is driven: what comes in waits in line, what goes out is
 * collected, and nothing is done by itself.
 */

import { DecodeError } from "../errors.js";
import { LineBuffer } from "../framing.js";
import { outcome } from "../ndjson.js";
import type { Message } from "../unions.js";
import type { Event } from "./events.js";

/** What has come in: a message, why a line is none, or the end. */
export type Item = Message | DecodeError | "end";

const BYTES = /* @__PURE__ */ new TextEncoder();

/** Bytes or messages in, events and bytes out, in the order in which they came. */
export abstract class Inlet {
  readonly #maxLine: number;
  readonly #lines: LineBuffer;
  #inbox: (Item | Uint8Array)[] = [];
  #told: Event[] = [];
  #out = "";

  constructor(maxLine: number) {
    this.#maxLine = maxLine;
    this.#lines = new LineBuffer(maxLine);
  }

  /** Bytes have come in: the events of all lines that are complete now. */
  receiveData(data: Uint8Array): Event[] {
    this.feed(data);
    return [...this.events()];
  }

  /** A message that was read elsewhere has come in, or a line that was none. */
  receive(message: Message | DecodeError): Event[] {
    this.#inbox.push(message);
    return [...this.events()];
  }

  /** The input has ended; a last line without line end still counts. */
  receiveEnd(): Event[] {
    this.feedEnd();
    return [...this.events()];
  }

  /** Bytes have come in; {@link Inlet.events} looks at them. */
  feed(data: Uint8Array): void {
    this.#inbox.push(...this.#lines.feed(data));
  }

  /** The input has ended; {@link Inlet.events} looks at that. */
  feedEnd(): void {
    this.#inbox.push(...this.#lines.close(), "end");
  }

  /**
   * The events of what was fed, and of what was sent.
   *
   * A line is looked at when its turn comes. So a reply that is sent while the
   * events are gone through counts before the next line does, however the input
   * was chopped.
   */
  *events(): Generator<Event, void> {
    for (;;) {
      for (
        let event = this.#told.shift();
        event !== undefined;
        event = this.#told.shift()
      ) {
        yield event;
      }
      const item = this.#inbox.shift();
      if (item === undefined) return;
      this.take(
        item instanceof Uint8Array
          ? outcome(item, { maxLine: this.#maxLine })
          : item,
      );
    }
  }

  /** The bytes to write since the last call: what the session answers on its own. */
  dataToSend(): Uint8Array {
    const data = BYTES.encode(this.#out);
    this.#out = "";
    return data;
  }

  /** Says what has happened. */
  protected tell(event: Event): void {
    this.#told.push(event);
  }

  /** Puts a line into what is to be written. */
  protected put(line: string): void {
    this.#out += `${line}\n`;
  }

  /** Judges one thing that has come in. */
  protected abstract take(item: Item): void;
}
