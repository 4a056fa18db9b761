/** Demands and categories as the features of a baseline: numbers of one scale. */
import { mean, variance } from '../../../statistics/moments.ts';
import { EvaluationError } from '../evaluation-error.ts';

/** What a layout reads of a row, one entry per row. Missing values are filled in before as the layout says (`fillMissing`). */
export type FeatureColumn =
  | { readonly kind: 'demand'; readonly name: string; readonly values: ArrayLike<number> }
  /** The numbers of levels, from 0, and how many levels there are. */
  | {
      readonly kind: 'category';
      readonly name: string;
      readonly values: ArrayLike<number>;
      readonly levels: readonly string[];
    };

/** Numbers of features, row after row. */
export interface Features {
  readonly values: Float64Array;
  readonly rows: number;
  /** The name of each feature: that of its demand, or `category=level`. */
  readonly names: readonly string[];
}

/** Features of rows with their outcomes, 0 or 1: what a baseline learns from. */
export interface TrainingSet {
  readonly features: Features;
  readonly outcomes: Float64Array;
}

/**
 * @param what learns of them, such as "logistic regression"
 * @throws EvaluationError when all outcomes are the same
 */
export function requireBothOutcomes(outcomes: Float64Array, what: string): void {
  if (outcomes.some((outcome) => outcome !== outcomes[0])) return;
  throw new EvaluationError(
    `All ${outcomes.length} training outcomes are ${outcomes[0]}, from which no ${what} can be learnt.`,
    'Compare with the aggregate alone, or train on other rows.',
  );
}

/**
 * Features of the training rows and of the test rows. A demand is standardised by the mean and the standard deviation (divisor
 * n − 1) that it has in the training rows; one that does not vary there is left out, as nothing can be learnt of it. A category
 * is one feature a level, 1 in its rows and 0 in others.
 *
 * @param training numbers of rows, from 0
 * @throws EvaluationError when a demand is missing in a row or infinite; RangeError when a level is none, or there are fewer than
 *   two training rows
 */
export function makeFeatures(
  columns: readonly FeatureColumn[],
  training: readonly number[],
  test: readonly number[],
): { readonly training: Features; readonly test: Features } {
  if (training.length < 2) throw new RangeError('of fewer than two rows nothing is learnt');
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
      `The demand \`${name}\` is missing or infinite in row ${row + 1}, and a baseline cannot do without it.`,
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
