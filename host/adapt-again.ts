/**
 * Finds chains whose warm-up did not learn the posterior's scales, and warms them up again. Loaded while chains run.
 */

import { quantile } from '../statistics/quantile.ts';
import { CHAIN_DIVERGENCES_FAILED, DIVERGENCES_FATAL, STEP_SIZE_APART } from './diagnose/thresholds.ts';
import type { AdaptedAgain, ChainDraws, ChainPlan, SamplerSettings } from './draws.ts';

/**
 * The chains, after those whose adaptation failed were warmed up again from where they ended, with random streams of
 * their own. A chain is not restarted elsewhere: if it stays in one place, the user should know, and another try must
 * not hide it.
 *
 * @param runAll runs chains in parallel
 */
export async function adaptedAgain(
  chains: readonly ChainDraws[],
  settings: SamplerSettings,
  runAll: (plans: readonly ChainPlan[]) => Promise<readonly ChainDraws[]>,
): Promise<readonly ChainDraws[]> {
  const failed = badlyAdapted(chains);
  if (failed.length === 0) return chains;
  const plans = failed.map((index) => ({
    ...settings,
    chain: settings.chains + index + 1,
    from: chains[index]!.end!,
  }));
  const second = await runAll(plans);
  const now = chains.map((chain, index) => second[failed.indexOf(index)] ?? chain);
  const stillFailed = badlyAdapted(now);
  return now.map((chain, index) => {
    const first = chains[index]!;
    if (chain === first) return chain;
    const adaptedAgain: AdaptedAgain = {
      chain: index + 1,
      firstStepSize: stepOf(first),
      stepSize: stepOf(chain),
      others: quantile(ascending(now.filter((_, other) => other !== index).map(stepOf)), 0.5),
      failed: stillFailed.includes(index),
    };
    return { ...chain, gradients: first.gradients + chain.gradients, adaptedAgain };
  });
}

/** The adaptation of one chain, from the sampler's columns. */
export type Adapted = Pick<ChainDraws, 'stepSize' | 'divergent'>;

/**
 * The chains, from 0, whose steps are less than a quarter of the others', or at least half of whose draws diverge while fewer than a tenth of
 * the others' do. The others are represented by their median; of two middle chains the better one is taken, since half
 * of the chains may be those that failed.
 */
export function badlyAdapted(chains: readonly Adapted[]): number[] {
  const steps = chains.map(stepOf);
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

function ascending(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort();
}

/** The step size after the warm-up. */
function stepOf({ stepSize }: Pick<ChainDraws, 'stepSize'>): number {
  return stepSize[0]!;
}
