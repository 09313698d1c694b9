/**
 * A testee: what this package makes of test vectors.
 *
 * It reads one JSON object a line, as the README of the vectors describes it,
 * and answers each with one JSON object a line.
 */

import { createInterface } from "node:readline";
import { answer } from "./answers.js";

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });

for await (const line of lines) {
  const request = JSON.parse(line) as Record<string, unknown>;
  process.stdout.write(
    `${ascii(JSON.stringify(await answer(request), exact))}\n`,
  );
}

/** JSON in ASCII: readers of lines differ in what else ends one. */
function ascii(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Integers that a number cannot hold, as JSON can. */
function exact(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
