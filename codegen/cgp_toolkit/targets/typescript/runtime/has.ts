/** The few functions that rules call. */

import { sha256Hex } from "./sha256.js";
import { codePoints, utf8Length } from "./texts.js";

export { codePoints };

/** The indices of the items that something is true of. */
export function indicesOf<T>(
  items: readonly T[],
  wrong: (item: T) => boolean,
): number[] {
  const found: number[] = [];
  for (const [index, item] of items.entries())
    if (wrong(item)) found.push(index);
  return found;
}

/** The items of a list added up. */
export function sum(items: readonly number[]): number {
  return items.reduce((total, item) => total + item, 0);
}

/** The same for integers that need more than 53 bits. */
export function sumWide(items: readonly bigint[]): bigint {
  return items.reduce((total, item) => total + item, 0n);
}

/** The UTF-8 bytes of a text divided by `divisor`, rounded up. */
export function measure(text: string, divisor: number): number {
  return Math.ceil(utf8Length(text) / divisor);
}

/** The text before the first `end`; all of it if there is none. */
export function prefixOf(text: string, end: string): string {
  const at = text.indexOf(end);
  return at < 0 ? text : text.slice(0, at);
}

/**
 * The part at `index` of `text` split at `separator`, as an integer; -1 if it is
 * not 1 to 18 ASCII digits.
 */
export function partNumber(
  text: string,
  separator: string,
  index: number,
): number {
  const part = index < 0 ? undefined : text.split(separator)[index];
  return part !== undefined && /^[0-9]{1,18}$/.test(part) ? Number(part) : -1;
}

/** The SHA-256 of the UTF-8 bytes of a text, as 64 lowercase hexadecimal digits. */
export function sha256(text: string): string {
  return sha256Hex(text);
}

// A whole calendar is a regular language: months have their lengths, and leap
// years follow from their digits.
const DAYS =
  /^(?:[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:[01][1-9]|10|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$/;
const TIME =
  /^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|23:59:60)(?:\.[0-9]+)?Z$/;

/**
 * Whether a text is a UTC timestamp of a date and time that exist; second 60
 * only at 23:59:60.
 */
export function isInstant(text: string): boolean {
  return (
    text[10] === "T" &&
    DAYS.test(text.slice(0, 10)) &&
    TIME.test(text.slice(11))
  );
}

/** Which of two texts comes first, by code points: negative, zero or positive. */
export function compare(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    if (one[at] !== other[at]) {
      // The second half of a pair tells nothing without the first.
      const start =
        at > 0 && one.codePointAt(at - 1) !== one.charCodeAt(at - 1)
          ? at - 1
          : at;
      return (one.codePointAt(start) ?? 0) - (other.codePointAt(start) ?? 0);
    }
  }
  return one.length - other.length;
}

/** Whether two values are the same in all their parts. */
export function same(one: unknown, other: unknown): boolean {
  if (
    typeof one !== "object" ||
    typeof other !== "object" ||
    one === null ||
    other === null
  ) {
    return one === other;
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const mine = present(one);
  const theirs = new Map(present(other));
  return (
    mine.length === theirs.size &&
    mine.every(([name, value]) => same(value, theirs.get(name)))
  );
}

function present(value: object): [string, unknown][] {
  return Object.entries(value as Record<string, unknown>).filter(
    ([, held]) => held !== undefined,
  );
}

/** A text that is equal for values that are the same, and only for these. */
export function key(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(key).join(",")}]`;
  if (typeof value !== "object" || value === null)
    return JSON.stringify(value) ?? "";
  const parts = present(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${parts.map(([name, held]) => `${JSON.stringify(name)}:${key(held)}`).join(",")}}`;
}

/** The keys of what is made of each item of a list. */
export function keysOf<T>(
  items: readonly T[],
  make: (item: T) => unknown,
): ReadonlySet<string> {
  return new Set(items.map((item) => key(make(item))));
}
