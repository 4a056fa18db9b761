/** The data of a forest plot of posteriors, grouped by subject or by ability. */

import type { Parameter } from '../../../host/parameters.ts';
import { chainsOf } from '../../../host/posterior.ts';
import type { ManifestQuantity } from '../../../module/manifest.ts';
import type { ForestData, ForestEstimate, ForestGroup, ForestRow } from '../kinds/forest.ts';
import {
  chosenParameters,
  endsOf,
  estimateOf,
  failedNote,
  hasFailed,
  type NamedFit,
  type NamedPosterior,
  notFinite,
  shortList,
} from './named-fit.ts';
import {
  closeScale,
  logarithmicScale,
  needsLogarithms,
  type ShownScale,
  shownScale,
  widest,
} from './scale.ts';

/** Rows are grouped by subject, each on its own scale, or by ability, on a common scale. */
export type ForestGrouping = 'subject' | 'capability';

/** Which rows of a group are shown, and in which order. */
export interface RowOrder {
  /** The order of levels, or from the highest to the lowest estimate. Defaults to that of levels. */
  readonly sort?: 'level' | 'value';
  /** Of a group with more rows only this many of the highest and of the lowest, from the highest on. */
  readonly ends?: number | undefined;
}

export interface ForestPlan extends RowOrder {
  /** Defaults to `capability` if there are several subjects or a latent has levels. */
  readonly by?: ForestGrouping;
  /** The names of parameters or latents. Defaults to those of the profile. */
  readonly only?: readonly string[];
  /** What a page calls the subject that a parameter of a fit is about; null for none. */
  readonly subjectOf?: (fit: NamedPosterior, parameter: Parameter) => string | null;
}

/** A parameter of a fit, and the estimate that is shown. */
export interface Estimated {
  readonly fit: NamedFit;
  readonly parameter: Parameter;
  readonly estimate: ForestEstimate;
  /** The id of its subject in a page; null for none. */
  readonly subject: string | null;
}

/**
 * @param fits of one layout
 * @throws FigureError for an unknown name, or draws that are not finite
 */
export function forestData(
  fits: readonly NamedPosterior[],
  { by, only, subjectOf, ...order }: ForestPlan = {},
): ForestData {
  const all = fits.flatMap((fit) =>
    chosenParameters(fit, only ?? null).map((parameter) =>
      estimated(fit, parameter, subjectOf?.(fit, parameter) ?? null),
    ),
  );
  const subjects = shortList(fits.map(({ name }) => name));
  const groups = orderedRows(forestGroups(fits, all, by), order);
  const caption = `${captionOf(fits, all, groups)}${endsNote(order)}`;
  return { title: `Profile of ${subjects}`, caption, groups };
}

/** Groups rows; by ability if there are several subjects, unless `by` says otherwise. */
export function forestGroups(
  fits: readonly NamedFit[],
  all: readonly Estimated[],
  by: ForestGrouping | undefined,
): ForestGroup[] {
  const grouping = by ?? (fits.length > 1 ? 'capability' : null);
  return grouping === 'capability'
    ? byCapability(all, fits.length)
    : fits.flatMap((fit) => bySubject(fit, all, grouping === null));
}

/** The groups with a common scale in this order; rows that each have their own scale stay as they are. */
export function orderedRows(groups: readonly ForestGroup[], { sort, ends }: RowOrder): ForestGroup[] {
  return groups.map((group) => {
    if (group.scale === null || (sort !== 'value' && ends === undefined)) return group;
    const rows = [...group.rows].sort((a, b) => b.center - a.center);
    return { ...group, rows: atEnds(rows, ends) };
  });
}

/** The first and the last rows, as many of each as `ends` says. */
export function atEnds<Row>(rows: readonly Row[], ends: number | undefined): readonly Row[] {
  if (ends === undefined || rows.length <= 2 * ends) return rows;
  return [...rows.slice(0, ends), ...rows.slice(-ends)];
}

/** The sentence of the caption, after a blank; empty if all rows are shown. */
export function endsNote({ ends }: RowOrder): string {
  if (ends === undefined) return '';
  return ` Of more than ${2 * ends} rows the ${ends} highest and the ${ends} lowest are shown.`;
}

function estimated(fit: NamedPosterior, parameter: Parameter, subject: string | null): Estimated {
  const estimate = estimateOf(chainsOf(fit, parameter));
  if (estimate !== null) {
    const { median, hdi50, hdi95 } = estimate;
    return { fit, parameter, estimate: { center: median, hdi50, hdi95 }, subject };
  }
  throw notFinite(fit, parameter);
}

function byCapability(all: readonly Estimated[], subjects: number): ForestGroup[] {
  const latents = [...new Map(all.map(({ parameter: { latent } }) => [latent.name, latent])).values()];
  return latents.map((latent) =>
    groupOf(
      latent,
      all.filter(({ parameter }) => parameter.latent.name === latent.name),
      subjects,
    ),
  );
}

function groupOf(latent: ManifestQuantity, rows: readonly Estimated[], subjects: number): ForestGroup {
  const ends = widest(rows.map(({ fit, parameter }) => endsOf(fit, parameter)));
  const estimates = rows.map(({ estimate }) => estimate);
  const values = estimates.flatMap(reachOf);
  const scale = needsLogarithms(latent, ends, estimates)
    ? logarithmicScale(latent, [...values, ...estimates.map(({ center }) => center)])
    : closeScale(latent, ends, values);
  return {
    title: latent.name,
    note: latent.doc,
    scale,
    rows: rows.map((row): ForestRow => {
      const { fit, parameter } = row;
      const label =
        parameter.level === null
          ? fit.name
          : subjects === 1
            ? parameter.level
            : `${fit.name}, ${parameter.level}`;
      return { ...row.estimate, label, failed: hasFailed(fit), scale, ...shownWith(row) };
    }),
  };
}

/**
 * One group in which each row has its own scale; if levels share a scale, one more group per indexed latent.
 *
 * @param levelsTogether whether the levels of a latent share its scale
 */
function bySubject(fit: NamedFit, all: readonly Estimated[], levelsTogether: boolean): ForestGroup[] {
  const own = all.filter((each) => each.fit === fit);
  const alone = own.filter(({ parameter }) => !levelsTogether || parameter.level === null);
  const others = own.filter((each) => !alone.includes(each));
  const rows = alone.map(
    (each): ForestRow => ({
      ...each.estimate,
      label: each.parameter.name,
      failed: hasFailed(fit),
      scale: ownScale(each),
      ...shownWith(each),
    }),
  );
  return [
    ...(rows.length === 0 ? [] : [{ title: fit.name, note: null, rows, scale: null }]),
    ...byCapability(others, 1),
  ];
}

function shownWith({ subject }: Estimated): Pick<ForestRow, 'subject'> {
  return subject === null ? {} : { subject };
}

function reachOf({ center, hdi95 }: ForestEstimate): readonly number[] {
  return hdi95 ?? [center];
}

function ownScale({ fit, parameter, estimate }: Estimated): ShownScale {
  return shownScale(parameter.latent, endsOf(fit, parameter), reachOf(estimate));
}

function captionOf(
  fits: readonly NamedPosterior[],
  all: readonly Estimated[],
  groups: readonly ForestGroup[],
): string {
  return [
    'Posterior medians (circles) with the narrowest intervals that hold 50 % (thick) and 95 % (thin) of the draws.',
    scalesNote(all, groups),
    ...failedNote(fits),
  ].join(' ');
}

/** The sentences of the caption on the scales. */
export function scalesNote(all: readonly Estimated[], groups: readonly ForestGroup[]): string {
  const scales = [...groups.map(({ scale }) => scale), ...all.map(ownScale)].filter(
    (scale) => scale !== null,
  );
  const open = scales.some(({ endsAtFrom, endsAtTo }) => !endsAtFrom || !endsAtTo);
  const ends = `Vertical strokes are where the values of an ability end; ${
    open
      ? 'where there is none the scale only reaches as far as the intervals do.'
      : 'each scale reaches from end to end.'
  }`;
  const parts = groups.some(({ scale }) => scale?.bounds !== undefined)
    ? ' The bar above some axes is the whole range of values, and its thick part what the axis shows.'
    : '';
  const logarithmic = groups.filter(({ scale }) => scale?.isLogarithmic === true).map(({ title }) => title);
  if (logarithmic.length === 0) return `${ends}${parts}`;
  const axes = logarithmic.length === 1 ? 'axis' : 'axes';
  return `${ends}${parts} The ${axes} of ${shortList(logarithmic)} ${logarithmic.length === 1 ? 'is' : 'are'} logarithmic.`;
}
