/** What is drawn for a layout, beside the densities that the interpreter gives. */
import { describe, expect, it } from 'vitest';
import { drawOutcome } from '../../analysis/simulate/draw-outcome.ts';
import { drawPrior } from '../../analysis/simulate/draw-prior.ts';
import { simulateLayout } from '../../analysis/simulate/simulate.ts';
import type { OutcomeValues } from '../../compiler/families/outcome.ts';
import { outcomeDefinition } from '../../compiler/families/outcomes.ts';
import { mapPrior } from '../../compiler/families/priors.ts';
import { evaluateReal } from '../../compiler/interpret/evaluate.ts';
import { isPossible, logOutcome } from '../../compiler/interpret/outcomes.ts';
import { logPriorDensity } from '../../compiler/interpret/priors.ts';
import { bindNames } from '../../compiler/interpret/scope.ts';
import { AS_IT_IS, transform } from '../../compiler/interpret/transform.ts';
import { openStream } from '../../statistics/random/stream.ts';
import { MOMENTS, PROBABILITIES, PROBABILITIES_OF_QUANTILES, REALS } from '../compile/prior-draws.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { FAMILIES } from '../outcomes/families.ts';
import { expectCounts, expectDistribution, expectMoments } from './goodness-of-fit.ts';
import { evenPlaces, integrate } from './integrated-density.ts';

const COUNT = 3_000;

/** Kurtoses of the families whose moments are compared. */
const KURTOSES: Readonly<Record<string, number>> = {
  'uniform(1, 4)': 1.8,
  'normal(1, 2)': 3,
  'half_normal(2)': 3.8692,
  'beta(2, 5)': 2.88,
  'scaled_beta(2, 3, 1, 6)': 2.3572,
  'gamma(2.5, 2)': 5.4,
  'gamma(0.5, 1)': 15,
  'exponential(0.5)': 9,
  'weibull(1.5, 2)': 4.3904,
};

function priorOf(text: string, isProbability: boolean) {
  const layout = readLayout(
    `layout Prior\nparam x ${isProbability ? ': probability ' : ''}~ ${text}\nobserve y ~ normal(${isProbability ? '1 * x' : 'x'}, 1)\n`,
  );
  const scope = bindNames(layout, { rows: 1, columns: {} })(null, new Map());
  return mapPrior(layout.latents[0]!.prior, (part) => evaluateReal(part, scope));
}

/** Each prior is drawn from once, for all that is said of it. */
const drawn = new Map<string, Float64Array>();

function drawsOf(text: string, isProbability: boolean): Float64Array {
  const known = drawn.get(text);
  if (known !== undefined) return known;
  const prior = priorOf(text, isProbability);
  const values = Float64Array.from({ length: COUNT }, (_, part) =>
    drawPrior(prior, openStream(3n, 'latent', 0, part)),
  );
  drawn.set(text, values);
  return values;
}

describe('a draw from a prior', () => {
  const known = [
    ...REALS.map((each) => [...each, false] as const),
    ...PROBABILITIES.map((each) => [...each, true] as const),
  ];
  it.each(known)(
    '%s has its known quantiles, and its moments where they are known',
    (text, quantiles, isProbability) => {
      const values = drawsOf(text, isProbability);
      const counts = new Array<number>(quantiles.length + 1).fill(0);
      for (const value of values) counts[quantiles.filter((quantile) => quantile < value).length]! += 1;
      const ends = [0, ...PROBABILITIES_OF_QUANTILES, 1];
      expectCounts(
        counts,
        counts.map((_, cell) => ends[cell + 1]! - ends[cell]!),
        text,
      );
      const [mean, sd] = MOMENTS[text] ?? [];
      const kurtosis = KURTOSES[text];
      if (mean !== undefined && sd !== undefined && kurtosis !== undefined) {
        expectMoments(values, { mean, sd, kurtosis }, text);
      }
    },
  );

  it.each([
    ...known.map(([text, , isProbability]) => [text, isProbability] as const),
    ['normal(0, 1) in [8, inf]', false] as const,
    // Far out on the open side, squares overflow before the numbers do.
    ['normal(-1, 0.7) in [-inf, 0]', false] as const,
    ['normal(0, 1e-9) in [-inf, 1e-9]', false] as const,
    ['half_normal(0.1) in [0.05, inf]', false] as const,
    ['lognormal(0, 0.01) in [-inf, 1]', false] as const,
    ['cauchy(0, 1e-9) in [-inf, 0]', false] as const,
    ['half_cauchy(1e-9) in [1e-9, inf]', false] as const,
    ['normal(0, 1) in [-20, -19.9]', false] as const,
    ['half_normal(0.01) in [1, 2]', false] as const,
    ['exponential(1000) in [1, inf]', false] as const,
    ['cauchy(0, 0.001) in [10, 1000]', false] as const,
    ['beta(0.1, 0.2)', true] as const,
    ['gamma(2.5, 2) in [1, 4]', false] as const,
    ['gamma(0.4, 1) in [-inf, 0.5]', false] as const,
    ['inv_gamma(3, 2) in [0.5, inf]', false] as const,
    ['beta(2, 5) in [0.1, 0.4]', true] as const,
    ['scaled_beta(2, 3, 1, 6) in [2, 5]', false] as const,
    ['student_t(3, 1, 2) in [-inf, 0]', false] as const,
    ['half_student_t(3, 2) in [1, inf]', false] as const,
  ])('%s has the distribution that the interpreter gives', (text, isProbability) => {
    const prior = priorOf(text, isProbability);
    const sampling = { isProbability, isNonCentred: false, standard: AS_IT_IS };
    const forwards = transform(prior, sampling, 0).value < transform(prior, sampling, 1).value;
    const at = (u: number) => transform(prior, sampling, forwards ? u : -u);
    // On the scale of the sampler, where densities have light tails and no poles.
    const { total, distribution } = integrate(
      evenPlaces(-37, 37, 2_000),
      (u) => at(u).value,
      (u) => {
        const there = at(u);
        return logPriorDensity(prior, there) + there.logJacobian;
      },
    );
    expect(total).toBeCloseTo(1, 3);
    expectDistribution(drawsOf(text, isProbability), distribution, text);
  });

  it('is finite and inside its support where numbers have no room', () => {
    for (const [text, isProbability, lo, hi] of [
      ['lognormal(0, 1e4)', false, 0, Infinity],
      ['gamma(0.0001, 1)', false, 0, Infinity],
      ['inv_gamma(0.0001, 1)', false, 0, Infinity],
      ['student_t(0.001, 0, 1)', false, -Infinity, Infinity],
      ['beta(0.0001, 0.0001)', true, 0, 1],
    ] as const) {
      const values = drawsOf(text, isProbability).slice(0, 500);
      expect(values.every((value) => lo < value && value < hi)).toBe(true);
    }
  });
});

describe('a draw of an outcome', () => {
  const point = { slope: 0.6, base: -0.3, spread: 0.8, gap: 0.7, skill: 0.35, typical: 2 };

  it.each(FAMILIES)(
    'of $family has the distribution that the interpreter gives',
    ({ family, text, columns }) => {
      const layout = readLayout(text);
      const observation = layout.observations.find(({ outcome }) => outcome === 'y')!;
      const profile = new Map(
        Object.entries(point).map(([name, value]) => [
          name,
          [
            {
              value,
              probability:
                name === 'skill' ? { lnP: Math.log(value), lnComplement: Math.log1p(-value) } : null,
            },
          ],
        ]),
      );
      const rows = columns.y!.length;
      // The times of decisions are those of either choice, as in rows without one.
      const places = columns.right?.every((choice) => !Number.isNaN(choice)) ? [] : [2, rows - 1];
      for (const row of places) {
        const scope = bindNames(layout, { rows, columns })(row, profile);
        const values = Float64Array.from(
          { length: COUNT },
          (_, part) => drawOutcome(observation, scope, openStream(9n, 'outcome', row, part)) as number,
        );
        const density = (y: number) => logOutcome(observation, y, scope);
        const what = `${family} in row ${row}`;
        const { values: kind } = outcomeDefinition(observation);
        if (['flag', 'count', 'grade', 'tally'].includes(kind)) {
          const most = kind === 'tally' ? 3000 : 12;
          const probabilities = Array.from({ length: most + 1 }, (_, y) =>
            isPossible(observation, y, columns.tries![row]!) ? Math.exp(density(y)) : 0,
          );
          const counts = new Array<number>(most + 1).fill(0);
          for (const value of values) counts[value]! += 1;
          const there = probabilities.map((_, y) => y).filter((y) => probabilities[y]! > 1e-12);
          expect(there.reduce((sum, y) => sum + probabilities[y]!, 0)).toBeCloseTo(1, 9);
          expect(there.reduce((sum, y) => sum + counts[y]!, 0)).toBe(COUNT);
          if (there.length === 1) continue;
          expectCounts(
            there.map((y) => counts[y]!),
            there.map((y) => probabilities[y]!),
            what,
          );
          continue;
        }
        const [at, jacobian] = scaleOf(kind);
        const atEdges = kind === 'closedShare' ? [0, 1] : [];
        const edges = atEdges.map((edge) => Math.exp(density(edge)));
        const inside = 1 - edges.reduce((sum, each) => sum + each, 0);
        const between = values.filter((value) => !atEdges.includes(value));
        if (atEdges.length > 0) {
          const counts = atEdges.map((edge) => values.filter((value) => value === edge).length);
          expectCounts([...counts, between.length], [...edges, inside], what);
        }
        const { total, distribution } = integrate(
          evenPlaces(-60, 60, 6_000),
          at,
          (u) => density(at(u)) - Math.log(inside) + jacobian(u),
        );
        expect(total).toBeCloseTo(1, 3);
        expectDistribution(between, distribution, what);
      }
    },
  );

  it('is one that the distribution can have where numbers have no room', () => {
    const drawn = (outcome: string) => {
      const layout = readLayout(
        `layout Far\ndemand x in [0, 1]\nparam a ~ normal(0, 1)\nobserve y ~ ${outcome}\n`,
      );
      return simulateLayout(layout, {
        demands: { kind: 'random', rows: 300 },
        profile: { a: 1 },
        seed: 1n,
      }).columns.get('y')!;
    };
    expect(drawn('lognormal(a, 5000)').every((y) => y > 0 && y < Infinity)).toBe(true);
    expect(drawn('student_t(0.001, a, 1)').every((y) => Number.isFinite(y))).toBe(true);
    const shares = drawn('beta_proportion(logistic(a), 0.01)');
    expect(shares.every((y) => y > 0 && y < 1)).toBe(true);
    expect(shares.some((y) => y > 1 - 1e-15)).toBe(true);
  });
});

/** Grades, and choices of one of several. */
/** Counts without a greatest value. */
/** A map from the line onto an outcome's values, with its log slope, under which densities have light tails. */
function scaleOf(kind: OutcomeValues): [at: (u: number) => number, logSlope: (u: number) => number] {
  if (kind === 'positive') return [Math.exp, (u) => u];
  if (kind === 'share' || kind === 'closedShare') {
    const at = (u: number) => Math.min(1 - 2 ** -53, 1 / (1 + Math.exp(-u)));
    return [at, (u) => -Math.abs(u) - 2 * Math.log1p(Math.exp(-Math.abs(u)))];
  }
  return [Math.sinh, (u) => Math.log(Math.cosh(u))];
}
