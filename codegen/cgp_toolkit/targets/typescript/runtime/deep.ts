/** What can still be told of a message that is nested too deeply to be read. */

import { hasHalfPair } from "./reader.js";

// Strings and runs of brackets. A string without an end matches too, or each
// quote in it would be tried anew.
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[{]+|[\]}]+/gsu;
// So many of them are looked at.
const MOST = 10_000;

/** The first member `name` of an object, if that is a non-empty string. */
export function idOfDeep(text: string, name: string): string | undefined {
  let depth = 0;
  let end = 0;
  let key = "";
  let looked = 0;
  for (const match of text.matchAll(TOKENS)) {
    looked += 1;
    if (looked > MOST) return undefined;
    const [part] = match;
    if (part.startsWith('"')) {
      if (
        depth === 1 &&
        key !== "" &&
        text.slice(end, match.index).trim() === ":"
      ) {
        if (key === name) return stringOf(part) || undefined;
        key = "";
      } else if (depth === 1) {
        key = stringOf(part);
      }
    } else {
      depth +=
        part.startsWith("[") || part.startsWith("{")
          ? part.length
          : -part.length;
      if (depth !== 1) key = "";
    }
    end = match.index + part.length;
  }
  return undefined;
}

function stringOf(part: string): string {
  try {
    const value: unknown = JSON.parse(part);
    return typeof value === "string" && !hasHalfPair(value) ? value : "";
  } catch {
    return "";
  }
}
