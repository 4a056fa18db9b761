/**
 * Summarises a sweep: the distribution of held-out scores and posterior means for each alternative, over everything
 * else that varies. These are the numbers of box plots, as in figure 27 of Bayesian triangulation.
 */

import { quantile } from '../../statistics/quantile.ts';
import { BASELINES, type Baseline } from '../evaluate/scores/scored-predictors.ts';
import { partKey, type SweepTask, taskKey } from './plan.ts';
import type { FinishedSweep } from './result.ts';

/** Five-number summary, with quartiles of type 7 (Hyndman & Fan 1996). */
export interface Distribution {
  readonly count: number;
  readonly least: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly greatest: number;
}

/** Fits that share an alternative, a subject or a seed; or all fits. */
export interface SweepGroup {
  /** The name of the choice, `subject` or `seed`; null for all fits. */
  readonly axis: string | null;
  readonly value: string | null;
  /**
   * The number of cells. A cell is one layout with one subject and one seed; with held-out rows it has one fit per
   * part.
   */
  readonly cells: number;
  /** The number of cells with a fit that did not converge. They are excluded from distributions. */
  readonly failed: number;
}

/** One quantity in each group; averaged over the parts if rows are held out. */
export interface SweptQuantity {
  readonly kind: 'brier' | 'posterior mean';
  /** The outcome, or the parameter. */
  readonly name: string;
  /** One per group, in order; null if no fit has the quantity. */
  readonly distributions: readonly (Distribution | null)[];
  /** For a Brier score: the number of cells per group with a score below that of the aggregate. Empty for means. */
  readonly belowAggregate: readonly number[];
  /** For a Brier score: the smallest and largest score of each baseline over the subjects. */
  readonly baselines: Readonly<Partial<Record<Baseline, readonly [least: number, greatest: number]>>>;
  /** For a Brier score: the distinct reasons why a baseline has no predictions for a part. Empty for means. */
  readonly silent: readonly string[];
}

export interface SweepSummary {
  readonly groups: readonly SweepGroup[];
  /** Brier scores first. */
  readonly quantities: readonly SweptQuantity[];
}

/** Summarises a sweep. @param tasks all fits, all finished */
export function sumUpSweep(tasks: readonly SweepTask[], finished: FinishedSweep): SweepSummary {
  const cells = cellsOf(tasks, finished);
  const groups = groupsOf(cells);
  const outcomes = namesIn(cells.map(({ brier }) => brier));
  const parameters = namesIn(cells.map(({ means }) => means));
  const membersOf = groups.map(({ members }) => members.filter(({ failed }) => !failed));
  return {
    groups: groups.map(({ axis, value, members }) => ({
      ...{ axis, value, cells: members.length },
      failed: members.filter(({ failed }) => failed).length,
    })),
    quantities: [
      ...outcomes.map(
        (name): SweptQuantity => ({
          ...{ kind: 'brier', name },
          distributions: membersOf.map((members) =>
            distribution(members.flatMap(({ brier }) => brier.get(name) ?? [])),
          ),
          belowAggregate: membersOf.map(
            (members) =>
              members.filter(
                ({ brier, baselines }) => brier.get(name)! < baselines.get(name)!.get('aggregate')!,
              ).length,
          ),
          baselines: rangesOf(cells, name),
          silent: silenceOf(finished, name),
        }),
      ),
      ...parameters.map(
        (name): SweptQuantity => ({
          ...{ kind: 'posterior mean', name, belowAggregate: [], baselines: {}, silent: [] },
          distributions: membersOf.map((members) =>
            distribution(members.flatMap(({ means }) => means.get(name) ?? [])),
          ),
        }),
      ),
    ],
  };
}

/** Null of no values. */
export function distribution(values: readonly number[]): Distribution | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  return {
    count: sorted.length,
    least: sorted[0]!,
    lowerQuartile: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    upperQuartile: quantile(sorted, 0.75),
    greatest: sorted.at(-1)!,
  };
}

/** One layout with one subject and one seed, averaged over its fits. */
interface Cell extends Pick<SweepTask, 'selection' | 'subject' | 'seed'> {
  readonly failed: boolean;
  /** By outcome. */
  readonly brier: ReadonlyMap<string, number>;
  /** By parameter. */
  readonly means: ReadonlyMap<string, number>;
  /** By outcome: the Brier scores of the baselines for the same rows. */
  readonly baselines: ReadonlyMap<string, ReadonlyMap<Baseline, number>>;
}

function cellsOf(tasks: readonly SweepTask[], { fits, baselines }: FinishedSweep): Cell[] {
  const gathered = new Map<string, SweepTask[]>();
  for (const task of tasks) {
    const key = taskKey({ ...task, split: null });
    gathered.set(key, [...(gathered.get(key) ?? []), task]);
  }
  return [...gathered.values()].map((own) => {
    const results = own.map((task) => fits.get(taskKey(task))!);
    const beside = own.flatMap((task) =>
      task.split === null ? [] : baselines.get(partKey({ ...task, split: task.split }))!,
    );
    const outcomes = Object.keys(beside[0]?.outcomes ?? {});
    return {
      ...own[0]!,
      failed: results.some(({ status }) => status === 'failed'),
      brier: averages(results.map(({ scores }) => mapped(scores ?? {}, ({ brier }) => brier))),
      means: averages(results.map(({ parameters }) => mapped(parameters, ({ mean }) => mean))),
      baselines: new Map(
        outcomes.map((outcome) => [
          outcome,
          averages(beside.map((part) => mapped(part.outcomes[outcome]!.scores, (scores) => scores!.brier))),
        ]),
      ),
    };
  });
}

function mapped<Name extends string, Value>(
  record: Readonly<Partial<Record<Name, Value>>>,
  of: (value: Value) => number | null,
): ReadonlyMap<Name, number | null> {
  return new Map((Object.entries(record) as [Name, Value][]).map(([name, value]) => [name, of(value)]));
}

/** The average of each name that has a number in all parts. */
function averages<Name extends string>(
  parts: readonly ReadonlyMap<Name, number | null>[],
): ReadonlyMap<Name, number> {
  const names = [...(parts[0]?.keys() ?? [])];
  return new Map(
    names.flatMap((name) => {
      const values = parts.flatMap((part) => part.get(name) ?? []);
      if (values.length < parts.length) return [];
      return [[name, values.reduce((sum, value) => sum + value, 0) / values.length] as const];
    }),
  );
}

interface Group extends Pick<SweepGroup, 'axis' | 'value'> {
  readonly members: readonly Cell[];
}

/** Groups along each axis with at least two values; the group of all cells is last. */
function groupsOf(cells: readonly Cell[]): Group[] {
  const along = (axis: string, of: (cell: Cell) => string | undefined): Group[] => {
    const values = [...new Set(cells.map(of))].filter((value) => value !== undefined);
    if (values.length < 2) return [];
    return values.map((value) => ({ axis, value, members: cells.filter((cell) => of(cell) === value) }));
  };
  const choices = [...new Set(cells.flatMap(({ selection }) => Object.keys(selection)))];
  return [
    ...choices.flatMap((choice) => along(choice, ({ selection }) => selection[choice])),
    ...along('subject', ({ subject }) => subject),
    ...along('seed', ({ seed }) => String(seed)),
    { axis: null, value: null, members: cells },
  ];
}

function namesIn(maps: readonly ReadonlyMap<string, unknown>[]): string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))];
}

function rangesOf(cells: readonly Cell[], outcome: string): SweptQuantity['baselines'] {
  return Object.fromEntries(
    BASELINES.flatMap((baseline) => {
      const values = cells.flatMap(({ baselines }) => baselines.get(outcome)?.get(baseline) ?? []);
      return values.length === 0 ? [] : [[baseline, [Math.min(...values), Math.max(...values)]] as const];
    }),
  );
}

function silenceOf({ baselines }: FinishedSweep, outcome: string): string[] {
  const reasons = [...baselines.values()].flatMap(({ outcomes }) => Object.values(outcomes[outcome]!.silent));
  return [...new Set(reasons)];
}
