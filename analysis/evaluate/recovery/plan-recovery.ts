/** The plan of a recovery: what all runs have in common, determined before compiling. */
import type { TypedLayout } from '../../../compiler/check/typed-layout.ts';
import type { Prepared } from '../../../compiler/compile.ts';
import { bindNames } from '../../../compiler/interpret/scope.ts';
import { type Parameter, parametersOf } from '../../../host/parameters.ts';
import { mainRows, withoutOutcomes } from '../../../host/row-tables.ts';
import type { Levels } from '../../../module/levels.ts';
import { openStream } from '../../../statistics/random/stream.ts';
import { type Design, expectNoCategories, makeDemands } from '../../simulate/design.ts';
import { profileBounds } from '../../simulate/profile.ts';
import { type Simulation, type SimulationPlan, simulateLayout } from '../../simulate/simulate.ts';

export interface PlannedRecovery {
  /** One per run. */
  readonly seeds: readonly bigint[];
  readonly rows: number;
  readonly parameters: readonly Parameter[];
  /** The columns that the first run is fitted to. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** The demands and categories among them, the same in every run. */
  readonly demands: ReadonlyMap<string, Float64Array>;
  /** Those of the main table's rows, of which more may be made. */
  readonly instances: ReadonlyMap<string, Float64Array>;
  /** Errors are divided by these ranges. */
  readonly ranges: PriorRanges;
}

/**
 * Plans a recovery. It simulates two runs, so that errors show before compiling; they are simulated again with the
 * others.
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
  const demands = new Map([...columns].filter(([name]) => !outcomes.includes(name)));
  return {
    seeds,
    rows: columns.values().next().value!.length,
    parameters: parametersOf(manifest, levels),
    columns,
    demands,
    instances: mainRows(withoutOutcomes(manifest), demands),
    ranges: priorRanges(layout, pilots),
  };
}

/** The support of the prior of each parameter, by name; null if it is unbounded or differs between profiles. */
export type PriorRanges = ReadonlyMap<string, { readonly lower: number; readonly upper: number } | null>;

/** @param simulations at least one; priors are evaluated at their profiles and data, on which bounds may depend */
export function priorRanges(
  layout: TypedLayout,
  simulations: readonly Pick<Simulation, 'columns' | 'levels' | 'profile'>[],
): PriorRanges {
  const [first, ...others] = simulations.map(({ columns, levels, profile }) => {
    const rows = columns.values().next().value!.length;
    const scopeOf = bindNames(layout, { rows, columns: Object.fromEntries(columns) });
    return profileBounds({ layout, scopeOf, levels }, profile);
  });
  return new Map(
    [...first!].map(([name, { lo, hi }]) => {
      const isSame = others.every((each) => each.get(name)!.lo === lo && each.get(name)!.hi === hi);
      return [name, isSame && Number.isFinite(hi - lo) ? { lower: lo, upper: hi } : null];
    }),
  );
}

export interface FixedDemands {
  /** Columns; or, for a layout without demands, the design itself, which says how many rows there are. */
  readonly demands: ReadonlyMap<string, Float64Array> | Design;
  readonly levels: Levels;
}

/** @throws SimulationError as `makeDemands` does */
export function fixDemands(layout: TypedLayout, design: Design, seed: bigint): FixedDemands {
  expectNoCategories(layout);
  const { columns, levels } = makeDemands(layout, design, seed);
  return { demands: columns.size > 0 ? columns : design, levels };
}

/**
 * One seed per run, in [0, 2^52). Runs are independent of each other and of those of other seeds. With more runs, the
 * first ones stay the same.
 */
export function runSeeds(seed: bigint, runs: number): bigint[] {
  const random = openStream(seed, 'run', 0);
  return Array.from({ length: runs }, () => BigInt(Math.floor(random.uniform() * 2 ** 52)));
}
