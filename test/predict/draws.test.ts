import { describe, expect, it } from 'vitest';
import { compileSource } from '../../compiler/compile.ts';
import { logOutcome, outcomeMean } from '../../compiler/interpret/outcomes.ts';
import { bindNames } from '../../compiler/interpret/scope.ts';
import { loadModule } from '../../host/load.ts';
import { bindPredictor } from '../../host/predict/bind-predictor.ts';
import { expectCounts, expectDistribution } from '../simulate/goodness-of-fit.ts';
import { evenPlaces, integrate } from '../simulate/integrated-density.ts';

const ROWS = 20_000;

const DISCRETE = {
  few: ['binomial(7, p)', 7],
  many: ['binomial(90, 0.3)', 90],
  nearlyAll: ['binomial_logit(60, 4.5)', 60],
  mixed: ['beta_binomial(50, 2, 0.7)', 50],
  flips: ['bernoulli(p)', 1],
  logits: ['bernoulli_logit(-1.2)', 1],
  calls: ['poisson(3.5)', 40],
  events: ['poisson(60)', 200],
  spread: ['neg_binomial(6, 0.7)', 400],
  rating: ['ordered_logistic(x, -1, 0.5, 2)', 4],
  credit: ['partial_credit(x, -1, 0.5, 0.2)', 4],
  choice: ['categorical_logit(x, -1, 0.5)', 3],
} as const;

/** With the values that nearly all draws are between. */
const CONTINUOUS = {
  share: ['beta_proportion(p, 0.8)', 0, 1],
  shares: ['beta_proportion(p, 9)', 0, 1],
  level: ['normal(x, 2)', -20, 20],
  heavy: ['student_t(3, x, 0.5)', -400, 400],
  time: ['lognormal(x, 0.8)', 0, 400],
  size: ['gamma(2.5, 0.7)', 0, 400],
  small: ['gamma(0.6, 0.7)', 0, 400],
  life: ['weibull(1.7, 3)', 0, 400],
  wait: ['exponential(0.4)', 0, 400],
} as const;

/** With two values of their own, 0 and 1, among all between. */
const MIXED = { scores: ['inflated_beta(p, 9, 0.3)'] } as const;

/** With the ends of their ranges: near the middle, and so far out that only inversion reaches them. */
const TRUNCATED = {
  level: ['normal(x, 2)', 1, 2.5],
  levelFarOut: ['normal(x, 0.1)', 3, 4],
  heavy: ['student_t(3, x, 0.5)', -1, 1.5],
  heavyFarOut: ['student_t(3, x, 0.5)', 30, 60],
  time: ['lognormal(x, 0.8)', 0.5, 3],
  timeFarOut: ['lognormal(x, 0.3)', 12, 20],
  size: ['gamma(2.5, 0.7)', 1, 6],
  sizeFarOut: ['gamma(2.5, 0.7)', 40, 50],
  life: ['weibull(1.7, 3)', 2, 5],
  wait: ['exponential(0.4)', 1, 3],
} as const;

/** Each draw of these is found by some fifty integrals. */
const SLOW: ReadonlySet<string> = new Set(['heavyFarOut', 'sizeFarOut']);

const GUESSES = 'mixture {p: exponential(3), 0.2: gamma(2.5, 0.7), 0.5: lognormal(x, 0.3)}';
/** Of each kind above. */
const MIXTURES = {
  discrete: {
    zeros: ['mixture {p: poisson(0.01), not p: poisson(8)}', 60],
    answers: ['mixture {1: categorical_logit(0, 0, 0), 3: ordered_logistic(x, -1, 0.5)}', 3],
  },
  continuous: { guesses: [GUESSES, 0, 400] },
  truncated: { guesses: [GUESSES, 0.5, 2.5] },
} as const;

const OUTCOMES = [...Object.entries(DISCRETE), ...Object.entries(CONTINUOUS), ...Object.entries(MIXED)];
const names = OUTCOMES.map(([name]) => name);
const text = `layout Draws
demand hardness in [0, 1]
param x ~ normal(0, 1)
param p : probability ~ beta(1, 1)
${OUTCOMES.map(([name, [distribution]]) => `observe ${name} ~ ${distribution}`).join('\n')}
observe unused ~ normal(x * hardness, 1)
observe right, moment ~ wiener(1.5, 0.2, p, 0.9)
${Object.entries(TRUNCATED)
  .map(([name, [distribution, lo, hi]]) => `observe ${name}Within ~ ${distribution} in [${lo}, ${hi}]`)
  .join('\n')}
${[...Object.entries(MIXTURES.discrete), ...Object.entries(MIXTURES.continuous)]
  .map(([name, [distribution]]) => `observe ${name} ~ ${distribution}`)
  .join('\n')}
observe guessesWithin ~ ${GUESSES} in [0.5, 2.5]
`;
const POINT = [0.7, 0.35];

const { bytes, layout } = await compileSource({ name: 'draws.ml', text });
const loaded = await loadModule(bytes);
const nothing = new Float64Array(ROWS).fill(Number.NaN);
/** `hardness`, and outcomes that are missing. */
const columnsOf = (hardness: Float64Array) => [
  hardness,
  ...loaded.manifest.columns.slice(1).map(() => nothing.subarray(0, hardness.length)),
];
const fitted = { levels: new Map(), statistics: { values: [], byLevel: [] } };

async function drawnAt(hardness: Float64Array, outcome: string, draw = 0, first = 0): Promise<Float64Array> {
  const predictor = await bindPredictor(loaded, fitted, columnsOf(hardness));
  predictor.predictAt(POINT);
  const drawn = new Float64Array(hardness.length);
  const index = loaded.manifest.columns.filter(({ role }) => role === 'outcome');
  predictor.draw(
    index.findIndex(({ name }) => name === outcome),
    { seed: 7n, draw, first },
    drawn,
  );
  return drawn;
}

/** The outcome and the names that its parameters read, for the interpreter. */
function interpreted(outcome: string, beside: Readonly<Record<string, number>> = {}) {
  const values = new Map([
    ['x', [{ value: POINT[0]!, probability: null }]],
    [
      'p',
      [{ value: POINT[1]!, probability: { lnP: Math.log(POINT[1]!), lnComplement: Math.log1p(-POINT[1]!) } }],
    ],
  ]);
  const scope = bindNames(layout, {
    rows: 1,
    columns: Object.fromEntries(Object.entries(beside).map(([name, value]) => [name, [value]])),
  })(Object.keys(beside).length === 0 ? null : 0, values);
  const observation = layout.observations.find((each) => each.outcome === outcome)!;
  return { observation, scope };
}

/** The log density or mass of a value, by the interpreter. */
function logDensity(
  outcome: string,
  beside: Readonly<Record<string, number>> = {},
): (value: number) => number {
  const { observation, scope } = interpreted(outcome, beside);
  return (value) => logOutcome(observation, value, scope);
}

function outcomeMeanOf(outcome: string): number {
  const { observation, scope } = interpreted(outcome);
  return outcomeMean(observation, scope);
}

const hardness = new Float64Array(ROWS).fill(0.5);

describe('outcomes that a module draws', () => {
  it.each([...Object.entries(DISCRETE), ...Object.entries(MIXTURES.discrete)])(
    'of %s occur as often as they should',
    async (name, [, most]) => {
      const drawn = await drawnAt(hardness, name);
      const density = logDensity(name);
      const least = ['rating', 'credit', 'choice', 'answers'].includes(name) ? 1 : 0;
      const values = Array.from({ length: most - least + 1 }, (_, index) => least + index);
      expect(drawn.every((value) => values.includes(value))).toBe(true);
      expectCounts(
        values.map((value) => drawn.filter((each) => each === value).length),
        values.map((value) => Math.exp(density(value))),
        name,
      );
    },
  );

  it.each([...Object.entries(CONTINUOUS), ...Object.entries(MIXTURES.continuous)])(
    'of %s have their distribution',
    async (name, [, lo, hi]) => {
      const drawn = await drawnAt(hardness, name);
      const density = logDensity(name);
      // On a scale on which the density has no poles.
      const isShare = lo === 0 && hi === 1;
      const isPositive = lo === 0 && hi > 1;
      const at = (u: number) => (isShare ? 1 / (1 + Math.exp(-u)) : isPositive ? Math.exp(u) : u);
      const logSlope = (u: number) =>
        isShare ? -Math.abs(u) - 2 * Math.log1p(Math.exp(-Math.abs(u))) : isPositive ? u : 0;
      const places = isShare
        ? evenPlaces(-30, 30, 8_000)
        : isPositive
          ? evenPlaces(-24, Math.log(hi), 16_000)
          : evenPlaces(lo, hi, 200_000);
      const { total, distribution } = integrate(places, at, (u) => density(at(u)) + logSlope(u));
      expect(total).toBeCloseTo(1, 3);
      expectDistribution(drawn, distribution, name);
    },
  );

  it.each(Object.keys(MIXED))(
    'of %s have their values at the edges, and their distribution between',
    async (name) => {
      const drawn = await drawnAt(hardness, name);
      const density = logDensity(name);
      const edges = [0, 1].map((edge) => Math.exp(density(edge)));
      const between = drawn.filter((value) => value > 0 && value < 1);
      const inside = 1 - edges[0]! - edges[1]!;
      expectCounts(
        [...[0, 1].map((edge) => drawn.filter((value) => value === edge).length), between.length],
        [...edges, inside],
        name,
      );
      const at = (u: number) => 1 / (1 + Math.exp(-u));
      const logSlope = (u: number) => -Math.abs(u) - 2 * Math.log1p(Math.exp(-Math.abs(u)));
      const { total, distribution } = integrate(
        evenPlaces(-30, 30, 8_000),
        at,
        (u) => density(at(u)) - Math.log(inside) + logSlope(u),
      );
      expect(total).toBeCloseTo(1, 3);
      expectDistribution(between, distribution, name);
    },
  );

  it.each([...Object.entries(TRUNCATED), ...Object.entries(MIXTURES.truncated)])(
    'of %s within a range have their distribution and mean',
    async (name, [, lo, hi]) => {
      const outcome = `${name}Within`;
      const drawn = await drawnAt(SLOW.has(name) ? hardness.subarray(0, ROWS / 20) : hardness, outcome);
      const density = logDensity(outcome);
      const { total, distribution } = integrate(evenPlaces(lo, hi, 20_000), (y) => y, density);
      expect(total).toBeCloseTo(1, 3);
      expectDistribution(drawn, distribution, outcome);
      const step = (hi - lo) / 19_999;
      const mean = evenPlaces(lo, hi, 20_000).reduce(
        (sum, y, place) => sum + (place % 19_999 === 0 ? 0.5 : 1) * step * y * Math.exp(density(y)),
        0,
      );
      const predictor = await bindPredictor(loaded, fitted, columnsOf(hardness.subarray(0, 1)));
      predictor.predictAt(POINT);
      const outcomes = loaded.manifest.columns.filter(({ role }) => role === 'outcome');
      const [predicted] = predictor.mean(outcomes.findIndex((each) => each.name === outcome));
      expect(Math.abs(predicted! / mean - 1)).toBeLessThan(3e-5);
      expect(outcomeMeanOf(outcome)).toBeCloseTo(predicted!, 9);
    },
  );

  it('of a decision’s choice and time belong to each other', async () => {
    const right = await drawnAt(hardness, 'right');
    const moment = await drawnAt(hardness, 'moment');
    const chance = [0, 1].map((choice) => Math.exp(logDensity('right')(choice)));
    expectCounts(
      [0, 1].map((choice) => right.filter((each) => each === choice).length),
      chance,
      'right',
    );
    for (const choice of [0, 1]) {
      const times = moment.filter((_, row) => right[row] === choice);
      const density = logDensity('moment', { right: choice });
      const { total, distribution } = integrate(
        evenPlaces(-24, Math.log(60), 16_000),
        Math.exp,
        (u) => density(Math.exp(u)) + u,
      );
      expect(total).toBeCloseTo(1, 3);
      expectDistribution(times, distribution, `the time of choice ${choice}`);
    }
    const predictor = await bindPredictor(loaded, fitted, columnsOf(hardness.subarray(0, 1)));
    predictor.predictAt(POINT);
    const outcomes = loaded.manifest.columns.filter(({ role }) => role === 'outcome');
    const [mean] = predictor.mean(outcomes.findIndex(({ name }) => name === 'moment'));
    const average = moment.reduce((sum, time) => sum + time, 0) / ROWS;
    const spread = Math.sqrt(moment.reduce((sum, time) => sum + (time - average) ** 2, 0) / ROWS);
    expect(Math.abs(average - mean!)).toBeLessThan((4 * spread) / Math.sqrt(ROWS));
  });

  it('differ from row to row, also where rows are alike, and from draw to draw', async () => {
    const drawn = await drawnAt(hardness, 'level');
    expect(new Set(drawn).size).toBe(ROWS);
    const next = await drawnAt(hardness, 'level', 1);
    expect(next.filter((value, row) => value === drawn[row]).length).toBe(0);
  });

  it('do not depend on the other rows, nor on the blocks that rows come in', async () => {
    const whole = await drawnAt(hardness.slice(0, 100), 'level');
    const others = Float64Array.from({ length: 60 }, (_, row) => (row === 20 ? 0.5 : row / 60));
    const part = await drawnAt(others, 'level', 0, 40);
    expect(part[20]).toBe(whole[60]);
  });

  it('are those of this seed, whatever the machine', async () => {
    const drawn = await Promise.all(names.map((name) => drawnAt(hardness.slice(0, 3), name)));
    expect(Object.fromEntries(names.map((name, index) => [name, [...drawn[index]!]]))).toMatchInlineSnapshot(`
      {
        "calls": [
          1,
          5,
          4,
        ],
        "choice": [
          1,
          3,
          2,
        ],
        "credit": [
          4,
          2,
          3,
        ],
        "events": [
          54,
          55,
          62,
        ],
        "few": [
          3,
          4,
          2,
        ],
        "flips": [
          0,
          1,
          0,
        ],
        "heavy": [
          -0.02748048323050334,
          0.3744366632988749,
          0.991473944732898,
        ],
        "level": [
          -0.32565626160789085,
          2.3919896866354753,
          2.4690049732057013,
        ],
        "life": [
          5.705613006643672,
          2.0027311786019912,
          3.007931042004361,
        ],
        "logits": [
          0,
          0,
          0,
        ],
        "many": [
          26,
          29,
          27,
        ],
        "mixed": [
          18,
          48,
          31,
        ],
        "nearlyAll": [
          60,
          60,
          59,
        ],
        "rating": [
          3,
          2,
          4,
        ],
        "scores": [
          0,
          0,
          1,
        ],
        "share": [
          0.7898858813156179,
          0.9698730720023421,
          0.9999342442741753,
        ],
        "shares": [
          0.37940041526489265,
          0.40046962962035415,
          0.4058337706500543,
        ],
        "size": [
          1.6322674869167428,
          4.02034227337077,
          3.300836461248247,
        ],
        "small": [
          0.7827372680832604,
          0.4574166935632724,
          4.529388834906002,
        ],
        "spread": [
          2,
          9,
          6,
        ],
        "time": [
          7.885410241340379,
          2.5831412750405494,
          6.62752286263477,
        ],
        "wait": [
          1.4146714852776523,
          5.321195380090936,
          6.386480393856512,
        ],
      }
    `);
  });
});
