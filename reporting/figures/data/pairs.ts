/** From one fit to a pair plot. */

import { chainsOf } from '../../../host/posterior.ts';
import { allFinite, pooled } from '../../../statistics/chains.ts';
import { correlation } from '../../../statistics/correlation.ts';
import type { PairsData } from '../kinds/pairs.ts';
import { chosenParameters } from './choose-parameters.ts';
import { FigureError } from './figure-error.ts';
import { type NamedPosterior, samplerColumnsOf } from './named-fit.ts';
import { markedPlaces } from './sampling.ts';
import { expectFew, failedNote, notFinite } from './words.ts';

const MOST = 8;

/**
 * @param only the names of parameters or latents; those of the profile when absent
 * @throws FigureError when a name is no parameter's, draws are not finite, or there are more parameters than cells can be read of
 */
export function pairsData(fit: NamedPosterior, only: readonly string[] | null): PairsData {
  const parameters = chosenParameters(fit, only);
  expectFew('parameters', parameters.length, MOST, 'Name some with `only`.');
  if (parameters.length < 2) {
    throw new FigureError(
      `A pair plot is of two parameters or more, and ${fit.name} has ${parameters.length} here.`,
      'Name others with `only`, or draw another kind.',
    );
  }
  const variables = parameters.map((parameter) => {
    const chains = chainsOf(fit, parameter);
    if (!allFinite(chains)) throw notFinite(fit, parameter);
    const { isProbability, unit } = parameter.latent;
    return { name: parameter.name, unit: isProbability ? 'probability' : unit, draws: pooled(chains) };
  });
  const sampler = samplerColumnsOf(fit);
  const divergent =
    sampler === null ? [] : markedPlaces(pooled(sampler.map(({ divergent: flags }) => flags)));
  return {
    title: `Draws of ${fit.name}, each two parameters`,
    caption: [
      'Each point is a draw; the histograms are of all draws.',
      sampler === null
        ? 'The draws are particles of sequential Monte Carlo.'
        : divergent.length === 0
          ? 'No trajectory diverged.'
          : 'Crosses: draws whose trajectory diverged. Where they crowd the posterior is too sharply bent for the step size, and its draws there are too few.',
      ...failedNote([fit]),
    ].join(' '),
    variables,
    divergent,
    correlations: variables.map(({ draws }) => variables.map((other) => correlation(draws, other.draws))),
  };
}
