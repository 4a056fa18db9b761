/** Mixes the predictions of several fits by weights, such as stacking weights: the mean and an interval per row. */
import { toNewColumns } from '../../../host/predict/new-columns.ts';
import type { PredictedRows } from '../../../host/predict/predict.ts';
import type { NewColumns } from '../../../host/predict/rows.ts';
import { emptySummaries, type IntervalKind, type RowSummaries } from '../../../host/predict/summaries.ts';
import { type ManifestColumn, valuesOf } from '../../../module/manifest.ts';
import type { ColumnsInput } from '../../../module/to-columns.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { drawCounts, type PosteriorFit } from '../posterior-fit.ts';

/** A fit that is part of a mixture. */
export interface StackedFit {
  readonly fit: PosteriorFit;
  /** Non-negative; only proportions matter. */
  readonly weight: number;
  /** This fit's names of the outcomes, by the names in the first fit. Defaults to the same names. */
  readonly outcomes?: Readonly<Record<string, string>>;
}

export interface StackOptions {
  /** The probability of intervals, in (0, 1). Defaults to 0.9. */
  readonly probability?: number;
  /** `equal-tailed` when absent. */
  readonly interval?: IntervalKind;
  /** Use only every nth draw of each chain. Defaults to 1. */
  readonly every?: number;
}

export interface StackedPrediction {
  readonly rows: number;
  /** The number of draws used, over all fits. */
  readonly draws: number;
  /** By their names in the first fit. */
  readonly outcomes: Readonly<Record<string, StackedOutcome>>;
}

/** The summaries of an outcome's mean, and for a grade or a choice those of the probability of each value, in the order of the first fit. */
export interface StackedOutcome extends RowSummaries {
  readonly probabilities?: readonly RowSummaries[];
}

/** Maximum number of values in memory per outcome and fit. */
const MAX_NUMBERS = 1 << 22;

/**
 * The predictive distribution Σ_k w_k p_k (Yao, Vehtari, Simpson & Gelman 2018). For each row, the draws of all fits
 * are pooled; each draw has the weight of its fit divided by that fit's number of draws. Mean, sd and interval are
 * those of the mixture: if fits disagree, the interval spans them.
 *
 * @param rows the demands and categories of all layouts
 * @throws RangeError without fits of a weight above 0; EvaluationError when a fit lacks the outcome or has it with
 *   another kind; HostError as `predict` does
 */
export function stackPredictions(
  fits: readonly StackedFit[],
  rows: ColumnsInput,
  options: StackOptions = {},
): Promise<StackedPrediction> {
  return mixPredictions(
    fits.map((part) => ({ ...part, rows: toNewColumns(part.fit.posterior.manifest, rows) })),
    options,
  );
}

/** The same with separate rows per fit: layouts may fill in missing values differently. */
export async function mixPredictions(
  fits: readonly (StackedFit & { readonly rows: NewColumns })[],
  { probability = 0.9, interval = 'equal-tailed', every = 1 }: StackOptions = {},
): Promise<StackedPrediction> {
  const [first] = fits;
  if (first === undefined || !fits.some(({ weight }) => weight > 0))
    throw new RangeError('no fit has a weight above 0');
  const names = outcomesOf(first.fit).map(({ name }) => name);
  const called = fits.map((part) => ({ part, names: callOutcomes(part, first.fit, names) }));
  const mixed = called.filter(({ part }) => part.weight > 0);
  const rows = first.rows.values().next().value!.length;
  const summaries = outcomesOf(first.fit).map(
    (column): StackedOutcome => ({
      ...emptySummaries(rows),
      ...(column.probabilities === undefined
        ? {}
        : { probabilities: column.probabilities.map(() => emptySummaries(rows)) }),
    }),
  );
  const drawsOf = ({ fit }: StackedFit) =>
    drawCounts(fit).reduce((sum, count) => sum + Math.ceil(count / every), 0);
  const block = Math.max(1, Math.floor(MAX_NUMBERS / Math.max(...mixed.map(({ part }) => drawsOf(part)))));
  for (let begin = 0; begin < rows; begin += block) {
    const parts: PredictedPart[] = [];
    for (const { part, names } of mixed) {
      const slice = [...part.rows].map(
        ([name, values]) => [name, values.slice(begin, begin + block)] as const,
      );
      const { draws, outcomes } = await part.fit.predict(new Map(slice), {
        ...{ outcomes: names, every, values: true },
      });
      const total = mixed.reduce((sum, each) => sum + each.part.weight, 0);
      const orders = names.map((name, index) => orderOfValues(part.fit, name, outcomesOf(first.fit)[index]!));
      parts.push({
        ...{ weight: part.weight / total, draws },
        nodes: names.flatMap((name, index) => [
          outcomes[name]!,
          ...orders[index]!.map((place) => outcomes[name]!.probabilities![place]!),
        ]),
      });
    }
    const nodes = summaries.flatMap((summary) => [summary, ...(summary.probabilities ?? [])]);
    for (const [index, summary] of nodes.entries()) {
      for (let row = begin; row < Math.min(rows, begin + block); row++)
        mixRow(summary, row, parts, index, row - begin, { probability, interval });
    }
  }
  return {
    rows,
    draws: mixed.reduce((sum, { part }) => sum + drawsOf(part), 0),
    outcomes: Object.fromEntries(names.map((name, index) => [name, summaries[index]!])),
  };
}

/** The predictions of one fit for a block of rows, with its weight. */
interface PredictedPart {
  readonly weight: number;
  readonly draws: number;
  /** Each outcome, followed by the probabilities of its values. */
  readonly nodes: readonly PredictedRows[];
}

/** The variance of a mixture is the mean of the variances plus the variance of the means. */
function mixRow(
  into: RowSummaries,
  row: number,
  parts: readonly PredictedPart[],
  node: number,
  inBlock: number,
  { probability, interval }: Required<Pick<StackOptions, 'probability' | 'interval'>>,
): void {
  const ofRow = (part: PredictedPart) => {
    const { mean, sd, values } = part.nodes[node]!;
    // A quantity that is the same in all rows has one value.
    const own = mean.length === 1 ? 0 : inBlock;
    return {
      mean: mean[own]!,
      sd: sd[own]!,
      values: values!.subarray(own * part.draws, (own + 1) * part.draws),
    };
  };
  const own = parts.map((part) => ({ weight: part.weight, ...ofRow(part) }));
  const mean = own.reduce((sum, part) => sum + part.weight * part.mean, 0);
  const variance = own.reduce((sum, part) => sum + part.weight * (part.sd ** 2 + (part.mean - mean) ** 2), 0);
  const pooled = poolDraws(own);
  const [lower, upper] =
    interval === 'highest-density'
      ? weightedHighestDensity(pooled, probability)
      : [weightedQuantile(pooled, (1 - probability) / 2), weightedQuantile(pooled, (1 + probability) / 2)];
  into.mean[row] = mean;
  into.sd[row] = Math.sqrt(variance);
  into.lower[row] = lower;
  into.upper[row] = upper;
}

function outcomesOf(fit: PosteriorFit) {
  return fit.posterior.manifest.columns.filter(({ role }) => role === 'outcome');
}

/** A fit's names of the first fit's outcomes, in the same order. */
function callOutcomes(part: StackedFit, first: PosteriorFit, names: readonly string[]): string[] {
  const own = outcomesOf(part.fit);
  return names.map((name, index) => {
    const called = part.outcomes?.[name] ?? name;
    const found = own.find((outcome) => outcome.name === called);
    const { layout } = part.fit.posterior.manifest;
    if (found === undefined) {
      throw new EvaluationError(
        `The layout \`${layout}\` has no outcome \`${called}\`, which another of the mixture has.`,
        'Mix fits of the same outcomes.',
      );
    }
    if (found.kind === outcomesOf(first)[index]!.kind) return called;
    throw new EvaluationError(
      `The outcome \`${called}\` of the layout \`${layout}\` has values of another kind than those that it is mixed with.`,
      'Mix fits of the same outcomes, whose distributions are of one kind.',
    );
  });
}

/** For each value of the first fit's outcome its place among those of another fit's. */
function orderOfValues(fit: PosteriorFit, outcome: string, first: ManifestColumn): readonly number[] {
  const own = valuesOf(outcomesOf(fit).find(({ name }) => name === outcome)!);
  const wanted = valuesOf(first);
  if (wanted.length === 0) return [];
  const order = wanted.map((value) => own.indexOf(value));
  if (own.length === wanted.length && !order.includes(-1)) return order;
  throw new EvaluationError(
    `The outcome \`${outcome}\` of the layout \`${fit.posterior.manifest.layout}\` has other values than those that it is mixed with.`,
    'Mix fits of the same outcomes, with the same names of their values.',
  );
}

export interface WeightedDraws {
  /** Ascending. */
  readonly values: Float64Array;
  /** One positive weight per value, with sum 1. */
  readonly weights: Float64Array;
}

/** Draws of one posterior, with equal weights. */
export interface EqualDraws {
  readonly values: Float64Array;
  /** The total weight of the draws, positive. */
  readonly weight: number;
}

/**
 * Merges draws in ascending order. Only proportions of the weights matter.
 *
 * @throws RangeError without draws, or for a
 * weight that is not above 0
 */
export function poolDraws(parts: readonly EqualDraws[]): WeightedDraws {
  if (parts.length === 0 || !parts.every(({ values, weight }) => values.length > 0 && weight > 0)) {
    throw new RangeError('draws must have weights above 0');
  }
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const sorted = parts.map(({ values }) => values.slice().sort());
  const shares = parts.map(({ values, weight }) => weight / total / values.length);
  const count = sorted.reduce((sum, { length }) => sum + length, 0);
  const values = new Float64Array(count);
  const weights = new Float64Array(count);
  const next = sorted.map(() => 0);
  for (let place = 0; place < count; place++) {
    let least = -1;
    for (let part = 0; part < sorted.length; part++) {
      const value = sorted[part]![next[part]!];
      if (value !== undefined && (least < 0 || value < sorted[least]![next[least]!]!)) least = part;
    }
    values[place] = sorted[least]![next[least]!++]!;
    weights[place] = shares[least]!;
  }
  return { values, weights };
}

/**
 * The quantile by linear interpolation between the draws. Draw k stands for the probability S_k/S_n with S_k = (k − 1)
 * w_k + (n − 1) Σ_{i<k} w_i, which ascends from 0 to 1. For equal weights it is (k − 1)/(n − 1), as in `quantile`.
 *
 * @throws RangeError for a probability outside [0, 1]
 */
export function weightedQuantile({ values, weights }: WeightedDraws, probability: number): number {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError(`${probability} is no probability`);
  const count = values.length;
  if (count === 1) return values[0]!;
  const place = (index: number, before: number) => index * weights[index]! + (count - 1) * before;
  const last = place(count - 1, 1 - weights[count - 1]!);
  const wanted = probability * last;
  let before = 0;
  for (let index = 0; index < count - 1; index++) {
    const [from, to] = [place(index, before), place(index + 1, before + weights[index]!)];
    if (wanted <= to || index === count - 2) {
      const fraction = Math.min(1, Math.max(0, (wanted - from) / (to - from)));
      const [lower, upper] = [values[index]!, values[index + 1]!];
      return lower === upper ? lower : (1 - fraction) * lower + fraction * upper;
    }
    before += weights[index]!;
  }
  return values[count - 1]!;
}

/** Tolerance for rounding in sums of weights. */
const ROUNDING = 1e-9;

/**
 * The narrowest interval between two draws for which the draws after the first have as much weight as possible without
 * exceeding the mass; of equally narrow ones the lowest. For equal weights it is that of `highestDensityInterval`.
 *
 * @throws RangeError for a mass outside (0, 1)
 */
export function weightedHighestDensity(
  { values, weights }: WeightedDraws,
  mass: number,
): [lower: number, upper: number] {
  if (!(mass > 0 && mass < 1)) throw new RangeError(`the mass of an interval lies in (0, 1), not ${mass}`);
  let best: [number, number] | null = null;
  let end = 0;
  let held = 0;
  for (let first = 0; first < values.length; first++) {
    while (end + 1 < values.length && held + weights[end + 1]! <= mass + ROUNDING) {
      end++;
      held += weights[end]!;
    }
    if (best === null || values[end]! - values[first]! < best[1] - best[0])
      best = [values[first]!, values[end]!];
    // Later intervals would hold less than the mass.
    if (end === values.length - 1) break;
    if (end === first) end++;
    else held -= weights[first + 1]!;
  }
  return best!;
}
