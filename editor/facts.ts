/** What is known of a name, in words: its type, its scale of measurement, when its value is known. */
import { scaleOf, scaleOfReport } from '../compiler/check/measurement.ts';
import type { AllowedValues, Type, TypedLayout } from '../compiler/check/typed-layout.ts';
import { unitText } from '../compiler/check/units.ts';
import type { LayoutDocument } from './layout-document.ts';
import type { LayoutSymbol } from './symbols.ts';

/** The type of a name's value; null if it has none, or after a mistake. */
export function typeOf(
  { analysis: { types } }: LayoutDocument,
  { name, kind, owner }: LayoutSymbol,
): Type | null {
  if (kind === 'parameter' || owner !== null) return null;
  const own = types.get(name);
  if (own !== undefined) return own;
  // With dimensions in its brackets it is one name for each of their values, all of one type.
  for (const [key, type] of types) if (key.startsWith(`${name}.`)) return type;
  return null;
}

/** `a number in m / s`, `a probability`, `a flag, 0 or 1`. */
export function typeInWords(type: Type): string {
  if (type.kind === 'probability') return 'a probability';
  if (type.kind === 'flag') return 'a flag, 0 or 1';
  const unit = unitText(type.unit);
  return unit === '' ? 'a number without a unit' : `a number in \`${unit}\``;
}

/** What stands behind the colon of a declaration of this type; null for a number without a unit. */
export function annotationOf(type: Type): string | null {
  if (type.kind !== 'real') return type.kind;
  const unit = unitText(type.unit);
  return unit === '' ? null : unit;
}

const SCALES = {
  ordinal: 'On an ordinal scale: which of two values is greater can be said, but not by how much.',
  interval: 'On an interval scale: differences can be compared, ratios cannot.',
  ratio: 'On a ratio scale: differences and ratios can be compared.',
} as const;

/** The scale of measurement of a latent or a report; null for other names, and in a layout with mistakes. */
export function scaleInWords({ analysis: { layout } }: LayoutDocument, name: string): string | null {
  if (layout === null) return null;
  const isNamed = (each: { readonly name: string }) => each.name === name || each.name.startsWith(`${name}.`);
  const latent = layout.latents.find(isNamed);
  if (latent !== undefined) return SCALES[scaleOf(latent.prior)];
  const report = layout.reports.find(isNamed);
  return report === undefined ? null : SCALES[scaleOfReport(report.value, layout)];
}

const KNOWN = {
  constant: 'Known from the text.',
  statistic: 'One value for the whole table.',
  row: 'Known from each row.',
  latent: 'Depends on latents.',
} as const;

/** When the value of a `let` is known; null in a layout with mistakes. */
export function knownInWords({ analysis: { layout } }: LayoutDocument, name: string): string | null {
  const found = layout?.lets.find((each) => each.name === name || each.name.startsWith(`${name}.`));
  return found === undefined ? null : KNOWN[found.value.known];
}

/** The values that a demand allows; null if it allows all of its type, or in a layout with mistakes. */
export function allowedInWords(layout: TypedLayout | null, name: string): string | null {
  const demand = layout?.demands.find((each) => each.name === name || each.name.startsWith(`${name}.`));
  if (demand === undefined || demand.type.kind === 'flag') return null;
  const { domain, isCount } = demand;
  const range = rangeInWords(domain);
  return [isCount ? 'whole numbers' : '', range].filter((part) => part !== '').join(' ') || null;
}

function rangeInWords(domain: AllowedValues): string {
  if (domain.kind === 'any') return '';
  if (domain.kind === 'set') return domain.values.join(', ');
  const { lo, hi } = domain;
  if (Number.isFinite(lo)) return Number.isFinite(hi) ? `from ${lo} to ${hi}` : `from ${lo} on`;
  return Number.isFinite(hi) ? `up to ${hi}` : '';
}
