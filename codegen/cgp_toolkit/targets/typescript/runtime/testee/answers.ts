/** One answer for each request of a test vector. */

import { DecodeError } from "../errors.js";
import {
  decode,
  examine,
  outcome,
  read,
  stringify,
  UnknownEnvelope,
} from "../ndjson.js";
import { check, checkExchange } from "../rules.js";
import { TAG_KEY } from "../tables.js";
import type { Envelope, Message } from "../unions.js";
import type { Violation } from "../violations.js";
import { VOCABULARIES } from "../vocabularies.js";
import { rpc } from "./rpc.js";
import { see, take } from "./sessions.js";

export type Answer = Record<string, unknown>;
export type Request = Readonly<Record<string, unknown>>;

const UNSUPPORTED: Answer = { verdict: "unsupported" };

/** The answer to one request. */
export async function answer(request: Request): Promise<Answer> {
  return { id: request["id"], ...(await answered(request)) };
}

async function answered(request: Request): Promise<Answer> {
  switch (request["kind"]) {
    case "message":
      return ofMessage(bytesOf(request));
    case "framing":
      return ofFraming(request);
    case "exchange":
      return ofExchange(request);
    case "session":
      return ofSession(request);
    case "jsonrpc":
      return ofRpc(request);
    case "vocabulary":
      return ofVocabulary(request);
    default:
      return UNSUPPORTED;
  }
}

function ofMessage(line: Uint8Array): Answer {
  const found = outcome(line);
  if (found instanceof DecodeError) return ofOutcome(found);
  const faults = examine(line, { strict: true }).faults;
  const violations =
    found instanceof UnknownEnvelope ? [] : check(found, { thorough: true });
  return { ...ofOutcome(found), ...ofAuthor([...faults, ...violations]) };
}

function ofExchange(request: Request): Answer {
  const [asked, replied] = [
    envelopeOf(request["request"]),
    envelopeOf(request["reply"]),
  ];
  const ack = request["ack"];
  // What kind of message answers a handshake is known to whoever wrote the vector.
  const agreed =
    typeof ack === "string" ? (envelopeOf(ack) as never) : undefined;
  return ofAuthor(checkExchange(asked, replied, agreed));
}

function ofAuthor(findings: readonly (DecodeError | Violation)[]): Answer {
  const wrong = findings.some(
    (each) => each instanceof DecodeError || each.severity === "error",
  );
  return {
    author: wrong ? "refuses" : "accepts",
    findings: findings.map(ofFinding),
  };
}

function ofFinding(found: DecodeError | Violation): Answer {
  const { rule, pointer } = found;
  return found instanceof DecodeError || found.of === "message"
    ? { rule, pointer }
    : { of: found.of, rule, pointer };
}

function envelopeOf(line: unknown): Envelope {
  return decode(String(line)) as Envelope;
}

async function ofFraming(request: Request): Promise<Answer> {
  const limit = request["max_line"];
  const outcomes: Answer[] = [];
  const options = typeof limit === "number" ? { maxLine: limit } : {};
  for await (const found of read([bytesOf(request)], options))
    outcomes.push(ofOutcome(found));
  return { outcomes };
}

function ofOutcome(found: Message | DecodeError): Answer {
  if (found instanceof DecodeError) {
    const { rule, pointer, code, id } = found;
    return { verdict: "refuses", rule, pointer, code, echo: id };
  }
  if (found instanceof UnknownEnvelope) {
    const { tag, id, bare } = found;
    return { verdict: "accepts", unknown: { tag, id: id ?? null, bare } };
  }
  return {
    verdict: "accepts",
    envelope: found[TAG_KEY],
    canonical: stringify(found),
  };
}

function ofVocabulary(request: Request): Answer {
  const meaning = VOCABULARIES.get(String(request["vocabulary"]));
  if (meaning === undefined) return UNSUPPORTED;
  const given = request["value"];
  const value = (typeof given === "string" ? given : undefined) as never;
  const traits = Object.entries(meaning.traits).map(([name, tell]) => [
    name,
    tell(value),
  ]);
  return {
    listed: meaning.known.includes(value),
    reads_as: meaning.readsAs(value),
    traits: Object.fromEntries(traits) as unknown,
  };
}

function ofSession(request: Request): Answer {
  const given = request["steps"] as readonly Request[];
  const steps = given.map((step) => ({
    does: String(step["does"]),
    line: bytesOf(step),
  }));
  const role = request["role"];
  const found = typeof role === "string" ? take(role, steps) : see(steps);
  return found === undefined ? UNSUPPORTED : { steps: found };
}

function ofRpc(request: Request): Answer {
  const answers = request["answers"];
  return (
    rpc(bytesOf(request), typeof answers === "string" ? answers : undefined) ??
    UNSUPPORTED
  );
}

/** What is given as text or in base64; nothing if neither is there. */
export function bytesOf(given: Request): Uint8Array {
  const { bytes, base64 } = given;
  if (typeof bytes === "string") return new TextEncoder().encode(bytes);
  return Buffer.from(typeof base64 === "string" ? base64 : "", "base64");
}
