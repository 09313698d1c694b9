// What a program sees of the types: compiled by the tests, with each line marked `wrong` expected to be one.
import { createContextQuery, decode, ErrorCode, read, UnknownEnvelope } from "cgp-wire";
import type { BudgetTokens, Message, ModelTokens } from "cgp-wire";
import { check } from "cgp-wire/rules";
import { HostSession } from "cgp-wire/session";

export function tell(message: Message): string {
  switch (message.type) {
    case "handshake":
    case "handshake_ack":
      return message.protocol_version;
    case "query":
      return message.query.goal;
    case "frames":
      return message.result.frames.map((frame) => frame.title).join();
    case "verify":
      return String(message.request.frames.length);
    case "verified":
      return String(message.response.verdicts.length);
    case "error":
      return ErrorCode.readsAs(message.code);
    case "shutdown":
      return "";
    case undefined:
      return message.tag;
    default: {
      const none: never = message;
      return none;
    }
  }
}

export function use(line: Uint8Array, cost: BudgetTokens, real: ModelTokens): BudgetTokens {
  const message = decode(line);
  if (!(message instanceof UnknownEnvelope)) check(message);
  const query = createContextQuery({ goal: "x", max_frames: 1, max_tokens: 7 });
  const session = new HostSession();
  session.send({ type: "query", id: session.nextId(), query });
  session.send({ type: "frames", result: { frames: [], truncated: false } }); // wrong: a host sends none
  const kinds: readonly string[] = query.kinds;
  query.kinds = []; // wrong: what was made stays as it is
  if (kinds.length > 0) return real; // wrong: tokens of another kind
  return message.type === "nothing" ? 0 : cost; // wrong: there is no such message
}

export async function last(body: ReadableStream<Uint8Array>): Promise<Message | Error | undefined> {
  let message: Message | Error | undefined;
  for await (message of read(body, { maxLine: 1000 }));
  return message;
}
