/** Numbers as JSON has them: what is infinite as the text that files of draws have. */

/** Finite numbers as they are, `inf` and `-inf` for what is infinite, and null for NaN. */
export function asJsonNumber(value: number): number | 'inf' | '-inf' | null {
  if (Number.isNaN(value)) return null;
  return Number.isFinite(value) ? value : value > 0 ? 'inf' : '-inf';
}

/** The text of a JSON value in which numbers may be infinite. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'number' ? asJsonNumber(each) : each));
}
