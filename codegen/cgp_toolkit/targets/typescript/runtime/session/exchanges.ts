/** Who waits for whom: the requests that are in flight, and the replies that are owed. */

import type { Envelope } from "../unions.js";
import type { Request } from "./events.js";

type Id = string | undefined;

interface Waiting {
  readonly request: Request;
  /** The names of the envelopes that can answer it. */
  readonly replies: ReadonlySet<string>;
}

/**
 * Requests that wait for a reply: at most one without an id, and any number
 * with one.
 *
 * An id that was given up stays taken until its reply has come: a late reply
 * must not answer a later request.
 */
export class InFlight {
  readonly #waiting = new Map<Id, Waiting>();
  readonly #givenUp = new Set<string>();

  /** Whether a reply with this id, or without one, may still come. */
  holds(id: Id): boolean {
    return this.#waiting.has(id) || this.isGivenUp(id);
  }

  /** Whether the request with this id was given up. */
  isGivenUp(id: Id): boolean {
    return id !== undefined && this.#givenUp.has(id);
  }

  /** The request that the envelope `reply` with this id answers. */
  find(id: Id, reply: string): Request | undefined {
    const waiting = this.#waiting.get(id);
    return waiting?.replies.has(reply) === true ? waiting.request : undefined;
  }

  /** `request` has left. */
  add(request: Request, replies: ReadonlySet<string>): void {
    this.#waiting.set(request.id, { request, replies });
  }

  /** The reply to `request` is there, or none will come. */
  settle(request: Request): void {
    this.#waiting.delete(request.id);
  }

  /** Wait no longer; of a request with an id, a late reply will be known. */
  giveUp(request: Request): void {
    this.settle(request);
    if (request.id !== undefined) this.#givenUp.add(request.id);
  }

  /** The reply to a request that was given up is there after all. */
  arrivedLate(id: Id): void {
    if (id !== undefined) this.#givenUp.delete(id);
  }

  /** The session is over: no reply will count any more. */
  clear(): void {
    this.#waiting.clear();
    this.#givenUp.clear();
  }

  /** The requests that wait, those with an id first. */
  requests(): Request[] {
    const all = [...this.#waiting.values()].map(({ request }) => request);
    return [
      ...all.filter(({ id }) => id !== undefined),
      ...all.filter(({ id }) => id === undefined),
    ];
  }
}

/** A reply that is owed. */
export interface Due {
  readonly replies: ReadonlySet<string>;
  /** The request, if the user of the session was told of one. */
  readonly request?: Request;
  /** The answer, if the session gives it on its own. */
  readonly ready?: Envelope;
  /** Whether it may stay away. */
  readonly optional?: boolean;
  /** Whether nothing else leaves before it. */
  readonly first?: boolean;
}

/**
 * Replies that are owed, in the order of the requests for each id, and for all
 * requests without one.
 *
 * The order is what ties a reply without an id to its request; so an answer
 * that is ready waits for its turn.
 */
export class Dues {
  readonly #queues = new Map<Id, Due[]>();
  #leaving: Due | undefined;

  /** Whether a reply with this id, or without one, is owed. */
  owes(id: Id): boolean {
    return this.#queues.has(id);
  }

  /** The due that the envelope `reply` with this id would settle. */
  find(id: Id, reply: string): Due | undefined {
    for (const due of this.#queues.get(id) ?? []) {
      if (
        due.replies.has(reply) &&
        (due.ready === undefined || due === this.#leaving)
      )
        return due;
      if (due.optional !== true) return undefined;
    }
    return undefined;
  }

  /** One more reply is owed. */
  add(id: Id, due: Due): void {
    const queue = this.#queues.get(id);
    if (queue === undefined) this.#queues.set(id, [due]);
    else queue.push(due);
  }

  /** `due`, and whatever optional was before it, is owed no more. */
  settle(id: Id, due: Due): void {
    const queue = this.#queues.get(id) ?? [];
    queue.splice(0, queue.indexOf(due) + 1);
    if (queue.length === 0) this.#queues.delete(id);
  }

  /** An answer that is ready and whose turn it is; it has to leave now. */
  nextReady(): Envelope | undefined {
    const inTurn = this.#queues.get(undefined)?.[0];
    const heads =
      inTurn?.first === true
        ? [inTurn]
        : [...this.#queues.values()].map(([head]) => head);
    this.#leaving = heads.find((due) => due?.ready !== undefined);
    return this.#leaving?.ready;
  }

  /** The session is over: no answer will leave any more. */
  withdraw(): void {
    for (const [id, queue] of [...this.#queues]) {
      const kept = queue.filter((due) => due.ready === undefined);
      if (kept.length > 0) this.#queues.set(id, kept);
      else this.#queues.delete(id);
    }
  }

  /** The requests whose replies are owed by the user of the session. */
  requests(): Request[] {
    return [...this.#queues.values()]
      .flat()
      .flatMap(({ request }) => (request === undefined ? [] : [request]));
  }
}
