/** Numbers and units as figures write them. */

/** With so many significant digits, without zeros that say nothing, in powers of ten where it is far from 1, and a true minus. */
export function numberText(value: number, digits = 3): string {
  if (!Number.isFinite(value)) throw new RangeError(`a figure cannot show ${value}`);
  const rounded = Number(value.toPrecision(digits));
  if (rounded === 0) return '0';
  const size = Math.abs(rounded);
  const text =
    size >= 1e6 || size < 1e-4
      ? rounded.toExponential().replace(/e\+?(-?\d+)$/, ' × 10^$1')
      : String(rounded);
  return text.replace(/-/g, '−');
}

/** `name (unit)`; the name alone where it has no unit. */
export function withUnit(name: string, unit: string): string {
  return unit === '' || unit === 'probability' ? name : `${name} (${unit})`;
}

/** The unit behind a number: ` px`, ` / px`, or nothing where there is none. */
export function unitSuffix(unit: string): string {
  if (unit === '' || unit === 'probability') return '';
  return unit.startsWith('1 / ') ? unit.slice(1) : ` ${unit}`;
}

/** Numbers with the decimals at which `spread` has two digits: those of an estimate by the width of its interval. */
export function numbersAlike(values: readonly number[], spread: number): string[] {
  const place = Math.floor(Math.log10(spread));
  const hasNone = !Number.isFinite(place) || place < -6 || values.some((value) => Math.abs(value) >= 1e9);
  if (hasNone) return values.map((value) => numberText(value));
  return values.map((value) => {
    const text = value.toFixed(Math.max(0, 1 - place));
    return (Number(text) === 0 ? text.replace('-', '') : text).replace('-', '−');
  });
}
