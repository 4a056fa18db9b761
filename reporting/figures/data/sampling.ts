/** From one fit to what the figures about its sampling show: ranks, traces and energies by chain. */

import type { Parameter } from '../../../host/parameters.ts';
import { chainsOf } from '../../../host/posterior.ts';
import { allFinite } from '../../../statistics/chains.ts';
import { energyChanges } from '../../../statistics/energy-changes.ts';
import { energyInformation } from '../../../statistics/energy-information.ts';
import { kernelDensity } from '../../../statistics/kernel-density.ts';
import { rHat } from '../../../statistics/r-hat.ts';
import { rankHistogram } from '../../../statistics/rank-histogram.ts';
import type { EnergyData } from '../kinds/energy.ts';
import type { RanksData } from '../kinds/ranks.ts';
import type { TracesData } from '../kinds/traces.ts';
import { chosenParameters } from './choose-parameters.ts';
import { FigureError } from './figure-error.ts';
import { type NamedPosterior, type SamplerColumns, samplerColumnsOf } from './named-fit.ts';
import { expectFew, failedNote, notFinite } from './words.ts';

const MOST_ROWS = 40;
const BINS = 20;
const PLACES = 121;

/** @throws FigureError when a name is no parameter's, there are too many, or draws are not finite */
export function ranksData(fit: NamedPosterior, only: readonly string[] | null): RanksData {
  const draws = fit.draws[0]!.latents[0]!.length;
  const bins = Math.min(BINS, draws);
  return {
    title: `Ranks of the draws of ${fit.name} by ${nounOf(fit)}`,
    caption: [
      `Of each ${nounOf(fit)} how many of its ${draws} draws have their rank, among the draws of all, in each of ${bins} equal bins (Vehtari et al. 2021).`,
      `Where the ${nounOf(fit)}s agree each bin has about as many (dashed);`,
      'of independent draws 95 % of the bins then lie in the grey band, of correlated ones fewer.',
      ...failedNote([fit]),
    ].join(' '),
    noun: nounOf(fit),
    rows: rowsOf(fit, only).map(({ parameter, chains }) => {
      const found = rHat(chains);
      const title = found === null ? parameter.name : `${parameter.name}, R-hat ${found.toFixed(3)}`;
      return { title, ...rankHistogram(chains, bins) };
    }),
  };
}

/** @throws FigureError as `ranksData` does, and when the draws are particles */
export function tracesData(fit: NamedPosterior, only: readonly string[] | null): TracesData {
  // Particles are in no order.
  const divergent = expectSampler(fit).map(({ divergent: flags }) => markedPlaces(flags));
  const hasAny = divergent.some((places) => places.length > 0);
  return {
    title: `Traces of the draws of ${fit.name}`,
    caption: [
      'The draws of each chain after the warm-up, in the order in which they were made;',
      'where several share a pixel the lowest and the highest of them.',
      'Chains that mix look alike and go up and down at random.',
      ...(hasAny ? ['Strokes at the foot: draws whose trajectory diverged.'] : []),
      ...failedNote([fit]),
    ].join(' '),
    rows: rowsOf(fit, only).map(({ parameter: { name, latent }, chains }) => ({
      title: name,
      unit: latent.isProbability ? 'probability' : latent.unit,
      chains,
    })),
    divergent,
  };
}

/** @throws FigureError when the fit has no energies, or they never change */
export function energyData(fit: NamedPosterior): EnergyData {
  const sampler = expectSampler(fit);
  const energies = sampler.map(({ energy }) => energy);
  const bfmi = energies.map(energyInformation);
  if (!allFinite(energies) || bfmi.some((each) => each === null)) {
    throw new FigureError(
      `The energies of ${fit.name} are not finite, or never change.`,
      'Fit again as its summary.json says.',
    );
  }
  const changes = energies.map(energyChanges);
  const all = changes.flatMap(({ marginal, transition }) => [
    marginal[0]!,
    marginal.at(-1)!,
    transition[0]!,
    transition.at(-1)!,
  ]);
  // With what the kernels have beyond the draws.
  const reach = 1.15 * Math.max(...all.map(Math.abs));
  const at = Array.from({ length: PLACES }, (_, place) => reach * ((2 * place) / (PLACES - 1) - 1));
  const open = { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
  return {
    title: `Energies of ${fit.name}`,
    caption: [
      'How the energies of each chain are spread about their mean, and how far one transition takes them (Betancourt 2017).',
      'Where the transitions are much narrower the chain hardly gets into the tails: a Bayesian fraction of missing information (BFMI) below 0.3 is a warning.',
      ...failedNote([fit]),
    ].join(' '),
    at,
    chains: changes.map(({ marginal, transition }, chain) => ({
      marginal: [...kernelDensity(marginal, at, open)!],
      transition: [...kernelDensity(transition, at, open)!],
      bfmi: bfmi[chain]!,
    })),
  };
}

/** @throws FigureError where there is no column of the sampler's */
export function expectSampler(fit: NamedPosterior): readonly SamplerColumns[] {
  const sampler = samplerColumnsOf(fit);
  if (sampler !== null) return sampler;
  const { name } = fit;
  if (fit.settings?.method === 'nuts') {
    throw new FigureError(
      `What the sampler says of the draws of ${name} was not read.`,
      'Open the fit with `sampler: true`.',
    );
  }
  throw new FigureError(
    `The draws of ${name} are particles of sequential Monte Carlo, which have no trajectories.`,
    'Fit it by chains, with `method: "nuts"`, or draw another kind.',
  );
}

/** What stands where chains do. */
export function nounOf(fit: NamedPosterior): 'chain' | 'run' {
  const isChain =
    fit.settings === undefined ? samplerColumnsOf(fit) !== null : fit.settings.method === 'nuts';
  return isChain ? 'chain' : 'run';
}

/** The places of the draws that are marked. */
export function markedPlaces(flags: Float64Array): number[] {
  return [...flags].flatMap((flag, place) => (flag === 0 ? [] : [place]));
}

function rowsOf(
  fit: NamedPosterior,
  only: readonly string[] | null,
): { parameter: Parameter; chains: Float64Array[] }[] {
  const parameters = chosenParameters(fit, only);
  expectFew('parameters', parameters.length, MOST_ROWS, 'Name some with `only`.');
  return parameters.map((parameter) => {
    const chains = chainsOf(fit, parameter);
    if (!allFinite(chains)) throw notFinite(fit, parameter);
    return { parameter, chains };
  });
}
