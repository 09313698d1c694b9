/**
 * A strict JSON reader that forgets nothing: doubled members, how a number was
 * spelt, halves of surrogate pairs, and how deep values are nested.
 */

/** A JSON value as it was written. */
export type Json =
  null | boolean | string | number | bigint | Spelt | Json[] | JsonObject;

/** A whole number that was written with a fraction or an exponent. */
export class Spelt {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** An object; of members that stand twice the last counts. */
export class JsonObject {
  readonly members = new Map<string, Json>();
  /** The names that stand twice, in the order in which they came first. */
  doubled: Set<string> | undefined;
}

/** What reading a text gives. */
export interface Parsed {
  readonly value: Json;
  /** The most levels of arrays and objects. */
  readonly depth: number;
  /** Whether an escape names half of a surrogate pair. */
  readonly halfPair: boolean;
  /** Whether a member stands twice in some object. */
  readonly doubled: boolean;
}

/** The text is not one JSON value. */
export class NotJson extends Error {
  /** Where that shows, in UTF-16 units. */
  readonly at: number;

  constructor(at: number) {
    super("not JSON");
    this.at = at;
  }
}

/** The text is nested so deeply that it is not read on. */
export class TooDeep extends Error {}

// A thousand levels are beyond all that a model allows, and within every stack.
const MOST_LEVELS = 1000;
// Longer integers are beyond every width and float, and slow to convert.
const MOST_DIGITS = 640;
const BEYOND = 10n ** BigInt(MOST_DIGITS);

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
// Whatever comes before the space.
const CONTROL = /[^ -\uffff]/;
const HALF_PAIR = /[\ud800-\udfff]/u;

/** Whether a text has half of a surrogate pair, which UTF-8 cannot hold. */
export function hasHalfPair(text: string): boolean {
  return HALF_PAIR.test(text);
}

/**
 * The one JSON value that is `text`.
 *
 * @throws NotJson or TooDeep.
 */
export function parse(text: string): Parsed {
  return new Reader(text).all();
}

/** Whether arrays and objects nest more than `levels` deep. */
export function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null || value instanceof Spelt) {
    return false;
  }
  if (levels === 0) return true;
  const held = Array.isArray(value) ? value : [...value.members.values()];
  return held.some((each) => isDeeper(each, levels - 1));
}

/** Where the characters from `at` on end that stand for themselves in a string. */
function plainEnd(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at);
    // At the end of the text there is no code, which is not above anything.
    if (code === 0x22 || code === 0x5c || !(code >= 0x20)) return at;
    at += 1;
  }
}

/** Whether an odd number of backslashes stands before a quote. */
function isEscaped(text: string, quote: number): boolean {
  let at = quote;
  while (text.charCodeAt(at - 1) === 0x5c) at -= 1;
  return (quote - at) % 2 === 1;
}

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #deepest = 0;
  #halfPair = false;
  #doubled = false;
  /** Where the next backslash is, if that is behind what was read. */
  #escape = -1;
  /** Whether no control character can be in a string, since there is none. */
  readonly #clean: boolean;

  constructor(text: string) {
    this.#text = text;
    this.#clean = !CONTROL.test(text.trimEnd());
  }

  all(): Parsed {
    const value = this.#value();
    this.#blank();
    if (this.#at < this.#text.length) throw new NotJson(this.#at);
    return {
      value,
      depth: this.#deepest,
      halfPair: this.#halfPair,
      doubled: this.#doubled,
    };
  }

  #blank(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09)
        return;
      this.#at += 1;
    }
  }

  #value(): Json {
    this.#blank();
    switch (this.#text.charCodeAt(this.#at)) {
      case 0x22:
        return this.#string();
      case 0x7b:
        return this.#object();
      case 0x5b:
        return this.#array();
      case 0x74:
        return this.#word("true", true);
      case 0x66:
        return this.#word("false", false);
      case 0x6e:
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw new NotJson(this.#at);
    this.#at += word.length;
    return value;
  }

  #number(): Json {
    const text = this.#text;
    const start = this.#at;
    let at = text.charCodeAt(start) === 0x2d ? start + 1 : start;
    const first = at;
    let value = 0;
    let code = text.charCodeAt(at);
    while (code >= 0x30 && code <= 0x39) {
      value = 10 * value + code - 0x30;
      at += 1;
      code = text.charCodeAt(at);
    }
    const digits = at - first;
    const plain = code !== 0x2e && code !== 0x65 && code !== 0x45;
    const padded = digits > 1 && text.charCodeAt(first) === 0x30;
    if (plain && digits > 0 && digits < 16 && !padded) {
      this.#at = at;
      // An integer has no negative zero.
      return first === start || value === 0 ? value : -value;
    }
    return this.#longNumber();
  }

  /** A number that is long, or has a fraction or an exponent. */
  #longNumber(): Json {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (match === null) throw new NotJson(this.#at);
    this.#at = NUMBER.lastIndex;
    const [spelling, fraction, exponent] = match;
    const value = Number(spelling);
    if (fraction !== undefined || exponent !== undefined) {
      return Number.isInteger(value) ? new Spelt(value) : value;
    }
    if (Number.isSafeInteger(value)) return value;
    if (spelling.length > MOST_DIGITS) return value < 0 ? -BEYOND : BEYOND;
    return BigInt(spelling);
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at + 1;
    if (!this.#clean) return this.#carefully(start);
    let end = text.indexOf('"', start);
    if (end < 0) throw new NotJson(text.length);
    if (this.#escape < start) {
      const next = text.indexOf("\\", start);
      this.#escape = next < 0 ? Infinity : next;
    }
    if (this.#escape > end) {
      this.#at = end + 1;
      return text.slice(start, end);
    }
    while (isEscaped(text, end)) {
      end = text.indexOf('"', end + 1);
      if (end < 0) throw new NotJson(text.length);
    }
    this.#at = end + 1;
    return this.#unescaped(start, text.slice(start - 1, end + 1));
  }

  /** What a string with escapes means, by the parser of the language. */
  #unescaped(start: number, quoted: string): string {
    let value: unknown;
    try {
      value = JSON.parse(quoted);
    } catch {
      throw new NotJson(start);
    }
    if (typeof value !== "string") throw new NotJson(start);
    if (quoted.includes("\\u") && hasHalfPair(value)) this.#halfPair = true;
    return value;
  }

  /** A string in a text that holds control characters somewhere. */
  #carefully(start: number): string {
    const end = plainEnd(this.#text, start);
    if (this.#text.charCodeAt(end) === 0x22) {
      this.#at = end + 1;
      return this.#text.slice(start, end);
    }
    return this.#escaped(start, end);
  }

  /** A string with an escape at `end`; the first quote that is not escaped ends it. */
  #escaped(start: number, end: number): string {
    const text = this.#text;
    let at = end;
    while (text.charCodeAt(at) === 0x5c) at = plainEnd(text, at + 2);
    if (text.charCodeAt(at) !== 0x22) throw new NotJson(at);
    this.#at = at + 1;
    return this.#unescaped(start, text.slice(start - 1, at + 1));
  }

  #array(): Json[] {
    this.#open();
    const items: Json[] = [];
    if (!this.#closes(0x5d)) {
      do items.push(this.#value());
      while (this.#goesOn(0x5d));
    }
    this.#depth -= 1;
    return items;
  }

  #object(): JsonObject {
    this.#open();
    const object = new JsonObject();
    const { members } = object;
    if (!this.#closes(0x7d)) {
      do {
        this.#blank();
        if (this.#text.charCodeAt(this.#at) !== 0x22)
          throw new NotJson(this.#at);
        const name = this.#string();
        this.#blank();
        if (this.#text.charCodeAt(this.#at) !== 0x3a)
          throw new NotJson(this.#at);
        this.#at += 1;
        const value = this.#value();
        const known = members.size;
        members.set(name, value);
        if (members.size === known) {
          (object.doubled ??= new Set()).add(name);
          this.#doubled = true;
        }
      } while (this.#goesOn(0x7d));
    }
    this.#depth -= 1;
    return object;
  }

  #open(): void {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > this.#deepest) {
      if (this.#depth > MOST_LEVELS) throw new TooDeep("too deep");
      this.#deepest = this.#depth;
    }
  }

  /** Whether a bracket follows at once. */
  #closes(bracket: number): boolean {
    this.#blank();
    if (this.#text.charCodeAt(this.#at) !== bracket) return false;
    this.#at += 1;
    return true;
  }

  /** Whether a comma follows; if not, it has to be the bracket. */
  #goesOn(bracket: number): boolean {
    this.#blank();
    const code = this.#text.charCodeAt(this.#at);
    this.#at += 1;
    if (code === 0x2c) return true;
    if (code !== bracket) throw new NotJson(this.#at - 1);
    return false;
  }
}
