/** How findings write lists, names and numbers. */

const LISTED = 5;

/** `a`, `a and b`, `a, b and c`; for more than five, the first five and the number of others. */
export function listedNames(items: readonly string[]): string {
  const shown = items.length > LISTED + 1 ? items.slice(0, LISTED) : items;
  const others = items.length - shown.length;
  const all = others > 0 ? [...shown, `${others} others`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** `chain 2`, `chains 1, 3 and 4`. Chains count from 1. */
export function chainsListed(chains: readonly number[]): string {
  return `${chains.length === 1 ? 'chain' : 'chains'} ${listedNames(chains.map(String))}`;
}

/** A name as diagnostics write it. */
export function quoted(name: string): string {
  return `\`${name}\``;
}

/** Three significant digits, without an exponent where that is short. */
export function threeDigits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** R-hat to two decimals, or three if two would not distinguish it from 1.01. */
export function rHatText(value: number): string {
  return value.toFixed(value < 1.05 ? 3 : 2);
}

/** The first letter as a capital. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The count rounded up to two significant digits: 1234 becomes 1300. */
export function roundedUp(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / unit) * unit;
}
