/**
 * What the sessions of all roles have in common: what becomes of an event is
 * looked up in the table, and done.
 *
 * Nothing here waits, reads a clock or touches a stream, and nothing here is
 * about one protocol.
 */

import { DecodeError, type WireError } from "../errors.js";
import { MISMATCH_CODE, TAG_KEY } from "../tables.js";
import type { Envelope, Message } from "../unions.js";
import { UnknownEnvelope } from "../unknown.js";
import { written } from "../writer.js";
import { Books, idOf, membersOf } from "./books.js";
import {
  HandshakeRefused,
  ProtocolViolation,
  SessionClosed,
  type Request,
} from "./events.js";
import { Inlet, type Item } from "./inlet.js";
import { textAt, type Kind, type Lifecycle, type Row } from "./lifecycle.js";

/** The limits of a session, and whether it only looks on. */
export interface SessionOptions {
  /** The most bytes of a message. */
  readonly maxLine?: number;
  /**
   * Whether a recorded session is looked at: nothing is answered on its own,
   * and what a party may leave unanswered may stay so.
   */
  readonly watching?: boolean;
}

interface Step {
  readonly row: Row;
  readonly condition: string | undefined;
}

/** What is wrong with something that came in, and what it was. */
interface Mistake {
  readonly reason: string;
  readonly message: Message | undefined;
  readonly id: string | undefined;
  readonly error: WireError;
  /** The code of the answer where the table names none. */
  readonly code: string;
  readonly kind?: Kind;
  readonly first?: boolean;
}

/** One side of a session. When `send` throws, everything is as it was before. */
export abstract class Party<Sent extends Envelope> extends Inlet {
  /** The role of this side. */
  readonly role: string;
  /** Where it stands. */
  state: string;
  /** What was ignored, counted by reason. */
  readonly dropped = new Map<string, number>();
  /** @internal */
  readonly books: Books;
  /** @internal */
  readonly lifecycle: Lifecycle;
  readonly #watching: boolean;

  constructor(
    role: string,
    lifecycle: Lifecycle,
    version: string | undefined,
    maxLine: number,
    watching: boolean,
  ) {
    super(maxLine);
    this.role = role;
    this.lifecycle = lifecycle;
    this.state = lifecycle.protocol.initial;
    this.books = new Books(watching ? undefined : version);
    this.#watching = watching;
  }

  /**
   * The bytes to write: `envelope` as a line, before and after it what the
   * session answers on its own.
   *
   * @throws ProtocolViolation if it may not be sent now, EncodeError if it
   * cannot be written.
   */
  send(envelope: Sent): Uint8Array {
    this.sendNow(envelope, undefined);
    return this.dataToSend();
  }

  /** The requests that wait for a reply, of both parties. */
  inFlight(): Request[] {
    return this.isClosed
      ? []
      : [...this.books.inFlight.requests(), ...this.books.dues.requests()];
  }

  /** Whether the session is over. */
  get isClosed(): boolean {
    return this.lifecycle.protocol.final.includes(this.state);
  }

  /**
   * The party that is watched has sent `envelope`; what was wrong with that, if
   * anything was.
   */
  seenSending(envelope: Envelope): ProtocolViolation | undefined {
    try {
      this.#leave(envelope, undefined);
    } catch (error) {
      if (error instanceof ProtocolViolation) return error;
      throw error;
    }
    return undefined;
  }

  /** `envelope` first, then what the session answers on its own and whose turn has come with it. */
  protected sendNow(envelope: Envelope, deadline: number | undefined): void {
    this.#sendOne(envelope, deadline);
    this.#sendReady();
  }

  #sendOne(envelope: Envelope, deadline: number | undefined): void {
    const line = written(envelope);
    if (this.#leave(envelope, deadline)) this.put(line);
  }

  #sendReady(): void {
    for (;;) {
      const ready = this.books.dues.nextReady();
      if (ready === undefined) return;
      this.#sendOne(ready, undefined);
    }
  }

  /** `envelope` leaves, or is dropped (false). */
  #leave(envelope: Envelope, deadline: number | undefined): boolean {
    const { books, lifecycle } = this;
    const kind = lifecycle.kind(envelope[TAG_KEY]);
    const id = idOf(kind, envelope);
    const event = `sends ${kind.name}`;
    if (kind.sender !== this.role) {
      const misdirected = this.lookUp("meets misdirected");
      throw this.#violation(event, misdirected);
    }
    const step = this.lookUp(event, kind, envelope);
    const { row, condition } = step;
    if (row.outcome === "breach") throw this.#violation(event, step);
    const due = books.dues.find(id, kind.name);
    if (due !== undefined) books.dues.settle(id, due);
    if (row.outcome === "drop") {
      this.#count(condition ?? kind.name);
      return false;
    }
    if (kind.reply !== undefined) {
      books.inFlight.add({ envelope, id, deadline }, lifecycle.replies(kind));
    }
    if (
      kind.name === lifecycle.protocol.opening &&
      kind.version !== undefined
    ) {
      books.version = textAt(envelope, kind.version);
    } else if (kind.name === lifecycle.protocol.answer) {
      books.answer = envelope;
    }
    this.go(row, `${kind.name} was sent`);
    return true;
  }

  protected override take(item: Item): void {
    if (item === "end") {
      this.go(this.lookUp("meets end-of-input").row, "the input ended");
    } else if (item instanceof DecodeError) {
      const { row } = this.lookUp("meets malformed-line");
      const { id, code } = item;
      this.#reject(row, {
        reason: "malformed-line",
        message: undefined,
        id,
        error: item,
        code,
      });
      this.go(row, "a line was malformed");
    } else if (item instanceof UnknownEnvelope) {
      const event = "meets unknown-envelope";
      const step = this.lookUp(event, undefined, undefined, membersOf(item));
      const error = this.#violation(event, step);
      const { id } = item;
      this.#reject(step.row, {
        reason: "unknown-envelope",
        message: item,
        id,
        error,
        code: "",
      });
      this.go(step.row, "an unknown envelope was received");
    } else {
      this.#receive(this.lifecycle.kind(item[TAG_KEY]), item);
    }
    this.#sendReady();
  }

  #receive(kind: Kind, envelope: Envelope): void {
    const { books, lifecycle } = this;
    const { initial, opening } = lifecycle.protocol;
    const id = idOf(kind, envelope);
    const event = `receives ${kind.name}`;
    const step =
      kind.sender === this.role
        ? this.lookUp("meets misdirected")
        : this.lookUp(event, kind, envelope);
    const { row, condition } = step;
    const first = kind.name === opening && this.state === initial;
    if (first && kind.version !== undefined)
      books.theirVersion = textAt(envelope, kind.version);
    if (
      row.outcome === "answer" ||
      row.outcome === "breach" ||
      row.outcome === "drop"
    ) {
      if (condition === "late") books.inFlight.arrivedLate(id);
      const error =
        first && condition !== undefined
          ? books.mismatch(kind, envelope)
          : this.#violation(event, step);
      const reason = condition ?? kind.name;
      this.#reject(row, {
        reason,
        message: envelope,
        id,
        error,
        code: MISMATCH_CODE,
        kind,
        first,
      });
    } else if (kind.reply !== undefined) {
      const request: Request = { envelope, id, deadline: undefined };
      books.dues.add(id, { replies: lifecycle.replies(kind), request, first });
      this.tell({ kind: "requested", request });
    } else {
      this.#settle(kind, envelope, row);
    }
    this.go(row, `${kind.name} was received`);
  }

  /** An envelope that counts and asks for nothing. */
  #settle(kind: Kind, envelope: Envelope, row: Row): void {
    const { books, lifecycle } = this;
    // Until the handshake is complete, only its answer can come.
    const id = books.answer === undefined ? undefined : idOf(kind, envelope);
    const request = books.inFlight.find(id, kind.name);
    if (request === undefined) {
      if (kind.name !== lifecycle.protocol.closing)
        this.tell({ kind: "notified", envelope });
      return;
    }
    books.inFlight.settle(request);
    if (row.outcome === "accept") {
      if (kind.name === lifecycle.protocol.answer) books.answer = envelope;
      this.tell({ kind: "replied", request, reply: envelope });
    } else if (row.outcome === "mismatch") {
      this.tell({
        kind: "failed",
        request,
        error: books.mismatch(kind, envelope),
      });
    } else {
      const code = textAt(envelope, kind.code) ?? "";
      const error = new HandshakeRefused(envelope, code, row.requirement);
      this.tell({ kind: "failed", request, error });
    }
  }

  /** What does not count: it is dropped, reported, or answered. */
  #reject(row: Row, mistake: Mistake): void {
    const { reason, message, id, error, kind, first = false } = mistake;
    if (row.outcome === "drop") {
      this.#count(reason);
      this.tell({ kind: "dropped", message, reason });
      return;
    }
    if (row.outcome === "breach") {
      this.tell({ kind: "rejected", message, error, code: "" });
      return;
    }
    const code = row.code ?? mistake.code;
    this.tell({ kind: "rejected", message, error, code });
    const replies = this.lifecycle.replies(this.#watching ? kind : undefined);
    if (this.#watching) {
      this.books.dues.add(id, { replies, optional: true, first });
    } else {
      const text = error instanceof DecodeError ? error.message : row.rule;
      const ready = this.lifecycle.protocol.fail(text, code, id);
      this.books.dues.add(id, { replies, ready, first });
    }
  }

  /** What the table says, and under which condition. */
  protected lookUp(
    event: string,
    kind?: Kind,
    envelope?: Envelope,
    given?: string,
  ): Step {
    const question = this.lifecycle.question(this.role, this.state, event);
    let condition = question === undefined ? undefined : given;
    if (
      question !== undefined &&
      kind !== undefined &&
      envelope !== undefined
    ) {
      condition = this.books.judge(
        question,
        kind,
        envelope,
        event.startsWith("sends"),
      );
    }
    return {
      row: this.lifecycle.row(this.role, this.state, event, condition),
      condition,
    };
  }

  #violation(event: string, { row, condition }: Step): ProtocolViolation {
    return new ProtocolViolation(
      this.role,
      this.state,
      event,
      condition,
      row.requirement,
      row.rule,
    );
  }

  #count(reason: string): void {
    this.dropped.set(reason, (this.dropped.get(reason) ?? 0) + 1);
  }

  /** Moves to the next state; at the end, whatever waits fails. */
  protected go(row: Row, how: string): void {
    const was = this.state;
    this.state = row.to;
    if (row.to === was || !this.isClosed) return;
    const { inFlight, dues } = this.books;
    const waiting = [...inFlight.requests(), ...dues.requests()];
    inFlight.clear();
    dues.withdraw();
    for (const request of waiting) {
      this.tell({
        kind: "failed",
        request,
        error: new SessionClosed(how, row.requirement),
      });
    }
    this.tell({ kind: "closed", reason: how });
  }
}
