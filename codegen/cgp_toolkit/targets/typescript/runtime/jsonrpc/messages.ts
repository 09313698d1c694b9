/** From one JSON-RPC message to its parts, with everything that JSON-RPC 2.0 demands of them. */

import { DecodeError } from "../errors.js";
import { token } from "../pointers.js";
import { JsonObject, type Json } from "../reader.js";
import { parsedOf, textOf } from "../reading.js";
import { RpcError } from "./errors.js";
import type { Id } from "./shapes.js";

/** A request or, without an id, a notification. */
export interface Request {
  readonly kind: "request";
  readonly method: string;
  readonly id: Id | undefined;
  readonly params: JsonObject;
}

/** The response to the request with this id: a result, or an error. */
export interface Response {
  readonly kind: "response";
  readonly id: Id | undefined;
  readonly result: Json | undefined;
  readonly error: ErrorObject | undefined;
}

/** Why a request failed. */
export interface ErrorObject {
  readonly code: number | bigint;
  readonly message: string;
  /** Its data, if that is an object. */
  readonly data: JsonObject | undefined;
}

const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;

/**
 * The request, notification or response in `data`; the method need not be one
 * of this protocol.
 *
 * @throws RpcError if there is none.
 */
export function parseMessage(
  data: Uint8Array | string,
  maxMessage: number,
): Request | Response {
  const message = objectOf(data, maxMessage);
  const { members } = message;
  const { id, wrong } = idOf(members.get("id"));
  // Whoever sent a request waits, so an answer to what is none goes to its id.
  const isResponse =
    !members.has("method") && (members.has("result") || members.has("error"));
  if (members.get("jsonrpc") !== "2.0") {
    throw new RpcError(
      "no-jsonrpc",
      "/jsonrpc",
      'expected "2.0"',
      id,
      !isResponse,
    );
  }
  refuseDoubles(message, "", id, !isResponse);
  if (isResponse) return responseOf(members, id, wrong);
  if (wrong !== undefined) throw new RpcError("bad-id", "/id", wrong);
  return requestOf(members, id);
}

function objectOf(data: Uint8Array | string, maxMessage: number): JsonObject {
  const text = textOf(data, maxMessage);
  const parsed = text instanceof DecodeError ? text : parsedOf(text, Infinity);
  if (parsed instanceof DecodeError) {
    throw new RpcError(parsed.rule, parsed.pointer, parsed.detail);
  }
  if (parsed.halfPair) {
    throw new RpcError(
      "lone-surrogate",
      "",
      "expected escapes of surrogates in pairs",
    );
  }
  if (Array.isArray(parsed.value)) {
    throw new RpcError("batch", "", "expected an object, found an array");
  }
  if (!(parsed.value instanceof JsonObject)) {
    throw new RpcError("not-an-object", "", "expected an object");
  }
  return parsed.value;
}

/** The id, and what is wrong with it, if anything. */
function idOf(value: Json | undefined): { id?: Id; wrong?: string } {
  if (value === undefined) return {};
  if (typeof value === "string") {
    return value === ""
      ? { wrong: "expected a non-empty string" }
      : { id: value };
  }
  if (typeof value === "bigint") {
    return value >= LEAST && value <= MOST
      ? { id: value }
      : { wrong: "expected an integer of 64 bits" };
  }
  if (typeof value === "number" && Number.isInteger(value))
    return { id: value };
  return { wrong: "expected a string or an integer" };
}

function requestOf(
  members: ReadonlyMap<string, Json>,
  id: Id | undefined,
): Request {
  const method = members.get("method");
  if (method === undefined || members.has("result") || members.has("error")) {
    throw new RpcError(
      "no-request",
      "",
      "expected a method, or a result, or an error",
      id,
    );
  }
  if (typeof method !== "string") {
    throw new RpcError("no-request", "/method", "expected a string", id);
  }
  const params = members.get("params") ?? new JsonObject();
  if (!(params instanceof JsonObject)) {
    throw new RpcError(
      "positional-params",
      "/params",
      "expected an object",
      id,
      id !== undefined,
    );
  }
  return { kind: "request", method, id, params };
}

function responseOf(
  members: ReadonlyMap<string, Json>,
  id: Id | undefined,
  wrong: string | undefined,
): Response {
  const [result, error] = [members.get("result"), members.get("error")];
  if (result !== undefined && error !== undefined) {
    throw new RpcError(
      "no-request",
      "",
      "expected a result or an error, not both",
      id,
      false,
    );
  }
  if (!members.has("id")) {
    throw new RpcError(
      "bad-id",
      "/id",
      "expected the id of the request",
      undefined,
      false,
    );
  }
  if (
    wrong !== undefined &&
    !(error !== undefined && members.get("id") === null)
  ) {
    throw new RpcError("bad-id", "/id", wrong, undefined, false);
  }
  return {
    kind: "response",
    id,
    result,
    error: error === undefined ? undefined : errorOf(error, id),
  };
}

function errorOf(value: Json, id: Id | undefined): ErrorObject {
  if (!(value instanceof JsonObject)) {
    throw new RpcError("bad-error", "/error", "expected an object", id, false);
  }
  refuseDoubles(value, "/error", id, false);
  const code = value.members.get("code");
  if (
    typeof code !== "bigint" &&
    !(typeof code === "number" && Number.isInteger(code))
  ) {
    throw new RpcError(
      "bad-error",
      "/error/code",
      "expected an integer",
      id,
      false,
    );
  }
  const message = value.members.get("message");
  if (typeof message !== "string") {
    throw new RpcError(
      "bad-error",
      "/error/message",
      "expected a string",
      id,
      false,
    );
  }
  const data = value.members.get("data");
  if (data instanceof JsonObject) refuseDoubles(data, "/error/data", id, false);
  return { code, message, data: data instanceof JsonObject ? data : undefined };
}

/** Throws if a member stands twice in an object itself. */
export function refuseDoubles(
  object: JsonObject,
  at: string,
  id: Id | undefined,
  due: boolean,
): void {
  for (const name of object.doubled ?? []) {
    throw new RpcError(
      "duplicate-member",
      at + token(name),
      "expected the member once",
      id,
      due,
    );
  }
}
