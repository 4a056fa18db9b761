/**
 * How many more instances, and with which demands, would halve the posterior sd of a parameter.
 *
 * Each instance adds the information of `posteriorCase` to the precision of the posterior: with n more instances the
 * covariance Σ becomes (Σ⁻¹ + n v vᵀ)⁻¹. Σ is estimated from the draws, and so contains the prior and the present data.
 */

import type { Parameter } from '../../../host/parameters.ts';
import type { Columns } from '../../../module/columns.ts';
import type { Levels } from '../../../module/levels.ts';
import { inverseDefinite, solveDefinite } from '../../../statistics/solve-definite.ts';
import type { PosteriorCase } from './row-information.ts';

export interface MoreInstances {
  /** The parameter's present sd, averaged over posteriors. */
  readonly sd: number;
  /** The same with the chosen instances; null if none were found. */
  readonly sdWithChosen: number | null;
  /** How many times all rows would have to be repeated; null if more than a thousand times. */
  readonly repeats: number | null;
  /**
   * The chosen distinct rows with their numbers of instances, most first; null if more than a million would be needed.
   */
  readonly chosen: readonly { readonly row: number; readonly instances: number }[] | null;
}

const MAX_REPEATS = 1000;
const MAX_INSTANCES = 1e6;

/** Instances are chosen one at a time at first, later in groups of this share of the number already chosen. */
const GROUP_SHARE = 0.05;

/** Relative precision of the number of repeats. */
const TOLERANCE = 1e-6;

/**
 * What would halve the sd of a parameter in at least half of the posteriors. The mean sd would not do: it is dominated
 * by posteriors that know almost nothing of the parameter, and some profiles cannot be measured by a battery at all.
 *
 *
 * @param cases posteriors of the same parameters and rows; at least one
 *
 * @param counts the present number of instances of each distinct row
 * @param parameter its index
 */
export function halveSd(
  cases: readonly PosteriorCase[],
  counts: ArrayLike<number>,
  parameter: number,
): MoreInstances {
  const chosen = chooseInstances(cases, parameter);
  return {
    sd: meanSd(cases, parameter),
    sdWithChosen: chosen?.sd ?? null,
    repeats: repeatsFor(cases, counts, parameter),
    chosen: chosen?.instances ?? null,
  };
}

function varianceOf({ covariance, size }: PosteriorCase, parameter: number): number {
  return covariance[parameter * (size + 1)]!;
}

/** Whether at least half of the variances are at most a quarter of their present value. */
function isHalved(cases: readonly PosteriorCase[], parameter: number, variances: readonly number[]): boolean {
  const halved = cases.filter((each, place) => variances[place]! <= varianceOf(each, parameter) / 4);
  return 2 * halved.length >= cases.length;
}

/** The mean over posteriors of a parameter's sd. */
function meanSd(cases: readonly PosteriorCase[], parameter: number): number {
  const sds = cases.map((each) => Math.sqrt(varianceOf(each, parameter)));
  return sds.reduce((sum, each) => sum + each, 0) / sds.length;
}

/**
 * Greedy choice: each instance is of the row that decreases the logarithms of the sds fastest. This is the sequential
 * construction of an optimal design for one parameter (Wynn 1970, The sequential generation of D-optimum experimental
 * designs, Annals of Mathematical Statistics 41, 1655–1664, with the derivative of the variance of one parameter in
 * place of that of the determinant).
 */
function chooseInstances(
  given: readonly PosteriorCase[],
  parameter: number,
): { readonly instances: readonly { row: number; instances: number }[]; readonly sd: number } | null {
  const cases = given.map((each) => ({ ...each, covariance: each.covariance.slice() }));
  const instances = new Map<number, number>();
  for (let total = 0; total <= MAX_INSTANCES; ) {
    const variances = cases.map((each) => varianceOf(each, parameter));
    if (isHalved(given, parameter, variances)) {
      const ordered = [...instances].map(([row, count]) => ({ row, instances: count }));
      return {
        instances: ordered.sort((a, b) => b.instances - a.instances || a.row - b.row),
        sd: meanSd(cases, parameter),
      };
    }
    const row = mostTelling(cases, parameter);
    if (row === null) return null;
    const count = Math.max(1, Math.floor(GROUP_SHARE * total));
    for (const each of cases) addInstances(each, row, count);
    instances.set(row, (instances.get(row) ?? 0) + count);
    total += count;
  }
  return null;
}

/** The row whose instance decreases the mean of ln sd fastest; null if none does. */
function mostTelling(cases: readonly PosteriorCase[], parameter: number): number | null {
  const [{ roots, outcomes, size }] = cases as [PosteriorCase];
  const rows = roots.length / (outcomes * size);
  const gains = new Float64Array(rows);
  for (const each of cases) {
    const column = each.covariance.subarray(parameter * size, (parameter + 1) * size);
    const variance = column[parameter]!;
    for (let vector = 0; vector < rows * outcomes; vector++) {
      let product = 0;
      for (let k = 0; k < size; k++) product += column[k]! * each.roots[vector * size + k]!;
      // −d ln sd / d n = (e Σ v)² / (2 sd²).
      gains[Math.floor(vector / outcomes)]! += product ** 2 / (2 * variance);
    }
  }
  const best = gains.reduce((place, gain, row) => (gain > gains[place]! ? row : place), 0);
  return gains[best]! > 0 ? best : null;
}

/** (Σ⁻¹ + n v vᵀ)⁻¹ = Σ − n Σv vᵀΣ / (1 + n vᵀΣv), for each outcome of the row (Sherman & Morrison 1950). */
function addInstances({ covariance, roots, outcomes, size }: PosteriorCase, row: number, count: number) {
  for (let outcome = 0; outcome < outcomes; outcome++) {
    const root = roots.subarray((row * outcomes + outcome) * size, (row * outcomes + outcome + 1) * size);
    const product = new Float64Array(size);
    for (let a = 0; a < size; a++)
      for (let b = 0; b < size; b++) product[a]! += covariance[a * size + b]! * root[b]!;
    const along = product.reduce((sum, value, k) => sum + value * root[k]!, 0);
    const factor = count / (1 + count * along);
    for (let a = 0; a < size; a++)
      for (let b = 0; b < size; b++) covariance[a * size + b]! -= factor * product[a]! * product[b]!;
  }
}

/** How many repetitions of all rows halve the sd, by bisection. */
function repeatsFor(
  cases: readonly PosteriorCase[],
  counts: ArrayLike<number>,
  parameter: number,
): number | null {
  const battery = cases.map((each) => ({
    precision: inverseDefinite(each.covariance, each.size),
    added: informationOf(each, counts),
    size: each.size,
  }));
  const isEnough = (repeats: number) => {
    const variances = battery.map(({ precision, added, size }) => {
      const sum = precision?.map((value, place) => value + repeats * added[place]!);
      // If the sum is not positive definite, the sd does not count as halved.
      return sum === undefined ? Infinity : (varianceIn(sum, parameter, size) ?? Infinity);
    });
    return isHalved(cases, parameter, variances);
  };
  if (!isEnough(MAX_REPEATS)) return null;
  let [low, high] = [0, MAX_REPEATS];
  while (high - low > TOLERANCE * high) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The information of all present rows, counting repetitions. */
function informationOf({ roots, outcomes, size }: PosteriorCase, counts: ArrayLike<number>): Float64Array {
  const information = new Float64Array(size * size);
  for (let vector = 0; vector * size < roots.length; vector++) {
    const count = counts[Math.floor(vector / outcomes)]!;
    for (let a = 0; a < size; a++)
      for (let b = 0; b < size; b++)
        information[a * size + b]! += count * roots[vector * size + a]! * roots[vector * size + b]!;
  }
  return information;
}

/** A diagonal element of the inverse. */
function varianceIn(precision: Float64Array, place: number, size: number): number | null {
  return solveDefinite(precision, unit(place, size))?.[place] ?? null;
}

function unit(place: number, size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, index) => Number(index === place));
}

/** What a run of a recovery contributes. */
export interface HalvingCase {
  readonly posterior: PosteriorCase;
  /** The number of the distinct row of each row. */
  readonly distinctOf: Uint32Array;
}

/** The result for one parameter, in its unit. */
export interface Halving extends Omit<MoreInstances, 'chosen'> {
  readonly chosen:
    | readonly { readonly demands: Readonly<Record<string, number | string>>; readonly instances: number }[]
    | null;
}

/**
 * Returns the results by parameter name.
 *
 * @param cases from the runs that converged; at least one
 *
 * @param all parameters, in the order of a draw
 *
 * @param columns the demands and categories of the rows
 */
export function findHalvings(
  cases: readonly HalvingCase[],
  wanted: readonly Parameter[],
  all: readonly Parameter[],
  columns: Columns,
  levels: Levels,
): Readonly<Record<string, Halving>> {
  const { distinctOf } = cases[0]!;
  const counts = new Uint32Array(distinctOf.length);
  const firstOf = new Map<number, number>();
  for (const [row, distinct] of distinctOf.entries()) {
    counts[distinct]! += 1;
    if (!firstOf.has(distinct)) firstOf.set(distinct, row);
  }
  const demandsOf = (distinct: number) =>
    Object.fromEntries(
      [...columns].map(([name, values]) => {
        const value = values[firstOf.get(distinct)!]!;
        return [name, levels.get(name)?.[value] ?? value];
      }),
    );
  const posteriors = cases.map(({ posterior }) => posterior);
  return Object.fromEntries(
    wanted.map(({ name }) => {
      const place = all.findIndex((each) => each.name === name);
      const { chosen, ...found } = halveSd(posteriors, counts, place);
      const rows = chosen?.map(({ row, instances }) => ({ demands: demandsOf(row), instances })) ?? null;
      return [name, { ...found, chosen: rows }];
    }),
  );
}
