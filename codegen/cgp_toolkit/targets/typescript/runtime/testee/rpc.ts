/** What a testee makes of a JSON-RPC message. */

import {
  encodeRpc,
  METHODS,
  Pending,
  RpcDecoder,
  RpcError,
  type Id,
} from "../jsonrpc.js";
import { stringify } from "../ndjson.js";
import { JsonObject, parse } from "../reader.js";
import { TAG_KEY } from "../tables.js";

type Answer = Record<string, unknown>;

/** The answer; `answers` is the method of the request that waits with its id, if one does. */
export function rpc(message: Uint8Array, answers: string | undefined): Answer {
  try {
    const { envelope, id } = new RpcDecoder(waiting(message, answers)).decode(
      message,
    );
    return {
      verdict: "accepts",
      envelope: envelope[TAG_KEY],
      canonical: stringify(envelope),
      written: encodeRpc(envelope, id),
    };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { rule, pointer, number, code, due, rpcId } = error;
    return {
      verdict: "refuses",
      rule,
      pointer,
      number,
      code,
      due,
      echo: rpcId,
    };
  }
}

/** The requests in flight: one, if the message has an id that could be its. */
function waiting(message: Uint8Array, answers: string | undefined): Pending {
  const pending = new Pending();
  const method = answers === undefined ? undefined : METHODS.get(answers);
  const id = idOf(message);
  if (method !== undefined && id !== undefined) pending.add(id, method, false);
  return pending;
}

function idOf(message: Uint8Array): Id | undefined {
  try {
    const { value } = parse(new TextDecoder().decode(message));
    const id =
      value instanceof JsonObject ? value.members.get("id") : undefined;
    return typeof id === "string" ||
      typeof id === "number" ||
      typeof id === "bigint"
      ? id
      : undefined;
  } catch {
    return undefined;
  }
}
