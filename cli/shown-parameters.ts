/** Which parameters a table shows: all, but of a latent with many levels the lowest and the highest. */

import type { Parameter } from '../host/parameters.ts';
import type { ManifestLatent } from '../module/manifest.ts';

/** A latent with more levels is told by its ends. */
const MOST_LEVELS = 12;
/** Levels told at either end. */
const AT_EITHER_END = 3;

/** A line of the table: a parameter, or how many levels of a latent are left out there. */
export type ShownLine =
  | { readonly kind: 'parameter'; readonly parameter: Parameter }
  | { readonly kind: 'omitted'; readonly latent: ManifestLatent; readonly levels: number };

/** The lines in the order of the draws; those of a latent told by its ends by their means, the lowest first. */
export function shownParameters(
  parameters: readonly Parameter[],
  meanOf: (parameter: Parameter) => number | null,
): ShownLine[] {
  const shown = (parameter: Parameter): ShownLine => ({ kind: 'parameter', parameter });
  const latents = [...new Set(parameters.map(({ latent }) => latent))];
  return latents.flatMap((latent) => {
    const own = parameters.filter((parameter) => parameter.latent === latent);
    if (own.length <= MOST_LEVELS) return own.map(shown);
    const sorted = [...own].sort((a, b) => (meanOf(a) ?? 0) - (meanOf(b) ?? 0));
    return [
      ...sorted.slice(0, AT_EITHER_END).map(shown),
      { kind: 'omitted', latent, levels: own.length - 2 * AT_EITHER_END },
      ...sorted.slice(-AT_EITHER_END).map(shown),
    ];
  });
}
