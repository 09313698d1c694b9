/**
 * The same messages as JSON-RPC 2.0: a request and its reply are a method, a
 * failure is an error object. A draft.
 *
 * For one party of a session, an {@link RpcEncoder} and an {@link RpcDecoder}
 * that share what is {@link Pending}: a response of JSON-RPC does not say which
 * method it answers, and a reply without a correlation id not which request.
 *
 * What is refused in a line is refused here, for the same rules. Batches are
 * refused, params are passed by name.
 */

import { EncodeError } from "./errors.js";
import { idText, RpcError, UnaskedError } from "./jsonrpc/errors.js";
import {
  methodOf,
  partsOfRequest,
  partsOfResponse,
  pointerOf,
  type Parts,
} from "./jsonrpc/mapping.js";
import { parseMessage } from "./jsonrpc/messages.js";
import { Pending } from "./jsonrpc/pending.js";
import type { Id, Method } from "./jsonrpc/shapes.js";
import {
  CALLS,
  FAILURE,
  FAILURE_CODE,
  FAILURE_TEXT,
  IDS,
  MAX_MESSAGE_BYTES,
  NUMBERS,
  OTHER_NUMBER,
  REPLIES,
} from "./jsonrpc/tables.js";
import { isDeeper } from "./reader.js";
import { judged, tooDeep } from "./reading.js";
import { LAST_WINS, MAX_DEPTH, TAG_KEY } from "./tables.js";
import { typed } from "./typing.js";
import type { Envelope } from "./unions.js";
import { writtenMembers } from "./writer.js";

export { RpcError, UnaskedError } from "./jsonrpc/errors.js";
export { Pending } from "./jsonrpc/pending.js";
export type { Id, Method, RpcFault } from "./jsonrpc/shapes.js";
export { MAX_MESSAGE_BYTES, METHODS, RPC_FAULTS } from "./jsonrpc/tables.js";

/** A message that has come in. */
export interface Received {
  readonly envelope: Envelope;
  /** The method that it calls or answers; a failure may answer nobody knows what. */
  readonly method: string | undefined;
  /** Its id; notifications have none. */
  readonly id: Id | undefined;
}

/** Limits of a decoder. */
export interface RpcDecoderOptions {
  /** The most bytes of a message. */
  readonly maxMessage?: number;
}

/**
 * Writes envelopes as JSON-RPC messages, without framing.
 *
 * Requests without a correlation id get an integer; replies without one answer
 * such requests in their turn. The decoder of the same party has to have the
 * same `pending`.
 */
export class RpcEncoder {
  readonly pending: Pending;

  constructor(pending: Pending = new Pending()) {
    this.pending = pending;
  }

  /**
   * `envelope` as one JSON object in one line. `id` is for envelopes without a
   * correlation id: the one that a request is to have, or that of the request
   * which is answered.
   *
   * @throws EncodeError if it cannot be written, UnaskedError if it answers
   * nothing.
   */
  encode(envelope: Envelope, id?: Id): string {
    const members = writtenMembers(envelope);
    const name = envelope[TAG_KEY];
    const method = CALLS.get(name);
    const correlation = correlationOf(name, members);
    let given = correlation ?? id;
    if (method === undefined) {
      if (given === undefined) given = this.pending.settleTurn(name);
      else this.pending.settle(given);
    } else if (method.reply !== undefined) {
      given ??= this.pending.nextId();
      this.pending.add(given, method, correlation === undefined);
    }
    return laidOut(name, members, given);
  }
}

/**
 * Reads JSON-RPC messages, without framing, as envelopes. The encoder of the
 * same party has to have the same `pending`.
 */
export class RpcDecoder {
  readonly pending: Pending;
  readonly #maxMessage: number;

  constructor(
    pending: Pending = new Pending(),
    options: RpcDecoderOptions = {},
  ) {
    this.pending = pending;
    this.#maxMessage = options.maxMessage ?? MAX_MESSAGE_BYTES;
  }

  /**
   * The message in `data`.
   *
   * @throws RpcError if it is none, with the response that is then due.
   */
  decode(data: Uint8Array | string): Received {
    const message = parseMessage(data, this.#maxMessage);
    const { id } = message;
    if (message.kind === "request") {
      const method = methodOf(message);
      const parts = partsOfRequest(message, method);
      const envelope = envelopeOf(parts, method, id, id !== undefined);
      if (id !== undefined)
        this.pending.add(id, method, parts.id === undefined);
      return { envelope, method: method.name, id };
    }
    const method = id === undefined ? undefined : this.pending.settle(id);
    const envelope = envelopeOf(
      partsOfResponse(message, method),
      method,
      id,
      false,
    );
    return { envelope, method: method?.name, id };
  }
}

/**
 * `envelope` as one JSON object in one line, whatever else is in flight. `id` is
 * for requests and replies without a correlation id; a failure may do without.
 *
 * @throws EncodeError if it is missing, or if the envelope cannot be written.
 */
export function encodeRpc(envelope: Envelope, id?: Id): string {
  const members = writtenMembers(envelope);
  const name = envelope[TAG_KEY];
  const given = correlationOf(name, members) ?? id;
  if (given === undefined && CALLS.get(name)?.reply !== undefined) {
    const detail = "expected an id for a request without a correlation id";
    throw new EncodeError("missing-member", "/id", detail);
  }
  return laidOut(name, members, given);
}

/** The envelope of a message, whose faults are those of a line. */
function envelopeOf(
  parts: Parts,
  method: Method | undefined,
  id: Id | undefined,
  due: boolean,
): Envelope {
  const { envelope, object } = parts;
  if (isDeeper(object, MAX_DEPTH)) {
    const { rule, detail } = tooDeep();
    throw new RpcError(rule, "", detail, id, due);
  }
  const doubled = !LAST_WINS.has(envelope);
  const made = doubled ? undefined : typed(envelope, object);
  if (made !== undefined) return made;
  const parsed = { value: object, depth: 0, halfPair: false, doubled };
  const [fault] = judged(parsed, false, 1).found;
  if (fault !== undefined) {
    const { rule, pointer, detail } = fault;
    throw new RpcError(
      rule,
      pointerOf(pointer, envelope, method),
      detail,
      id,
      due,
    );
  }
  const sound = typed(envelope, object);
  if (sound === undefined)
    throw new RangeError(`there is no envelope ${envelope}`);
  return sound;
}

type Written = readonly (readonly [string, string])[];

function correlationOf(name: string, members: Written): string | undefined {
  const member = IDS.get(name);
  const found = members.find(([each]) => each === member)?.[1];
  return found === undefined ? undefined : (JSON.parse(found) as string);
}

/** The message of an envelope with these members and this id. */
function laidOut(name: string, all: Written, id: Id | undefined): string {
  const members = all.filter(([member]) => member !== IDS.get(name));
  const method = CALLS.get(name);
  if (method !== undefined) {
    const head = id === undefined ? "" : `,"id":${idText(id)}`;
    const params =
      members.length === 0
        ? ""
        : `,"params":${payload(members, method.params)}`;
    return `{"jsonrpc":"2.0"${head},"method":${JSON.stringify(method.name)}${params}}`;
  }
  if (name === FAILURE) return errorOf(members, id);
  if (id === undefined) throw new UnaskedError(name);
  const result = payload(members, REPLIES.get(name)?.result);
  return `{"jsonrpc":"2.0","id":${idText(id)},"result":${result}}`;
}

/** Params or a result: an object of all members, or the value of one alone. */
function payload(members: Written, name: string | undefined): string {
  const alone =
    name === undefined
      ? undefined
      : members.find(([member]) => member === name);
  return alone?.[1] ?? objectOf(members);
}

function objectOf(members: Written): string {
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}

function errorOf(members: Written, id: Id | undefined): string {
  const text = members.find(([name]) => name === FAILURE_TEXT)?.[1] ?? '""';
  const code = members.find(([name]) => name === FAILURE_CODE)?.[1];
  const number =
    code === undefined ? undefined : NUMBERS.get(JSON.parse(code) as string);
  const rest = members.filter(([name]) => name !== FAILURE_TEXT);
  const data = rest.length === 0 ? "" : `,"data":${objectOf(rest)}`;
  const error = `{"code":${String(number ?? OTHER_NUMBER)},"message":${text}${data}}`;
  return `{"jsonrpc":"2.0","id":${idText(id)},"error":${error}}`;
}
