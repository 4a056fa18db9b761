/** Chains whose warm-up did not learn the posterior's scales. */
import type { ChainDraws } from '../chain.ts';
import { CHAIN_DIVERGENCES_FAILED, DIVERGENCES_FATAL, STEP_SIZE_APART } from './thresholds.ts';

/** What the sampler's columns say of one chain's adaptation. */
export type Adapted = Pick<ChainDraws, 'stepSize' | 'divergent'>;

/**
 * The chains, from 0, whose steps are less than a quarter of the others', or at least half of whose draws diverge while fewer than a tenth of
 * the others' do. The others stand for themselves by their median, the better of two middle ones: when half of the chains
 * fail, those are the ones.
 */
export function badlyAdapted(chains: readonly Adapted[]): number[] {
  const steps = chains.map(({ stepSize }) => stepSize[0]!);
  const divergences = chains.map(
    ({ divergent }) => divergent.filter((flag) => flag !== 0).length / divergent.length,
  );
  const usualStep = ascending(steps)[Math.floor(chains.length / 2)]!;
  const usualShare = ascending(divergences)[Math.floor((chains.length - 1) / 2)]!;
  return chains.flatMap((_, chain) => {
    const isShort = steps[chain]! * STEP_SIZE_APART < usualStep;
    const diverges = divergences[chain]! >= CHAIN_DIVERGENCES_FAILED && usualShare < DIVERGENCES_FATAL;
    return isShort || diverges ? [chain] : [];
  });
}

function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}
