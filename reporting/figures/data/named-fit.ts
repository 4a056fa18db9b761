/** What figures need from a fit: its subject's name, the chosen parameters, estimates, captions and errors. */
import { latentBounds, type Parameter } from '../../../host/parameters.ts';
import type { FitBasis, Posterior } from '../../../host/posterior.ts';
import { type Manifest, type ManifestQuantity, quantitiesOf } from '../../../module/manifest.ts';
import { nearest } from '../../../module/names.ts';
import { allFinite, sortedDraws } from '../../../statistics/chains.ts';
import { highestDensityInterval } from '../../../statistics/highest-density.ts';
import type { ValueRange } from '../../../statistics/kernel-density.ts';
import { mean } from '../../../statistics/moments.ts';
import { quantile } from '../../../statistics/quantile.ts';

/** Sampler statistics per draw of a chain. */
export interface SamplerColumns {
  /** 0 or 1. */
  readonly divergent: Float64Array;
  /** The Hamiltonian at the start of the trajectory. */
  readonly energy: Float64Array;
}

/** A fit with the name that figures show, such as `{ ...fit.posterior, name: 'Ada' }`. */
export interface NamedFit extends FitBasis {
  /** The name of the subject in figures. */
  readonly name: string;
  /** Bounds by parameter name, possibly infinite. If absent, bounds are taken from the manifest. */
  readonly ends?: ReadonlyMap<string, ValueRange>;
}

/** A posterior with the name that figures show. */
export interface NamedPosterior extends NamedFit, Posterior {}

/** Whether the fit did not converge, so that its numbers must not be used. */
export function hasFailed({ verdict }: Pick<FitBasis, 'verdict'>): boolean {
  return verdict.status === 'failed';
}

/** One entry per chain; null if they were not stored, or the draws are particles. */
export function samplerColumnsOf({ draws }: Posterior): readonly SamplerColumns[] | null {
  const chains = draws.flatMap(({ divergent, energy, particles }) =>
    divergent === undefined || energy === undefined || particles !== undefined ? [] : [{ divergent, energy }],
  );
  return chains.length < draws.length ? null : chains;
}

/** The latents of the profile and the reports; all latents if there is no profile. */
export function profileLatents(manifest: Manifest): readonly ManifestQuantity[] {
  const profile = quantitiesOf(manifest).filter(({ role }) => role !== 'param');
  return profile.length === 0 ? manifest.latents : profile;
}

/** The bounds of a parameter; infinite if unbounded or not known. */
export function endsOf({ ends }: Pick<NamedFit, 'ends'>, { name, latent }: Parameter): ValueRange {
  const { lo, hi } = latentBounds(latent);
  return ends?.get(name) ?? { lo: lo ?? Number.NEGATIVE_INFINITY, hi: hi ?? Number.POSITIVE_INFINITY };
}

/**
 * The chosen parameters, in the order of the layout. A latent's name selects all of its levels, `theta[Ada]` only one.
 *
 *
 * @param names null for the profile (capabilities, biases, robustnesses, propensities and reports), or all params if there is no
 *   profile
 * @throws FigureError for an unknown name
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
  const latents = quantitiesOf(manifest).map((quantity) => quantity.name);
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
  readonly median: number;
  /** The narrowest intervals that contain 50 % and 95 % of the draws. */
  readonly hdi50: readonly [lower: number, upper: number];
  readonly hdi95: readonly [lower: number, upper: number];
}

/** The estimate from all chains together; null if a draw is not finite. */
export function estimateOf(chains: readonly Float64Array[]): PosteriorInterval | null {
  if (!allFinite(chains)) return null;
  const sorted = sortedDraws(chains);
  return {
    mean: mean(sorted),
    median: quantile(sorted, 0.5),
    hdi50: highestDensityInterval(sorted, 0.5),
    hdi95: highestDensityInterval(sorted, 0.95),
  };
}

const MAX_LISTED = 6;

/** `a, b and c`; for many names, the first ones and the number of others. */
export function shortList(names: readonly string[]): string {
  if (names.length > MAX_LISTED)
    return `${names.slice(0, MAX_LISTED - 1).join(', ')} and ${names.length - MAX_LISTED + 1} more`;
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A sentence that names the fits that failed, whether of chains or of climbs; empty if none did. */
export function failedNote(fits: readonly NamedFit[]): string[] {
  const failed = fits.filter(hasFailed).map(({ name }) => name);
  if (failed.length === 0) return [];
  return [
    `The ${failed.length === 1 ? 'fit' : 'fits'} of ${shortList(failed)} failed: the numbers marked ! are no estimates and must not be used.`,
  ];
}

/** Checks a count. @throws FigureError when there are more than a figure of this kind can show */
export function expectFew(what: string, count: number, most: number, remedy: string): void {
  if (count <= most) return;
  throw new FigureError(`This figure shows at most ${most} ${what}, and there are ${count}.`, remedy);
}

/** The error for draws that are not finite. */
export function notFinite({ name: subject }: NamedFit, { name }: Parameter): FigureError {
  return new FigureError(
    `Draws of \`${name}\` in the fit of ${subject} are not finite numbers.`,
    'Fit again as its summary.json says, or leave this parameter out.',
  );
}

/** A figure cannot be made. The message says what is wrong and `remedy` what to do. */
export class FigureError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = 'FigureError';
    this.remedy = remedy;
  }
}
