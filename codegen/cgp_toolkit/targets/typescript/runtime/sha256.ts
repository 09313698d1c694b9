/** SHA-256 (FIPS 180-4), since what browsers offer has to be waited for. */

const BYTES = /* @__PURE__ */ new TextEncoder();

/** The digest of the UTF-8 bytes of a text, as 64 lowercase hexadecimal digits. */
export function sha256Hex(text: string): string {
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  const blocks = padded(BYTES.encode(text));
  for (let at = 0; at < blocks.byteLength; at += 64)
    mix(state, words, blocks, at);
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

// The first 32 bits of the fractions of the square roots of the first 8 primes,
// and of the cube roots of the first 64.
const START = /* @__PURE__ */ primes(8).map((prime) =>
  fraction(prime ** (1 / 2)),
);
const ROUNDS = /* @__PURE__ */ Uint32Array.from(primes(64), (prime) =>
  fraction(Math.cbrt(prime)),
);

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) >>> 0;
}

/** The message, a one, zeros, and the length in bits: a multiple of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const size = (((message.length + 8) >> 6) + 1) * 64;
  const blocks = new Uint8Array(size);
  blocks.set(message);
  blocks[message.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(size - 4, message.length * 8);
  return view;
}

function mix(
  state: Uint32Array,
  words: Uint32Array,
  blocks: DataView,
  at: number,
): void {
  for (let i = 0; i < 16; i += 1) words[i] = blocks.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const early = word(words, i - 15);
    const late = word(words, i - 2);
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const other = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = word(words, i - 16) + one + word(words, i - 7) + other;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + high + chosen + word(ROUNDS, i) + word(words, i)) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const most = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [
      g,
      f,
      e,
      (d + first) | 0,
      c,
      b,
      a,
      (first + low + most) | 0,
    ];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries())
    state[i] = word(state, i) + value;
}

function word(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function turned(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}
