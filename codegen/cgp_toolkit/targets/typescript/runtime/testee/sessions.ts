/** Sessions, step by step: what a testee says of the sessions among vectors. */

import { DecodeError, VersionError } from "../errors.js";
import { decode, outcome, stringify, UnknownEnvelope } from "../ndjson.js";
import {
  HandshakeRefused,
  PARTIES,
  ProtocolViolation,
  recording,
  type Event,
} from "../session.js";
import { Asking } from "../session/sides.js";

export interface Step {
  readonly does: string;
  readonly line: Uint8Array;
}

type Answer = Record<string, unknown>;
type Party = NonNullable<
  ReturnType<NonNullable<ReturnType<typeof PARTIES.get>>>
>;

// Requests are sent at no particular time, and all of them run out of it together.
const DEADLINE = 1;
const LATER = 2;

/** What becomes of each step of `role`; nothing if there is no such role. */
export function take(
  role: string,
  steps: readonly Step[],
): Answer[] | undefined {
  const party = PARTIES.get(role)?.();
  return party === undefined
    ? undefined
    : steps.map((step) => taken(party, step));
}

/** What an onlooker finds wrong with each message of a recording. */
export function see(steps: readonly Step[]): Answer[] {
  const onlooker = recording();
  return steps.map(({ line }) => {
    const found = onlooker.see(outcome(line));
    if (found === undefined) return { outcome: "accept" };
    if (found instanceof DecodeError) return { outcome: "breach" };
    return {
      outcome: "breach",
      state: found.state,
      requirement: found.requirements[0],
    };
  });
}

function taken(party: Party, { does, line }: Step): Answer {
  let answer: Answer;
  let sends = "";
  try {
    if (does === "sends") {
      sends = text(sent(party, line));
      const left = sends.includes(`${stringify(envelopeOf(line))}\n`);
      answer = { outcome: left ? "accept" : "drop" };
    } else {
      answer = outcomeOf(happened(party, does, line));
      sends = text(party.dataToSend());
    }
  } catch (error) {
    if (!(error instanceof ProtocolViolation)) throw error;
    answer = { outcome: "breach", requirement: error.requirements[0] };
  }
  return {
    ...answer,
    state: party.state,
    sends: sends.split("\n").slice(0, -1),
  };
}

function sent(party: Party, line: Uint8Array): Uint8Array {
  const envelope = envelopeOf(line) as never;
  return party instanceof Asking
    ? party.send(envelope, { deadline: DEADLINE })
    : party.send(envelope);
}

function envelopeOf(line: Uint8Array) {
  const message = decode(line);
  if (message instanceof UnknownEnvelope)
    throw new TypeError("a party sends envelopes of its own revision");
  return message;
}

function happened(party: Party, does: string, line: Uint8Array): Event[] {
  if (does === "receives")
    return party.receiveData(new Uint8Array([...line, 0x0a]));
  if (does === "ends") return party.receiveEnd();
  return party instanceof Asking ? party.timeOut(LATER) : [];
}

function outcomeOf(events: readonly Event[]): Answer {
  for (const event of events) {
    if (event.kind === "dropped") return { outcome: "drop" };
    if (event.kind === "rejected") {
      const { code, error } = event;
      const requirement =
        error instanceof ProtocolViolation ? error.requirements[0] : undefined;
      return code === ""
        ? { outcome: "breach", requirement }
        : { outcome: "answer", code, requirement };
    }
    if (event.kind === "failed") {
      const { error } = event;
      if (error instanceof HandshakeRefused)
        return { outcome: "refusal", requirement: error.requirements[0] };
      if (error instanceof VersionError) return { outcome: "mismatch" };
    }
  }
  return { outcome: "accept" };
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
