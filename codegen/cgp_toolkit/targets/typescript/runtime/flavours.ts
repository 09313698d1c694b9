/** Helpers of types; there is nothing of them at run time. */

declare const flavour: unique symbol;

/**
 * A `T` that is not to be mistaken for one of another name. Plain values are
 * taken as they are; only two flavours do not mix.
 */
export type Flavoured<T, Name extends string> = T & {
  readonly [flavour]?: Name;
};

/** A `T` of which the members `Names` may be left out. */
export type Init<T, Names extends keyof T> = Omit<T, Names> &
  Partial<Pick<T, Names>>;
