/** From fits to radial profiles: the abilities that have a scale with two ends. */

import { chainsOf } from '../../../host/posterior.ts';
import type { RadialData } from '../kinds/radial.ts';
import { chosenParameters } from './choose-parameters.ts';
import { estimateOf } from './estimate.ts';
import { FigureError } from './figure-error.ts';
import { endsOf, hasFailed, type NamedPosterior } from './named-fit.ts';
import { shownScale } from './scale.ts';
import { expectFew, failedNote, notFinite, shortList } from './words.ts';

const LEAST = 3;
const MOST = 16;

/**
 * @param only the names of parameters or latents; those of the profile when absent
 * @throws FigureError when a name is no parameter's, draws are not finite, or fewer than three abilities have two ends
 */
export function radialData(fits: readonly NamedPosterior[], only: readonly string[] | null): RadialData {
  const left = new Set<string>();
  const subjects = fits.map((fit) => {
    const parameters = chosenParameters(fit, only);
    const bounded = parameters.filter((parameter) => {
      const { lo, hi } = endsOf(fit, parameter);
      const isBounded = Number.isFinite(lo) && Number.isFinite(hi);
      if (!isBounded) left.add(parameter.latent.name);
      return isBounded;
    });
    if (bounded.length < LEAST) {
      throw new FigureError(
        `A radial profile is of three or more abilities whose values end on both sides, and ${fit.name} has ${bounded.length}.`,
        'Draw a forest plot, which has an axis for each.',
      );
    }
    expectFew('abilities around a centre', bounded.length, MOST, 'Name some with `only`.');
    return {
      name: fit.name,
      failed: hasFailed(fit),
      abilities: bounded.map((parameter) => {
        const estimate = estimateOf(chainsOf(fit, parameter));
        if (estimate === null) throw notFinite(fit, parameter);
        const scale = shownScale(parameter.latent, endsOf(fit, parameter), estimate.hdi95);
        return { ...estimate, label: parameter.name, scale };
      }),
    };
  });
  return {
    title: `Profile of ${shortList(fits.map(({ name }) => name))}`,
    caption: [
      'Each ability from the lower end of its own scale (inner ring) to the upper (outer ring): means, joined to lead the eye, with the narrowest intervals that hold 50 % and 95 % of the draws.',
      'Scales of different abilities cannot be compared, and neither the area nor the shape means anything: both follow from the order of the abilities.',
      ...(left.size === 0
        ? []
        : [`Not shown, since their values do not end on both sides: ${shortList([...left])}.`]),
      ...failedNote(fits),
    ].join(' '),
    subjects,
  };
}
