/** What can go wrong with a message of JSON-RPC, and the error that answers it. */

import { DecodeError, EncodeError } from "../errors.js";
import type { Id } from "./shapes.js";
import { FAILURE_CODE, RPC_FAULTS } from "./tables.js";

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

/** The faults that leave no message at all. */
const SYNTAX: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "byte-order-mark",
  "line-too-long",
  "lone-surrogate",
  "not-json",
  "not-utf8",
  "too-deep",
]);

/**
 * What was read is no JSON-RPC message of this protocol; the pointer leads
 * through the JSON-RPC object.
 */
export class RpcError extends DecodeError {
  override name = "RpcError";
  /** The code of the error object that answers it. */
  readonly number: number;
  /** The id of the message, as far as it could be read. */
  readonly rpcId: Id | undefined;
  /** Whether an answer is due: not to notifications and responses. */
  readonly due: boolean;

  constructor(
    rule: string,
    pointer: string,
    detail: string,
    rpcId?: Id,
    due = true,
  ) {
    const known = RPC_FAULTS.get(rule);
    super(
      rule,
      pointer,
      detail,
      typeof rpcId === "string" ? rpcId : undefined,
      known,
    );
    this.number = known?.number ?? numberOf(rule, pointer);
    this.rpcId = rpcId;
    this.due = due;
  }

  /** The response that is due, as one line; nothing if none is. */
  response(): string | undefined {
    if (!this.due) return undefined;
    const data = `{${JSON.stringify(FAILURE_CODE)}:${JSON.stringify(this.code)}}`;
    const error = `{"code":${String(this.number)},"message":${JSON.stringify(this.message)},"data":${data}}`;
    return `{"jsonrpc":"2.0","id":${idText(this.rpcId)},"error":${error}}`;
  }
}

function numberOf(rule: string, pointer: string): number {
  if (SYNTAX.has(rule)) return PARSE_ERROR;
  return pointer === "/params" || pointer.startsWith("/params/")
    ? INVALID_PARAMS
    : INVALID_REQUEST;
}

/** An id as it is written. */
export function idText(id: Id | undefined): string {
  if (id === undefined) return "null";
  return typeof id === "string" ? JSON.stringify(id) : String(id);
}

/** A reply that answers no request that waits; nothing was written. */
export class UnaskedError extends EncodeError {
  override name = "UnaskedError";

  constructor(reply: string) {
    super(
      "unasked",
      "",
      `no request waits for ${reply}`,
      RPC_FAULTS.get("unasked"),
    );
  }
}
