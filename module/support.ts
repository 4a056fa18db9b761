/** The numbers that a column may hold according to its manifest, and their description in words. */
import type { ManifestColumn } from './manifest.ts';

/**
 * Whether a column may hold the value. The number of trials of an outcome is in another column and is not checked here.
 */
export function isAllowed(value: number, { kind, domain }: ManifestColumn): boolean {
  if (!Number.isFinite(value)) return false;
  if ((kind === 'flag' || kind === 'binary') && value !== 0 && value !== 1) return false;
  if (kind === 'count' && !(Number.isInteger(value) && value >= 0)) return false;
  if (domain.kind === 'set') return domain.values.includes(value);
  if (domain.kind === 'any') return true;
  const { lo = -Infinity, hi = Infinity, open } = domain;
  return open ? value > lo && value < hi : value >= lo && value <= hi;
}

/** The values of a column, in words: `a number in [0, 20] px`, `0 or 1`, `a whole number from 0`. */
export function wanted({ kind, unit, domain }: ManifestColumn): string {
  if (kind === 'flag' || kind === 'binary') return '0 or 1';
  const inUnit = unit === '' ? '' : ` ${unit}`;
  if (domain.kind === 'set') return `one of ${domain.values.join(', ')}${inUnit}`;
  const { lo, hi, open } = domain.kind === 'range' ? domain : {};
  if (kind === 'count')
    return `a whole number from ${lo ?? 0}${hi === undefined ? '' : ` to ${hi}`}${inUnit}`;
  if (lo === undefined && hi === undefined) return `a number${unit === '' ? '' : ` of ${unit}`}`;
  if (open)
    return hi === undefined ? `a number above ${lo}${inUnit}` : `a number between ${lo} and ${hi}${inUnit}`;
  return `a number in ${lo === undefined ? '(-inf' : `[${lo}`}, ${hi === undefined ? 'inf)' : `${hi}]`}${inUnit}`;
}
