/** The interpreter: evaluates a checked layout on a data set, row by row, exactly as written. */
import { TABLE_COLUMN } from '../../module/manifest.ts';
import { columnsOfCategories } from '../check/level-facts.ts';
import { isNonCentredByItself } from '../check/parametrisation.ts';
import { classesRead } from '../check/summed-classes.ts';
import type {
  FactorTerm,
  Latent,
  StatisticExpression,
  TypedExpression,
  TypedLayout,
} from '../check/typed-layout.ts';
import { trialsOf } from '../families/outcomes.ts';
import { mapPrior } from '../families/priors.ts';
import { classProbability, logOfClasses } from './classes.ts';
import { logCorrelated } from './correlations.ts';
import { evaluate, evaluateReal } from './evaluate.ts';
import { linear, probability } from './log-probability.ts';
import { logNormalDensity } from './normal-probability.ts';
import { isPossible, logOutcome, successProbability } from './outcomes.ts';
import { type EvaluatedPrior, isInSupport, isProper, logPriorDensity, type Position } from './priors.ts';
import { bindNames, type Data, type Level, type Profile, type ScopeOf } from './scope.ts';
import { withSolution } from './solve.ts';
import { scaledBy, standardsOf } from './standardise.ts';
import { statisticsIn } from './statistic.ts';
import { type TransformedPosition, transform } from './transform.ts';

/**
 * A value of a latent. A probability is a number p, or p with 1 − p if p is so close to 1 that 1 − p would lose digits.
 */
export type PointValue = number | { readonly p: number; readonly complement: number };

/** A value for each latent on the constrained scale; for an indexed latent one value per level. */
export type Point = Readonly<Record<string, PointValue | readonly PointValue[]>>;

export interface StatisticValue {
  readonly expression: StatisticExpression;
  readonly value: number;
}

/**
 * A layout bound to a data set. A log density is −∞ where the density is 0, and NaN where an expression is undefined. A
 * point that lacks a latent causes a RangeError.
 */
export interface Interpretation {
  /** In order of appearance in priors, lets and observations; inner ones first. */
  readonly statistics: readonly StatisticValue[];
  /** Log prior plus log likelihood on the constrained scale, without Jacobians. */
  logDensity(point: Point): number;
  /** The log density of the normalised priors; −∞ outside their support or if a prior is improper. */
  logPrior(point: Point): number;
  /** The log likelihood of each row, over all outcomes that depend on no class: rows with a common class are not independent. */
  pointwise(point: Point): Float64Array;
  /** The success probability of each row for a 0/1 outcome: the first one in the layout unless named. */
  probabilities(point: Point, outcome?: string): Float64Array;
  /** The layout's reports at a point: one number, or one per level of an indexed report. */
  reports(point: Point): Record<string, number | number[]>;
  /**
   * Maps an unconstrained point to the constrained scale; NaN where a prior is improper. The point has one number per
   * latent in declaration order, or one per level of an indexed latent.
   */
  constrain(unconstrained: ArrayLike<number>): Record<string, number | number[]>;
  /** The log density at an unconstrained point, including the log Jacobian: the sampler's target. */
  logDensityUnconstrained(unconstrained: ArrayLike<number>): number;
  /** The same for the prior alone. */
  logPriorUnconstrained(unconstrained: ArrayLike<number>): number;
}

/**
 * Binds a layout to the data it is fitted to.
 *
 * `centrings` are the centrings of latents for which chains learn them, one for each level; a latent that is absent has its first centrings.
 *
 * Throws a RangeError if a demand or outcome has no column or one of another length than `rows`, or if an outcome has a
 * value outside its distribution's support. The domains of demands are checked by the host.
 */
export function interpret(
  layout: TypedLayout,
  data: Data,
  isNonCentred: (latent: Latent) => boolean = isNonCentredByItself,
  centrings: ReadonlyMap<string, readonly number[]> = new Map(),
): Interpretation {
  checkData(layout, data);
  const scopeOf = bindNames(layout, data);
  const places = new Map(layout.latents.map((latent) => [latent.name, placesOf(latent, layout, data)]));
  const standards = standardsOf(layout, isNonCentred);
  const starts = new Map<string, number>();
  let size = 0;
  for (const { name } of layout.latents) {
    starts.set(name, size);
    size += places.get(name)!.length;
  }

  const isJoint = new Set(
    layout.correlations.flatMap(({ members, partials }) => [...members, ...partials.flat()]),
  );

  /** The log density of all correlated latents, with that of their correlations. */
  function logJointAt(profile: Profile): number {
    const value = (name: string, level: number) => profile.get(name)![level]!.value;
    const densities = layout.correlations.map((group) => {
      const levels = places.get(group.members[0]!)!.map((place, level) => {
        const scope = scopeOf(place, profile);
        return {
          values: group.members.map((name) => value(name, level)),
          locations: group.locations.map((part) => evaluateReal(part, scope)),
          scales: group.scales.map((part) => evaluateReal(part, scope)),
        };
      });
      const partials = group.partials.map((names) => names.map((name) => value(name, 0)));
      return logCorrelated(group, partials, levels);
    });
    return sum(densities);
  }

  function logPriorAt(profile: Profile): number {
    let sum = logJointAt(profile);
    for (const latent of layout.latents) {
      if (isJoint.has(latent.name)) continue;
      for (const [level, place] of places.get(latent.name)!.entries()) {
        const prior = priorOf(latent, scopeOf, place, profile);
        const at = profile.get(latent.name)![level]!;
        if (!isProper(prior) || !isInSupport(prior, at.value)) return -Infinity;
        sum += logPriorDensity(prior, at);
        // Normal on the plane of sum zero, which has a dimension less.
        if (latent.prior.sumsToZero && level === 0) sum -= logPriorDensity(prior, ZERO);
      }
    }
    return sum;
  }

  const independent = layout.observations.filter((each) => classesRead(layout, each).length === 0);
  const levelsOf = (category: string) => placesOf({ index: category }, layout, data) as readonly Level[];

  /** The terms that factors add. */
  function logFactorsAt(profile: Profile): number {
    const placesFor = ({ over, table }: FactorTerm): readonly (number | Level | null)[] => {
      if (over === 'rows') return rowsOfTable(layout, data, table);
      return placesOf({ index: over === 'once' ? null : over.category }, layout, data);
    };
    return sum(
      layout.factors.flatMap((factor) =>
        placesFor(factor).map((place) => evaluateReal(factor.value, scopeOf(place, profile))),
      ),
    );
  }

  function logLikelihoodAt(profile: Profile): number {
    return (
      logFactorsAt(profile) +
      sum(pointwiseAt(profile)) +
      logOfClasses(layout, levelsOf, data, scopeOf, profile)
    );
  }

  function pointwiseAt(profile: Profile): Float64Array {
    return Float64Array.from({ length: data.rows }, (_, row) => {
      const scope = scopeOf(row, profile);
      let logLikelihood = 0;
      for (const observation of independent) {
        const y = data.columns[observation.outcome]![row]!;
        // A missing outcome contributes nothing.
        if (!Number.isNaN(y)) logLikelihood += logOutcome(observation, y, scope);
      }
      return logLikelihood;
    });
  }

  /** Each latent after those that its prior reads; null if one of the priors is improper. */
  function transformAll(unconstrained: ArrayLike<number>): Map<string, Drawn[]> | null {
    const profile = new Map<string, Drawn[]>();
    for (const index of layout.priorOrder) {
      const latent = layout.latents[index]!;
      // Filled level by level, since a prior may read the previous level.
      const drawn: Drawn[] = [];
      profile.set(latent.name, drawn);
      for (const [level, place] of places.get(latent.name)!.entries()) {
        const u = unconstrained[starts.get(latent.name)! + level];
        if (u === undefined) throw new RangeError(`The unconstrained point lacks \`${latent.name}\`.`);
        const prior = priorOf(latent, scopeOf, place, profile);
        if (!isProper(prior)) return null;
        const centring = centrings.get(latent.name)?.[level];
        const sampling = {
          isProbability: latent.type.kind === 'probability',
          isNonCentred: isNonCentred(latent),
          standard: standards.get(latent.name) ?? scaledBy(prior),
          ...(centring === undefined ? {} : { centring }),
        };
        const at = transform(prior, sampling, u);
        drawn.push({ ...at, logPrior: isJoint.has(latent.name) ? 0 : logPriorDensity(prior, at) });
      }
      if (latent.prior.sumsToZero && drawn.length > 0) {
        const start = starts.get(latent.name)!;
        const first = unconstrained[start]!;
        const prior = priorOf(latent, scopeOf, places.get(latent.name)![0]!, profile);
        profile.set(latent.name, onPlane(drawn, first, prior));
      }
    }
    return profile;
  }

  return {
    statistics: statisticsIn(layout).map((expression) => {
      const value = scopeOf(null, new Map()).statistic(expression);
      return { expression, value: typeof value === 'number' ? value : linear(value) };
    }),
    logPrior: (point) => logPriorAt(profileOf(layout, places, point)),
    logDensity: (point) => {
      const profile = profileOf(layout, places, point);
      const logPrior = logPriorAt(profile);
      return logPrior === -Infinity ? -Infinity : logPrior + logLikelihoodAt(profile);
    },
    pointwise: (point) => pointwiseAt(profileOf(layout, places, point)),
    probabilities: (point, outcome) => {
      const profile = profileOf(layout, places, point);
      const observation = layout.observations.find(
        (each) => outcome === undefined || each.outcome === outcome,
      );
      if (observation === undefined) throw new RangeError(`The layout observes no \`${outcome}\`.`);
      return Float64Array.from({ length: data.rows }, (_, row) => {
        const p = successProbability(observation, scopeOf(row, profile));
        if (p === null) throw new RangeError(`\`${observation.outcome}\` is not an outcome of 0 and 1.`);
        return linear(p);
      });
    },
    reports: (point) => {
      const profile = profileOf(layout, places, point);
      return Object.fromEntries(
        layout.reports.map(({ name, index, value, equation }) => {
          const values = placesOf({ index }, layout, data).map((place) => {
            const known = equation === undefined ? profile : withSolution(equation, place, profile, scopeOf);
            const found =
              value.kind === 'posterior'
                ? classProbability(layout, value.name, place!, data, scopeOf, profile)
                : evaluate(value, scopeOf(place, known));
            return typeof found === 'number' ? found : linear(found);
          });
          return [name, index === null ? values[0]! : values];
        }),
      );
    },
    constrain: (unconstrained) => {
      const profile = transformAll(unconstrained);
      return Object.fromEntries(
        layout.latents.map(({ name, index }) => {
          const values = places
            .get(name)!
            .map((_, level) => profile?.get(name)?.[level]?.value ?? Number.NaN);
          return [name, index === null ? values[0]! : values];
        }),
      );
    },
    logDensityUnconstrained: (unconstrained) => {
      const profile = transformAll(unconstrained);
      if (profile === null) return -Infinity;
      return logPriorOf(profile) + logJointAt(profile) + logLikelihoodAt(profile);
    },
    logPriorUnconstrained: (unconstrained) => {
      const profile = transformAll(unconstrained);
      return profile === null ? -Infinity : logPriorOf(profile) + logJointAt(profile);
    },
  };
}

interface Drawn extends TransformedPosition {
  readonly logPrior: number;
}

const ZERO: Position = { value: 0, probability: null };

/**
 * Levels that sum to zero. The coordinates of all levels but the first are those of independent levels; an orthogonal reflection
 * takes the first axis to the direction (1, …, 1), which is lost. `first` is the spare number, a standard normal one.
 *
 * @param drawn what independent levels would be
 */
function onPlane(drawn: readonly Drawn[], first: number, prior: EvaluatedPrior): Drawn[] {
  const n = drawn.length;
  const coordinates = drawn.map(({ value }, level) => (level === 0 ? 0 : value));
  // The reflection I − 2 v vᵀ / vᵀv with v = e₁ + (1, …, 1) / √n.
  const v = drawn.map((_, level) => (level === 0 ? 1 : 0) + 1 / Math.sqrt(n));
  const dot = (a: readonly number[]) => sum(a.map((each, level) => each * v[level]!));
  const share = (2 * dot(coordinates)) / dot(v);
  return drawn.map(({ logJacobian }, level) => {
    const at: Position = { value: coordinates[level]! - share * v[level]!, probability: null };
    const density = logPriorDensity(prior, at);
    return level === 0
      ? { ...at, logPrior: density - logPriorDensity(prior, ZERO), logJacobian: logNormalDensity(first) }
      : { ...at, logPrior: density, logJacobian };
  });
}

/** The log prior of latents that are not correlated, and the log Jacobian of all. */
function logPriorOf(profile: ReadonlyMap<string, readonly Drawn[]>): number {
  return sum([...profile.values()].flat().map((each) => each.logPrior + each.logJacobian));
}

/** The rows of a table; of the main one if it is null. */
function rowsOfTable({ tables }: TypedLayout, data: Data, table: string | null): readonly number[] {
  const number = 1 + tables.findIndex(({ name }) => name === table);
  const rows = Array.from({ length: data.rows }, (_, row) => row);
  return tables.length === 0 ? rows : rows.filter((row) => data.columns[TABLE_COLUMN]![row] === number);
}

/** The levels for which a latent has a value; a single null for a latent without an index. */
export function placesOf(
  { index }: Pick<Latent, 'index'>,
  { categories }: TypedLayout,
  data: Data,
): readonly (Level | null)[] {
  if (index === null) return [null];
  const { columns } = categories.find(({ name }) => name === index)!;
  const codes = columns.flatMap((column) => Array.from(data.columns[column]!));
  const levels = 1 + codes.reduce((most, level) => Math.max(most, level), -1);
  return Array.from({ length: levels }, (_, level) => ({ category: index, level }));
}

function priorOf({ prior }: Latent, scopeOf: ScopeOf, place: Level | null, profile: Profile): EvaluatedPrior {
  const scope = scopeOf(place, profile);
  return mapPrior(prior, (part) => evaluateReal(part, scope));
}

/** The positions of the latents at a point. Throws a RangeError if it lacks a value. */
export function profileOf(
  layout: TypedLayout,
  places: ReadonlyMap<string, readonly (Level | null)[]>,
  point: Point,
): Profile {
  return new Map(
    layout.latents.map((latent) => {
      const given = point[latent.name];
      const values = latent.index === null ? [given as PointValue | undefined] : (given as PointValue[]);
      const wanted = places.get(latent.name)!.length;
      if (values?.length !== wanted)
        throw new RangeError(`The point gives \`${latent.name}\` no value for each of ${wanted} levels.`);
      return [latent.name, values.map((value) => positionOf(latent, value))];
    }),
  );
}

function positionOf({ name, type }: Latent, given: PointValue | undefined): Position {
  if (given === undefined) throw new RangeError(`The point lacks \`${name}\`.`);
  if (type.kind === 'probability') {
    return typeof given === 'number'
      ? { value: given, probability: probability(given) }
      : { value: given.p, probability: probability(given.p, given.complement) };
  }
  if (typeof given !== 'number') throw new RangeError(`\`${name}\` is no probability and has no complement.`);
  return { value: given, probability: null };
}

function checkData(layout: TypedLayout, data: Data): void {
  const outcomes = layout.observations.map((observation) => observation.outcome);
  const given = [...layout.demands, ...columnsOfCategories(layout)].map(({ name }) => name);
  for (const name of [...given, ...outcomes]) {
    const length = data.columns[name]?.length;
    if (length !== data.rows)
      throw new RangeError(`Column \`${name}\` has ${length ?? 'no'} rows of ${data.rows}.`);
  }
  const scopeOf = bindNames(layout, data);
  for (const observation of layout.observations) {
    const trials = trialsOf<TypedExpression>(observation);
    Array.from(data.columns[observation.outcome]!).forEach((value, row) => {
      const most = trials === null ? Infinity : evaluateReal(trials, scopeOf(row, new Map()));
      if (Number.isNaN(value) || isPossible(observation, value, most)) return;
      throw new RangeError(
        `Outcome \`${observation.outcome}\` is ${value}, which \`${observation.family}\` cannot be.`,
      );
    });
  }
}

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((a, b) => a + b, 0);
}
