/** JSON pointers (RFC 6901) that are safe to print. */

/** Names of members that no model lists come from the peer: they may be long. */
const LONGEST = 64;

// What Unicode has for control, format, unassigned, private and surrogate code
// points, and for separators other than the space.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/**
 * One step of a pointer, with its slash.
 *
 * Of a name beyond 64 characters only the start is shown, and characters that
 * no terminal should get are written as escapes.
 */
export function token(name: string | number): string {
  if (typeof name === "number") return `/${String(name)}`;
  return "/" + shown(name).replaceAll("~", "~0").replaceAll("/", "~1");
}

function shown(name: string): string {
  const characters = name.length > LONGEST ? [...name] : undefined;
  const start =
    characters !== undefined && characters.length > LONGEST
      ? characters.slice(0, LONGEST).join("") + "\u2026"
      : name;
  return start.replace(UNPRINTABLE, escaped);
}

const SHORT = new Map([
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\r", "\\r"],
]);

function escaped(character: string): string {
  const short = SHORT.get(character);
  if (short !== undefined) return short;
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  if (hex.length <= 2) return "\\x" + hex.padStart(2, "0");
  if (hex.length <= 4) return "\\u" + hex.padStart(4, "0");
  return "\\U" + hex.padStart(8, "0");
}
