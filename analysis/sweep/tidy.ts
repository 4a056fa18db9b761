/**
 * The tables of a finished sweep: fits, parameters per fit, scores per fit and outcome (with those of the baselines, if
 * rows were held out), and distributions per group of fits.
 */
import { BASELINES, SCORES, type Score } from '../evaluate/scores/scored-predictors.ts';
import { partKey, type SweepTask, taskKey } from './plan.ts';
import type { FinishedSweep, HeldOutScores, SweepResult } from './result.ts';
import { sumUpSweep } from './sum-up.ts';

/** A table as rows of cells; the first row has the column names. */
export type TidyTable = readonly (readonly (string | number | null)[])[];

/**
 * One row per fit, in the order of the tasks: alternatives, subject, split (if there are any), seed, status and
 * diagnostics.
 */
export function fitsTable(tasks: readonly SweepTask[], { fits }: FinishedSweep): TidyTable {
  const axes = axesOf(tasks);
  return [
    [...axes.names, 'status', 'findings', 'error', 'divergences', 'worst R-hat', 'least ESS bulk'],
    ...tasks.map((task) => {
      const result = resultOf(fits, task);
      const summaries = Object.values(result.parameters);
      return [
        ...axes.of(task),
        result.status,
        result.findings.join(' '),
        result.error ?? null,
        result.divergences,
        most(summaries.map(({ rhat }) => rhat)),
        least(summaries.map(({ essBulk }) => essBulk)),
      ];
    }),
  ];
}

/**
 * One row per parameter and fit, in the order of the tasks: alternatives, subject, split, seed, and a summary of the
 * posterior.
 */
export function parametersTable(tasks: readonly SweepTask[], { fits }: FinishedSweep): TidyTable {
  const axes = axesOf(tasks);
  const heads = [
    'mean',
    'sd',
    'q5',
    'q50',
    'q95',
    'HDI 95 lower',
    'HDI 95 upper',
    'MCSE',
    'ESS bulk',
    'R-hat',
  ];
  return [
    [...axes.names, 'status', 'parameter', ...heads],
    ...tasks.flatMap((task) => {
      const { status, parameters } = resultOf(fits, task);
      return Object.entries(parameters).map(([name, summary]) => [
        ...[...axes.of(task), status, name, summary.mean, summary.sd, summary.q5, summary.q50, summary.q95],
        ...[
          summary.hdi95?.[0] ?? null,
          summary.hdi95?.[1] ?? null,
          summary.mcse,
          summary.essBulk,
          summary.rhat,
        ],
      ]);
    }),
  ];
}

/** The names of the scores in column headings. */
const COLUMNS: Readonly<Record<Score, string>> = {
  brier: 'Brier',
  calibration: 'calibration',
  refinement: 'refinement',
  logScore: 'log score',
  auroc: 'AUROC',
  calibrationError: 'calibration error',
};

/**
 * One row per outcome of each fit with held-out rows, in the order of the tasks: numbers of rows, the layout's scores,
 * and those of the baselines for the same rows. A log score is `-inf` if an observed outcome had probability 0; a cell
 * is empty if there is no score.
 */
export function scoresTable(tasks: readonly SweepTask[], { fits, baselines }: FinishedSweep): TidyTable {
  const axes = axesOf(tasks);
  const others = BASELINES.filter((baseline) =>
    [...baselines.values()].some(({ outcomes }) =>
      Object.values(outcomes).some(({ scores }) => scores[baseline] !== undefined),
    ),
  );
  const heads = ['layout', ...others].flatMap((name) => SCORES.map((score) => `${name} ${COLUMNS[score]}`));
  return [
    [...axes.names, 'status', 'outcome', 'training rows', 'test rows', ...heads],
    ...tasks.flatMap((task) => {
      if (task.split === null) return [];
      const { status, scores } = resultOf(fits, task);
      const beside = baselines.get(partKey({ ...task, split: task.split }))!;
      return Object.entries(beside.outcomes).map(([outcome, { scores: ofOthers }]) => [
        ...[...axes.of(task), status, outcome, beside.training, beside.test],
        ...[scores?.[outcome], ...others.map((name) => ofOthers[name])].flatMap(scoreCells),
      ]);
    }),
  ];
}

function scoreCells(scores: HeldOutScores | undefined): (number | string | null)[] {
  return SCORES.map((score) => scores?.[score] ?? null);
}

function resultOf(fits: FinishedSweep['fits'], task: SweepTask): SweepResult {
  return fits.get(taskKey(task))!;
}

/** The columns that identify the fit of a row. */
function axesOf(tasks: readonly SweepTask[]) {
  const choices = [...new Set(tasks.flatMap(({ selection }) => Object.keys(selection)))];
  const isSplit = tasks.some(({ split }) => split !== null);
  return {
    names: [...choices, 'subject', ...(isSplit ? ['split'] : []), 'seed'],
    of: ({ selection, subject, split, seed }: SweepTask): (string | null)[] => [
      ...choices.map((name) => selection[name] ?? null),
      subject,
      ...(isSplit ? [split] : []),
      String(seed),
    ],
  };
}

/** Null if there are no values, or one is null. */
function most(values: readonly (number | null)[]): number | null {
  return isKnown(values) ? values.reduce((greatest, value) => Math.max(greatest, value)) : null;
}

function least(values: readonly (number | null)[]): number | null {
  return isKnown(values) ? values.reduce((smallest, value) => Math.min(smallest, value)) : null;
}

function isKnown(values: readonly (number | null)[]): values is readonly number[] {
  return values.length > 0 && values.every((value) => value !== null);
}

/**
 * One row per quantity and group, in the order of `sumUpSweep`. Cells are empty if no fit has the quantity; `below
 * aggregate` is empty for posterior means.
 */
export function distributionsTable(tasks: readonly SweepTask[], finished: FinishedSweep): TidyTable {
  const { groups, quantities } = sumUpSweep(tasks, finished);
  return [
    [
      ...['quantity', 'name', 'axis', 'value', 'count', 'least', 'lower quartile', 'median'],
      ...['upper quartile', 'greatest', 'below aggregate'],
    ],
    ...quantities.flatMap(({ kind, name, distributions, belowAggregate }) =>
      groups.map(({ axis, value }, place) => {
        const found = distributions[place];
        return [
          ...[kind === 'brier' ? 'Brier score' : kind, name, axis, value, found?.count ?? 0],
          ...[found?.least ?? null, found?.lowerQuartile ?? null, found?.median ?? null],
          ...[found?.upperQuartile ?? null, found?.greatest ?? null, belowAggregate[place] ?? null],
        ];
      }),
    ),
  ];
}
