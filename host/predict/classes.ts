/** Averages what a module predicts over the states of classes, which it takes as given. */
import { HostError } from '../../module/host-error.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest, ManifestClassGroup } from '../../module/manifest.ts';
import { logSumExp } from '../../statistics/log-sum-exp.ts';
import { levelSeed } from '../../statistics/random/level-seed.ts';
import { openStream } from '../../statistics/random/stream.ts';
import { checkForm, type Form, wrong } from '../check-manifest.ts';
import { tableOfRows, tablesWith } from '../row-tables.ts';
import type { DrawPlace, RowPredictor } from './predictor.ts';

/** One value per configuration and level of a group, a configuration's levels one after another. */
export type ByConfiguration = readonly Float64Array[];

/** A group of classes as a module has it. */
export interface StatedGroup {
  /** The category whose levels have the classes. */
  readonly category: string;
  readonly levels: readonly string[];
  /** The level of each distinct row; −1 for a row of a table that does not have the category. */
  readonly levelOf: Int32Array;
  /** The indices of the outcomes that depend on the group. */
  readonly outcomes: readonly number[];
  /** Every combination of the states of the classes: for each class the index of its state. */
  readonly configurations: readonly (readonly number[])[];
  /** For each class the derived node of each state's share. */
  readonly shares: readonly (readonly number[])[];
  /** For each class and state the place of its flag among the flags of all levels; −1 for a state without one. */
  readonly flags: readonly (readonly number[])[];
}

/** Guards the flags of a predictor: in which state each class is at each level. */
export class ClassStates {
  readonly groups: readonly StatedGroup[];
  readonly #rows: RowPredictor;
  readonly #flags: Float64Array;

  /** @param columns the rows that were bound, in the order of the manifest */
  constructor(rows: RowPredictor, manifest: Manifest, levels: Levels, columns: readonly Float64Array[]) {
    this.#rows = rows;
    const outcomes = manifest.columns.filter(({ role }) => role === 'outcome').map(({ name }) => name);
    const tables = tableOfRows(manifest, columns);
    let next = 0;
    this.groups = (manifest.classes ?? []).map((group): StatedGroup => {
      const names = levels.get(group.index)!;
      const codes = columns[manifest.columns.findIndex(({ name }) => name === group.index)]!;
      const having = tablesWith(manifest, group.index);
      const levelOf = new Int32Array(rows.distinct);
      for (const [row, place] of rows.distinctOf.entries())
        levelOf[place] = having.has(tables[row]!) ? codes[row]! : -1;
      return {
        category: group.index,
        levels: names,
        levelOf,
        outcomes: group.outcomes.map((outcome) => outcomes.indexOf(outcome)),
        configurations: configurationsOf(group),
        shares: group.classes.map(({ states }) => states.map(({ share }) => share)),
        flags: group.classes.map(({ states }) =>
          states.map(({ flag }) => {
            if (flag === undefined) return -1;
            next += names.length;
            return next - names.length;
          }),
        ),
      };
    });
    this.#flags = new Float64Array(next);
  }

  /** Sets the configuration of every level of a group. @param configurationOf of a level */
  set(group: StatedGroup, configurationOf: (level: number) => number): void {
    for (const [index, places] of group.flags.entries()) {
      for (const [state, place] of places.entries()) {
        if (place < 0) continue;
        for (let level = 0; level < group.levels.length; level++) {
          const states = group.configurations[configurationOf(level)]!;
          this.#flags[place + level] = states[index] === state ? 1 : 0;
        }
      }
    }
    this.#rows.setFlags(this.#flags);
  }

  /**
   * The log probabilities of the configurations of a group before any outcome is seen, at the point of the last prediction. NaN for levels without
   * a row here.
   */
  logPriors(group: StatedGroup): ByConfiguration {
    const logs = group.shares.map((ofStates) => {
      const shares = ofStates.map((place) => this.#rows.derived(place).slice());
      const perLevel = shares.map(() => new Float64Array(group.levels.length).fill(Number.NaN));
      for (const [row, level] of group.levelOf.entries()) {
        if (level < 0) continue;
        const own = shares.map((values) => values[values.length === 1 ? 0 : row]!);
        const total = own.reduce((a, b) => a + b);
        for (const [state, share] of own.entries()) perLevel[state]![level] = Math.log(share / total);
      }
      return perLevel;
    });
    return group.configurations.map((states) =>
      Float64Array.from(group.levels, (_, level) =>
        states.reduce((sum, state, index) => sum + logs[index]![state]![level]!, 0),
      ),
    );
  }
}

function configurationsOf({ classes }: ManifestClassGroup): number[][] {
  return classes.reduce<number[][]>(
    (found, { states }) => found.flatMap((before) => states.map((_, state) => [...before, state])),
    [[]],
  );
}

/** The rows that a fit was made of, which say in which states its levels are. */
export interface SeenRows {
  readonly rows: RowPredictor;
  readonly states: ClassStates;
  /** How often each distinct row stands in the data. */
  readonly counts: Float64Array;
}

/** What is known of the states of classes besides the latents: nothing, as in a draw from a prior; or what a fit has seen. */
export type Knowledge = 'none' | SeenRows | null;

/** Rows to predict, averaged over classes; the methods are those of `RowPredictor`. */
export class ClassPredictor {
  readonly distinctOf: Uint32Array;
  readonly distinct: number;
  readonly size: number;
  readonly drawn: number;
  readonly #rows: RowPredictor;
  readonly #manifest: Manifest;
  readonly #states: ClassStates;
  readonly #known: Knowledge;
  /** The place of each state's probability among the reports, by group: known for a group of one class. */
  readonly #reported: readonly (readonly number[] | null)[];
  readonly #means = new Map<number, Float64Array>();
  readonly #derived = new Map<number, Float64Array>();
  #point: ArrayLike<number> = [];
  #weights: readonly ByConfiguration[] = [];
  #isDrawn = false;

  constructor(rows: RowPredictor, manifest: Manifest, states: ClassStates, known: Knowledge) {
    this.#rows = rows;
    this.#manifest = manifest;
    this.#states = states;
    this.#known = known;
    this.#reported = states.groups.map((_, index) => reportedPlaces(manifest, rows.levels, index));
    ({ distinctOf: this.distinctOf, distinct: this.distinct } = rows);
    ({ size: this.size, drawn: this.drawn } = rows);
  }

  /** @param reports what the draw reports; empty if it reports nothing */
  predictAt(point: ArrayLike<number>, reports: ArrayLike<number> = []): void {
    this.#point = point;
    this.#isDrawn = false;
    this.#rows.predictAt(point);
    this.#weights = this.#states.groups.map((group) =>
      this.#states.logPriors(group).map((logs) => logs.map(Math.exp)),
    );
    const seen = this.#needsRows(reports) ? this.#logJoints(point) : null;
    this.#weights = this.#weights.map((priors, index) => this.#weigh(index, priors, reports, seen));
    for (const [index, group] of this.#states.groups.entries()) this.#average(group, index);
  }

  /** The mean of an outcome's distribution, averaged over classes, one number per distinct row. */
  mean(outcome: number): Float64Array {
    return this.#means.get(outcome) ?? this.#rows.mean(outcome);
  }

  /**
   * A derived node, averaged over classes.
   *
   * @throws HostError of kind `data` for one that reads classes of several groups, whose states are not known together
   */
  derived(index: number): Float64Array {
    const { name, classes = [] } = this.#manifest.derived[index]!;
    if (classes.length <= 1) return this.#derived.get(index) ?? this.#rows.derived(index);
    throw new HostError(
      'data',
      `\`${name}\` reads classes that no outcome reads together, so that it cannot be averaged over them.`,
      'Leave it out of what is predicted.',
    );
  }

  /** Draws an outcome for every row. The rows of a level have the same states, which are drawn first. */
  draw(outcome: number, place: DrawPlace, into: Float64Array): void {
    if (!this.#isDrawn) {
      for (const [index, group] of this.#states.groups.entries()) this.#drawStates(group, index, place);
      this.#rows.predictAt(this.#point);
      this.#isDrawn = true;
    }
    this.#rows.draw(outcome, place, into);
  }

  #needsRows(reports: ArrayLike<number>): boolean {
    if (this.#known === 'none') return false;
    const unknown = this.#states.groups.findIndex(
      ({ outcomes }, index) =>
        outcomes.length > 0 && (this.#reported[index] === null || reports.length === 0),
    );
    if (unknown < 0 || this.#known !== null) return unknown >= 0;
    const names = this.#manifest.classes![unknown]!.classes.map(({ name }) => `\`${name}\``);
    throw new HostError(
      'data',
      `In which state ${names.join(' and ')} ${names.length === 1 ? 'is' : 'are together'} at a level follows from the rows that were fitted, and these are not stored.`,
      'Give the fitted rows too: with `--fitted TABLE`, or in a program `fit.withRows(rows)`.',
    );
  }

  /** The log of the joint probability of the fitted rows of each level and each configuration. */
  #logJoints(point: ArrayLike<number>): readonly ByConfiguration[] {
    const joints = logJoints(this.#known as SeenRows, point);
    return joints.map(({ logPriors, sums }) =>
      logPriors.map((logs, place) => logs.map((log, level) => log + sums[place]![level]!)),
    );
  }

  #weigh(
    index: number,
    priors: ByConfiguration,
    reports: ArrayLike<number>,
    seen: readonly ByConfiguration[] | null,
  ): ByConfiguration {
    const { levels, outcomes, configurations } = this.#states.groups[index]!;
    const places = this.#reported[index]!;
    // Of a class that no outcome reads, the data say nothing.
    if (this.#known === 'none' || outcomes.length === 0) return priors;
    const weights = priors.map((each) => each.slice());
    for (let level = 0; level < levels.length; level++) {
      const own = configurations.map((_, place) => {
        if (places === null || reports.length === 0) return seen![index]![place]![level]!;
        const others = places.reduce((sum, at) => (at < 0 ? sum : sum + reports[at + level]!), 0);
        return places[place]! < 0 ? Math.max(0, 1 - others) : reports[places[place]! + level]!;
      });
      // A level that was not fitted.
      if (own.some(Number.isNaN)) continue;
      const isLog = places === null || reports.length === 0;
      const total = isLog ? logSumExp(own) : own.reduce((a, b) => a + b);
      for (const [place, value] of own.entries())
        weights[place]![level] = isLog ? Math.exp(value - total) : value / total;
    }
    return weights;
  }

  #average(group: StatedGroup, index: number): void {
    const derived = this.#manifest.derived.flatMap(({ classes = [] }, place) =>
      classes.length === 1 && classes[0] === index ? [place] : [],
    );
    const sums = (places: readonly number[], into: Map<number, Float64Array>) => {
      for (const place of places) into.set(place, new Float64Array(this.distinct));
    };
    sums(group.outcomes, this.#means);
    sums(derived, this.#derived);
    for (const place of group.configurations.keys()) {
      const weights = this.#weights[index]![place]!;
      this.#states.set(group, () => place);
      this.#rows.predictAt(this.#point);
      const add = (values: Float64Array, sum: Float64Array) => {
        for (const [row, level] of group.levelOf.entries()) {
          if (level < 0) continue;
          const weight = weights[level]!;
          // A state that cannot be may have no mean.
          if (weight !== 0) sum[row]! += weight * values[row]!;
        }
      };
      for (const outcome of group.outcomes) add(this.#rows.mean(outcome), this.#means.get(outcome)!);
      for (const each of derived) add(this.#rows.derived(each), this.#derived.get(each)!);
    }
  }

  #drawStates(group: StatedGroup, index: number, { seed, draw }: DrawPlace): void {
    const drawn = new Uint32Array(group.levels.length);
    for (const level of new Set(group.levelOf)) {
      if (level < 0) continue;
      const key = levelSeed(seed, group.category, group.levels[level]!);
      const uniform = openStream(key, 'class', index, draw).uniform();
      const weights = this.#weights[index]!.map((each) => each[level]!);
      let upTo = 0;
      const found = weights.findIndex((weight) => {
        upTo += weight;
        return uniform < upTo;
      });
      // Where rounding leaves a little behind the last: the last that can be.
      drawn[level] =
        found >= 0
          ? found
          : Math.max(
              0,
              weights.findLastIndex((weight) => weight > 0),
            );
    }
    this.#states.set(group, (level) => drawn[level]!);
  }
}

/** Of a group of one class, where among the reports the probabilities of its states begin, −1 for a state without a flag; null of others. */
function reportedPlaces(
  { classes = [], reports = [] }: Manifest,
  levels: Levels,
  index: number,
): readonly number[] | null {
  const group = classes[index]!;
  if (group.classes.length > 1) return null;
  const starts = new Map<string, number>();
  let next = 0;
  for (const { name, index: category } of reports) {
    starts.set(name, next);
    next += category === undefined ? 1 : levels.get(category)!.length;
  }
  return group.classes[0]!.states.map(({ flag }) => (flag === undefined ? -1 : (starts.get(flag) ?? -1)));
}

/** The log probabilities of one group at a point. */
export interface GroupJoint {
  readonly logPriors: ByConfiguration;
  /** The log likelihood of the rows of each level in each configuration. */
  readonly sums: ByConfiguration;
  /** For each configuration and outcome of the group the log likelihood of each distinct row; NaN where it is missing. */
  readonly logLikelihoods: readonly (readonly Float64Array[])[];
}

/** For each group the log probabilities of all rows of its levels, in each configuration. */
export function logJoints(
  { rows, states, counts }: SeenRows,
  point: ArrayLike<number>,
): readonly GroupJoint[] {
  rows.predictAt(point);
  const priors = states.groups.map((group) => states.logPriors(group));
  return states.groups.map((group, index) => {
    const logLikelihoods = group.configurations.map((_, place) => {
      states.set(group, () => place);
      rows.likelihoodAt(point);
      return group.outcomes.map((outcome) => rows.logLikelihood(outcome).slice());
    });
    const sums = logLikelihoods.map((ofOutcomes) => {
      const sum = new Float64Array(group.levels.length);
      for (const values of ofOutcomes) {
        for (const [row, level] of group.levelOf.entries()) {
          const value = values[row]!;
          if (level >= 0 && !Number.isNaN(value)) sum[level]! += counts[row]! * value;
        }
      }
      return sum;
    });
    return { logPriors: priors[index]!, sums, logLikelihoods };
  });
}

/** How often each distinct row stands in the data. @param each how often each row does; once by default */
export function countsOf({ distinct, distinctOf }: RowPredictor, each?: Uint32Array): Float64Array {
  const counts = new Float64Array(distinct);
  for (const [row, place] of distinctOf.entries()) counts[place]! += each?.[row] ?? 1;
  return counts;
}

/**
 * @param fitted the columns of the fitted rows, in the order of the manifest; undefined if they are not known
 * @throws HostError of kind `data` where outcomes of a table beside the main one depend on a group, and no row of that table is known
 */
export function needTables(
  manifest: Manifest,
  group: ManifestClassGroup,
  fitted?: readonly Float64Array[],
): void {
  const { tables = [] } = manifest;
  const numbers = new Set(Array.from(fitted === undefined ? [] : tableOfRows(manifest, fitted)));
  const missing = tables.find(
    ({ columns }, place) => group.outcomes.some((name) => columns.includes(name)) && !numbers.has(place + 1),
  );
  if (missing === undefined) return;
  const names = group.classes.map(({ name }) => `\`${name}\``);
  throw new HostError(
    'data',
    `What is known of ${names.join(' and ')} follows from the fitted rows of the table \`${missing.name}\` too, and these are not stored.`,
    'Predict in a program with the fit that `bind(columns, { tables })` gives, which has them.',
  );
}

const CLASSES: Form = [
  {
    index: 'a name',
    classes: [{ name: 'a name', states: [{ 'flag?': 'a name', share: 'a number from 0' }] }],
    outcomes: ['a name'],
  },
];

/**
 * @param manifest one that passed `checkManifest`
 * @throws HostError of kind `module` that names the wrong place
 */
export function checkClassGroups({ columns, derived, classes = [] }: Manifest): void {
  checkForm(classes, CLASSES, 'classes');
  const roleOf = (called: string) => columns.find(({ name }) => name === called)?.role;
  for (const [place, group] of classes.entries()) {
    if (roleOf(group.index) !== 'category')
      throw wrong(`classes[${place}].index`, `\`${group.index}\` is no category`);
    const other = group.outcomes.find((name) => roleOf(name) !== 'outcome');
    if (other !== undefined) throw wrong(`classes[${place}].outcomes`, `\`${other}\` is no outcome`);
    for (const [at, each] of group.classes.entries()) {
      if (each.states.length < 2)
        throw wrong(`classes[${place}].classes[${at}].states`, 'there are fewer than two');
      if (each.states.some(({ share }) => share >= derived.length))
        throw wrong(`classes[${place}].classes[${at}].states`, `there are ${derived.length} derived nodes`);
    }
  }
}
