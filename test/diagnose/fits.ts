/** Made-up fits for the tests of summaries and verdicts. */

import { type ParameterDraws, type SamplerSummary, summarise } from '../../host/diagnose/summarise.ts';
import { type FitEvidence, verdict } from '../../host/diagnose/verdict.ts';
import type { Verdict } from '../../host/diagnose/verdict-status.ts';
import { autoregression } from './series.ts';

export const WELL_SAMPLED: SamplerSummary = {
  chains: 4,
  warmup: 1000,
  draws: 1000,
  divergences: 0,
  maxTreeDepthHits: 0,
  gradients: 40_000,
  bfmi: [0.9, 1, 1, 0.8],
};

/** Four chains of a parameter: an autoregression of the given correlation, placed by chain and draw. */
export function parameter(
  name: string,
  seed: number,
  place: (noise: number, chain: number, draw: number) => number = (noise) => noise,
  { correlation = 0.2, draws = 1000, chains = 4 } = {},
): ParameterDraws {
  return {
    name,
    chains: Array.from({ length: chains }, (_, chain) => {
      const noise = autoregression(seed * 101 + chain * 7919, correlation);
      return Float64Array.from({ length: draws }, (_, draw) => place(noise(), chain, draw));
    }),
  };
}

export function verdictOn(
  draws: readonly ParameterDraws[],
  sampler: Partial<SamplerSummary> = {},
  targetAccept = 0.8,
  surveyed: Pick<FitEvidence, 'survey' | 'places' | 'sampled'> = {},
): Verdict {
  const shape = { chains: draws[0]!.chains.length, draws: draws[0]!.chains[0]!.length };
  return verdict(
    summarise(draws),
    { ...WELL_SAMPLED, ...shape, ...sampler },
    { draws, targetAccept, maxTreeDepth: 10, ...surveyed },
  );
}
