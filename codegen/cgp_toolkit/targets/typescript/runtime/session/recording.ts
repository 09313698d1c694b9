/** Looking on at a recorded session. */

import { DecodeError } from "../errors.js";
import { TAG_KEY } from "../tables.js";
import type { Envelope, Message } from "../unions.js";
import { UnknownEnvelope } from "../unknown.js";
import type { ProtocolViolation, Replied, Request } from "./events.js";
import type { Party } from "./party.js";

/** What an onlooker sees of one side. */
type Side = Party<never>;

/**
 * Goes through the messages of a recorded session, both parties' tables at
 * hand.
 *
 * The type of an envelope tells who sent it. An envelope that no table knows,
 * and a line that is none, might be of either; an answer to them may come or
 * not.
 */
export class Recording<Answer extends Envelope> {
  readonly #sides: readonly Side[];
  /** The exchange that the last message completed, if it did. */
  replied: Replied | undefined;
  /** The answer to the handshake, once it has been seen. */
  answer: Answer | undefined;

  /** `sides` are sessions that only watch. */
  constructor(sides: readonly Side[]) {
    this.#sides = sides;
  }

  /** The role that sent `message`, if its type tells. */
  sender(message: Message | DecodeError): string | undefined {
    if (message instanceof DecodeError || message instanceof UnknownEnvelope)
      return undefined;
    return this.#sides[0]?.lifecycle.kind(message[TAG_KEY]).sender;
  }

  /** What is wrong with the next message, from the point of view of whoever sent it. */
  see(
    message: Message | DecodeError,
  ): ProtocolViolation | DecodeError | undefined {
    const sender = this.sender(message);
    let found: ProtocolViolation | DecodeError | undefined;
    if (message instanceof DecodeError) {
      found = message;
    } else if (!(message instanceof UnknownEnvelope)) {
      found = this.#sides
        .find(({ role }) => role === sender)
        ?.seenSending(message);
    }
    this.replied = undefined;
    for (const side of this.#sides) {
      if (side.role !== sender) {
        for (const event of side.receive(message)) {
          if (event.kind === "replied") this.replied = event;
        }
      }
      this.answer ??= side.books.answer as Answer | undefined;
    }
    return found;
  }

  /** Where each party stands, by role. */
  states(): Map<string, string> {
    return new Map(this.#sides.map(({ role, state }) => [role, state]));
  }

  /** The requests that have not been answered. */
  waiting(): Request[] {
    return this.#sides.flatMap((side) => side.books.dues.requests());
  }
}
