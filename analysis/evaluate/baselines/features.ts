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

/** The feature matrix, row by row. */
export interface Features {
  readonly values: Float64Array;
  readonly rows: number;
  /** One name per feature: the demand's name, or `category=level`. */
  readonly names: readonly string[];
}

/** What a baseline learns from: the features of the training rows and their outcomes (0 or 1). */
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
 * from it. A category becomes one indicator per level: 1 in the level's rows, 0 in all others.
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
    column.kind === 'demand'
      ? standardised(column.name, column.values, training, test)
      : column.levels.map((level, number) => ({
          name: `${column.name}=${level}`,
          at: (row: number) => indicator(column, row, number),
        })),
  );
  const table = (rows: readonly number[]): Features => ({
    values: Float64Array.from(rows.flatMap((row) => features.map(({ at }) => at(row)))),
    rows: rows.length,
    names: features.map(({ name }) => name),
  });
  return { training: table(training), test: table(test) };
}

interface Feature {
  readonly name: string;
  readonly at: (row: number) => number;
}

function standardised(
  name: string,
  values: ArrayLike<number>,
  training: readonly number[],
  test: readonly number[],
): Feature[] {
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
  return sd > 0 ? [{ name, at: (row) => (values[row]! - centre) / sd }] : [];
}

function indicator(
  { name, values, levels }: FeatureColumn & { readonly kind: 'category' },
  row: number,
  level: number,
): number {
  const number = values[row]!;
  if (levels[number] === undefined) throw new RangeError(`\`${name}\` has no level ${number}`);
  return number === level ? 1 : 0;
}
