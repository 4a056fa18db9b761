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

/**
 * The places in a point whose unconstrained number is spare, since no value depends on it: that of the first of all levels that
 * sum to zero.
 */
export function sparePlaces(parameters: readonly LatentParameter[]): ReadonlySet<number> {
  const places = [...parameters.keys()];
  return new Set(
    places.filter(
      (k) => parameters[k]!.latent.sumsToZero && parameters[k - 1]?.latent !== parameters[k]!.latent,
    ),
  );
}

/** How far a sum may be from 0 by rounding, as a share of the sum of absolute values: seven digits of each value. */
const ROUNDING = 1e-6;

/**
 * The first latent whose levels should sum to zero and do not, with their sum at a point on the layout's own scale; null if there
 * is none.
 */
export function sumOffZero(
  parameters: readonly LatentParameter[],
  point: ArrayLike<number>,
): { readonly latent: ManifestLatent; readonly sum: number } | null {
  const levels = new Map<ManifestLatent, number[]>();
  for (const [k, { latent }] of parameters.entries()) {
    if (!latent.sumsToZero) continue;
    const values = levels.get(latent) ?? [];
    levels.set(latent, values);
    values.push(point[k]!);
  }
  for (const [latent, values] of levels) {
    const sum = offZero(values);
    if (sum !== null) return { latent, sum };
  }
  return null;
}

/** The sum of values, if it differs from 0 by more than rounding; otherwise null. */
export function offZero(values: readonly number[]): number | null {
  const sum = values.reduce((total, value) => total + value, 0);
  const size = values.reduce((total, value) => total + Math.abs(value), 0);
  return Math.abs(sum) > ROUNDING * size ? sum : null;
}

/** What is wrong with a point, behind its name. */
export function sumsWrong({
  latent: { name },
  sum,
}: {
  readonly latent: { readonly name: string };
  readonly sum: number;
}): string {
  return `gives levels of \`${name}\` that sum to ${Number(sum.toPrecision(6))}, and the prior has them sum to zero`;
}

/** What to do about it. */
export const SUM_REMEDY = 'Subtract their mean from each.';

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
