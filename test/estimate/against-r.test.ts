/** Estimates beside those of R, and of papers. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EstimatedModel } from '../../index.ts';
import { estimateLayout } from './estimate-layout.ts';

interface Fitted {
  readonly data: Readonly<Record<string, readonly number[]>>;
  readonly estimate: readonly number[];
  readonly se: readonly number[];
  readonly covariance: readonly (readonly number[])[];
  readonly logLikelihood: number;
  readonly aic: number;
  readonly bic: number;
  readonly predicted: Readonly<Record<'mean' | 'sd' | 'lower' | 'upper', readonly number[]>>;
}

/** What reference/make-reference.R wrote. */
const R = JSON.parse(readFileSync(new URL('reference/r.json', import.meta.url), 'utf8')) as {
  readonly beetles: Fitted;
  readonly beetlesWithPriors: Pick<Fitted, 'estimate' | 'se'>;
  readonly infert: Fitted;
  readonly mtcars: Omit<Fitted, 'covariance' | 'predicted'>;
  readonly laplace: { readonly estimate: number; readonly se: number };
};

const beetles = (priors: readonly [number, number]) => `layout Beetles
demand dose in [1, 2]
demand n : count
param b0 ~ normal(0, ${priors[0]})
param b1 ~ normal(0, ${priors[1]})
observe killed ~ binomial_logit(n, b0 + b1 * dose)
`;

const INFERT = `layout Infert
demand spontaneous, induced : count
param b0, b1, b2 ~ normal(0, 10)
observe case_ ~ bernoulli(logistic(b0 + b1 * spontaneous + b2 * induced))
`;

const LINE = `layout Line
demand wt in [0, 10]
param b0, b1 ~ normal(0, 100)
param sigma ~ half_normal(50)
observe mpg ~ normal(b0 + b1 * wt, sigma)
`;

/** Each within a relative distance of the other. */
function expectClose(found: readonly (number | null)[], wanted: readonly number[], within: number): void {
  expect(found).toHaveLength(wanted.length);
  for (const [index, value] of wanted.entries()) {
    expect(Math.abs(found[index]! - value) / Math.abs(value), `number ${index}`).toBeLessThan(within);
  }
}

function expectSame(model: EstimatedModel, { estimate, se }: Pick<Fitted, 'estimate' | 'se'>): void {
  expect(model.verdict).toEqual({ status: 'converged', findings: [] });
  const found = Object.values(model.estimates());
  expectClose(
    found.map((each) => each.estimate),
    estimate,
    1e-9,
  );
  // The curvature is known to about ten digits.
  expectClose(
    found.map((each) => each.se),
    se,
    1e-8,
  );
}

describe('the highest likelihood', () => {
  it('of counts of beetles is that of glm, and of Dobson (2002), with its errors, covariance and criteria', async () => {
    const { data, ...wanted } = R.beetles;
    const model = await estimateLayout(beetles([1000, 1000]), data, { method: 'mle' });
    expectSame(model, wanted);
    const { b0, b1 } = model.estimates();
    // Table 7.3 there.
    expect([b0!.estimate!.toFixed(2), b0!.se!.toFixed(2)]).toEqual(['-60.72', '5.18']);
    expect([b1!.estimate!.toFixed(2), b1!.se!.toFixed(2)]).toEqual(['34.27', '2.91']);
    expectClose(
      model.covariance().flatMap((row) => [...row]),
      wanted.covariance.flat(),
      1e-8,
    );
    expectClose(
      [model.logLikelihood, model.aic!, model.bic!],
      [wanted.logLikelihood, wanted.aic, wanted.bic],
      1e-10,
    );
  });

  it('of cases and controls is that of glm, and so is what it predicts, with its errors', async () => {
    const { data, ...wanted } = R.infert;
    const columns = { spontaneous: data.spontaneous!, induced: data.induced!, case_: data.case! };
    const model = await estimateLayout(INFERT, columns, { method: 'mle' });
    expectSame(model, wanted);
    expectClose(
      [model.logLikelihood, model.aic!, model.bic!],
      [wanted.logLikelihood, wanted.aic, wanted.bic],
      1e-10,
    );
    const { outcomes } = await model.predict(columns, { probability: 0.9 });
    for (const part of ['mean', 'sd', 'lower', 'upper'] as const) {
      expectClose([...outcomes.case_![part]], wanted.predicted[part], 1e-6);
    }
  });

  it('of a line is that of least squares, with the sd whose divisor is n', async () => {
    const { data, ...wanted } = R.mtcars;
    const model = await estimateLayout(LINE, data, { method: 'mle' });
    expectSame(model, wanted);
    expectClose(
      [model.logLikelihood, model.aic!, model.bic!],
      [wanted.logLikelihood, wanted.aic, wanted.bic],
      1e-10,
    );
  });

  it('has intervals that are symmetric where a latent has no bounds, and inside them where it has', async () => {
    const { data } = R.mtcars;
    const { b1, sigma } = (await estimateLayout(LINE, data, { method: 'mle', level: 0.9 })).estimates();
    const z = 1.6448536269514722;
    expectClose(b1!.interval!, [b1!.estimate! - z * b1!.se!, b1!.estimate! + z * b1!.se!], 1e-9);
    // On the logarithm, whose standard error is se / estimate.
    const ratio = Math.exp((z * sigma!.se!) / sigma!.estimate!);
    expectClose(sigma!.interval!, [sigma!.estimate! / ratio, sigma!.estimate! * ratio], 1e-7);
  });
});

describe('the highest posterior density', () => {
  it('is that of penalised likelihood where the priors are normal', async () => {
    const model = await estimateLayout(beetles([20, 10]), R.beetles.data, { method: 'map' });
    expectSame(model, R.beetlesWithPriors);
  });

  it('is on the scale of the layout, without a Jacobian: of Beta(9, 5) at 8/12', async () => {
    const model = await estimateLayout(COIN, HEADS, { method: 'map' });
    const { p } = model.estimates();
    expect(p!.estimate).toBeCloseTo(8 / 12, 10);
    // The curvature of 8 ln p + 4 ln(1 - p) there.
    expect(p!.se).toBeCloseTo(1 / Math.sqrt(8 / (8 / 12) ** 2 + 4 / (4 / 12) ** 2), 8);
    // The prior density, Beta(2, 2), and the likelihood.
    expect(model.logPrior).toBeCloseTo(Math.log((6 * (8 / 12) * 4) / 12), 10);
    expect(model.logLikelihood).toBeCloseTo(7 * Math.log(8 / 12) + 3 * Math.log(4 / 12), 10);
  });
});

const COIN = `layout Coin
param p : probability ~ beta(2, 2)
demand one in {1}
observe heads ~ bernoulli(p)
`;
const HEADS = { one: Array(10).fill(1), heads: [1, 1, 1, 1, 1, 1, 1, 0, 0, 0] };

describe("Laplace's approximation", () => {
  it('is normal on the unconstrained scale, with the Jacobian: of Beta(9, 5) as R finds it on its probit', async () => {
    const model = await estimateLayout(COIN, HEADS, { method: 'laplace' });
    const { p } = model.estimates();
    expectClose([p!.estimate, p!.se], [R.laplace.estimate, R.laplace.se], 1e-8);
  });

  it('draws what the posterior is where that is normal, with a Pareto k that says so', async () => {
    const model = await estimateLayout(beetles([20, 10]), R.beetles.data, { method: 'laplace' });
    const { approximation, paretoK } = model;
    expect(paretoK).toBeLessThan(0.5);
    const summary = approximation!.summary();
    for (const [index, name] of ['b0', 'b1'].entries()) {
      const [mean, sd] = [R.beetlesWithPriors.estimate[index]!, R.beetlesWithPriors.se[index]!];
      expect(Math.abs(summary[name]!.mean! - mean)).toBeLessThan(4 * (sd / Math.sqrt(4000)));
      expect(summary[name]!.sd! / sd).toBeCloseTo(1, 1);
    }
    const { outcomes } = await model.predict(R.beetles.data);
    expect(outcomes.killed!.lower[0]).toBeLessThan(outcomes.killed!.mean[0]!);
  });

  it('says with its Pareto k that a posterior with a long tail is not normal', async () => {
    // Of the mean of four numbers with an unknown sd it is Student's t with few degrees of freedom.
    const few = `layout Few
demand one in {1}
param centre ~ normal(0, 1000)
param spread ~ half_cauchy(1000)
observe seen ~ normal(centre, spread)
`;
    const data = { one: [1, 1, 1, 1], seen: [-1, 0.5, 2, 4] };
    const model = await estimateLayout(few, data, { method: 'laplace' });
    expect(model.paretoK).toBeGreaterThan(0.7);
    expect(model.verdict.findings.map(({ kind }) => kind)).toContain('approximation');
  });
});
