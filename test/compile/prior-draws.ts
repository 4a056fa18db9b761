/** Draws of a layout whose outcome says nothing: what is drawn is the prior, and the quantiles of that are known. */
import { expect } from 'vitest';
import { sample } from '../../host/sample.ts';
import { compile, load, openThisThread } from '../../index.ts';
import { pooled } from '../../statistics/chains.ts';
import {
  quantileEffectiveSize,
  standardErrorOfMean,
  standardErrorOfSd,
} from '../../statistics/effective-size.ts';
import { mean, variance } from '../../statistics/moments.ts';

export const PROBABILITIES_OF_QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];

/** A prior, and its quantiles, by bisection of its distribution function in 25 digits. */
export type Quantiles = readonly [prior: string, quantiles: readonly number[]];

export const REALS: readonly Quantiles[] = [
  ['uniform(1, 4)', [1.15, 1.75, 2.5, 3.25, 3.85]],
  ['normal(1, 2)', [-2.2897072539, -0.348979500392, 1.0, 2.34897950039, 4.2897072539]],
  ['half_normal(2)', [0.125413555886, 0.637278727929, 1.34897950039, 2.30069876075, 3.91992796908]],
  ['lognormal(0.5, 0.75)', [0.48015792431, 0.994149866417, 1.6487212707, 2.73427771836, 5.66122454892]],
  ['scaled_beta(2, 3, 1, 6)', [1.48805731443, 2.21511041878, 2.92863784066, 3.7183914271, 4.75697687135]],
  ['gamma(2.5, 2)', [0.286369056515, 0.668650702358, 1.08786504777, 1.65641994096, 2.76762442338]],
  ['gamma(0.5, 1)', [0.00196607000001, 0.0507655221338, 0.22746821156, 0.661651848466, 1.92072941035]],
  ['inv_gamma(3, 2)', [0.317672420686, 0.510151757203, 0.74792628638, 1.15787684481, 2.44591038213]],
  ['exponential(0.5)', [0.102586588775, 0.575364144904, 1.38629436112, 2.77258872224, 5.99146454711]],
  ['weibull(1.5, 2)', [0.276102533113, 0.871575863406, 1.56643953755, 2.48656776975, 4.15622127507]],
  ['cauchy(1, 2)', [-11.6275030294, -1.0, 1.0, 3.0, 13.6275030294]],
  ['half_cauchy(2)', [0.157403413649, 0.828427124746, 2.0, 4.82842712475, 25.4124094723]],
  ['student_t(3, 1, 2)', [-3.7067268696, -0.529784656809, 1.0, 2.52978465681, 5.7067268696]],
  ['half_student_t(3, 2)', [0.136175045353, 0.698436177483, 1.52978465681, 2.84525056292, 6.36489261057]],
  ['normal(1, 2) in [2, 5]', [2.0820326319, 2.43138457517, 2.94304694346, 3.63069008118, 4.57225020459]],
  [
    'normal(1, 2) in [-inf, 0]',
    [-3.31790753519, -1.849228287, -1.03659103192, -0.468467431553, -0.0886398919814],
  ],
  ['half_normal(2) in [1, inf]', [1.08863989198, 1.46846743155, 2.03659103192, 2.849228287, 4.31790753519]],
  [
    'lognormal(0.5, 0.75) in [1, 3]',
    [1.06310410326, 1.32738692574, 1.71208169067, 2.218341103, 2.80607135481],
  ],
  ['weibull(1.5, 2) in [1, 4]', [1.08653830913, 1.44411986798, 1.95424735314, 2.63782359191, 3.57918992448]],
  ['exponential(0.5) in [1, 4]', [1.07923604749, 1.43188274864, 1.98346780515, 2.74767156617, 3.67902268925]],
  ['cauchy(1, 2) in [0, inf]', [0.242794696968, 1.08998740073, 2.2360679775, 4.58720898667, 20.5935305113]],
  ['cauchy(1, 2) in [-3, 2]', [-2.32001490667, -0.73459080339, 0.333333333333, 1.14213562373, 1.81069504449]],
  [
    'half_cauchy(2) in [-inf, 3]',
    [0.0983585541597, 0.501529781867, 1.07036751698, 1.81555430298, 2.70229600022],
  ],
  ['gamma(2.5, 2) in [1, 3]', [1.04520940618, 1.24004560295, 1.53695006236, 1.96794617929, 2.64342245843]],
  [
    'gamma(0.5, 1) in [-inf, 0.5]',
    [0.000915675110162, 0.0232339170834, 0.0975806079599, 0.240485435377, 0.434116448327],
  ],
  [
    'inv_gamma(3, 2) in [1, inf]',
    [1.03079204616, 1.17721593792, 1.44939880126, 1.99426742466, 3.82640116024],
  ],
  [
    'scaled_beta(2, 3, 1, 6) in [2, 5]',
    [2.12526615437, 2.58616080659, 3.15266107926, 3.81192686802, 4.61916902027],
  ],
  [
    'student_t(3, 1, 2) in [-inf, 0]',
    [-6.54837833266, -2.68216939716, -1.34445273743, -0.57456000149, -0.105756645277],
  ],
  [
    'student_t(3, 1, 2) in [0, 4]',
    [0.17398721909, 0.811738837374, 1.58327245187, 2.49095771378, 3.58665246448],
  ],
  [
    'half_student_t(3, 2) in [1, inf]',
    [1.10575664528, 1.57456000149, 2.34445273743, 3.68216939716, 7.54837833266],
  ],
];

export const PROBABILITIES: readonly Quantiles[] = [
  ['beta(2, 5)', [0.0628498917084, 0.16116291679, 0.264449983296, 0.389479485201, 0.581803409252]],
  [
    'beta(2, 5) in [0.2, 0.6]',
    [0.212509959919, 0.263692579576, 0.334858606083, 0.426339818105, 0.546378328811],
  ],
  [
    'normal(0.3, 0.2) in [0, 1]',
    [0.0583288326944, 0.195147072036, 0.316707181321, 0.445491630131, 0.635176433694],
  ],
  [
    'scaled_beta(2, 3, 0.5, 1)',
    [0.548805731443, 0.621511041878, 0.692863784066, 0.77183914271, 0.875697687135],
  ],
  [
    'exponential(3) in [0, 0.5]',
    [0.0132060079143, 0.0719804581071, 0.163911300859, 0.291278594361, 0.446503781542],
  ],
];

/** Means and standard deviations from the formulas of Gelman et al., Bayesian Data Analysis (2013), table A.1. */
export const MOMENTS: Readonly<Record<string, readonly [mean: number, sd: number]>> = {
  'uniform(1, 4)': [2.5, Math.sqrt(9 / 12)],
  'normal(1, 2)': [1, 2],
  'half_normal(2)': [2 * Math.sqrt(2 / Math.PI), 2 * Math.sqrt(1 - 2 / Math.PI)],
  'lognormal(0.5, 0.75)': [
    Math.exp(0.5 + 0.75 ** 2 / 2),
    Math.exp(0.5 + 0.75 ** 2 / 2) * Math.sqrt(Math.expm1(0.75 ** 2)),
  ],
  'beta(2, 5)': [2 / 7, Math.sqrt(10 / (49 * 8))],
  'scaled_beta(2, 3, 1, 6)': [3, 5 * Math.sqrt(6 / (25 * 6))],
  'gamma(2.5, 2)': [1.25, Math.sqrt(2.5) / 2],
  'gamma(0.5, 1)': [0.5, Math.sqrt(0.5)],
  'exponential(0.5)': [2, 2],
  // 2 Γ(5/3), and with Γ(7/3).
  'weibull(1.5, 2)': [1.8054905859018673, 1.2258715835093523],
};

/**
 * Latents that others depend on, with all that a truncation is normalised by: were a normaliser left out, or its
 * derivative wrong, these would not be drawn from their own priors.
 */
const PARENTS: readonly Quantiles[] = [
  ['normal(0, 1)', [-1.64485362695, -0.674489750196, 0, 0.674489750196, 1.64485362695]],
  ['lognormal(0, 0.5)', [0.439364104927, 0.713734042808, 1, 1.40108211185, 2.27601660851]],
];
const CHILDREN: readonly string[] = [
  'normal(centre, spread) in [0, inf]',
  'normal(0, spread) in [centre, centre + 1]',
  'half_normal(spread) in [1, 3]',
  'lognormal(centre, spread) in [1, 4]',
  'exponential(1 / spread) in [0.5, 3]',
  'weibull(1 + spread, spread)',
  'weibull(1 + spread, spread) in [spread, 3 * spread]',
  'cauchy(centre, spread) in [-1, 2]',
  'half_cauchy(spread) in [-inf, 2]',
  'cauchy(centre, spread)',
  'student_t(3 + spread, centre, spread)',
  'half_student_t(2 + spread, spread)',
  'gamma(1 + spread, spread)',
  'gamma(1 + spread, spread) in [spread, 3 * spread]',
  'inv_gamma(1 + spread, spread) in [0.5, inf]',
  'student_t(3 + spread, centre, spread) in [centre - 1, 2]',
  'half_student_t(2 + spread, spread) in [-inf, 2]',
  'scaled_beta(1 + spread, 2, centre, centre + spread) in [-inf, centre + spread / 2]',
  'inv_gamma(1 + spread, spread)',
  'scaled_beta(1 + spread, 2, centre, centre + spread)',
];

interface Known {
  readonly name: string;
  readonly prior: string;
  readonly quantiles: readonly number[];
}

const known =
  (prefix: string) =>
  ([prior, quantiles]: Quantiles, index: number): Known => ({
    name: `${prefix}${index}`,
    prior,
    quantiles,
  });

/** Each family and each way of truncating it, the latents independent. */
export async function expectPriorsDrawn(draws: number, isFew: boolean): Promise<void> {
  const reals = REALS.map(known('real'));
  const probabilities = PROBABILITIES.map(known('probability'));
  const lines = [
    ...reals.map(({ name, prior }) => `capability ${name} : m ~ ${prior}`),
    ...probabilities.map(({ name, prior }) => `capability ${name} : probability ~ ${prior}`),
  ];
  await expectDrawn(lines, [...reals, ...probabilities], draws, isFew);
}

/** What the latents that truncated ones depend on are drawn from. */
export async function expectParentsDrawn(draws: number): Promise<void> {
  const parents = PARENTS.map(([prior, quantiles], index) => ({
    name: ['centre', 'spread'][index]!,
    prior,
    quantiles,
  }));
  const lines = [
    ...parents.map(({ name, prior }) => `param ${name} ~ ${prior}`),
    ...CHILDREN.map((prior, index) => `capability child${index} ~ ${prior}`),
  ];
  await expectDrawn(lines, parents, draws, true);
}

/** `isFew`: too few draws for the standard error of a moment to be known itself. */
async function expectDrawn(
  lines: readonly string[],
  latents: readonly Known[],
  draws: number,
  isFew: boolean,
): Promise<void> {
  const text = ['layout Priors', 'unit m', ...lines, 'observe y ~ bernoulli(0.5)', ''].join('\n');
  const { bytes } = await compile({ name: 'priors.ml', text });
  const model = await load(bytes);
  const chains = await sample(model, new Map([['y', Float64Array.of(1)]]), {
    pool: openThisThread(),
    seed: 11n,
    draws,
    targetAccept: 0.9,
  });
  const names = model.manifest.latents.map(({ name }) => name);
  for (const { name, prior, quantiles } of latents) {
    const values = chains.map((chain) => chain.latents[names.indexOf(name)]!);
    const all = pooled(values);
    quantiles.forEach((quantile, index) => {
      const probability = PROBABILITIES_OF_QUANTILES[index]!;
      const found = all.filter((value) => value <= quantile).length / all.length;
      const size = quantileEffectiveSize(values, probability)!;
      const error = Math.sqrt((probability * (1 - probability)) / size);
      expect(size, `draws that ${prior} is worth`).toBeGreaterThan(all.length / 40);
      expect(Math.abs(found - probability), `${prior}: ${found} below ${quantile}`).toBeLessThan(4.5 * error);
    });
    const [center, spread] = MOMENTS[prior] ?? [];
    if (isFew || center === undefined || spread === undefined) continue;
    expect(Math.abs(mean(all) - center), `mean of ${prior}`).toBeLessThan(4.5 * standardErrorOfMean(values)!);
    const sd = Math.sqrt(variance(all));
    expect(Math.abs(sd - spread), `sd of ${prior}`).toBeLessThan(4.5 * standardErrorOfSd(values)!);
  }
}
