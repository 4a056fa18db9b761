/**
 * The tables that a finished sweep leaves: one row per fit, one row per parameter of each fit, where rows were held out
 * one row per outcome of each fit, with its scores beside those of the baselines, and one row per quantity of each
 * group of fits.
 */
import { BASELINES, SCORES, type Score } from '../evaluate/scores/scored-predictors.ts';
import { partKey, type SweepTask, taskKey } from './plan.ts';
import type { FinishedSweep, HeldOutScores, SweepResult } from './result.ts';
import { sumUpSweep } from './sum-up.ts';

/** A table as rows of cells, the names of its columns first. */
export type TidyTable = readonly (readonly (string | number | null)[])[];

/**
 * One row per fit, in the order of the tasks: its alternatives, subject, split and seed, and how it fared. Splits are left out where there
 * are none.
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

/** One row per parameter of each fit, in the order of the tasks: the same alternatives, subject, split and seed, and the posterior. */
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

/** What columns call the scores. */
const COLUMNS: Readonly<Record<Score, string>> = {
  brier: 'Brier',
  calibration: 'calibration',
  refinement: 'refinement',
  logScore: 'log score',
  auroc: 'AUROC',
  calibrationError: 'calibration error',
};

/**
 * One row per outcome of each fit that held rows out, in the order of the tasks: the rows, the layout's scores, and
 * those of the aggregate and the other baselines for the same rows. A log score is `-inf` where an outcome was observed
 * that had probability 0, and a cell is empty where there is no score.
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

/** The columns that say which fit a row is of. */
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

/** Null where there is none, or one is not known. */
function most(values: readonly (number | null)[]): number | null {
  return isKnown(values) ? values.reduce((greatest, value) => Math.max(greatest, value)) : null;
}

function least(values: readonly (number | null)[]): number | null {
  return isKnown(values) ? values.reduce((smallest, value) => Math.min(smallest, value)) : null;
}

function isKnown(values: readonly (number | null)[]): values is readonly number[] {
  return values.length > 0 && values.every((value) => value !== null);
}

/** In the order of `sumUpSweep`; cells are empty where no fit has the quantity, and of posterior means `below aggregate` is. */
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
