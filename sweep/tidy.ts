/** The tables that a finished sweep leaves: one row a fit, and one row a parameter of each fit. */
import { type SweepTask, taskKey } from './plan.ts';
import type { SweepResult } from './result.ts';

/** A table as rows of cells, the names of its columns first. */
export type TidyTable = readonly (readonly (string | number | null)[])[];

/**
 * One row a fit, in the order of the tasks: its alternatives, subject, split and seed, how it fared, and its scores. Splits are
 * left out where there are none.
 */
export function fitsTable(tasks: readonly SweepTask[], results: ReadonlyMap<string, SweepResult>): TidyTable {
  const axes = axesOf(tasks);
  const scores = [...new Set(tasks.flatMap((task) => Object.keys(results.get(taskKey(task))!.scores ?? {})))];
  return [
    [...axes.names, 'status', 'findings', 'error', 'divergences', 'worst R-hat', 'least ESS bulk', ...scores],
    ...tasks.map((task) => {
      const result = results.get(taskKey(task))!;
      const summaries = Object.values(result.parameters);
      return [
        ...axes.of(task),
        result.status,
        result.findings.join(' '),
        result.error ?? null,
        result.divergences,
        most(summaries.map(({ rhat }) => rhat)),
        least(summaries.map(({ essBulk }) => essBulk)),
        ...scores.map((name) => result.scores?.[name] ?? null),
      ];
    }),
  ];
}

/** One row a parameter of each fit, in the order of the tasks: the same alternatives, subject, split and seed, and the posterior. */
export function parametersTable(
  tasks: readonly SweepTask[],
  results: ReadonlyMap<string, SweepResult>,
): TidyTable {
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
      const { status, parameters } = results.get(taskKey(task))!;
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
