/** Predictions of several fits mixed by weights, such as those of stacking: per row the mean and an interval of the mixture. */
import { toNewColumns } from '../../../host/predict/new-columns.ts';
import type { PredictedRows } from '../../../host/predict/predict.ts';
import type { NewColumns } from '../../../host/predict/rows.ts';
import { emptySummaries, type IntervalKind, type RowSummaries } from '../../../host/predict/summaries.ts';
import type { ColumnsInput } from '../../../module/to-columns.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { drawCounts, type PosteriorFit } from '../posterior-fit.ts';
import { poolDraws, weightedHighestDensity, weightedQuantile } from './weighted-draws.ts';

/** A fit of a mixture. */
export interface StackedFit {
  readonly fit: PosteriorFit;
  /** Its share, at least 0; only proportions matter. */
  readonly weight: number;
  /** What this fit calls the outcomes, by what the first fit calls them; the same where it is not said. */
  readonly outcomes?: Readonly<Record<string, string>>;
}

export interface StackOptions {
  /** The probability of intervals, in (0, 1); 0.9 when absent. */
  readonly probability?: number;
  /** `equal-tailed` when absent. */
  readonly interval?: IntervalKind;
  /** Only every nth draw of each chain is used; all when absent. */
  readonly every?: number;
}

export interface StackedPrediction {
  readonly rows: number;
  /** How many draws were used, of all fits together. */
  readonly draws: number;
  /** By what the first fit calls them. */
  readonly outcomes: Readonly<Record<string, RowSummaries>>;
}

/** Numbers of one outcome and fit that are held at once. */
const MAX_NUMBERS = 1 << 22;

/**
 * The predictive distribution that is Σ_k w_k p_k (Yao, Vehtari, Simpson & Gelman 2018): the posterior of the outcome's mean in each row is
 * the mixture of those of the fits, whose draws are pooled, each with the weight of its fit over the number of its draws. `mean` and
 * `sd` are those of that mixture, and so is the interval: where fits disagree, it spans them.
 *
 * @param rows the demands and categories of all layouts
 * @throws RangeError without fits of a weight above 0; EvaluationError when a fit has no such outcome, or one of another kind;
 *   HostError as `predict` does
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

/** The same where each fit has rows of its own, which differ in what a layout takes missing values for. */
export async function mixPredictions(
  fits: readonly (StackedFit & { readonly rows: NewColumns })[],
  { probability = 0.9, interval = 'equal-tailed', every = 1 }: StackOptions = {},
): Promise<StackedPrediction> {
  const [first] = fits;
  if (first === undefined || !fits.some(({ weight }) => weight > 0))
    throw new RangeError('nothing of a weight above 0 is mixed');
  const names = outcomesOf(first.fit).map(({ name }) => name);
  const called = fits.map((part) => ({ part, names: callOutcomes(part, first.fit, names) }));
  const mixed = called.filter(({ part }) => part.weight > 0);
  const rows = first.rows.values().next().value!.length;
  const summaries = names.map(() => emptySummaries(rows));
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
      parts.push({ weight: part.weight / total, draws, outcomes: names.map((name) => outcomes[name]!) });
    }
    for (const [index, summary] of summaries.entries()) {
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

/** What one fit predicts of a block of rows, with its share. */
interface PredictedPart {
  readonly weight: number;
  readonly draws: number;
  readonly outcomes: readonly PredictedRows[];
}

/** The variance of a mixture is the mean of the variances, and that of the means. */
function mixRow(
  into: RowSummaries,
  row: number,
  parts: readonly PredictedPart[],
  outcome: number,
  own: number,
  { probability, interval }: Required<Pick<StackOptions, 'probability' | 'interval'>>,
): void {
  const of = (part: PredictedPart) => part.outcomes[outcome]!;
  const mean = parts.reduce((sum, part) => sum + part.weight * of(part).mean[own]!, 0);
  const variance = parts.reduce(
    (sum, part) => sum + part.weight * (of(part).sd[own]! ** 2 + (of(part).mean[own]! - mean) ** 2),
    0,
  );
  const pooled = poolDraws(
    parts.map((part) => ({
      weight: part.weight,
      values: of(part).values!.subarray(own * part.draws, (own + 1) * part.draws),
    })),
  );
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

/** What a fit calls the outcomes of the first, in their order. */
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
