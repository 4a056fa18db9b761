/** What figures need from a fit: its subject's name, the chosen parameters, estimates, captions and errors. */
import { latentBounds, type Parameter } from '../../../host/parameters.ts';
import type { FitBasis, Posterior } from '../../../host/posterior.ts';
import type { Manifest, ManifestLatent } from '../../../module/manifest.ts';
import { nearest } from '../../../module/names.ts';
import { allFinite, pooled } from '../../../statistics/chains.ts';
import { highestDensityInterval } from '../../../statistics/highest-density.ts';
import type { ValueRange } from '../../../statistics/kernel-density.ts';
import { mean } from '../../../statistics/moments.ts';

/** What the sampler says of each draw of a chain. */
export interface SamplerColumns {
  /** 0 or 1. */
  readonly divergent: Float64Array;
  /** The Hamiltonian at the trajectory's start. */
  readonly energy: Float64Array;
}

/** A fit with what a figure calls it. Of a posterior or an estimate that an API user has, `{ ...fit.posterior, name: 'Ada' }` is one. */
export interface NamedFit extends FitBasis {
  /** The subject, as figures call it. */
  readonly name: string;
  /** By the parameters' names where their values end, infinite where they do not; of those that are absent the manifest says it. */
  readonly ends?: ReadonlyMap<string, ValueRange>;
}

/** A posterior with what a figure calls it. */
export interface NamedPosterior extends NamedFit, Posterior {}

/** Whether the numbers of a fit are no estimates, since it did not converge. */
export function hasFailed({ verdict }: Pick<FitBasis, 'verdict'>): boolean {
  return verdict.status === 'failed';
}

/** One entry per chain; null where they were not kept, or the draws are particles, which have none. */
export function samplerColumnsOf({ draws }: Posterior): readonly SamplerColumns[] | null {
  const chains = draws.flatMap(({ divergent, energy, particles }) =>
    divergent === undefined || energy === undefined || particles !== undefined ? [] : [{ divergent, energy }],
  );
  return chains.length < draws.length ? null : chains;
}

/** The latents that the profile is made of, or all where there is none but others. */
export function profileLatents({ latents }: Manifest): readonly ManifestLatent[] {
  const profile = latents.filter(({ role }) => role !== 'param');
  return profile.length === 0 ? latents : profile;
}

/** Where the values of a parameter end, infinite where they do not, or where it is not known. */
export function endsOf({ ends }: Pick<NamedFit, 'ends'>, { name, latent }: Parameter): ValueRange {
  const { lo, hi } = latentBounds(latent);
  return ends?.get(name) ?? { lo: lo ?? Number.NEGATIVE_INFINITY, hi: hi ?? Number.POSITIVE_INFINITY };
}

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

/** In the parameter's unit. */
export interface PosteriorInterval {
  readonly mean: number;
  /** The narrowest intervals that hold half of the draws, and 95 % of them. */
  readonly hdi50: readonly [lower: number, upper: number];
  readonly hdi95: readonly [lower: number, upper: number];
}

/** Of all chains together; null where a draw is no finite number. */
export function estimateOf(chains: readonly Float64Array[]): PosteriorInterval | null {
  if (!allFinite(chains)) return null;
  const sorted = pooled(chains).sort();
  return {
    mean: mean(sorted),
    hdi50: highestDensityInterval(sorted, 0.5),
    hdi95: highestDensityInterval(sorted, 0.95),
  };
}

const LISTED = 6;

/** `a, b and c`; of many the first and how many more. */
export function shortList(names: readonly string[]): string {
  if (names.length > LISTED)
    return `${names.slice(0, LISTED - 1).join(', ')} and ${names.length - LISTED + 1} more`;
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A sentence that names the fits that did not converge; none where all did. */
export function failedNote(fits: readonly NamedFit[]): string[] {
  const failed = fits.filter(hasFailed).map(({ name }) => name);
  if (failed.length === 0) return [];
  return [
    `The ${failed.length === 1 ? 'fit' : 'fits'} of ${shortList(failed)} did not converge: the numbers marked ! are no estimates and must not be used.`,
  ];
}

/** @throws FigureError where there are more than a figure of this kind can show */
export function expectFew(what: string, count: number, most: number, remedy: string): void {
  if (count <= most) return;
  throw new FigureError(`This figure shows at most ${most} ${what}, and there are ${count}.`, remedy);
}

/** The error of draws that are no numbers. */
export function notFinite({ name: subject }: NamedFit, { name }: Parameter): FigureError {
  return new FigureError(
    `Draws of \`${name}\` in the fit of ${subject} are not finite numbers.`,
    'Fit again as its summary.json says, or leave this parameter out.',
  );
}

/** Its message says what is wrong in the layout's words, and `remedy` what to do. */
export class FigureError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = 'FigureError';
    this.remedy = remedy;
  }
}
