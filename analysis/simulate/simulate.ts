/** Simulates outcomes from demands and a profile, with the interpreter. */
import { manifestOf, NO_PARTS } from '../../compiler/assemble/manifest.ts';
import { tableOfColumn } from '../../compiler/check/row-tables.ts';
import type { Observation, TypedLayout } from '../../compiler/check/typed-layout.ts';
import { type Environment, evaluateReal } from '../../compiler/interpret/evaluate.ts';
import { linear } from '../../compiler/interpret/log-probability.ts';
import { bindNames, type Data } from '../../compiler/interpret/scope.ts';
import { orderByDemands } from '../../host/level-facts.ts';
import { withPairs } from '../../host/pairs.ts';
import { type Columns, fillMissing } from '../../module/columns.ts';
import { type Levels, levelsOf } from '../../module/levels.ts';
import { type Manifest, TABLE_COLUMN } from '../../module/manifest.ts';
import { isAllowed, wanted } from '../../module/support.ts';
import type { NamedColumns } from '../../module/to-columns.ts';
import { openStream } from '../../statistics/random/stream.ts';
import { type DemandTable, type Design, makeDemands } from './design.ts';
import { type DrawnClasses, drawClasses, flagsOfRow } from './draw-classes.ts';
import { drawOutcome, type Unsound } from './draw-outcome.ts';
import { assumedStatistics, outcomeStatistics, type StatisticValues } from './outcome-statistics.ts';
import { drawProfile, profileValues, takeProfile } from './profile.ts';
import type { ProfileValues } from './profile-values.ts';
import { SimulationError } from './simulation-error.ts';

/** What to simulate. */
export interface SimulationPlan {
  /**
   * Columns by name, of equal length, in the declared units (categories as level numbers from `encodeLevels`); or a
   * design.
   */
  readonly demands: Columns | Design;
  /** The level names of each category, from `encodeLevels`. If absent, levels are numbered from 1. */
  readonly levels?: Levels;
  /** The values of all latents; or `prior` to draw them. */
  readonly profile: ProfileValues | 'prior';
  /** A whole number in [0, 2^64). The same seed gives the same outcomes. */
  readonly seed: bigint;
  /** Assumed values of the statistics of outcomes that the layout reads, by their text, such as `mean(success)`. */
  readonly statistics?: StatisticValues;
}

/** The result of a simulation. */
export interface Simulation {
  /** Demands, categories, then outcomes, in the order of declaration: the columns that a fit takes. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** The names of the levels of each category. */
  readonly levels: Levels;
  /** The profile that was used, in the order of declaration. */
  readonly profile: ProfileValues;
  /** The value of each flag of a class at each level, by the name of the flag. */
  readonly classes: DrawnClasses;
  /** The assumed and the simulated value of each statistic of outcomes that the layout reads. */
  readonly statistics: readonly {
    readonly text: string;
    readonly assumed: number;
    readonly simulated: number;
  }[];
}

/**
 * Simulates a checked layout. Given the profile and the classes, outcomes are drawn independently.
 *
 * @throws SimulationError when the demands, the profile or the statistics do not match the layout, or the parameters of
 *   a prior or an outcome have impossible values.
 */
export function simulateLayout(layout: TypedLayout, plan: SimulationPlan): Simulation {
  const { seed } = plan;
  if (seed < 0n || seed >= 1n << 64n) {
    throw new SimulationError(`The seed is ${seed}.`, 'Give a whole number from 0 to 2^64 - 1.');
  }
  if (layout.factors.length > 0) {
    throw new SimulationError(
      `The density of ${layout.name} has a \`factor\`, and nothing says how outcomes with this density are drawn.`,
      'Take the factor out for a simulation, or say the same by a prior or an outcome.',
    );
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
  // Outcomes do not exist yet. Only counts of them are evaluated, for which their values do not matter.
  const unknown = layout.observations.map(({ outcome }) => [outcome, new Float64Array(rows)] as const);
  const scopeOf = bindNames(layout, { rows, columns: Object.fromEntries([...demands, ...unknown]) }, assumed);
  const setting = { layout, scopeOf, levels };
  const profile = plan.profile === 'prior' ? drawProfile(setting, seed) : takeProfile(setting, plan.profile);

  for (const observation of layout.observations) refuseUnknownRecords(observation, demands);
  const outcomes = layout.observations.map(({ outcome }) => [outcome, new Float64Array(rows)] as const);
  // The same random numbers make a time that belongs to the choice beside it.
  const streams = layout.observations.map(({ given }, index) =>
    given === null ? index : layout.observations.findIndex(({ outcome }) => outcome === given),
  );
  const classes = drawClasses(layout, levels, scopeOf, profile, seed);
  for (let row = 0; row < rows; row++) {
    const scope = scopeOf(row, profile, flagsOfRow(layout, classes, demands, row));
    for (const [index, observation] of layout.observations.entries()) {
      // The rows of other tables do not have the outcome.
      if (tableOfColumn(layout, observation.outcome) !== (demands.get(TABLE_COLUMN)?.[row] ?? 0)) {
        outcomes[index]![1][row] = Number.NaN;
        continue;
      }
      const drawn = drawOutcome(observation, scope, openStream(seed, 'outcome', streams[index]!, row));
      if (typeof drawn !== 'number') throw withoutDistribution(observation, row, drawn);
      outcomes[index]![1][row] = recorded(observation, drawn, scope);
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
    classes,
    statistics: statistics.map(({ text, places: [first] }) => ({
      text,
      assumed: asNumber(assumed.get(first!)),
      // A statistic per level is reported over all levels.
      simulated: asNumber(simulated(null, new Map()).statistic({ ...first!, by: null })),
    })),
  };
}

function isDesign(demands: Columns | Design): demands is Design {
  return 'kind' in demands;
}

/**
 * Refuses outcomes of which a simulation cannot say what would be recorded: a row that stands for several has several
 * values, and a flag or an interval does not say at which value it came to be.
 */
function refuseUnknownRecords({ outcome, weight, censoring }: Observation, columns: Columns): void {
  const firstRow = (column: string, isRefused: (value: number) => boolean) =>
    columns.get(column)?.findIndex(isRefused) ?? -1;
  if (weight?.kind === 'count') {
    const row = firstRow(weight.column, (count) => count !== 1);
    if (row >= 0)
      throw new SimulationError(
        `Row ${row + 1} stands for ${columns.get(weight.column)![row]} rows by \`${weight.column}\`, and each of them would have an outcome \`${outcome}\` of its own.`,
        `Give every row by itself, with 1 in \`${weight.column}\`.`,
      );
  }
  if (censoring?.kind === 'where') {
    const { flag, equals } = censoring;
    const row = firstRow(flag, (value) => value === equals);
    if (row >= 0)
      throw new SimulationError(
        `The outcome \`${outcome}\` is censored in row ${row + 1}, and \`${flag}\` does not say at which value.`,
        `Give ${1 - equals} in \`${flag}\` for every row, or write the layout with a limit, as \`censored above budget\`.`,
      );
  }
  if (censoring?.kind === 'to') {
    throw new SimulationError(
      `The outcome \`${outcome}\` is known by intervals, and the layout does not say how they arise.`,
      'Leave out the clause `censored to …` for a simulation.',
    );
  }
}

/** What is recorded of a value: one beyond a limit is recorded as the limit. */
function recorded({ censoring }: Observation, value: number, scope: Environment): number {
  if (censoring?.kind !== 'limits') return value;
  const [least, most] = [censoring.below, censoring.above].map(
    (limit) => limit && evaluateReal(limit, scope),
  );
  return Math.min(Math.max(value, least ?? -Infinity), most ?? Infinity);
}

/** @throws SimulationError when levels are numbered in another order than the layout says; HostError as `orderByDemands` does */
function refuseOtherOrder(manifest: Pick<Manifest, 'columns'>, given: NamedColumns): void {
  const ordered = orderByDemands(manifest, given);
  for (const { name, orderedBy } of manifest.columns) {
    const place = ordered.columns.get(name)!.findIndex((code, row) => code !== given.columns.get(name)![row]);
    if (orderedBy === undefined || place < 0) continue;
    throw new SimulationError(
      `The levels of \`${name}\` are not numbered in the order of \`${orderedBy}\`, as the layout orders them.`,
      `Give the level with the smallest \`${orderedBy}\` the number 0, and so on.`,
    );
  }
}

function withoutDistribution(
  { outcome, family }: Observation,
  row: number,
  { parameter, value, wanted }: Unsound,
): SimulationError {
  return new SimulationError(
    `The outcome \`${outcome}\` has no distribution in row ${row + 1}: the \`${parameter}\` of its \`${family}\` is ${value}, and must be ${wanted}.`,
    'Give a profile and demands for which this holds, or change the layout.',
  );
}

/**
 * Checks the columns of demands and categories, in the order of declaration, and fills in missing values as the layout
 * says.
 *
 * @throws SimulationError when one is absent, of another length or outside its domain, or there are no rows; HostError
 *   when a category does not hold the numbers of levels, or not as many as have names.
 */
function checkDemands(layout: TypedLayout, columns: Columns, names: Levels): DemandTable {
  // Transformations of latents do not matter here.
  const manifest = manifestOf(layout, NO_PARTS, () => false);
  const demands = manifest.columns.filter(({ role }) => role !== 'outcome');
  const checked = new Map<string, Float64Array>();
  for (const demand of demands) {
    const { name } = demand;
    // Of several tables, only who reads them knows in which rows there is a pair.
    const isPair = demand.pairOf !== undefined;
    if (isPair && layout.tables.length === 0) continue;
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
    // Wrong level numbers are reported below.
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
      'The layout has no demands, so the number of rows is not known.',
      'Give a design.',
    );
  }
  if (first.length === 0) throw new SimulationError('The demands have no rows.', 'Give at least one row.');
  const given = demands.filter(({ pairOf }) => pairOf === undefined || layout.tables.length > 0);
  const levels = levelsOf({ ...manifest, columns: given }, [...checked.values()], names);
  refuseOtherOrder({ columns: given }, { columns: checked, levels });
  return { rows: first.length, ...withPairs({ columns: demands }, { columns: checked, levels }) };
}
