/** Values of JSON with one thing in them changed. */
import fc from 'fast-check';

/** What may stand where something else belongs. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, '', 0, -1, 1e308, true, [], {}, 'x', 'demand', 'level', 'range', [['x']]),
  fc.string({ maxLength: 5 }),
);

/** A copy of a value in which what a path leads to is another; a step is the number of a key. */
export function edited(value: unknown, [step, ...rest]: readonly number[], put: unknown): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return put;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return put;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  (copy as Record<string, unknown>)[key] = edited((value as Record<string, unknown>)[key], rest, put);
  return copy;
}
