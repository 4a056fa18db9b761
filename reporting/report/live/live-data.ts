/** What a live report carries, as JSON: the module, some draws of each fit, the demands that can be set, the priors that can be moved. */

import { fixedPriorsOf } from '../../../analysis/simulate/marginal-prior.ts';
import { ChoiceError } from '../../../compiler/choose/choice-error.ts';
import type { EvaluatedPrior } from '../../../compiler/interpret/priors.ts';
import { LayoutError } from '../../../compiler/layout-error.ts';
import { parametersOf } from '../../../host/parameters.ts';
import { mainPart } from '../../../host/row-tables.ts';
import type { ManifestColumn } from '../../../module/manifest.ts';
import type { ComparedGroup } from '../report-data.ts';
import type { ExpectedLevel, ReportFit, ReportSubject } from '../subjects.ts';
import { sentenceOf, spoken } from '../words/phrases.ts';
import { packed, toBase64 } from './packed.ts';
import type { KnownPrior } from './prior-columns.ts';
import { type NotRefitted, type RefitData, type RowsOfRefit, refitData } from './refit-data.ts';

export interface LiveData {
  /** The bytes of the module, packed. */
  readonly module: string;
  readonly outcomes: readonly LiveOutcome[];
  readonly demands: readonly LiveDemand[];
  /** The categories of a row besides that of the subjects. */
  readonly categories: readonly LiveCategory[];
  readonly fits: readonly LiveFit[];
  readonly priors: readonly LivePrior[];
  /** With what the page fits again where a prior is moved further than draws can be weighed; null without priors. */
  readonly refit: RefitData | NotRefitted | null;
  /** The number of draws of each fit that the page has, and that were stored of the fit with most. */
  readonly draws: number;
  readonly ofDraws: number;
  /** Every how manieth draw of a chain these are. */
  readonly every: number;
}

export type LiveOutcome = Pick<ManifestColumn, 'name' | 'kind' | 'unit'> & { readonly label: string };

export interface LiveDemand {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly doc: string | null;
  /** Where it stands at first. */
  readonly value: number;
  /** The values to choose from, or the ends of a slider and its step. */
  readonly range:
    | { readonly values: readonly number[]; readonly isFlag: boolean }
    | { readonly lo: number; readonly hi: number; readonly step: number };
}

export interface LiveCategory {
  readonly name: string;
  readonly label: string;
  readonly levels: readonly string[];
}

export interface LiveFit {
  readonly levels: readonly (readonly [category: string, names: readonly string[]])[];
  /** NaN as null. */
  readonly statistics: {
    readonly values: readonly (number | null)[];
    readonly byLevel: readonly (readonly (number | null)[])[];
  };
  /** f64s in base64, little-endian: all draws of the first parameter, then those of the next. */
  readonly draws: string;
  /** The number of draws. */
  readonly count: number;
  readonly subjects: readonly LiveSubject[];
  /** The rows to fit again; null if the page does not. */
  readonly rows: RowsOfRefit | null;
  /** For each prior that can be moved, the places of its values in a draw. */
  readonly ofPriors: readonly (readonly number[])[];
}

export interface LiveSubject {
  readonly id: string;
  readonly name: string;
  /** What a row of it has in the category of the subjects. */
  readonly levels: Readonly<Record<string, string>>;
  /** For each prior the place of its own value in a draw; null if it has several. */
  readonly ofPriors: readonly (number | null)[];
}

export interface LivePrior extends KnownPrior {
  readonly label: string;
  /** As the layout has it: `uniform(0, 0.25)`. */
  readonly text: string;
  readonly fields: readonly PriorField[];
}

/** Draws of a fit: as many as this, or fewer where the page would be too large; then at least so many. */
const DRAWS = { most: 400, least: 100 } as const;
/** All draws in a page, in bytes of base64. */
const MAX_BYTES = 600_000;
/** Names, levels and controls besides draws, module and worker. */
const BYTES_BESIDES = 50_000;
/** More levels than this are not chosen from in a page. */
const MAX_LEVELS = 200;

/** A sentence that says why a page cannot be live. */
export interface NotLive {
  readonly why: string;
}

/**
 * Null if the fits come without their module.
 *
 * @param group the subjects that the report is mainly about
 * @param room what the page may grow by, in bytes, without the worker
 */
export async function liveData({ usable }: ComparedGroup, room: number): Promise<LiveData | NotLive | null> {
  const fits = [...new Set(usable.map(({ fit }) => fit))];
  const { manifest, module } = fits[0]!;
  if (module === undefined) return null;
  if (fits.some(({ expected }) => expected === null))
    return { why: 'the table that was fitted, which says the range of each demand, was not found' };
  if ((manifest.classes ?? []).some(({ classes }) => classes.length > 1))
    return { why: 'what is known of classes that outcomes read together follows from the fitted rows' };
  const { columns } = mainPart(manifest);
  const outcomes = columns.filter(({ role, isNominal }) => role === 'outcome' && isNominal !== true);
  if (outcomes.length === 0) return { why: 'no outcome has a mean that says anything' };
  if (columns.some(({ pairOf }) => pairOf !== undefined))
    return { why: 'rows of this layout name pairs of levels' };
  const demands = columns.filter(({ role }) => role === 'demand').map((demand) => liveDemand(demand, usable));
  if (demands.includes(null)) return { why: 'a demand has no range' };
  const bySubject = columns.find(
    ({ role, name, category = name }) => role === 'category' && category === usable[0]!.category,
  );
  const categories = columns.filter(({ role, name }) => role === 'category' && name !== bySubject?.name);
  const known = new Map(fits[0]!.levels);
  if (categories.some(({ name }) => known.get(name)!.length > MAX_LEVELS))
    return { why: `a category has more than ${MAX_LEVELS} levels` };
  const stored = (fit: ReportFit) =>
    fit.draws.reduce((sum, { latents }) => sum + (latents[0]?.length ?? 0), 0);
  const values = fits.reduce((sum, fit) => sum + fit.parameters.length, 0);
  const predicting = await packed(module);
  const bytesOfDraw = (values * 8 * 4) / 3;
  const left = room - BYTES_BESIDES - predicting.length;
  const priors = movablePriors(fits);
  const again = priors.length === 0 ? null : await refitData(fits, priors, left - DRAWS.least * bytesOfDraw);
  const refit = again !== null && 'refit' in again ? again.refit : again;
  const taken = refit === null || 'why' in refit ? 0 : refit.module.length + refit.columns.length;
  const fitting = Math.min(DRAWS.most, Math.floor(Math.min(MAX_BYTES, left - taken) / bytesOfDraw));
  if (fitting < DRAWS.least)
    return { why: `with ${DRAWS.least} draws of each of its ${values} values it would be too large` };
  const ofDraws = Math.max(...fits.map(stored));
  const every = Math.ceil(ofDraws / fitting);
  const draws = Math.min(...fits.map((fit) => thinned(fit, 0, every).length));
  if (draws < DRAWS.least) return { why: `a fit has fewer than ${DRAWS.least} draws to compute with` };
  return {
    module: predicting,
    outcomes: outcomes.map((outcome) => ({
      ...{ name: outcome.name, kind: outcome.kind, unit: outcome.unit, label: spoken(outcome) },
    })),
    demands: demands.filter((demand) => demand !== null),
    categories: categories.map((column) => ({
      name: column.name,
      label: spoken(column),
      levels: known.get(column.name)!,
    })),
    fits: fits.map((fit, place) => ({
      ...liveFit(fit, usable, { every, priors, column: bySubject?.name ?? null }),
      rows: again !== null && 'rows' in again ? again.rows[place]! : null,
    })),
    ...{ priors, refit, draws, ofDraws, every },
  };
}

/** Every nth draw of each chain, from the first on, as predictions with `every` use them. */
function thinned({ draws }: Pick<ReportFit, 'draws'>, place: number, every: number): Float64Array {
  return Float64Array.from(
    draws.flatMap(({ latents }) => Array.from(latents[place]!).filter((_, draw) => draw % every === 0)),
  );
}

function liveFit(
  fit: ReportFit,
  usable: readonly ReportSubject[],
  {
    every,
    priors,
    column,
  }: { readonly every: number; readonly priors: readonly LivePrior[]; readonly column: string | null },
): Omit<LiveFit, 'rows'> {
  const { parameters, levels, statistics } = fit;
  const drawn = parameters.map((_, place) => thinned(fit, place, every));
  const whole = new Float64Array(drawn.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of drawn) {
    whole.set(each, at);
    at += each.length;
  }
  const count = drawn[0]?.length ?? 0;
  const finite = (values: ArrayLike<number>) =>
    Array.from(values, (value) => (Number.isFinite(value) ? value : null));
  const places = (name: string) =>
    parameters.flatMap(({ latent }, place) => (latent.name === name ? [place] : []));
  return {
    levels: [...levels],
    statistics: {
      values: finite(statistics.values),
      byLevel: statistics.byLevel.map((values) => finite(values)),
    },
    draws: toBase64(new Uint8Array(whole.buffer)),
    count,
    ofPriors: priors.map(({ name }) => places(name)),
    subjects: usable
      .filter((subject) => subject.fit === fit)
      .map(({ id, name, elements, category }) => {
        const level = elements[0]!.parameter.level;
        return {
          ...{ id, name },
          levels: column === null || category === null || level === null ? {} : { [column]: level },
          ofPriors: priors.map((prior) => {
            const own = elements.filter(({ latent }) => latent.name === prior.name);
            const all = places(prior.name);
            return own.length === 1 ? own[0]!.index : all.length === 1 ? all[0]! : null;
          }),
        };
      }),
  };
}

/** The priors that are the same in all fits and at all levels, and read no other latent. */
function movablePriors(fits: readonly ReportFit[]): LivePrior[] {
  const [first] = fits;
  const readsData = first!.manifest.statistics.length + first!.manifest.levelStatistics.length > 0;
  const fixed = (readsData ? fits : [first!]).map((fit) => ({ fit, priors: knownPriorsOf(fit) }));
  return first!.manifest.latents.flatMap((latent): LivePrior[] => {
    const found = fixed.flatMap(({ fit, priors }) =>
      parametersOf({ latents: [latent] }, fit.levels).map(({ name }) => priors?.get(name)),
    );
    const [prior] = found;
    const isSame = (other: EvaluatedPrior | undefined) => JSON.stringify(other) === JSON.stringify(prior);
    if (prior === undefined || !found.every(isSame)) return [];
    const { name, unit, isProbability, prior: text } = latent;
    const fields = fieldsOf(prior);
    return [{ name, label: spoken(latent), unit, isProbability, text, fitted: prior, fields }];
  });
}

/** The priors that are the same whatever the latents; null also if this version does not accept the layout of an older fit. */
function knownPriorsOf(fit: ReportFit): ReturnType<typeof fixedPriorsOf> {
  try {
    return fixedPriorsOf(fit);
  } catch (error) {
    if (error instanceof LayoutError || error instanceof ChoiceError) return null;
    throw error;
  }
}

/** Null if nothing is known of its range. */
function liveDemand(column: ManifestColumn, usable: readonly ReportSubject[]): LiveDemand | null {
  const { name, unit, doc, domain } = column;
  const levels = usable.flatMap(({ expected }) => expected?.demands[name] ?? []);
  if (levels.length === 0) return null;
  const lo = Math.min(...levels.map(({ lower }) => lower));
  const hi = Math.max(...levels.map(({ upper }) => upper));
  const shown = { name, label: spoken(column), unit, doc: sentenceOf(doc) };
  const middle = meanOf(levels);
  const nearest = (values: readonly number[]) =>
    values.reduce((best, value) => (Math.abs(value - middle) < Math.abs(best - middle) ? value : best));
  const listed =
    column.kind === 'flag' ? [0, 1] : domain.kind === 'set' ? domain.values : lo === hi ? [lo] : null;
  if (listed !== null)
    return { ...shown, value: nearest(listed), range: { values: listed, isFlag: column.kind === 'flag' } };
  const step = column.kind === 'count' ? Math.max(1, niceStep(lo, hi)) : niceStep(lo, hi);
  // From one end of the rows to the other, in steps that are round numbers wherever they can be.
  const places = Math.floor((hi - lo) / step);
  const value = Number((lo + step * Math.min(places, Math.round((middle - lo) / step))).toPrecision(12));
  return { ...shown, value, range: { lo, hi: Number((lo + step * places).toPrecision(12)), step } };
}

/** 1, 2 or 5 times a power of ten, about a hundredth of the range. */
function niceStep(lo: number, hi: number): number {
  const about = (hi - lo) / 100;
  const power = 10 ** Math.floor(Math.log10(about));
  const factor = [1, 2, 5, 10].find((each) => each * power >= about * (1 - 1e-9))!;
  return Number((factor * power).toPrecision(3));
}

/** The mean of the demand over all rows. */
function meanOf(levels: readonly ExpectedLevel[]): number {
  const rows = levels.reduce((sum, level) => sum + level.rows, 0);
  return levels.reduce((sum, level) => sum + level.mean * level.rows, 0) / rows;
}

/** The parameters of a prior as a reader moves them: a lognormal by its median. */
export interface PriorField {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly isLogarithm: boolean;
}

function fieldsOf({ family, parameters }: EvaluatedPrior): PriorField[] {
  return Object.entries(parameters as Readonly<Record<string, number>>).map(([name, value]) => {
    const isLogarithm = family === 'lognormal' && name === 'mu';
    return {
      name,
      label: isLogarithm ? 'median' : name,
      value: isLogarithm ? Math.exp(value) : value,
      isLogarithm,
    };
  });
}
