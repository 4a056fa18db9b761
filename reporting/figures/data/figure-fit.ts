/** A fit as figures are made of it, whether it has just been made or was stored. */
import { latentBounds } from '../../../host/latent-bounds.ts';
import type { Parameter } from '../../../host/parameters.ts';
import type { FittedStatistics } from '../../../host/rows.ts';
import type { Levels } from '../../../module/levels.ts';
import type { Manifest, ManifestLatent } from '../../../module/manifest.ts';

/** In a parameter's unit. */
export interface Ends {
  readonly lo: number;
  readonly hi: number;
}

/** What the sampler says of each draw of a chain. */
export interface SamplerColumns {
  /** 0 or 1. */
  readonly divergent: Float64Array;
  /** The Hamiltonian at the trajectory's start. */
  readonly energy: Float64Array;
}

/** What figures know of a fit beside its draws, whatever it was made by. */
export interface ShownFit {
  /** The subject, as figures call it. */
  readonly name: string;
  readonly manifest: Manifest;
  readonly parameters: readonly Parameter[];
  /** Whether it did not converge, so that its numbers are no estimates. */
  readonly failed: boolean;
  readonly levels: Levels;
  /** Of the data that were fitted. */
  readonly statistics: FittedStatistics;
  /** By the parameters' names where their values end, infinite where they do not; of those that are absent the manifest says it. */
  readonly ends: ReadonlyMap<string, Ends>;
  /** The text of the layout; null where it is not known. */
  readonly layoutText: string | null;
  /** The alternatives that were fitted. */
  readonly choices: Readonly<Record<string, string>>;
}

/** A fit that was sampled. */
export interface FigureFit extends ShownFit {
  /** One entry a chain: one array a parameter, one number a draw, on the layout's own scale. */
  readonly draws: readonly { readonly latents: readonly Float64Array[] }[];
  /** One entry a chain; null where they were not kept, or the draws are particles, which have none. */
  readonly sampler: readonly SamplerColumns[] | null;
}

/** The draws of a parameter, one array a chain. */
export function chainsOf({ parameters, draws }: FigureFit, parameter: Parameter): Float64Array[] {
  const place = parameters.indexOf(parameter);
  return draws.map(({ latents }) => latents[place]!);
}

/** The latents that the profile is made of, or all where there is none but others. */
export function profileLatents({ latents }: Manifest): readonly ManifestLatent[] {
  const profile = latents.filter(({ role }) => role !== 'param');
  return profile.length === 0 ? latents : profile;
}

/** Where the values of a parameter end, infinite where they do not, or where it is not known. */
export function endsOf({ ends }: Pick<FigureFit, 'ends'>, { name, latent }: Parameter): Ends {
  const { lo, hi } = latentBounds(latent);
  return ends.get(name) ?? { lo: lo ?? Number.NEGATIVE_INFINITY, hi: hi ?? Number.POSITIVE_INFINITY };
}
