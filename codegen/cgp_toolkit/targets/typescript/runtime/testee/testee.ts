/**
 * A testee: what this package makes of test vectors.
 *
 * It reads one JSON object a line, as the README of the vectors describes it,
 * and answers each with one JSON object a line.
 */

import { createInterface } from "node:readline";
import { answer } from "./answers.js";

// What no answer holds; an integer that needs more than 53 bits stands behind it.
const MARK = "\u0000";

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });

for await (const line of lines) {
  const request = JSON.parse(line) as Record<string, unknown>;
  process.stdout.write(`${ascii(json(await answer(request)))}\n`);
}

/** JSON in ASCII: readers of lines differ in what else ends one. */
function ascii(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function marked(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? MARK + String(value) : value;
}

/** JSON with the integers in it that JavaScript's own cannot write. */
function json(value: unknown): string {
  return JSON.stringify(value, marked).replace(/"\\u0000(-?[0-9]+)"/g, "$1");
}
