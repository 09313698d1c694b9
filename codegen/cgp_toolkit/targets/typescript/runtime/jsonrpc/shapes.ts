/** What the JSON-RPC tables are made of. */

/** What ties a response to its request. Integers beyond 2^53 are `bigint`. */
export type Id = string | number | bigint;

/** A method, or notification. */
export interface Method {
  readonly name: string;
  /** The envelope that calls it. */
  readonly request: string;
  /** The envelope that answers it, if any does. */
  readonly reply?: string;
  /** The member of the request for the correlation id. */
  readonly requestId?: string;
  /** The member of the reply for the correlation id. */
  readonly replyId?: string;
  /** The member whose value is all of the params; else they are members. */
  readonly params?: string;
  /** The member whose value is the result; else that is an object of members. */
  readonly result?: string;
}

/** A rule that only a JSON-RPC message can break. */
export interface RpcFault {
  /** The code of the error object that answers it. */
  readonly number: number;
  readonly code: string;
  readonly fix: string;
}
