/** Findings about the sampler: whether its trajectories could follow the posterior. */

import type { Finding } from './finding.ts';
import type { ScoutCounts } from './modes.ts';
import { otherWay, type Parametrised } from './parametrisations.ts';
import { moreParticles } from './particle-findings.ts';
import type { SamplerSummary } from './summarise.ts';
import { DIVERGENCES_FATAL, ENERGY_CAUTION, TREE_DEPTH_CAUTION } from './thresholds.ts';
import { chainsListed, listedNames, sentence, threeDigits } from './wording.ts';

/** The settings of the sampler. */
export interface SamplerSetting {
  readonly targetAccept: number;
  readonly maxTreeDepth: number;
}

/**
 * The findings about the sampler, the gravest first.
 *
 * @param either latents that can be sampled centred and noncentred
 */
export function samplerFindings(
  sampler: SamplerSummary,
  setting: SamplerSetting,
  either: readonly Parametrised[] = [],
): Finding[] {
  const advice = otherWay(either);
  return [
    ...divergences(sampler, setting, advice),
    ...lowEnergy(sampler, advice),
    ...adaptation(sampler),
    ...treeDepth(sampler, setting),
    ...singleChain(sampler),
  ];
}

function divergences(
  { chains, draws, divergences: count }: SamplerSummary,
  { targetAccept }: SamplerSetting,
  advice: string,
): Finding[] {
  if (count === 0) {
    return [];
  }
  const total = chains * draws;
  const fatal = count >= DIVERGENCES_FATAL * total;
  const next = [0.95, 0.99].find((target) => target > targetAccept);
  return [
    {
      kind: 'divergences',
      weight: fatal ? 'fatal' : 'caution',
      parameters: [],
      message: `${count} of ${total} draws ended in a divergence: the sampler met a part of the posterior too sharp for its steps, and may have left it out.${
        fatal ? ` From ${100 * DIVERGENCES_FATAL} % on the numbers must not be used.` : ''
      }`,
      remedy: `${
        next === undefined
          ? 'Even smaller steps will hardly help: look for parameters that constrain or replace one another, and give them priors that keep them apart.'
          : `Take smaller steps: \`targetAccept: ${next}\`.`
      }${advice}`,
    },
  ];
}

function lowEnergy({ bfmi, warmup }: SamplerSummary, advice: string): Finding[] {
  const low = bfmi.flatMap((value, index) =>
    value !== null && value < ENERGY_CAUTION ? [{ chain: index + 1, value }] : [],
  );
  if (low.length === 0) {
    return [];
  }
  const least = Math.min(...low.map(({ value }) => value));
  return [
    {
      kind: 'energy',
      weight: 'caution',
      parameters: [],
      message: `${sentence(chainsListed(low.map(({ chain }) => chain)))} moved too slowly between the middle and the tails of the posterior (BFMI down to ${threeDigits(least)}; it should be at least ${ENERGY_CAUTION}): intervals may come out too narrow.`,
      remedy: `Adapt for longer: \`warmup: ${Math.max(2 * warmup, 1000)}\`. If it stays low, give parameters with very wide priors narrower ones.${advice}`,
    },
  ];
}

/**
 * A chain that was warmed up twice. If that helped, nothing needs to be done; if not, its draws have high
 * autocorrelation, or worse.
 */
function adaptation({ adaptedAgain = [], warmup }: SamplerSummary): Finding[] {
  if (adaptedAgain.length === 0) return [];
  const failed = adaptedAgain.filter((chain) => chain.failed);
  const chains = failed.length > 0 ? failed : adaptedAgain;
  const steps = chains.map(({ chain, firstStepSize, stepSize, others }) =>
    failed.length > 0
      ? `chain ${chain} takes steps of ${threeDigits(stepSize)} (${threeDigits(firstStepSize)} at first), and the others ${threeDigits(others)}`
      : `chain ${chain} took steps of ${threeDigits(firstStepSize)} at first, and takes ${threeDigits(stepSize)} now; the others take ${threeDigits(others)}`,
  );
  return [
    {
      kind: 'adaptation',
      weight: failed.length > 0 ? 'caution' : 'note',
      parameters: [],
      message: `${sentence(chainsListed(chains.map(({ chain }) => chain)))} did not learn the scales of the posterior in the warm-up, and had to be warmed up again${failed.length > 0 ? ', in vain' : ''}: ${listedNames(steps)}.`,
      remedy:
        failed.length > 0
          ? `Adapt for longer: \`warmup: ${Math.max(2 * warmup, 1000)}\`. If it stays so, that chain is in a place that the others did not see: give parameters with very wide priors narrower ones, or run again with another \`seed\`.`
          : 'Nothing need be done. If it happens often, give parameters with very wide priors narrower ones.',
    },
  ];
}

function treeDepth(
  { chains, draws, maxTreeDepthHits, warmup, particles }: SamplerSummary,
  { maxTreeDepth }: SamplerSetting,
): Finding[] {
  const total = chains * draws;
  if (total === 0 || maxTreeDepthHits < TREE_DEPTH_CAUTION * total) {
    return [];
  }
  return [
    {
      kind: 'tree-depth',
      weight: 'caution',
      parameters: [],
      message: `${maxTreeDepthHits} of ${total} trajectories were cut off after ${2 ** maxTreeDepth - 1} steps: the draws are correct, but slow and highly correlated.`,
      remedy: `${particles === undefined ? `Adapt for longer: \`warmup: ${Math.max(2 * warmup, 1000)}\`` : `Take more particles, from which to learn the scales: ${moreParticles({ draws })}`}. If it stays so, look for parameters that can stand in for one another, and narrow their priors.`,
    },
  ];
}

function singleChain({ chains, particles }: SamplerSummary): Finding[] {
  if (chains !== 1) {
    return [];
  }
  return [
    {
      kind: 'single-chain',
      weight: 'caution',
      parameters: [],
      message:
        particles === undefined
          ? 'One chain cannot show whether another start would have ended elsewhere.'
          : 'One run cannot show how precise its evidence and the shares of its places are.',
      remedy: 'Run several: `chains: 4`.',
    },
  ];
}

/** Scouts that were cut short: nothing follows from what they did not find. */
export function scoutFindings(scouts: ScoutCounts | undefined): Finding[] {
  if (scouts === undefined || scouts.out >= scouts.asked) return [];
  const { asked, out, arrived } = scouts;
  return [
    {
      kind: 'few-searches',
      weight: 'note',
      parameters: [],
      message: `Only ${out} of ${asked} searches for places that no chain visited were made, and ${arrived} of them reached a maximum: the others would have taken more than four gradients per transition of the chains. There may be further places.`,
      remedy:
        'To look for more, use `method: "smc"`, or run longer: searches may take longer if the chains do.',
    },
  ];
}
