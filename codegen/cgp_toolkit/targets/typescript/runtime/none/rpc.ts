/** What a testee says of JSON-RPC: this protocol has no such binding. */

export function rpc(
  message: Uint8Array,
  answers: string | undefined,
): undefined {
  void [message, answers];
}
