/** Shared by the figures on the sampling of one fit: ranks, traces, energies and pairs. */

import type { Parameter } from '../../../host/parameters.ts';
import { chainsOf } from '../../../host/posterior.ts';
import { allFinite } from '../../../statistics/chains.ts';
import {
  chosenParameters,
  expectFew,
  FigureError,
  type NamedPosterior,
  notFinite,
  type SamplerColumns,
  samplerColumnsOf,
} from './named-fit.ts';

const MAX_ROWS = 40;

/** The sampler statistics of a fit. @throws FigureError when there are none */
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

/** The word for one chain: particles have runs. */
export function nounOf(fit: NamedPosterior): 'chain' | 'run' {
  const isChain =
    fit.settings === undefined ? samplerColumnsOf(fit) !== null : fit.settings.method === 'nuts';
  return isChain ? 'chain' : 'run';
}

/** The indices of the flagged draws. */
export function markedPlaces(flags: Float64Array): number[] {
  return [...flags].flatMap((flag, place) => (flag === 0 ? [] : [place]));
}

export function chosenRows(
  fit: NamedPosterior,
  only: readonly string[] | null,
): { parameter: Parameter; chains: Float64Array[] }[] {
  const parameters = chosenParameters(fit, only);
  expectFew('parameters', parameters.length, MAX_ROWS, 'Name some with `only`.');
  return parameters.map((parameter) => {
    const chains = chainsOf(fit, parameter);
    if (!allFinite(chains)) throw notFinite(fit, parameter);
    return { parameter, chains };
  });
}
