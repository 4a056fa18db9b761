/** The parameters of a fit: each latent with one value, and each level of an indexed one; and the bounds of their values. */
import { calledName, nameInDraws } from '../module/called-name.ts';
import type { Levels } from '../module/levels.ts';
import type { ManifestLatent, ManifestQuantity } from '../module/manifest.ts';

/** One number of a draw. */
export interface Parameter<Of = ManifestQuantity> {
  /** The readable name: `theta[Ada]`. */
  readonly name: string;
  /** The name in files of draws, by the number of the level, from 1: `theta.1`. */
  readonly column: string;
  /** Its latent or report; a report is not sampled, and has no position in a point. */
  readonly latent: Of;
  /** The level's name; null for a latent with one value. */
  readonly level: string | null;
}

/** One number of a point. */
export type LatentParameter = Parameter<ManifestLatent>;

/** The parameters that are sampled, in the order of a point. */
export function parametersOf<Of extends ManifestQuantity = ManifestLatent>(
  { latents }: { readonly latents: readonly Of[] },
  levels: Levels,
): Parameter<Of>[] {
  return latents.flatMap((latent) => {
    const { name, index } = latent;
    const column = nameInDraws(name);
    return (index === undefined ? [null] : levels.get(index)!).map((level, number) => ({
      name: calledName(name, level),
      column: level === null ? column : `${column}.${number + 1}`,
      latent,
      level,
    }));
  });
}

/** In the latent's unit; null for an open side, or one whose bound is not a number in the text of the layout. */
export interface LatentBounds {
  readonly lo: number | null;
  readonly hi: number | null;
}

/** The bounds in the manifest. They are used only in figures, so an invalid entry is ignored, not refused. */
export function latentBounds({ support }: Pick<ManifestQuantity, 'support'>): LatentBounds {
  const bound = (value: unknown) => (Number.isFinite(value) ? (value as number) : null);
  return { lo: bound(support?.lo), hi: bound(support?.hi) };
}

/** The names that a prior may read: those in its text, and further ones. */
export function namesRead({
  prior,
  reads = [],
}: Pick<ManifestQuantity, 'prior'> & Pick<ManifestLatent, 'reads'>): readonly string[] {
  return [...namesIn(prior), ...reads];
}

/**
 * All names in the text of a prior: families, functions, units, latents, columns and `let`s. That of a parameter, as
 * `spread` in `lognormal(median = m, spread = 1)`, is none.
 */
export function namesIn(prior: string): readonly string[] {
  return prior.match(/[\p{L}_][\p{L}\p{N}_]*(?![\p{L}\p{N}_]|\s*=)/gu) ?? [];
}
