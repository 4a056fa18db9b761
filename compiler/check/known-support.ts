/** Where the values of a latent end, as far as the text of its prior says it in numbers. */

import { type PriorOf, supportOf } from '../families/priors.ts';
import { constantOf } from './constant-value.ts';
import type { TypedExpression } from './typed-layout.ts';

/** The ends of a latent's values in its unit. A side that is open, or that data or other latents decide, is absent. */
export interface KnownSupport {
  readonly lo?: number;
  readonly hi?: number;
}

/** Of `uniform(0, 0.25)` 0 and 0.25, of `half_normal(2)` and of `uniform(0, max(height))` 0 alone. */
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
