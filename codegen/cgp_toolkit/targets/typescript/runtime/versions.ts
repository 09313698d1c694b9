/** Versions: how they are spelt, and which of them interoperate. */

import { VersionError, VersionMismatch } from "./errors.js";
import { FAMILY_UNTIL, VERSION_PATTERN } from "./tables.js";

/** A version that the grammar allows. */
export interface Version {
  /** All of it. */
  readonly text: string;
  /** What has to be equal for two versions to interoperate. */
  readonly family: string;
}

/**
 * The version that `text` spells.
 *
 * @throws VersionError if the grammar does not allow it.
 */
export function parseVersion(text: string): Version {
  if (!VERSION_PATTERN.test(text)) throw new VersionError();
  return { text, family: text.split(FAMILY_UNTIL, 1)[0] ?? text };
}

/**
 * The family of the version `text`.
 *
 * @throws VersionError if it is none.
 */
export function familyOf(text: string): string {
  return parseVersion(text).family;
}

/**
 * Whether two versions are of one family.
 *
 * @throws VersionError if one of them is no version.
 */
export function interoperate(one: string, other: string): boolean {
  return familyOf(one) === familyOf(other);
}

/**
 * Does nothing if both versions are of one family.
 *
 * @throws VersionMismatch if they are not, VersionError if one is no version.
 */
export function requireFamily(ours: string, theirs: string): void {
  const mine = familyOf(ours);
  const other = familyOf(theirs);
  if (mine !== other) throw new VersionMismatch(mine, other);
}
