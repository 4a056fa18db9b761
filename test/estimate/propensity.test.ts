/** The estimator of the propensity paper (equation 6 and appendix B.3), on its own example: 1000 windows in [-5, 5], θ = -1.5. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile, load, type Model, openThisThread } from '../../index.ts';
import { simulateWindows } from './simulate-windows.ts';

const FOLDER = new URL('../../stdlib-layouts/propensity/', import.meta.url);
const TEXT = readFileSync(new URL('propensity.ml', FOLDER), 'utf8');
const TABLE = readFileSync(new URL('propensity.csv', FOLDER), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',').map(Number));
const column = (index: number) => TABLE.map((row) => row[index]!);
const WINDOWS = { lowest: column(0), highest: column(1) };

let model: Model;
beforeAll(async () => {
  model = await load((await compile(TEXT)).bytes);
});

async function estimate(success: readonly number[], starts = 32) {
  const bound = await model.bind({ ...WINDOWS, success });
  const fit = await bound.fit({ method: 'mle', starts, pool: openThisThread() });
  const { estimate: theta, se } = fit.estimates().tendency!;
  return { fit, theta: theta!, se: se! };
}

describe('the propensity of the stored table, simulated with -1.5', () => {
  it('is found within two standard errors, at the highest of the modes', async () => {
    const { fit, theta, se } = await estimate(column(2));
    expect(Math.abs(theta + 1.5)).toBeLessThan(2 * se);
    // A walk in steps of a hundredth of a standard error finds nothing higher.
    const bound = await model.bind({ ...WINDOWS, success: column(2) });
    const prior = (at: number) => -0.5 * (at / 10) ** 2 - Math.log(10 * Math.sqrt(2 * Math.PI));
    let highest = Number.NEGATIVE_INFINITY;
    for (let at = -5; at <= 5; at += se / 100) {
      highest = Math.max(highest, bound.logDensity({ tendency: at }).logDensity - prior(at));
    }
    expect(fit.logLikelihood).toBeGreaterThanOrEqual(highest - 1e-9);
    expect(fit.logLikelihood - highest).toBeLessThan(1e-3);
  });

  it('is found from the start of the pointwise collapse and one other, as from many', async () => {
    expect((await estimate(column(2), 1)).theta).toBeCloseTo((await estimate(column(2), 200)).theta, 9);
  });

  it('is known to the manifest by the windows that it has to lie in', () => {
    expect(model.manifest.windows).toEqual([
      { latent: 'tendency', lower: 'lowest', upper: 'highest', outcome: 'success' },
    ]);
  });
});

describe('the same windows with outcomes drawn anew', () => {
  it('give estimates around the truth', async () => {
    const runs = [];
    for (let run = 0; run < 20; run++) {
      runs.push(await estimate(simulateWindows(WINDOWS, -1.5, 100n + BigInt(run))));
    }
    const mean = runs.reduce((sum, { theta }) => sum + theta, 0) / runs.length;
    // The sd of an estimate is about 0.023: see test/slow/estimate.
    expect(Math.abs(mean + 1.5)).toBeLessThan((4 * 0.023) / Math.sqrt(20) + 0.01);
    const near = runs.filter(({ theta, se }) => Math.abs(theta + 1.5) < 2 * se).length;
    expect(near).toBeGreaterThanOrEqual(16);
  });
});
