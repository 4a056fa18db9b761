/** Fits as figures take them: a posterior or an estimate, with the name of its subject. */
import { latentBounds, type Parameter } from '../../../host/parameters.ts';
import type { FitBasis, Posterior } from '../../../host/posterior.ts';
import type { Manifest, ManifestLatent } from '../../../module/manifest.ts';
import type { ValueRange } from '../../../statistics/kernel-density.ts';

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
