/** From chunks of bytes to lines, without any input or output of its own. */

import { DecodeError } from "./errors.js";
import { MAX_LINE_BYTES } from "./tables.js";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const EMPTY: Uint8Array = /* @__PURE__ */ new Uint8Array(0);

/** Whether JSON takes a byte for white space, line ends included. */
function isBlank(byte: number): boolean {
  return (
    byte === 0x20 ||
    byte === 0x09 ||
    byte === LINE_FEED ||
    byte === CARRIAGE_RETURN
  );
}

/** A line without the white space around it. */
export function trimmed(line: Uint8Array): Uint8Array {
  let start = 0;
  let end = line.length;
  while (start < end && isBlank(line[start] ?? 0)) start += 1;
  while (end > start && isBlank(line[end - 1] ?? 0)) end -= 1;
  return line.subarray(start, end);
}

/** The error about a message of more than `maxLine` bytes. */
export function tooLong(maxLine: number): DecodeError {
  return new DecodeError(
    "line-too-long",
    "",
    `expected at most ${String(maxLine)} bytes`,
  );
}

/** The fault of a message that is too long, its line end not counted. */
export function lengthFault(
  line: Uint8Array,
  maxLine: number,
): DecodeError | undefined {
  if (line.length <= maxLine) return undefined;
  let size = line.length;
  if (line[size - 1] === LINE_FEED) size -= 1;
  if (size > maxLine && line[size - 1] === CARRIAGE_RETURN) size -= 1;
  return size > maxLine ? tooLong(maxLine) : undefined;
}

/**
 * Cuts a stream of chunks, however it was chopped, into the lines that a reader
 * sees.
 *
 * Lines end with a line feed alone; one carriage return before it is dropped,
 * and lines of white space are skipped. A line of more than `maxLine` bytes
 * comes out as the error that it is, and no more than that of it is held.
 */
export class LineBuffer {
  readonly #maxLine: number;
  #held = EMPTY;
  #size = 0;
  #skipping = false;

  constructor(maxLine: number = MAX_LINE_BYTES) {
    this.#maxLine = maxLine;
  }

  /**
   * The lines that `chunk` completes, without their ends; errors as soon as a
   * line is too long. A line may be a view of the chunk.
   */
  feed(chunk: Uint8Array): (Uint8Array | DecodeError)[] {
    const lines: (Uint8Array | DecodeError)[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end < 0) break;
      const part = chunk.subarray(start, end);
      if (this.#size === 0 && !this.#skipping && part.length <= this.#maxLine) {
        deliver(part, lines);
      } else {
        this.#hold(part, lines);
        this.#end(lines);
      }
      start = end + 1;
    }
    this.#hold(chunk.subarray(start), lines);
    return lines;
  }

  /** The last line, if the stream ended without a line end. */
  close(): (Uint8Array | DecodeError)[] {
    const lines: (Uint8Array | DecodeError)[] = [];
    this.#end(lines);
    return lines;
  }

  #hold(part: Uint8Array, lines: (Uint8Array | DecodeError)[]): void {
    if (this.#skipping) return;
    const size = this.#size + part.length;
    // One byte more may be the carriage return of the line end.
    if (size > this.#maxLine + 1) {
      lines.push(tooLong(this.#maxLine));
      this.#clear();
      this.#skipping = true;
      return;
    }
    if (size > this.#held.length) {
      const room = new Uint8Array(Math.max(size, 2 * this.#held.length));
      room.set(this.#held.subarray(0, this.#size));
      this.#held = room;
    }
    this.#held.set(part, this.#size);
    this.#size = size;
  }

  #end(lines: (Uint8Array | DecodeError)[]): void {
    const skipped = this.#skipping;
    const line = this.#held.subarray(0, this.#size);
    this.#clear();
    this.#skipping = false;
    if (skipped) return;
    const fault = lengthFault(line, this.#maxLine);
    if (fault === undefined) deliver(line, lines);
    else lines.push(fault);
  }

  #clear(): void {
    this.#held = EMPTY;
    this.#size = 0;
  }
}

/** A line goes out without a carriage return, and not at all if it is blank. */
function deliver(line: Uint8Array, lines: (Uint8Array | DecodeError)[]): void {
  if (trimmed(line).length === 0) return;
  lines.push(
    line[line.length - 1] === CARRIAGE_RETURN ? line.subarray(0, -1) : line,
  );
}
