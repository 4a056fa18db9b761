/** What all runs of a recovery have in common, found before anything is compiled. */
import type { Prepared } from '../../../compiler/compile.ts';
import { type Parameter, parametersOf } from '../../../host/parameters.ts';
import { type PriorRanges, priorRanges } from '../../simulate/prior-range.ts';
import { type SimulationPlan, simulateLayout } from '../../simulate/simulate.ts';
import { runSeeds } from './run-seeds.ts';

export interface PlannedRecovery {
  /** One for each run. */
  readonly seeds: readonly bigint[];
  readonly rows: number;
  readonly parameters: readonly Parameter[];
  /** What the first run is fitted to. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** Of these the demands and categories, the same in every run. */
  readonly demands: ReadonlyMap<string, Float64Array>;
  /** By which errors are normalised. */
  readonly ranges: PriorRanges;
}

/**
 * Simulates the first runs, which are made again with the others: here they show what is amiss.
 *
 * @param runs at least 2
 * @throws SimulationError as `simulateLayout` does
 */
export function planRecovery(
  { layout, manifest }: Prepared,
  simulation: Omit<SimulationPlan, 'seed'>,
  { runs, seed }: { readonly runs: number; readonly seed: bigint },
): PlannedRecovery {
  const seeds = runSeeds(seed, runs);
  const pilots = seeds.slice(0, 2).map((each) => simulateLayout(layout, { ...simulation, seed: each }));
  const { columns, levels } = pilots[0]!;
  const outcomes = layout.observations.map(({ outcome }) => outcome);
  return {
    seeds,
    rows: columns.values().next().value!.length,
    parameters: parametersOf(manifest, levels),
    columns,
    demands: new Map([...columns].filter(([name]) => !outcomes.includes(name))),
    ranges: priorRanges(layout, pilots),
  };
}
