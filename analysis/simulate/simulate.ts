/** Simulation: from demands and a profile to outcomes, by the interpreter's meaning of a layout. */
import { manifestOf, NO_PARTS } from '../../compiler/assemble/manifest.ts';
import type { Observation, TypedLayout } from '../../compiler/check/typed-layout.ts';
import { linear } from '../../compiler/interpret/log-probability.ts';
import { bindNames, type Data } from '../../compiler/interpret/scope.ts';
import { type Columns, fillMissing } from '../../module/columns.ts';
import { type Levels, levelsOf } from '../../module/levels.ts';
import { isAllowed, wanted } from '../../module/support.ts';
import { openStream } from '../../statistics/random/stream.ts';
import { type DemandTable, type Design, makeDemands } from './design.ts';
import { drawOutcome, type Unsound } from './draw-outcome.ts';
import { assumedStatistics, outcomeStatistics, type StatisticValues } from './outcome-statistics.ts';
import { drawProfile, profileValues, takeProfile } from './profile.ts';
import type { ProfileValues } from './profile-values.ts';
import { SimulationError } from './simulation-error.ts';

/** What to simulate. */
export interface SimulationPlan {
  /**
   * Columns by name, all of one length, in the units that the layout declares, of categories the numbers of levels as
   * `encodeLevels` gives them; or how to make them.
   */
  readonly demands: Columns | Design;
  /** The names of the levels of each category, as `encodeLevels` gives them; absent, they are numbered from 1. */
  readonly levels?: Levels;
  /** One number for each latent, or one for each level of an indexed one by its name; or `prior` to draw them from it. */
  readonly profile: ProfileValues | 'prior';
  /** A whole number in [0, 2^64). The same seed gives the same outcomes. */
  readonly seed: bigint;
  /** What the statistics of outcomes that the layout reads are taken as, by their texts, such as `mean(success)`. */
  readonly statistics?: StatisticValues;
}

/** What came of it. */
export interface Simulation {
  /** The demands, the categories and then the outcomes, in the order of declaration: what a fit of the layout takes. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** The names of the levels of each category. */
  readonly levels: Levels;
  /** The profile that acted, in the order of declaration. */
  readonly profile: ProfileValues;
  /** For each statistic of outcomes that the layout reads, what it was taken as and what it came out as. */
  readonly statistics: readonly {
    readonly text: string;
    readonly assumed: number;
    readonly simulated: number;
  }[];
}

/**
 * Simulates a checked layout. Each outcome of a row is drawn on its own given the profile, as the language has it.
 *
 * @throws SimulationError when the demands, the profile or the statistics do not fit the layout, or a prior or an outcome
 *   has no distribution at what they make of its parameters.
 */
export function simulateLayout(layout: TypedLayout, plan: SimulationPlan): Simulation {
  const { seed } = plan;
  if (seed < 0n || seed >= 1n << 64n) {
    throw new SimulationError(`The seed is ${seed}.`, 'Give a whole number from 0 to 2^64 - 1.');
  }
  const {
    rows,
    columns: demands,
    levels,
  } = isDesign(plan.demands)
    ? makeDemands(layout, plan.demands, seed)
    : checkDemands(layout, plan.demands, plan.levels ?? new Map());
  const statistics = outcomeStatistics(layout);
  const assumed = assumedStatistics(statistics, plan.statistics ?? {});
  // Of outcomes that are not there yet only counts are taken, to which their values do not matter.
  const unknown = layout.observations.map(({ outcome }) => [outcome, new Float64Array(rows)] as const);
  const scopeOf = bindNames(layout, { rows, columns: Object.fromEntries([...demands, ...unknown]) }, assumed);
  const setting = { layout, scopeOf, levels };
  const profile = plan.profile === 'prior' ? drawProfile(setting, seed) : takeProfile(setting, plan.profile);

  const outcomes = layout.observations.map(({ outcome }) => [outcome, new Float64Array(rows)] as const);
  for (let row = 0; row < rows; row++) {
    const scope = scopeOf(row, profile);
    for (const [index, observation] of layout.observations.entries()) {
      const drawn = drawOutcome(observation, scope, openStream(seed, 'outcome', index, row));
      if (typeof drawn !== 'number') throw withoutDistribution(observation, row, drawn);
      outcomes[index]![1][row] = drawn;
    }
  }
  const columns = new Map([...demands, ...outcomes]);
  const simulated = bindNames(layout, { rows, columns: Object.fromEntries(columns) } satisfies Data);
  const asNumber = (value: ReturnType<typeof assumed.get>) =>
    typeof value === 'object' ? linear(value) : value!;
  return {
    columns,
    levels,
    profile: profileValues(setting, profile),
    statistics: statistics.map(({ text, places: [first] }) => ({
      text,
      assumed: asNumber(assumed.get(first!)),
      // Of one by levels, over all of them.
      simulated: asNumber(simulated(null, new Map()).statistic({ ...first!, by: null })),
    })),
  };
}

function isDesign(demands: Columns | Design): demands is Design {
  return 'kind' in demands;
}

function withoutDistribution(
  { outcome, family }: Observation,
  row: number,
  { parameter, value, wanted }: Unsound,
): SimulationError {
  return new SimulationError(
    `The outcome \`${outcome}\` has no distribution in row ${row + 1}: the \`${parameter}\` of its \`${family}\` is ${value}, and must be ${wanted}.`,
    'Give a profile and demands at which it is, or see to it in the layout.',
  );
}

/**
 * The columns of the demands and categories alone, in the order of declaration, with the layout's numbers for missing values.
 *
 * @throws SimulationError when one is absent, of another length or outside its domain, or there are no rows; HostError when a
 *   category does not hold the numbers of levels, or not as many as have names.
 */
function checkDemands(layout: TypedLayout, columns: Columns, names: Levels): DemandTable {
  // How latents are sampled does not matter here.
  const manifest = manifestOf(layout, NO_PARTS, () => false);
  const demands = manifest.columns.filter(({ role }) => role !== 'outcome');
  const checked = new Map<string, Float64Array>();
  for (const demand of demands) {
    const { name } = demand;
    const given = columns.get(name);
    if (given === undefined) {
      throw new SimulationError(
        `There is no column for the ${demand.role} \`${name}\`.`,
        'Give one number a row for it.',
      );
    }
    const column = fillMissing(demand, given);
    const rows = (checked.values().next().value ?? column).length;
    if (column.length !== rows) {
      throw new SimulationError(
        `The column \`${name}\` has ${column.length} rows where \`${demands[0]!.name}\` has ${rows}.`,
        'Give every column one number a row.',
      );
    }
    const row = column.findIndex((value) => !isAllowed(value, demand));
    // What is wrong with the numbers of levels is said below.
    if (row >= 0 && demand.role === 'demand') {
      throw new SimulationError(
        `The demand \`${name}\` is ${column[row]} in row ${row + 1}, which is not ${wanted(demand)}.`,
        `Correct the value, or widen what the layout declares for \`${name}\`.`,
      );
    }
    checked.set(name, column);
  }
  const [first] = checked.values();
  if (first === undefined) {
    throw new SimulationError(
      'The layout has no demands that say how many rows there are.',
      'Give a design.',
    );
  }
  if (first.length === 0) throw new SimulationError('The demands have no rows.', 'Give at least one row.');
  const levels = levelsOf({ ...manifest, columns: demands }, [...checked.values()], names);
  return { rows: first.length, columns: checked, levels };
}
