/** What all runs of a recovery have in common, found before anything is compiled. */
import type { TypedLayout } from '../../../compiler/check/typed-layout.ts';
import type { Prepared } from '../../../compiler/compile.ts';
import { bindNames } from '../../../compiler/interpret/scope.ts';
import { type Parameter, parametersOf } from '../../../host/parameters.ts';
import type { Levels } from '../../../module/levels.ts';
import { openStream } from '../../../statistics/random/stream.ts';
import { type Design, expectNoCategories, makeDemands } from '../../simulate/design.ts';
import { profileBounds } from '../../simulate/profile.ts';
import { type Simulation, type SimulationPlan, simulateLayout } from '../../simulate/simulate.ts';

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

/** By the name of each parameter the ends of its prior, both finite; null where a side is open, or they are not the same everywhere. */
type PriorRanges = ReadonlyMap<string, { readonly lower: number; readonly upper: number } | null>;

/** @param simulations at the profiles and data of which priors are evaluated, as their ends may read both; at least one */
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
  /** The design itself of a layout without demands, of which it says how many rows there are. */
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
 * One seed a run, in [0, 2^52): what is simulated and drawn in one run has nothing in common with another's, nor with that of
 * another seed. More runs leave the first as they were.
 */
export function runSeeds(seed: bigint, runs: number): bigint[] {
  const random = openStream(seed, 'run', 0);
  return Array.from({ length: runs }, () => BigInt(Math.floor(random.uniform() * 2 ** 52)));
}
