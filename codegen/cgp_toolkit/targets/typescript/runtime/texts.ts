/** What texts come to in other units than JavaScript's own. */

/** How many code points a text has. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) {
      count -= 1;
      at += 1;
    }
  }
  return count;
}

/** How many bytes a text has in UTF-8; half a surrogate pair counts three. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    if (code < 0x800) {
      bytes += 1;
    } else if (
      code >= 0xd800 &&
      code < 0xdc00 &&
      isLow(text.charCodeAt(at + 1))
    ) {
      // Two units are four bytes.
      bytes += 2;
      at += 1;
    } else {
      bytes += 2;
    }
  }
  return bytes;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
