/** From fits to posterior densities beside the priors. */

import type { MarginalPrior } from '../../../analysis/simulate/marginal-prior.ts';
import type { Parameter } from '../../../host/parameters.ts';
import { chainsOf } from '../../../host/posterior.ts';
import { pooled } from '../../../statistics/chains.ts';
import type { ValueRange } from '../../../statistics/kernel-density.ts';
import { kernelDensity } from '../../../statistics/kernel-density.ts';
import type { DensityData, DensityPanel, DensityPosterior } from '../kinds/density.ts';
import { chosenParameters } from './choose-parameters.ts';
import { estimateOf } from './estimate.ts';
import { FigureError } from './figure-error.ts';
import { endsOf, type NamedPosterior } from './named-fit.ts';
import { shownScale, widest } from './scale.ts';
import { expectFew, failedNote, notFinite, shortList } from './words.ts';

/** The number of combinations of colour and dash that can be distinguished. */
const MAX_SUBJECTS = 8;
const MAX_PANELS = 60;
/** As a share of the range of the draws. */
const BEYOND = 0.12;
/** Places at which densities are known: on the whole scale, and where the draws of a subject lie. */
const PLACES = { scale: 121, draws: 81 } as const;

/**
 * @param only the names of parameters or latents; those of the profile when absent
 * @param priorsOf the priors of a fit; null where they are not known
 * @throws FigureError when a name is no parameter's, draws are not finite, or there are too many subjects or parameters
 */
export function densityData(
  fits: readonly NamedPosterior[],
  only: readonly string[] | null,
  priorsOf: (fit: NamedPosterior) => ReadonlyMap<string, MarginalPrior> | null,
): DensityData {
  expectFew('subjects', fits.length, MAX_SUBJECTS, 'Name fewer fits.');
  const parameters = sharedParameters(fits, only);
  expectFew('parameters', parameters.length, MAX_PANELS, 'Name some with `only`.');
  const priors = priorsOf(fits[0]!);
  return {
    title: `What the data say of ${shortList(fits.map(({ name }) => name))}, beside the priors`,
    caption: captionOf(fits, priors !== null),
    panels: parameters.map((parameter) => panelOf(fits, parameter, priors?.get(parameter.name) ?? null)),
  };
}

/** Those that every fit has, by the first. */
function sharedParameters(fits: readonly NamedPosterior[], only: readonly string[] | null): Parameter[] {
  const [first, ...others] = fits;
  return chosenParameters(first!, only).filter(({ name }) =>
    others.every(({ parameters }) => parameters.some((parameter) => parameter.name === name)),
  );
}

function panelOf(
  fits: readonly NamedPosterior[],
  { name, latent }: Parameter,
  prior: MarginalPrior | null,
): DensityPanel {
  const drawn = fits.map((fit) => {
    const parameter = fit.parameters.find((each) => each.name === name)!;
    const chains = chainsOf(fit, parameter);
    const estimate = estimateOf(chains);
    if (estimate === null) throw notFinite(fit, parameter);
    return { fit, estimate, sorted: pooled(chains).sort(), ends: endsOf(fit, parameter) };
  });
  const scale = shownScale(
    latent,
    widest(drawn.map(({ ends }) => ends)),
    drawn.flatMap(({ sorted, ends }) => reachOf(sorted, ends)),
  );
  const at = [
    ...new Set([
      ...evenly(scale.from, scale.to, PLACES.scale),
      ...drawn.flatMap(({ sorted }) => evenly(sorted[0]!, sorted.at(-1)!, PLACES.draws)),
    ]),
  ].sort((one, other) => one - other);
  return {
    title: name,
    note: latent.doc,
    scale,
    at,
    prior: prior === null ? null : prior.densities(at),
    posteriors: drawn.map(({ fit, estimate, sorted, ends }): DensityPosterior => {
      const curve = kernelDensity(sorted, at, ends);
      if (curve === null) {
        throw new FigureError(
          `All draws of \`${name}\` in the fit of ${fit.name} are the same number, which has no density.`,
          'Leave this parameter out: name others with `only`.',
        );
      }
      return { label: fit.name, curve: [...curve], ...estimate };
    }),
  };
}

/** What the scale must hold: the draws, and where values do not end what their kernels have beyond. */
function reachOf(sorted: Float64Array, { lo, hi }: ValueRange): [number, number] {
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  const beyond = (most - least) * BEYOND;
  return [Math.max(lo, least - beyond), Math.min(hi, most + beyond)];
}

function evenly(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) =>
    place === count - 1 ? to : from + ((to - from) * place) / (count - 1),
  );
}

function captionOf(fits: readonly NamedPosterior[], hasPriors: boolean): string {
  return [
    'Posterior densities by a Gaussian kernel with the width of Silverman (1986), folded back where values end (vertical strokes).',
    hasPriors
      ? 'Dashed grey: the prior, over what is believed of the latents that it reads; curves that are far higher than others are cut off.'
      : 'The priors are not shown: the fits do not say of which layout text they are.',
    'The area under each curve is 1.',
    ...failedNote(fits),
  ].join(' ');
}
