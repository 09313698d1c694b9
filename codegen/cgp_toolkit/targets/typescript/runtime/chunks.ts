/** Chunks of bytes from whatever streams there are. */

/** A web stream, as far as it is read. */
export interface ByteStream {
  getReader(): {
    read(): Promise<{
      readonly done: boolean;
      readonly value?: Uint8Array | undefined;
    }>;
    cancel(): Promise<unknown>;
  };
}

/**
 * Where bytes come from: a stream of Node, a web stream such as the body of a
 * response, or anything that gives chunks one after the other.
 */
export type Chunks =
  AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ByteStream;

/** The chunks of `source`. Not every browser can iterate over its own streams. */
export function chunksOf(
  source: Chunks,
): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return "getReader" in source ? pieces(source) : source;
}

async function* pieces(stream: ByteStream): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value !== undefined) yield value;
    }
  } finally {
    await reader.cancel();
  }
}
