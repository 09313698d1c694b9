/** What a party knows of its session, and how it judges a message by it. */

import { VersionError } from "../errors.js";
import { MISMATCH_CODE } from "../tables.js";
import type { Envelope } from "../unions.js";
import type { UnknownEnvelope } from "../unknown.js";
import { interoperate, requireFamily } from "../versions.js";
import { VersionRefused } from "./events.js";
import { Dues, InFlight } from "./exchanges.js";
import { textAt, valueAt, type Kind } from "./lifecycle.js";

/** The state of a session beside its name. */
export class Books {
  /** The own version; none for a party that only watches. */
  version: string | undefined;
  /** The version of the opening that came in. */
  theirVersion: string | undefined;
  /** What completed the handshake and declares the capabilities. */
  answer: Envelope | undefined;
  readonly inFlight = new InFlight();
  readonly dues = new Dues();

  constructor(version: string | undefined) {
    this.version = version;
  }

  /**
   * The condition of `question` that holds for an envelope that comes in or,
   * with `sends`, is to leave.
   */
  judge(
    question: string,
    kind: Kind,
    envelope: Envelope,
    sends: boolean,
  ): string {
    const id = idOf(kind, envelope);
    switch (question) {
      case "version":
        return this.#version(
          kind,
          envelope,
          sends ? this.theirVersion : this.version,
        );
      case "failure":
        return textAt(envelope, kind.code) === MISMATCH_CODE
          ? "names-mismatch"
          : "names-another";
      case "request":
        return this.#request(kind, id, sends);
      case "reply":
        if (this.inFlight.isGivenUp(id)) return "late";
        return this.inFlight.find(id, kind.name) === undefined
          ? "unsolicited"
          : "expected";
      case "answer":
        return this.dues.find(id, kind.name) === undefined ? "undue" : "due";
      case "refusal": {
        const due = this.dues.find(id, kind.name);
        if (due === undefined) return "of-nothing";
        return due.first === true ? "of-handshake" : "of-request";
      }
      default:
        throw new RangeError(`no envelope is asked for its ${question}`);
    }
  }

  /** Why the versions do not fit, as an error with a name. */
  mismatch(kind: Kind, envelope: Envelope): VersionError {
    const ours = this.version ?? "";
    if (kind.version === undefined) return new VersionRefused(ours);
    try {
      requireFamily(ours, textAt(envelope, kind.version) ?? "");
    } catch (error) {
      if (error instanceof VersionError) return error;
      throw error;
    }
    throw new RangeError("versions that fit are no mismatch");
  }

  #version(kind: Kind, envelope: Envelope, ours: string | undefined): string {
    const theirs = textAt(envelope, kind.version) ?? "";
    try {
      return interoperate(ours ?? theirs, theirs)
        ? "same-family"
        : "foreign-family";
    } catch {
      return "no-version";
    }
  }

  #request(kind: Kind, id: string | undefined, sends: boolean): string {
    const has = (path: Kind["requires"]): boolean =>
      valueAt(this.answer, path) === true;
    if (kind.requires !== undefined && !has(kind.requires)) return "gated";
    const taken = sends ? this.inFlight.holds(id) : this.dues.owes(id);
    if (id === undefined) return taken ? "out-of-turn" : "allowed";
    if (kind.declares !== undefined && !has(kind.declares))
      return "undeclared-id";
    return taken ? "id-in-flight" : "allowed";
  }
}

/** The correlation id of an envelope, if it has one. */
export function idOf(kind: Kind, envelope: Envelope): string | undefined {
  return textAt(envelope, kind.id);
}

/** Whether an unknown envelope may be a request. */
export function membersOf(envelope: UnknownEnvelope): string {
  return envelope.bare ? "bare" : "with-members";
}

/** Which kind of request has run out of time. */
export function overdue(id: string | undefined): string {
  return id === undefined ? "lock-step" : "correlated";
}
