/** No outcome has a chance above 1: log masses are at most 0, to the last bit, whatever the parameters are. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OutcomeFamily, outcomes } from '../../compiler/families/outcomes.ts';
import { openOutcome } from '../oracle/layouts.ts';

/** From 1e-290 to 1e290, most of them near 1: a billion trials times a logit must not be more than a number holds. */
const size = fc
  .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(1, 5, 20, 290))
  .map(([share, digits]) => 10 ** (share * digits));
/** So that the product of two is a number. */
const moderate = size.map((x) => Math.max(1e-150, Math.min(x, 1e150)));
const signed = fc.tuple(size, fc.boolean()).map(([x, isBelow]) => (isBelow ? -x : x));
/** Near both ends too: 1 less the smallest step. */
const probability = fc
  .tuple(size, fc.boolean())
  .map(([odds, isBelow]) => (isBelow ? odds / (1 + odds) : 1 - odds / (1 + odds)))
  .map((p) => Math.max(1e-300, Math.min(p, 1 - 2 ** -53)));
const n = fc.constantFrom(0, 1, 2, 3, 10, 57, 1000, 30_000, 1e6, 1e9);
/** Some count from 0 to n, the ends most of all. */
const count = fc
  .tuple(n, fc.constantFrom(0, 1, 1e-9, 0.5), fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean())
  .map(([trials, end, share, isEnd]) => ({ n: trials, y: Math.round(trials * (isEnd ? end : share)) }));

type Arguments = Readonly<Record<string, number>>;

const flag = fc.constantFrom(0, 1);
const cuts = fc.tuple(signed, size, size).map(([cut1, width, next]) => ({
  cut1,
  cut2: cut1 + width,
  cut3: cut1 + width + next,
}));

/** Arguments of the outcomes that have masses; null of those that have densities. */
const ARGUMENTS: Readonly<Record<OutcomeFamily, fc.Arbitrary<Arguments> | null>> = {
  bernoulli: fc.record({ y: flag, p: probability }),
  bernoulli_logit: fc.record({ y: flag, logit: signed }),
  binomial: fc.tuple(count, probability).map(([counts, p]) => ({ ...counts, p })),
  binomial_logit: fc.tuple(count, signed).map(([counts, logit]) => ({ ...counts, logit })),
  beta_binomial: fc
    .tuple(count, size, size, fc.boolean())
    .map(([counts, a, b, areEqual]) => ({ ...counts, a, b: areEqual ? a : b })),
  ordered_logistic: fc
    .tuple(fc.constantFrom(1, 2, 3, 4), signed, cuts)
    .filter(([, , { cut1, cut2, cut3 }]) => cut1 < cut2 && cut2 < cut3)
    .map(([y, eta, each]) => ({ y, eta, ...each })),
  partial_credit: fc
    .tuple(fc.constantFrom(1, 2, 3, 4), signed, signed, signed, signed)
    .map(([y, eta, step1, step2, step3]) => ({ y, eta, step1, step2, step3 })),
  categorical_logit: fc
    .tuple(fc.constantFrom(1, 2, 3), signed, signed, signed)
    .map(([y, logit1, logit2, logit3]) => ({ y, logit1, logit2, logit3 })),
  poisson: fc.record({ y: n, rate: size }),
  neg_binomial: fc.record({ y: n, mean: moderate, dispersion: moderate }),
  beta_proportion: null,
  inflated_beta: null,
  normal: null,
  lognormal: null,
  student_t: null,
  gamma: null,
  weibull: null,
  exponential: null,
  wiener: null,
  wiener_choice: fc.record({
    y: flag,
    boundary: moderate.map((x) => Math.min(x, 1e100)),
    start: probability,
    drift: signed.map((x) => Math.max(-1e100, Math.min(x, 1e100))),
  }),
};

describe('a log mass is at most 0, of the module and of the interpreter', () => {
  const masses = (Object.keys(outcomes) as OutcomeFamily[]).filter((family) => ARGUMENTS[family] !== null);
  test.each(masses)('%s', async (family) => {
    const at = await openOutcome(family);
    fc.assert(
      fc.property(ARGUMENTS[family]!, (given) => {
        const { module, meaning } = at({ at: given, value: 0, by: {}, parts: {}, extreme: true });
        expect(module.value).toBeLessThanOrEqual(0);
        expect(meaning).toBeLessThanOrEqual(0);
      }),
      { numRuns: 400 },
    );
  });
});
