/** What a prior says of a latent's values: where they end, and which scale of measurement they are on, by Stevens' classification. */
import { type PriorOf, priorDefinition, supportOf } from '../families/priors.ts';
import { constantOf } from './constant-value.ts';
import type { TypedExpression } from './typed-layout.ts';

/**
 * What may be said of two values: `ordinal`, which is higher; `interval`, also how far they are apart; `ratio`, also how many
 * times one is the other.
 */
export type Scale = 'ordinal' | 'interval' | 'ratio';

/**
 * The scale that a prior puts its latent on, by where its support ends: ordinal where it ends on both sides, since units near
 * a bound are not worth what they are elsewhere; ratio where it holds positive values alone and has no upper end, since 0 is a
 * true zero then; else interval.
 * S. S. Stevens, On the Theory of Scales of Measurement, Science 103 (1946).
 *
 * Where the text leaves a bound to data or to other latents, the bound is there whatever its value; but a lower bound
 * makes a zero only where the text says that it is 0, or where the family begins at 0 before it is truncated. So a
 * scale is never stronger than the text warrants.
 */
export function scaleOf(prior: PriorOf<TypedExpression>): Scale {
  const { lo, hi } = supportOf<TypedExpression | number>(prior, (value) => value);
  if (lo !== null && hi !== null) return 'ordinal';
  if (lo === null) return 'interval';
  const isPositive = priorDefinition(prior).support === 'positive';
  return isPositive || isZero(lo) ? 'ratio' : 'interval';
}

function isZero(bound: TypedExpression | number): boolean {
  if (typeof bound === 'number') return bound === 0;
  const value = constantOf(bound);
  return value !== null && (typeof value === 'number' ? value : value.p) === 0;
}

/** The ends of a latent's values in its unit. A side that is open, or that data or other latents decide, is absent. */
export interface KnownSupport {
  readonly lo?: number;
  readonly hi?: number;
}

/** The ends that the text decides: 0 and 0.25 for `uniform(0, 0.25)`, only 0 for `half_normal(2)` and `uniform(0, max(height))`. */
export function knownSupport(prior: PriorOf<TypedExpression>): KnownSupport {
  const { lo, hi } = supportOf<TypedExpression | number>(prior, (value) => value);
  const [lower, upper] = [numberOf(lo), numberOf(hi)];
  return { ...(lower === null ? {} : { lo: lower }), ...(upper === null ? {} : { hi: upper }) };
}

function numberOf(bound: TypedExpression | number | null): number | null {
  if (bound === null || typeof bound === 'number') return bound;
  const value = constantOf(bound);
  const number = value === null || typeof value === 'number' ? value : value.p;
  return number !== null && Number.isFinite(number) ? number : null;
}
