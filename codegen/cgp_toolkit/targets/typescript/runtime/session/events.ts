/**
 * What a session tells its user: events about what has come in, and errors that
 * are named after what went wrong.
 */

import { VersionMismatch, WireError } from "../errors.js";
import type { Envelope, Message } from "../unions.js";

/** The base of what can go wrong between messages. */
export class SessionError extends WireError {
  override name = "SessionError";
}

/** A party says what it may not say. */
export class ProtocolViolation extends SessionError {
  override name = "ProtocolViolation";
  /** The party that noticed: of its own mistake before anything left, or of the other one's. */
  readonly role: string;
  /** Where it stood. */
  readonly state: string;
  /** What it sent, received or met. */
  readonly event: string;
  /** What made that wrong, if it depends. */
  readonly condition: string | undefined;
  /** The rule in a sentence. */
  readonly rule: string;

  constructor(
    role: string,
    state: string,
    event: string,
    condition: string | undefined,
    requirement: string,
    rule: string,
  ) {
    const where = condition === undefined ? state : `${state}, ${condition}`;
    super(`the ${role} ${event} (${where}): ${rule} [${requirement}]`, "", [
      requirement,
    ]);
    this.role = role;
    this.state = state;
    this.event = event;
    this.condition = condition;
    this.rule = rule;
  }
}

/** The other party answered the handshake with a failure. */
export class HandshakeRefused extends SessionError {
  override name = "HandshakeRefused";
  /** The failure. */
  readonly refusal: Envelope;

  constructor(refusal: Envelope, code: string, requirement: string) {
    const reason = code === "" ? "" : `, with the code "${code}"`;
    super(`the handshake was refused${reason}`, code, [requirement]);
    this.refusal = refusal;
  }
}

/**
 * The other party says that our version is not of its family; which one that
 * is, it does not say.
 */
export class VersionRefused extends VersionMismatch {
  override name = "VersionRefused";

  constructor(ours: string) {
    super(ours, "", `the other party does not speak the family of "${ours}"`);
  }
}

/** No reply came before the deadline. */
export class TimedOut extends SessionError {
  override name = "TimedOut";

  constructor(requirement: string) {
    super("no reply came before the deadline", "", [requirement]);
  }
}

/** The session ended while a request was waiting. */
export class SessionClosed extends SessionError {
  override name = "SessionClosed";
  /** How it ended. */
  readonly reason: string;

  constructor(reason: string, requirement: string) {
    super(`the session is over: ${reason}`, "", [requirement]);
    this.reason = reason;
  }
}

/** A request. */
export interface Request {
  readonly envelope: Envelope;
  /** Its correlation id, if it has one. */
  readonly id: string | undefined;
  /** By when the reply has to be there, if ever. */
  readonly deadline: number | undefined;
}

/** The other party waits for a reply; it gets exactly one. */
export interface Requested {
  readonly kind: "requested";
  readonly request: Request;
}

/** An envelope that no reply is due to. */
export interface Notified {
  readonly kind: "notified";
  readonly envelope: Envelope;
}

/** A request has its reply, or the failure in its place. */
export interface Replied {
  readonly kind: "replied";
  readonly request: Request;
  readonly reply: Envelope;
}

/** A request will have no reply: the handshake failed, time ran out, or the session is over. */
export interface Failed {
  readonly kind: "failed";
  readonly request: Request;
  readonly error: WireError;
}

/** The other party made a mistake, named by `error`; the session goes on. */
export interface Rejected {
  readonly kind: "rejected";
  /** What came in; nothing for a line that is no message. */
  readonly message: Message | undefined;
  readonly error: WireError;
  /** The error code with which it is answered; empty if it is not. */
  readonly code: string;
}

/** A message, or a line that was none, is ignored and counted under `reason`. */
export interface Dropped {
  readonly kind: "dropped";
  readonly message: Message | undefined;
  readonly reason: string;
}

/** The session is over; nothing more will be accepted. */
export interface Closed {
  readonly kind: "closed";
  readonly reason: string;
}

/** What a session tells of what has come in, in the order in which it came. */
export type Event =
  Requested | Notified | Replied | Failed | Rejected | Dropped | Closed;
