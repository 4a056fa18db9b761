/** How large a layout may be, so that hostile text gets an answer and no later phase runs out of stack. */

/** UTF-16 units in a whole text. */
export const MAX_LENGTH = 1_000_000;

/** Words and signs in one statement. */
export const MAX_TOKENS = 20_000;

/** Brackets within brackets; the parser takes some 2 kB of stack for each. */
export const MAX_NESTING = 100;

/** Levels of an expression's tree; a chain `a + b + c + …` has one per term. */
export const MAX_DEPTH = 1_000;

/** Mistakes that one phase reports in one run. */
export const MAX_DIAGNOSTICS = 100;

/** The largest exponent of a unit, up or down. */
export const MAX_EXPONENT = 99;

/** Alternatives that the choices of a layout have together; it is checked once for each. */
export const MAX_ALTERNATIVES = 200;
