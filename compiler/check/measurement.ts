/**
 * What a prior implies about a latent: the ends of its support, and its scale of measurement in Stevens'
 * classification.
 */
import { type PriorOf, priorDefinition, supportOf } from '../families/priors.ts';
import { constantOf } from './constant-value.ts';
import type { TypedExpression, TypedLayout } from './typed-layout.ts';

/**
 * Which statements about two values make sense. `ordinal`: which one is higher. `interval`: also how far apart they
 * are. `ratio`: also how many times one is the other.
 */
export type Scale = 'ordinal' | 'interval' | 'ratio';

/**
 * The scale of measurement that a latent's support implies. It is ordinal if the support ends on both sides, since
 * units near a bound are not equivalent to units elsewhere; ratio if the support is the positive numbers with no upper
 * end, since 0 is then a true zero; else interval. S. S. Stevens, On the Theory of Scales of Measurement, Science 103
 * (1946).
 *
 * A bound that depends on data or on other latents counts as a bound whatever its value. A lower bound counts as 0 only
 * if the text says so, or if the untruncated family starts at 0. So a scale is never stronger than the text warrants.
 */
export function scaleOf(prior: PriorOf<TypedExpression>): Scale {
  const { lo, hi } = supportOf<TypedExpression | number>(prior, (value) => value);
  if (lo !== null && hi !== null) return 'ordinal';
  if (lo === null) return 'interval';
  const isPositive = priorDefinition(prior).support === 'positive';
  return isPositive || isZero(lo) ? 'ratio' : 'interval';
}

/**
 * The scale of a quantity that is computed from latents: ordinal if one of them is, otherwise interval. An expression
 * may keep a true zero, but this is not assumed.
 */
export function scaleOfReport(value: TypedExpression, { latents, lets }: TypedLayout): Scale {
  const values = new Map(lets.map((each) => [each.name, each.value]));
  const scales = new Map(latents.map(({ name, prior }) => [name, scaleOf(prior)]));
  const seen = new Set<string>();
  const readsOrdinal = (expression: TypedExpression): boolean => {
    switch (expression.kind) {
      case 'latent':
        return scales.get(expression.name) === 'ordinal';
      case 'let': {
        // A `let` that was visited before gave no reason then.
        if (seen.has(expression.name)) return false;
        seen.add(expression.name);
        return readsOrdinal(values.get(expression.name)!);
      }
      case 'call':
        return expression.arguments.some(readsOrdinal);
      default:
        return false;
    }
  };
  return readsOrdinal(value) ? 'ordinal' : 'interval';
}

function isZero(bound: TypedExpression | number): boolean {
  if (typeof bound === 'number') return bound === 0;
  const value = constantOf(bound);
  return value !== null && (typeof value === 'number' ? value : value.p) === 0;
}

/**
 * The ends of a latent's support in its unit. A side that is open, or that depends on data or other latents, is absent.
 */
export interface KnownSupport {
  readonly lo?: number;
  readonly hi?: number;
}

/**
 * The ends that the text determines: 0 and 0.25 for `uniform(0, 0.25)`, only 0 for `half_normal(2)` and `uniform(0,
 * max(height))`.
 */
export function knownSupport(prior: PriorOf<TypedExpression>): KnownSupport {
  const { lo, hi } = supportOf<TypedExpression | number>(prior, (value) => value);
  const [lower, upper] = [numberOf(lo), numberOf(hi)];
  return { ...(lower === null ? {} : { lo: lower }), ...(upper === null ? {} : { hi: upper }) };
}

/** The number that the text determines; null if it is known later, or infinite. */
export function numberOf(bound: TypedExpression | number | null): number | null {
  if (bound === null || typeof bound === 'number') return bound;
  const value = constantOf(bound);
  const number = value === null || typeof value === 'number' ? value : value.p;
  return number !== null && Number.isFinite(number) ? number : null;
}
