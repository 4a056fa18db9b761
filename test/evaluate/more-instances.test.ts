import { describe, expect, it } from 'vitest';
import { halveSd } from '../../analysis/evaluate/design/more-instances.ts';
import { type PosteriorCase, posteriorCase } from '../../analysis/evaluate/design/row-information.ts';
import { compileSource } from '../../compiler/compile.ts';
import { loadModule } from '../../host/load.ts';
import { bindPredictor } from '../../host/predict/bind-predictor.ts';
import { openStream } from '../../statistics/random/stream.ts';
import { inverseDefinite } from '../../statistics/solve-definite.ts';

/** Two parameters that are known independently, with an sd of 1, and rows that tell of the first, of both, and of nothing. */
const KNOWN: PosteriorCase = {
  size: 2,
  covariance: Float64Array.of(1, 0, 0, 1),
  roots: Float64Array.of(0.5, 0, 0.6, 0.8, 0, 0),
  outcomes: 1,
};

describe('what halves an sd', () => {
  it('is worked out by hand where rows tell of one parameter alone', () => {
    // 1/(1 + n/4) = 1/4 for n = 12.
    const { sd, repeats, chosen, sdWithChosen } = halveSd(
      [{ ...KNOWN, roots: Float64Array.of(0.5, 0, 0, 0.1) }],
      [1, 5],
      0,
    );
    expect(sd).toBe(1);
    expect(repeats).toBeCloseTo(12, 3);
    expect(chosen).toEqual([{ row: 0, instances: 12 }]);
    expect(sdWithChosen).toBeCloseTo(0.5, 12);
  });

  it('counts a row as often as it is there, and every outcome of it', () => {
    // Each repeat adds 3 (1/4 + 1/4), and 3 are to be added.
    const twice = { ...KNOWN, roots: Float64Array.of(0.5, 0, 0.5, 0), outcomes: 2 };
    expect(halveSd([twice], [3], 0).repeats).toBeCloseTo(2, 5);
    expect(halveSd([twice], [3], 0).chosen).toEqual([{ row: 0, instances: 6 }]);
  });

  it('chooses rows that tell the parameters apart, where the most telling one alone would never do', () => {
    const found = halveSd([KNOWN], [1, 1, 1], 0);
    expect(new Set(found.chosen!.map(({ row }) => row))).toEqual(new Set([0, 1]));
    expect(found.sdWithChosen).toBeLessThanOrEqual(0.5);
    const [first, second] = [0, 1].map((row) => found.chosen!.find((each) => each.row === row)!.instances);
    const precision = Float64Array.of(
      ...[1 + first! / 4 + 0.36 * second!, 0.48 * second!, 0.48 * second!, 1 + 0.64 * second!],
    );
    expect(found.sdWithChosen).toBeCloseTo(Math.sqrt(inverseDefinite(precision, 2)![0]!), 10);
    // One that tells of the sum alone leaves each of the two with half its variance.
    const sum = { ...KNOWN, roots: Float64Array.of(1, 1) };
    expect(halveSd([sum], [1], 0)).toMatchObject({ repeats: null, chosen: null, sdWithChosen: null });
  });

  it('is in half of the posteriors, whatever the others know', () => {
    const alone = { ...KNOWN, roots: Float64Array.of(0.5, 0, 0, 0.1) };
    const slow = { ...alone, roots: Float64Array.of(0.25, 0, 0, 0.1) };
    const blind = { ...alone, roots: new Float64Array(4) };
    // 12 instances halve the first, and four times as many the second.
    expect(halveSd([alone, blind], [1, 1], 0).repeats).toBeCloseTo(12, 3);
    expect(halveSd([alone, slow, blind], [1, 1], 0).repeats).toBeCloseTo(48, 3);
    const found = halveSd([alone, slow, blind], [1, 1], 0);
    const [{ row, instances }] = found.chosen as [{ row: number; instances: number }];
    expect(row).toBe(0);
    expect(instances).toBeGreaterThanOrEqual(48);
    expect(instances).toBeLessThan(48 * 1.05 + 1);
    const sds = [1 / Math.sqrt(1 + instances / 4), 1 / Math.sqrt(1 + instances / 16), 1];
    expect(found.sdWithChosen).toBeCloseTo(sds.reduce((sum, sd) => sum + sd) / 3, 12);
  });

  it('is nothing where no row tells anything', () => {
    const blind = { ...KNOWN, roots: new Float64Array(6) };
    expect(halveSd([blind], [1, 1, 1], 1)).toEqual({
      sd: 1,
      sdWithChosen: null,
      repeats: null,
      chosen: null,
    });
  });
});

describe('what an instance tells', () => {
  it('is exact for a probability with a beta posterior', async () => {
    const text = `layout Coin
demand side in {0, 1}
capability heads : probability ~ beta(1, 1)
observe y ~ bernoulli(heads)`;
    const loaded = await loadModule((await compileSource({ name: 'coin.ml', text })).bytes);
    const statistics = { values: [], byLevel: [] };
    const columns = [Float64Array.of(0, 1, 0), new Float64Array(3).fill(Number.NaN)];
    const predictor = await bindPredictor(loaded, { levels: new Map(), statistics }, columns);
    expect([...predictor.distinctOf].length).toBe(3);
    // Draws of beta(3, 7), as the third smallest of nine uniforms.
    const random = openStream(3n, 'latent', 0);
    const draw = () => Array.from({ length: 9 }, () => random.uniform()).sort((a, b) => a - b)[2]!;
    const latents = [Float64Array.from({ length: 1000 }, draw)];
    const chain = { latents } as unknown as Parameters<typeof posteriorCase>[0]['draws'][number];
    const found = posteriorCase({ draws: [chain] }, predictor, 1)!;
    const [variance] = found.covariance;
    expect(variance).toBeCloseTo((3 * 7) / (100 * 11), 2);
    // The expected variance after n more tosses is that before them, times N/(N + n) with N = 10 (Gelman et al. 2013, section 2.4).
    const after = 1 / (1 / variance! + 10 * found.roots[0]! ** 2);
    expect(after / variance!).toBeGreaterThan(0.5 * 0.9);
    expect(after / variance!).toBeLessThan(0.5 * 1.1);
  });
});

it('the inverse of a definite matrix is that, and of another there is none', () => {
  const inverse = inverseDefinite(Float64Array.of(4, 2, 2, 3), 2)!;
  // Determinant 8.
  for (const [place, value] of [3 / 8, -2 / 8, -2 / 8, 4 / 8].entries())
    expect(inverse[place]).toBeCloseTo(value, 14);
  expect(inverseDefinite(Float64Array.of(1, 2, 2, 1), 2)).toBeNull();
});
