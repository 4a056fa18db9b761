/** Which parameters a figure is about: those of the profile, or those that are named. */

import type { Parameter } from '../../../host/parameters.ts';
import { nearest } from '../../../module/names.ts';
import { FigureError } from './figure-error.ts';
import { type NamedFit, profileLatents } from './named-fit.ts';

/**
 * In the order of the layout. A latent's name stands for all of its levels; `theta[Ada]` for one.
 *
 * @param names null for the profile: capabilities, biases, robustnesses and propensities, or all where there are only params
 * @throws FigureError when a name is no parameter's
 */
export function chosenParameters(fit: NamedFit, names: readonly string[] | null): Parameter[] {
  if (names === null) {
    const latents = new Set(profileLatents(fit.manifest));
    return fit.parameters.filter(({ latent }) => latents.has(latent));
  }
  for (const name of names) checkName(fit, name);
  return fit.parameters.filter(({ name, latent }) => names.includes(name) || names.includes(latent.name));
}

function checkName({ name: subject, manifest, parameters }: NamedFit, name: string): void {
  const latents = manifest.latents.map((latent) => latent.name);
  if (latents.includes(name) || parameters.some((parameter) => parameter.name === name)) return;
  const meant = nearest(name, [...latents, ...parameters.map((parameter) => parameter.name)]);
  throw new FigureError(
    `The fit of ${subject} has no parameter \`${name}\`.${meant === null ? '' : ` Did you mean \`${meant}\`?`}`,
    `Name some of its latents: ${latents.join(', ')}.`,
  );
}
