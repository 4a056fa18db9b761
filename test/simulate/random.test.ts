/** The random numbers of simulations: those of the runtime, and deviates made of them. */
import { describe, expect, it } from 'vitest';
import { logBeta, logGamma } from '../../compiler/interpret/log-gamma.ts';
import { drawBinomial } from '../../statistics/random/binomial.ts';
import { doubleAt, middleDouble, placeOf, roundBetween } from '../../statistics/random/doubles.ts';
import { exp, log } from '../../statistics/random/elementary.ts';
import { drawBeta, drawCauchy, drawLogGamma, drawStudentT } from '../../statistics/random/gamma.ts';
import { openStream, philox, type Words } from '../../statistics/random/stream.ts';
import { compileRuntime } from '../compile-runtime.ts';
import { expectCounts, expectDistribution, expectMoments } from './goodness-of-fit.ts';
import { evenPlaces, integrate } from './integrated-density.ts';

interface Runtime {
  readonly memory: WebAssembly.Memory;
  reserve(): number;
  philoxAt(counter: number, keyLow: number, keyHigh: number): void;
  seedStream(low: number, high: number, stream: number): void;
  uniform(): number;
  normal(): number;
  log(x: number): number;
  exp(x: number): number;
}

const runtime = compileRuntime(`
  import { philox } from './runtime/random/stream';
  export { seedStream, uniform, normal } from './runtime/random/stream';
  export { log } from './runtime/math/log';
  export { exp } from './runtime/math/exp';
  export function reserve(): usize { return <usize>memory.grow(1) << 16; }
  export function philoxAt(counter: usize, keyLow: u32, keyHigh: u32): void {
    v128.store(counter, philox(v128.load(counter), keyLow, keyHigh));
  }
`).then(({ exports }) => exports as unknown as Runtime);

const COUNT = 10_000;
const SEED = 77n;

function sample(draw: (random: ReturnType<typeof openStream>) => number, index = 0): Float64Array {
  const random = openStream(SEED, 'latent', index);
  return Float64Array.from({ length: COUNT }, () => draw(random));
}

describe('philox', () => {
  // The known answers that Random123 publishes for philox4x32 with 10 rounds (file kat_vectors).
  it.each<[Words, [number, number], string]>([
    [[0, 0, 0, 0], [0, 0], '6627e8d5 e169c58d bc57ac4c 9b00dbd8'],
    [
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      '408f276d 41c83b0e a20bc7c6 6d5451fd',
    ],
    [
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      [0xa4093822, 0x299f31d0],
      'd16cfe09 94fdcceb 5001e420 24126ea1',
    ],
  ])('turns the counter %j under the key %j into the published words', (counter, key, words) => {
    const found = philox(counter, ...key).map((word) => word.toString(16).padStart(8, '0'));
    expect(found.join(' ')).toBe(words);
  });

  it('is that of the runtime for any counter and key', async () => {
    const { memory, reserve, philoxAt } = await runtime;
    const at = reserve();
    const block = new Uint32Array(memory.buffer, at, 4);
    let words: Words = [1, 2, 3, 4];
    for (let i = 0; i < 1000; i++) {
      const [low, high] = [words[3], words[0]];
      block.set(words);
      philoxAt(at, low, high);
      words = philox(words, low, high);
      expect(words).toEqual([...block]);
    }
  });
});

describe('a stream', () => {
  it('differs from every other, by each word of the seed, the purpose, the index and the part', () => {
    const firsts = [
      openStream(1n, 'latent', 1, 1),
      openStream(2n, 'latent', 1, 1),
      openStream(1n + (1n << 32n), 'latent', 1, 1),
      openStream(1n, 'outcome', 1, 1),
      openStream(1n, 'demand', 1, 1),
      openStream(1n, 'latent', 2, 1),
      openStream(1n, 'latent', 1, 2),
    ].map((stream) => stream.uniform());
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it('is even in single numbers and in pairs that follow each other, and inside (0, 1)', () => {
    const values = sample((random) => random.uniform());
    expect(values.every((u) => u > 0 && u < 1)).toBe(true);
    expectDistribution(values, (x) => x, 'uniform');
    const pairs = new Array<number>(64).fill(0);
    for (let i = 0; i < COUNT; i += 2)
      pairs[8 * Math.floor(8 * values[i]!) + Math.floor(8 * values[i + 1]!)]! += 1;
    expectCounts(pairs, new Array(64).fill(1 / 64), 'pairs');
  });

  it('is even from one row to the next, too', () => {
    const firsts = Float64Array.from({ length: COUNT }, (_, row) =>
      openStream(SEED, 'outcome', 0, row).uniform(),
    );
    expectDistribution(firsts, (x) => x, 'first numbers');
  });

  it('has the moments of the standard normal', () => {
    expectMoments(
      sample((random) => random.normal()),
      { mean: 0, sd: 1, kurtosis: 3 },
      'normal',
    );
  });
});

describe('the elementary functions', () => {
  const values = [
    0,
    5e-324,
    1e-310,
    2.2250738585072014e-308,
    Math.SQRT1_2,
    1,
    Math.SQRT2,
    1.7976931348623157e308,
  ];

  it('are bit for bit those of a compiled layout', async () => {
    const compiled = await runtime;
    const random = openStream(5n, 'latent', 0);
    for (let i = 0; i < COUNT; i++)
      values.push((0.5 + random.uniform()) * 2 ** Math.floor(2000 * random.uniform() - 1020));
    for (const x of values) expect(log(x)).toBe(compiled.log(x));
    const powers = [
      0,
      1,
      -745.2,
      -746,
      -708.4,
      709.78,
      710,
      ...sample((each) => 1500 * (each.uniform() - 0.5)),
    ];
    for (const x of powers) expect(exp(x)).toBe(compiled.exp(x));
  });

  it('have their values where there is no number', () => {
    expect([log(-1), log(Number.NaN), log(Infinity), exp(Number.NaN), exp(Infinity), exp(-Infinity)]).toEqual(
      [Number.NaN, Number.NaN, Infinity, Number.NaN, Infinity, 0],
    );
  });
});

describe('gamma deviates', () => {
  it.each([0.02, 0.5, 1, 1.7, 30])('of the shape %f have its distribution and moments', (shape) => {
    const logs = sample((random) => drawLogGamma(random, shape));
    const { total, distribution } = integrate(
      evenPlaces(-40 / shape, Math.log(shape + 40 * Math.sqrt(shape) + 40), 100_000),
      (x) => x,
      (x) => shape * x - Math.exp(x) - logGamma(shape),
    );
    expect(total).toBeCloseTo(1, 4);
    expectDistribution(logs, distribution, `gamma(${shape})`);
    const kurtosis = 3 + 6 / shape;
    expectMoments(logs.map(Math.exp), { mean: shape, sd: Math.sqrt(shape), kurtosis }, `gamma(${shape})`);
  });
});

describe('beta deviates', () => {
  it.each([
    [2, 5],
    [0.3, 0.6],
    [1, 1],
    [40, 3],
    [0.01, 0.02],
  ])('of the shapes %f and %f have their distribution and moments, and complements', (a, b) => {
    const shares = Array.from({ length: COUNT }, (_, part) =>
      drawBeta(openStream(SEED, 'latent', 1, part), a, b),
    );
    for (const { p, complement } of shares) expect(p + complement).toBeCloseTo(1, 14);
    // On the logit's scale, where the density has no poles.
    const ln = (x: number) => Math.max(-700, Math.log(x));
    const logits = shares.map(({ p, complement }) => ln(p) - ln(complement));
    const { total, distribution } = integrate(
      evenPlaces(-700, 700, 100_000),
      (x) => x,
      (x) => -a * Math.log1p(Math.exp(-x)) - b * Math.log1p(Math.exp(x)) - logBeta(a, b),
    );
    expect(total).toBeCloseTo(1, 2);
    expectDistribution(logits, distribution, `beta(${a}, ${b})`);
    const mean = a / (a + b);
    const sd = Math.sqrt((mean * (1 - mean)) / (a + b + 1));
    const excess =
      (6 * ((a - b) ** 2 * (a + b + 1) - a * b * (a + b + 2))) / (a * b * (a + b + 2) * (a + b + 3));
    expectMoments(
      shares.map(({ p }) => p),
      { mean, sd, kurtosis: 3 + excess },
      `beta(${a}, ${b})`,
    );
  });
});

describe('Student t deviates', () => {
  it.each([0.7, 1, 3, 25])('of %f degrees of freedom have their distribution', (df) => {
    const norm = logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(Math.PI * df);
    // The density of asinh x, whose tails are exponential.
    const { total, distribution } = integrate(
      evenPlaces(-60, 60, 100_000),
      Math.sinh,
      (u) => norm - ((df + 1) / 2) * Math.log1p(Math.sinh(u) ** 2 / df) + Math.log(Math.cosh(u)),
    );
    expect(total).toBeCloseTo(1, 6);
    expectDistribution(
      sample((random) => drawStudentT(random, df)),
      distribution,
      `t(${df})`,
    );
    if (df === 1)
      expectDistribution(
        sample((random) => drawCauchy(random)),
        distribution,
        'cauchy',
      );
  });

  it('of 25 degrees of freedom have their moments', () => {
    const draws = sample((random) => drawStudentT(random, 25));
    expectMoments(draws, { mean: 0, sd: Math.sqrt(25 / 23), kurtosis: 3 + 6 / 21 }, 't(25)');
  });
});

describe('binomial deviates', () => {
  it.each([
    [1, 0.3],
    [32, 0.9],
    [33, 0.5],
    [400, 0.03],
    [1_000_000, 0.00001],
    [1_000_000, 0.3],
  ])('of %i trials with %f have their distribution and moments', (n, p) => {
    const share = { p: p, complement: 1 - p };
    const draws = sample((random) => drawBinomial(random, n, share));
    const sd = Math.sqrt(n * p * (1 - p));
    expectMoments(
      draws,
      { mean: n * p, sd, kurtosis: 3 + (1 - 6 * p * (1 - p)) / (sd * sd) },
      `binomial(${n}, ${p})`,
    );
    if (n > 1000 && sd > 10) return;
    const most = Math.min(n, Math.ceil(n * p + 12 * sd));
    const counts = new Array<number>(most + 1).fill(0);
    for (const draw of draws) counts[draw]! += 1;
    const probabilities = counts.map((_, k) =>
      Math.exp(-Math.log(n + 1) - logBeta(k + 1, n - k + 1) + k * Math.log(p) + (n - k) * Math.log1p(-p)),
    );
    expectCounts(counts, probabilities, `binomial(${n}, ${p})`);
  });

  it('keep a probability that is nearer to 0 or to 1 than a number says', () => {
    const random = openStream(SEED, 'latent', 0);
    const rare = { p: 1e-12, complement: 1 };
    const draws = Array.from({ length: 400 }, () => drawBinomial(random, 1e12, rare));
    expectMoments(draws, { mean: 1, sd: 1, kurtosis: 4 }, 'rare successes');
    const failures = Array.from(
      { length: 400 },
      () => 1e12 - drawBinomial(random, 1e12, { p: 1, complement: 1e-12 }),
    );
    expectMoments(failures, { mean: 1, sd: 1, kurtosis: 4 }, 'rare failures');
  });

  it('are certain where the probability is 0 or 1', () => {
    const random = openStream(SEED, 'latent', 0);
    for (const n of [0, 5, 500]) {
      expect(drawBinomial(random, n, { p: 0, complement: 1 })).toBe(0);
      expect(drawBinomial(random, n, { p: 1, complement: 0 })).toBe(n);
    }
  });
});

describe('numbers in order', () => {
  it('have places that lead back to them', () => {
    for (const x of [0, 5e-324, -5e-324, 1, -1, Number.MAX_VALUE, Infinity, -Infinity]) {
      expect(doubleAt(placeOf(x))).toBe(x);
    }
    expect(doubleAt(placeOf(1) + 1n)).toBe(1 + Number.EPSILON);
    expect(doubleAt(placeOf(0) - 1n)).toBe(-5e-324);
  });

  it('are halved, and a draw rounded inside its bounds', () => {
    expect(middleDouble(1, 4)).toBe(2);
    expect(middleDouble(-Infinity, Infinity)).toBe(0);
    expect(roundBetween(2, 0, 1)).toBe(1 - Number.EPSILON / 2);
    expect(roundBetween(0, 0, 1)).toBe(5e-324);
    expect(roundBetween(Infinity, 0, Infinity)).toBe(Number.MAX_VALUE);
    expect(roundBetween(0.25, 0, 1)).toBe(0.25);
  });
});
