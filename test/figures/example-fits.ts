/** Small invented fits, as figures are made of them: quantiles in a fixed order, so that nothing of them is drawn by chance. */

import type { MarginalPrior } from '../../analysis/simulate/marginal-prior.ts';
import { parametersOf } from '../../host/parameters.ts';
import { type Manifest, type ManifestLatent, quantitiesOf } from '../../module/manifest.ts';
import type { NamedPosterior } from '../../reporting/figures/data/named-fit.ts';

export const LAYOUT = `layout Climbing
unit m
category robot
/// The least and the greatest height.
demand least, most : m in [0, 8]
demand height : m in [0, 4]
/// How high it climbs.
capability climb : m ~ uniform(0, 6)
capability grip  : probability ~ beta(2, 1)
capability reach : m ~ uniform(0, 2 * max(height))
propensity boldness : m ~ normal(3, 2)
param      spread ~ half_normal(1)
capability theta[robot] ~ normal(0, spread)
observe success ~ bernoulli(
  margin(climb + reach, height, steepness = 1 / 1 m) and grip and band(boldness, least, most, slope = 1 / 1 m) and logistic(theta[robot])
)
`;

const CHAINS = 2;
const DRAWS = 60;

function latent(name: string, extra: Partial<ManifestLatent>): ManifestLatent {
  return {
    ...{
      name,
      role: 'capability',
      unit: '',
      isProbability: false,
      scale: 'interval',
      prior: '',
      transform: 'identity',
    },
    doc: null,
    ...extra,
  };
}

const MANIFEST: Manifest = {
  ...{ abi: 7, layout: 'Climbing', doc: null, meaning: '0123456789abcdef' },
  columns: ['least', 'most', 'height'].map((name) => ({
    ...{ name, role: 'demand', kind: 'real', unit: 'm', doc: null },
    domain: { kind: 'range', lo: 0, hi: name === 'height' ? 4 : 8 },
  })),
  latents: [
    latent('climb', {
      unit: 'm',
      support: { lo: 0, hi: 6 },
      transform: 'interval',
      doc: 'How high it climbs.',
    }),
    latent('grip', {
      isProbability: true,
      unit: 'probability',
      support: { lo: 0, hi: 1 },
      transform: 'interval',
    }),
    latent('reach', { unit: 'm', support: { lo: 0 }, transform: 'interval' }),
    latent('boldness', { role: 'propensity', unit: 'm' }),
    latent('spread', { role: 'param', support: { lo: 0 }, transform: 'positive' }),
    latent('theta', { index: 'robot' }),
  ],
  ...{ dataTerms: [], statistics: ['max(height)'], levelStatistics: [], derived: [] },
};

/** Evenly spread about a centre, in an order that looks like chance and is none. */
function series(center: number, spread: number, chain: number): Float64Array {
  return Float64Array.from({ length: DRAWS }, (_, draw) => {
    const share = (((draw * 37 + chain * 11) % DRAWS) + 0.5) / DRAWS;
    return center + spread * (2 * share - 1);
  });
}

export function exampleFit(name: string, shift = 0, extra: Partial<NamedPosterior> = {}): NamedPosterior {
  const levels = new Map([['robot', ['Ada', 'Bo <b>']]]);
  const centers = [3 + shift, 0.8 - shift / 10, 2, 3.2 + shift, 1, -0.5, 0.7 + shift];
  const spreads = [0.6, 0.15, 0.5, 0.8, 0.4, 1, 0.6];
  const chains = Array.from({ length: CHAINS }, (_, chain) => chain);
  return {
    ...{ name, manifest: MANIFEST, parameters: parametersOf(MANIFEST, levels), levels },
    verdict: { status: 'converged', findings: [] },
    draws: chains.map((chain) => ({
      latents: centers.map((center, place) => series(center, spreads[place]!, chain + place)),
      divergent: Float64Array.from({ length: DRAWS }, (_, draw) => (draw % 29 === chain + 3 ? 1 : 0)),
      energy: series(40, 6, chain),
    })),
    statistics: { values: [4], byLevel: [] },
    layoutText: LAYOUT,
    ...extra,
  };
}

/** Three latents that are correlated, and two values of a dimension that are. */
export function correlatedFit(): NamedPosterior {
  const named = [
    ...['skill', 'speed', 'care'].map((name) => latent(name, { index: 'robot' })),
    ...['correlation.skill.speed', 'correlation.skill.care', 'partial_correlation.speed.care'].map((name) =>
      latent(name, { role: 'param', support: { lo: -1, hi: 1 } }),
    ),
    latent('correlation_theta.verbal.spatial', { role: 'param', support: { lo: -1, hi: 1 } }),
  ];
  const manifest: Manifest = {
    ...MANIFEST,
    latents: named,
    reports: [
      {
        ...{
          name: 'correlation.speed.care',
          role: 'report',
          unit: '',
          isProbability: false,
          scale: 'ordinal',
        },
        ...{ prior: '', doc: null, support: { lo: -1, hi: 1 } },
      },
    ],
  };
  const levels = new Map([['robot', ['Ada', 'Bo <b>']]]);
  const parameters = parametersOf({ latents: quantitiesOf(manifest) }, levels);
  const centers = new Map([
    ['correlation.skill.speed', -0.62],
    ['correlation.skill.care', 0.31],
    ['correlation.speed.care', -0.004],
    ['correlation_theta.verbal.spatial', 0.93],
  ]);
  return {
    ...exampleFit('robots'),
    ...{ manifest, parameters, levels },
    draws: [0, 1].map((chain) => ({
      latents: parameters.map(({ latent: { name } }, place) =>
        series(centers.get(name) ?? 0, 0.05, chain + place),
      ),
    })),
  };
}

/** The same as if what the sampler says of the draws had not been kept. */
export function withoutSampler(fit: NamedPosterior): NamedPosterior {
  return { ...fit, draws: fit.draws.map(({ latents }) => ({ latents })) };
}

/** What `priorsOf` gives of two of the parameters, without the compiler. */
export function examplePriors(): ReadonlyMap<string, MarginalPrior> {
  return new Map([
    ['climb', { lo: 0, hi: 6, densities: (at: readonly number[]) => at.map(() => 1 / 6) }],
    ['grip', { lo: 0, hi: 1, densities: (at: readonly number[]) => at.map((p) => 2 * p) }],
  ]);
}
