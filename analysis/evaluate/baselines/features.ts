/** Demands and categories as the standardised numeric features of a baseline. */
import { mean, variance } from '../../../statistics/moments.ts';
import { EvaluationError } from '../evaluation-error.ts';

/**
 * A demand or a category, one entry per row. Missing demands have already been filled in as the layout says
 * (`fillMissing`).
 */
export type FeatureColumn =
  | { readonly kind: 'demand'; readonly name: string; readonly values: ArrayLike<number> }
  /** `values` are level numbers, from 0; `levels` are the names. */
  | {
      readonly kind: 'category';
      readonly name: string;
      readonly values: ArrayLike<number>;
      readonly levels: readonly string[];
    };

/** A feature: a standardised demand, or the level number of a category, one entry per row. */
export type Feature =
  | { readonly kind: 'demand'; readonly name: string; readonly values: Float64Array }
  | {
      readonly kind: 'category';
      readonly name: string;
      readonly levels: readonly string[];
      readonly values: Int32Array;
    };

/**
 * The features of some rows, column by column. A category is one column however many levels it has: as one indicator
 * per level it would take a thousand times the memory for a thousand items.
 */
export interface Features {
  readonly columns: readonly Feature[];
  readonly rows: number;
}

/** What a baseline learns from: the features of the training rows and their outcomes (0 or 1, or shares from 0 to 1). */
export interface TrainingSet {
  readonly features: Features;
  readonly outcomes: Float64Array;
}

/**
 * @param what the method that needs both outcomes, such as "logistic regression"
 * @throws EvaluationError when all outcomes are the same
 */
export function requireBothOutcomes(outcomes: Float64Array, what: string): void {
  if (outcomes.some((outcome) => outcome !== outcomes[0])) return;
  throw new EvaluationError(
    `All ${outcomes.length} training outcomes are ${outcomes[0]}, so no ${what} can be learnt from them.`,
    'Compare with the aggregate alone, or train on other rows.',
  );
}

/**
 * Features of the training rows and of the test rows. A demand is standardised by its mean and standard deviation
 * (divisor n − 1) over the training rows. A demand that does not vary there is left out, since nothing can be learnt
 * from it.
 *
 * @param training row numbers, from 0
 * @throws EvaluationError when a demand is missing or infinite in a row; RangeError for an unknown level number, or
 *   fewer than two training rows
 */
export function makeFeatures(
  columns: readonly FeatureColumn[],
  training: readonly number[],
  test: readonly number[],
): { readonly training: Features; readonly test: Features } {
  if (training.length < 2) throw new RangeError('a baseline needs at least two training rows');
  const features = columns.flatMap((column) =>
    column.kind === 'demand' ? standardised(column.name, column.values, training, test) : levelsOf(column),
  );
  const table = (rows: readonly number[]): Features => ({
    columns: features.map((featureOf) => featureOf(rows)),
    rows: rows.length,
  });
  return { training: table(training), test: table(test) };
}

/** The feature of some rows. */
type FeatureOf = (rows: readonly number[]) => Feature;

function standardised(
  name: string,
  values: ArrayLike<number>,
  training: readonly number[],
  test: readonly number[],
): FeatureOf[] {
  for (const row of [...training, ...test]) {
    if (Number.isFinite(values[row])) continue;
    throw new EvaluationError(
      `The demand \`${name}\` is missing or infinite in row ${row + 1}, but a baseline needs it.`,
      'Fill it in, leave out the row, or say in the layout what a missing value is taken for, such as `missing = 0`.',
    );
  }
  const known = training.map((row) => values[row]!);
  const centre = mean(known);
  const sd = Math.sqrt(variance(known));
  if (!(sd > 0)) return [];
  const standard = (row: number) => (values[row]! - centre) / sd;
  return [(rows) => ({ kind: 'demand', name, values: Float64Array.from(rows, standard) })];
}

function levelsOf({ name, values, levels }: FeatureColumn & { readonly kind: 'category' }): FeatureOf[] {
  const numberIn = (row: number) => {
    const number = values[row]!;
    if (levels[number] === undefined) throw new RangeError(`\`${name}\` has no level ${number}`);
    return number;
  };
  return [(rows) => ({ kind: 'category', name, levels, values: Int32Array.from(rows, numberIn) })];
}
