/** The requests that wait for a response, by their ids, and in order where only that tells. */

import type { Id, Method } from "./shapes.js";
import { FAILURE } from "./tables.js";

/** So many messages in a row to which there may be an answer. */
interface Maybe {
  count: number;
}

/**
 * The requests in flight between two parties.
 *
 * A response of JSON-RPC does not say which method it answers: its id does, in
 * this table. A reply without a correlation id does not say which request it
 * answers: its turn does. One table serves both ends of a party.
 */
export class Pending {
  /** Methods by id; a second one for an id in flight waits behind the first. */
  readonly #methods = new Map<Id, Method[]>();
  #turns: (Id | Maybe)[] = [];
  #last = 0;

  /** How many requests wait. */
  get size(): number {
    return [...this.#methods.values()].reduce(
      (sum, { length }) => sum + length,
      0,
    );
  }

  /** An integer that no request in flight has and that was not given out before. */
  nextId(): number {
    do this.#last += 1;
    while (this.#methods.has(this.#last));
    return this.#last;
  }

  /** A request waits; `inTurn` if its envelope has no correlation id. */
  add(id: Id, method: Method, inTurn: boolean): void {
    const waiting = this.#methods.get(id);
    if (waiting === undefined) this.#methods.set(id, [method]);
    else waiting.push(method);
    if (inTurn) this.#turns.push(id);
  }

  /** There was something that a failure may answer, or nothing. */
  addMaybe(): void {
    const last = this.#turns.at(-1);
    if (typeof last === "object") last.count += 1;
    else this.#turns.push({ count: 1 });
  }

  /** The method of the request with this id, if one waits. */
  find(id: Id): Method | undefined {
    return this.#methods.get(id)?.[0];
  }

  /** The method of the request with this id, which waits no more. */
  settle(id: Id): Method | undefined {
    const waiting = this.#methods.get(id);
    const method = waiting?.shift();
    if (waiting?.length === 0) this.#methods.delete(id);
    const turn = method === undefined ? -1 : this.#turns.indexOf(id);
    if (turn >= 0) this.#turns.splice(turn, 1);
    return method;
  }

  /**
   * The id of the request that the envelope `reply` answers in its turn, which
   * waits no more. A failure may answer what was no request; then there is no
   * id either.
   */
  settleTurn(reply: string): Id | undefined {
    for (;;) {
      const [first] = this.#turns;
      if (first === undefined) return undefined;
      if (typeof first !== "object") {
        if (reply !== FAILURE && reply !== this.find(first)?.reply)
          return undefined;
        this.settle(first);
        return first;
      }
      if (reply === FAILURE) {
        first.count -= 1;
        if (first.count === 0) this.#turns.shift();
        return undefined;
      }
      // Nothing has answered these, or it would have come before.
      this.#turns.shift();
    }
  }
}
