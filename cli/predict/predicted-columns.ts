/** A prediction as columns of a table, and as a JSON object. */
import type { Explanation } from '../../host/predict/explain.ts';
import type { PredictedRows, Prediction } from '../../host/predict/predict.ts';
import { type Manifest, valuesOf } from '../../module/manifest.ts';
import { asJsonNumber } from '../terminal.ts';

/** A column that is added to those of the table; `value` is the field of a row, or null. */
export interface PredictedColumn {
  readonly name: string;
  value(row: number): string | number | null;
}

/** The drawn outcomes: for each outcome, row by row, the same number per row, of which some are shown. */
export interface DrawnOutcomes {
  readonly shown: number;
  readonly draws: number;
  readonly outcomes: Readonly<Record<string, Float64Array>>;
}

/**
 * For each outcome and then each `let`: `NAME mean`, `NAME sd`, `NAME lower` and `NAME upper`. A grade has the same for the probability of each
 * value, as `NAME = VALUE mean`; a choice has nothing else. An explained outcome
 * also has `NAME costliest` and `NAME cost`, and if some of its factors are conjunctions, `NAME innermost` and `NAME
 * innermost cost`. Drawn outcomes are `NAME drawn 1` and so on.
 */
export function predictedColumns(
  prediction: Prediction,
  drawn: DrawnOutcomes | null,
  manifest: Manifest,
): PredictedColumn[] {
  return [
    ...Object.entries(prediction.outcomes).flatMap(([name, outcome]) => [
      ...(isNominal(manifest, name) ? [] : summaryColumns(name, outcome)),
      ...(outcome.probabilities ?? []).flatMap((rows, place) =>
        summaryColumns(`${name} = ${valuesIn(manifest, name)[place]!}`, rows),
      ),
      ...explanationColumns(name, outcome.explanation ?? null),
      ...drawnColumns(name, drawn),
    ]),
    ...Object.entries(prediction.derived).flatMap(([name, rows]) => summaryColumns(name, rows)),
  ];
}

/** Whether the mean of an outcome says nothing. */
function isNominal({ columns }: Manifest, outcome: string): boolean {
  return columns.find(({ name }) => name === outcome)!.isNominal === true;
}

function valuesIn({ columns }: Manifest, outcome: string): readonly string[] {
  return valuesOf(columns.find(({ name }) => name === outcome)!);
}

function summaryColumns(name: string, rows: PredictedRows): PredictedColumn[] {
  return (['mean', 'sd', 'lower', 'upper'] as const).map((part) => {
    const values = rows[part];
    // A quantity that is the same in all rows has one value.
    return { name: `${name} ${part}`, value: (row) => asJsonNumber(values[values.length === 1 ? 0 : row]!) };
  });
}

function explanationColumns(name: string, explanation: Explanation | null): PredictedColumn[] {
  if (explanation === null) return [];
  const { factors, costliest, innermost } = explanation;
  const columns = (label: string, cost: string, places: Int32Array): PredictedColumn[] => [
    { name: `${name} ${label}`, value: (row) => factors[places[row]!]!.name },
    { name: `${name} ${cost}`, value: (row) => asJsonNumber(factors[places[row]!]!.cost[row]!) },
  ];
  return [
    ...columns('costliest', 'cost', costliest),
    ...(explanation.isNested ? columns('innermost', 'innermost cost', innermost) : []),
  ];
}

function drawnColumns(name: string, drawn: DrawnOutcomes | null): PredictedColumn[] {
  if (drawn === null) return [];
  const { shown, draws, outcomes } = drawn;
  return Array.from({ length: shown }, (_, index) => ({
    name: `${name} drawn ${index + 1}`,
    value: (row) => asJsonNumber(outcomes[name]![row * draws + placeOf(index, drawn)]!),
  }));
}

/** The draw that is shown as number `index`; shown draws are spread evenly over all chains. */
function placeOf(index: number, { shown, draws }: DrawnOutcomes): number {
  return Math.floor((index * draws) / shown);
}

/** The same as plain data: arrays with one number per row, null for NaN, and the text `inf` for an infinite cost. */
export function predictedObject(
  prediction: Prediction,
  drawn: DrawnOutcomes | null,
  manifest: Manifest,
): object {
  const numbers = (values: Float64Array) => Array.from(values, asJsonNumber);
  const summaries = ({ mean, sd, lower, upper }: PredictedRows) => ({
    mean: numbers(mean),
    sd: numbers(sd),
    lower: numbers(lower),
    upper: numbers(upper),
  });
  return {
    rows: prediction.rows,
    draws: prediction.draws,
    outcomes: Object.fromEntries(
      Object.entries(prediction.outcomes).map(([name, outcome]) => [
        name,
        {
          ...(isNominal(manifest, name) ? {} : summaries(outcome)),
          ...(outcome.probabilities === undefined
            ? {}
            : {
                probabilities: Object.fromEntries(
                  outcome.probabilities.map((rows, place) => [
                    valuesIn(manifest, name)[place]!,
                    summaries(overRows(rows, prediction.rows)),
                  ]),
                ),
              }),
          ...(outcome.explanation === undefined ? {} : { explanation: plain(outcome.explanation) }),
          ...(drawn === null ? {} : { drawn: rowsOf(drawn, name, prediction.rows) }),
        },
      ]),
    ),
    derived: Object.fromEntries(
      Object.entries(prediction.derived).map(([name, rows]) => [name, summaries(rows)]),
    ),
  };

  function plain(explanation: Explanation | null): object | null {
    if (explanation === null) return null;
    const { factors, costliest, innermost } = explanation;
    return {
      factors: factors.map(({ name, cost }) => ({ name, cost: numbers(cost) })),
      costliest: [...costliest],
      innermost: [...innermost],
    };
  }
}

/** One value per row, also of what is the same in all rows. */
function overRows(summaries: PredictedRows, rows: number): PredictedRows {
  const each = (values: Float64Array) =>
    values.length === rows ? values : new Float64Array(rows).fill(values[0]!);
  const { mean, sd, lower, upper } = summaries;
  return { mean: each(mean), sd: each(sd), lower: each(lower), upper: each(upper) };
}

/** One list of outcomes for each row. */
function rowsOf(drawn: DrawnOutcomes, name: string, rows: number): (string | number | null)[][] {
  const columns = drawnColumns(name, drawn);
  return Array.from({ length: rows }, (_, row) => columns.map((column) => column.value(row)));
}
