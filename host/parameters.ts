/** The parameters of a fit: each latent with one value, and each level of an indexed one; and the bounds of their values. */
import { calledName, nameInDraws } from '../module/called-name.ts';
import type { Levels } from '../module/levels.ts';
import type { ManifestLatent, ManifestQuantity } from '../module/manifest.ts';

/** One number of a draw. */
export interface Parameter<Of = ManifestQuantity> {
  /** As people read it: `theta[Ada]`. */
  readonly name: string;
  /** As files of draws have it, by the number of the level, from 1: `theta.1`. */
  readonly column: string;
  /** What it is a value of; a report is not sampled, and has no place in a point. */
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

/** In the latent's unit; null for a side that is open, or whose end the text of the layout does not say in numbers. */
export interface LatentBounds {
  readonly lo: number | null;
  readonly hi: number | null;
}

/** The bounds in the manifest. They are only drawn, so that an entry that is not a bound is ignored and not refused. */
export function latentBounds({ support }: Pick<ManifestQuantity, 'support'>): LatentBounds {
  const bound = (value: unknown) => (Number.isFinite(value) ? (value as number) : null);
  return { lo: bound(support?.lo), hi: bound(support?.hi) };
}

/** The names that a prior may read: in its text, and those besides. */
export function namesRead({
  prior,
  reads = [],
}: Pick<ManifestQuantity, 'prior'> & Pick<ManifestLatent, 'reads'>): readonly string[] {
  return [...namesIn(prior), ...reads];
}

/**
 * The names in the text of a prior: of families, functions, units, latents, columns and `let`s. That of a parameter, as `spread`
 * in `lognormal(median = m, spread = 1)`, is none.
 */
export function namesIn(prior: string): readonly string[] {
  return prior.match(/[\p{L}_][\p{L}\p{N}_]*(?![\p{L}\p{N}_]|\s*=)/gu) ?? [];
}
