/** The contents of the forest plot at the end of `fit`: for each latent, the intervals of every subject and level. */

import type { SampledPosterior } from '../../host/fit.ts';
import { type LatentBounds, latentBounds } from '../../host/parameters.ts';
import type { Posterior } from '../../host/posterior.ts';
import type { ManifestQuantity } from '../../module/manifest.ts';
import { needsLogarithms } from '../../reporting/figures/data/scale.ts';
import { allFinite, pooled } from '../../statistics/chains.ts';
import { highestDensityInterval } from '../../statistics/highest-density.ts';

type Interval = readonly [lower: number, upper: number];

/** In the unit of the latent. */
export interface LineEstimate {
  readonly mean: number;
  readonly sd: number | null;
  readonly mcse: number | null;
  /** The narrowest intervals that hold 50 % and 95 % of the draws. */
  readonly hdi50: Interval;
  readonly hdi95: Interval;
}

/** One parameter of one subject. */
export interface ForestLine {
  /** The subject, the level, or both if there are several of both. */
  readonly name: string;
  /** Whether the fit did not converge. */
  readonly failed: boolean;
  /** Null if the draws do not define it. */
  readonly estimate: LineEstimate | null;
}

export interface TextForestGroup {
  readonly name: string;
  readonly unit: string;
  readonly bounds: LatentBounds;
  /** Whether equal distances are equal ratios; false if absent. */
  readonly isLogarithmic?: boolean;
  readonly lines: readonly ForestLine[];
}

/** One fitted subject. */
export interface FittedSubject {
  readonly name: string;
  readonly fit: Pick<SampledPosterior, 'parameters' | 'summary' | 'verdict'> & Pick<Posterior, 'draws'>;
  /** The bounds of the values, by parameter name, where they depend on the data; infinite on an open side. */
  readonly ends: ReadonlyMap<string, { readonly lo: number; readonly hi: number }>;
}

/** The estimates of one subject by latent. These are kept instead of all its draws. */
export interface SubjectEstimates {
  readonly name: string;
  readonly failed: boolean;
  readonly parameters: readonly {
    readonly latent: ManifestQuantity;
    readonly level: string | null;
    readonly bounds: LatentBounds;
    readonly estimate: LineEstimate | null;
  }[];
}

export function subjectEstimates({
  name,
  ends,
  fit: { draws, parameters, summary, verdict },
}: FittedSubject): SubjectEstimates {
  return {
    name,
    failed: verdict.status === 'failed',
    parameters: parameters.map(({ name: parameter, latent, level }, index) => {
      const chains = draws.map(({ latents }) => latents[index]!);
      const { mean, sd, mcse, hdi95 } = summary[parameter]!;
      const estimate =
        mean === null || hdi95 === null || !allFinite(chains)
          ? null
          : { mean, sd, mcse, hdi95, hdi50: highestDensityInterval(pooled(chains).sort(), 0.5) };
      return { latent, level, bounds: boundsOf(latent, ends.get(parameter)), estimate };
    }),
  };
}

function boundsOf(
  latent: ManifestQuantity,
  ends: { readonly lo: number; readonly hi: number } | undefined,
): LatentBounds {
  if (ends === undefined) return latentBounds(latent);
  const finite = (end: number) => (Number.isFinite(end) ? end : null);
  return { lo: finite(ends.lo), hi: finite(ends.hi) };
}

/** One group per latent, in the order of the layout. Within a group, subjects and then levels keep their order. */
export function textForestGroups(subjects: readonly SubjectEstimates[]): TextForestGroup[] {
  const groups = new Map<string, { latent: ManifestQuantity; lines: ForestLine[]; bounds: LatentBounds[] }>();
  for (const { name, failed, parameters } of subjects) {
    for (const { latent, level, bounds, estimate } of parameters) {
      const group = groups.get(latent.name) ?? { latent, lines: [], bounds: [] };
      groups.set(latent.name, group);
      const line = level === null ? name : subjects.length === 1 ? level : `${name}, ${level}`;
      group.bounds.push(bounds);
      group.lines.push({ name: line, failed, estimate });
    }
  }
  return [...groups.values()].map(({ latent, lines, bounds: own }) => {
    const bounds = widest(own);
    const ends = { lo: bounds.lo ?? Number.NEGATIVE_INFINITY, hi: bounds.hi ?? Number.POSITIVE_INFINITY };
    const estimates = lines.flatMap(({ estimate }) =>
      estimate === null ? [] : [{ center: estimate.mean, hdi95: estimate.hdi95 }],
    );
    return {
      ...{ name: latent.name, unit: latent.unit, bounds, lines },
      isLogarithmic: estimates.length > 1 && needsLogarithms(latent, ends, estimates),
    };
  });
}

/** A side is open if it is open for one of them. */
function widest(bounds: readonly LatentBounds[]): LatentBounds {
  const reach = (ends: readonly (number | null)[], pick: (...ends: number[]) => number) =>
    ends.includes(null) ? null : pick(...(ends as number[]));
  return {
    lo: reach(
      bounds.map(({ lo }) => lo),
      Math.min,
    ),
    hi: reach(
      bounds.map(({ hi }) => hi),
      Math.max,
    ),
  };
}
