/** Between JSON-RPC messages and the plain values of envelopes. */

import { ENVELOPES } from "../objects.js";
import { JsonObject, type Json } from "../reader.js";
import { LAST_WINS, TAG } from "../tables.js";
import { RpcError } from "./errors.js";
import {
  refuseDoubles,
  type ErrorObject,
  type Request,
  type Response,
} from "./messages.js";
import type { Id, Method } from "./shapes.js";
import {
  FAILURE,
  FAILURE_CODE,
  FAILURE_ID,
  FAILURE_TEXT,
  IDS,
  METHODS,
  READS,
} from "./tables.js";

/** An envelope as a plain value, tag and id included. */
export interface Parts {
  readonly envelope: string;
  readonly id: string | undefined;
  readonly object: JsonObject;
}

/** The method that is called. */
export function methodOf({ method: name, id }: Request): Method {
  const method = METHODS.get(name);
  if (method === undefined) {
    const known = [...METHODS.keys()].join(", ");
    throw new RpcError(
      "no-such-method",
      "/method",
      `expected one of ${known}`,
      id,
      id !== undefined,
    );
  }
  if (method.reply === undefined && id !== undefined) {
    throw new RpcError(
      "takes-no-id",
      "/id",
      "expected no id for a notification",
      id,
    );
  }
  if (method.reply !== undefined && id === undefined) {
    // Whoever sends no id gets no answer.
    const detail = "expected an id for a method that has a result";
    throw new RpcError("needs-id", "/id", detail, undefined, false);
  }
  return method;
}

/** The envelope that a call is. */
export function partsOfRequest({ id, params }: Request, method: Method): Parts {
  if (!LAST_WINS.has(method.request))
    refuseDoubles(params, "/params", id, id !== undefined);
  const correlation = method.requestId === undefined ? undefined : textual(id);
  return given(method.request, correlation, params, method.params);
}

/** The envelope that a response to `method` is. */
export function partsOfResponse(
  response: Response,
  method: Method | undefined,
): Parts {
  const { id, error, result } = response;
  if (
    error !== undefined &&
    (method !== undefined || typeof id === "string" || id === undefined)
  ) {
    return partsOfError(id, error, method);
  }
  if (method?.reply === undefined || result === undefined) {
    throw new RpcError(
      "unasked",
      "/id",
      "expected the id of a request that waits",
      id,
      false,
    );
  }
  const correlation = method.replyId === undefined ? undefined : textual(id);
  if (method.result !== undefined) {
    return laid(
      method.reply,
      correlation,
      [[method.result, result]],
      undefined,
    );
  }
  if (!(result instanceof JsonObject)) {
    throw new RpcError(
      "wrong-type",
      "/result",
      "expected an object",
      id,
      false,
    );
  }
  if (!LAST_WINS.has(method.reply)) refuseDoubles(result, "/result", id, false);
  return given(method.reply, correlation, result, undefined);
}

function textual(id: Id | undefined): string | undefined {
  return typeof id === "string" ? id : undefined;
}

function given(
  envelope: string,
  id: string | undefined,
  members: JsonObject,
  payload: string | undefined,
): Parts {
  if (payload !== undefined)
    return laid(envelope, id, [[payload, members]], undefined);
  // Tag and id have places of their own in JSON-RPC.
  const kept = [...members.members].filter(
    ([name]) => name !== TAG && name !== IDS.get(envelope),
  );
  return laid(envelope, id, kept, members.doubled);
}

function laid(
  envelope: string,
  id: string | undefined,
  members: readonly (readonly [string, Json])[],
  doubled: Set<string> | undefined,
): Parts {
  const object = new JsonObject();
  object.members.set(TAG, envelope);
  const name = IDS.get(envelope);
  if (name !== undefined && id !== undefined) object.members.set(name, id);
  for (const [member, value] of members) object.members.set(member, value);
  object.doubled = doubled;
  return { envelope, id, object };
}

/** The failure that the error is; `method` is the one that was called, if that is known. */
function partsOfError(
  id: Id | undefined,
  error: ErrorObject,
  method: Method | undefined,
): Parts {
  const known = method === undefined || method.requestId !== undefined;
  const { code, message, data } = error;
  const said = data?.members.get(FAILURE_CODE);
  const meant = typeof said === "string" ? said : READS.get(Number(code));
  const members = new Map<string, Json>();
  for (const { name } of ENVELOPES.get(FAILURE) ?? []) {
    const value = data?.members.get(name);
    if (name === FAILURE_TEXT) members.set(name, message);
    else if (name === FAILURE_CODE && meant !== undefined)
      members.set(name, meant);
    else if (
      value !== undefined &&
      name !== FAILURE_CODE &&
      name !== FAILURE_ID
    )
      members.set(name, value);
  }
  const taken = new Set([TAG, FAILURE_ID, FAILURE_TEXT, FAILURE_CODE]);
  for (const [name, value] of data?.members ?? []) {
    if (!taken.has(name) && !members.has(name)) members.set(name, value);
  }
  return laid(
    FAILURE,
    known ? textual(id) : undefined,
    [...members],
    undefined,
  );
}

/** The place of a fault of an envelope in the JSON-RPC message that it came from. */
export function pointerOf(
  pointer: string,
  envelope: string,
  method: Method | undefined,
): string {
  const [, first = "", ...rest] = pointer.split("/");
  if (first === "" || first === TAG) return "";
  if (first === IDS.get(envelope)) return "/id";
  if (envelope === FAILURE) {
    return first === FAILURE_TEXT ? "/error/message" : `/error/data${pointer}`;
  }
  const isCall = envelope === method?.request;
  const at = isCall ? "/params" : "/result";
  const payload = isCall ? method.params : method?.result;
  return first === payload ? [at, ...rest].join("/") : at + pointer;
}
