/** Limits on the size of a layout, so that hostile text gets an answer and no later phase overflows the stack. */

/** Maximum length of a text, in UTF-16 units. */
export const MAX_LENGTH = 1_000_000;

/** Maximum number of tokens in a statement. */
export const MAX_TOKENS = 20_000;

/** Maximum depth of nested brackets; the parser takes about 2 kB of stack for each. */
export const MAX_NESTING = 100;

/** Maximum depth of an expression's tree; a chain `a + b + c + …` has one level per term. */
export const MAX_DEPTH = 1_000;

/** Maximum number of mistakes that a phase reports. */
export const MAX_DIAGNOSTICS = 100;

/** Maximum number of values of a dimension. */
export const MAX_VALUES_PER_DIMENSION = 100;

/** Maximum number of terms of a layout whose dimensions are written out. */
export const MAX_WRITTEN_OUT = 200_000;

/** Maximum number of latents that are correlated with each other. */
export const MAX_CORRELATED = 24;

/** Maximum number of states of classes over which the density of an outcome is summed. */
export const MAX_CONFIGURATIONS = 64;

/** Maximum absolute exponent in a unit. */
export const MAX_EXPONENT = 99;

/** Maximum number of alternatives in all choices of a layout; the layout is checked once for each. */
export const MAX_ALTERNATIVES = 200;
