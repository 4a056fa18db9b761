/** Finds chains that settled in different places: modes between which the sampler does not move. */

import { allFinite, type Chains, drawsPerChain, isConstant, pooled, split } from '../../statistics/chains.ts';
import { mean, variance } from '../../statistics/moments.ts';
import { quantile } from '../../statistics/quantile.ts';
import type { ParameterDraws } from './summarise.ts';

/** A place where some chains stayed, or that only a scout found. */
export interface SeparatePlace {
  /** The chains, from 1; none for a place that only scouts found. */
  readonly chains: readonly number[];
  /** Mean and sd of each parameter over the draws of these chains; without chains, the mode and Laplace's sd. */
  readonly values: Readonly<Record<string, { readonly mean: number; readonly sd: number }>>;
  /** Its approximate share of the posterior's mass, by Laplace's approximation; absent if unknown. */
  readonly share?: number;
  /**
   * The decrease of the log density on the lowest way to another place, in nats; null if the density becomes 0 on every
   * way that was tried, and absent if none was searched.
   */
  readonly barrier?: number | null;
}

/** The places, the one with most chains first, and the parameters that distinguish them, the clearest first. */
export interface SeparatePlaces {
  readonly parameters: readonly string[];
  readonly places: readonly SeparatePlace[];
}

/** With fewer draws per half, its outer quantiles are too imprecise. */
const LEAST_DRAWS_OF_HALF = 20;

/** Half a chain's outer quantiles of one parameter. */
interface Stretch {
  readonly q5: number;
  readonly q95: number;
}

/**
 * Finds separate places; null if there are none. Every chain is divided into halves. Two halves were in different
 * places if the middle 90 % of their draws do not overlap in some parameter; halves that overlap, directly or through
 * others, were in one place. There are separate places if there is more than one place, and both halves of every chain
 * were in the same place. A chain that drifts or wanders overlaps the others, or leaves its own first half behind; it
 * is merely slow. Draws must be finite.
 */
export function separatePlaces(parameters: readonly ParameterDraws[]): SeparatePlaces | null {
  const first = parameters[0];
  if (first === undefined || first.chains.length < 2) {
    return null;
  }
  if (drawsPerChain(first.chains) < 2 * LEAST_DRAWS_OF_HALF) {
    return null;
  }
  const stretches = parameters.map(({ chains }) => split(chains).map(stretch));
  const placeOfHalf = connected(
    2 * first.chains.length,
    (a, b) => !stretches.some((ofHalf) => gap(ofHalf[a]!, ofHalf[b]!) > 0),
  );
  const chainCount = first.chains.length;
  const placeOfChain = placeOfHalf.slice(0, chainCount);
  const stayed = placeOfChain.every((place, chain) => placeOfHalf[chainCount + chain] === place);
  const distinct = [...new Set(placeOfChain)];
  if (!stayed || distinct.length < 2) {
    return null;
  }

  const clearness = new Map(
    parameters.map(({ name }, index) => [name, widestGap(stretches[index]!, placeOfHalf)] as const),
  );
  const telling = parameters
    .filter(({ name }) => clearness.get(name)! > 0)
    .sort((a, b) => clearness.get(b.name)! - clearness.get(a.name)!);
  const places = distinct
    .map((place) => placeOfChain.flatMap((at, chain) => (at === place ? [chain + 1] : [])))
    .map((chains) => ({ chains, values: valuesAt(chains, parameters) }))
    .sort((a, b) => b.chains.length - a.chains.length);
  return { parameters: telling.map(({ name }) => name), places };
}

/** Parameters whose draws are finite and move in every chain: only these can distinguish places. */
export function movingParameters(parameters: readonly ParameterDraws[]): ParameterDraws[] {
  return parameters.filter(({ chains }) => allFinite(chains) && !chains.some(isConstant));
}

function stretch(half: Float64Array): Stretch {
  const sorted = half.slice().sort();
  return { q5: quantile(sorted, 0.05), q95: quantile(sorted, 0.95) };
}

/** The gap between two intervals in units of the wider one's width; zero or less if they overlap. */
function gap(a: Stretch, b: Stretch): number {
  const between = Math.max(a.q5 - b.q95, b.q5 - a.q95);
  return between <= 0 ? between : between / Math.max(a.q95 - a.q5, b.q95 - b.q5);
}

/** The widest gap between two halves at different places. */
function widestGap(stretches: readonly Stretch[], places: readonly number[]): number {
  let widest = Number.NEGATIVE_INFINITY;
  for (const [a, one] of stretches.entries()) {
    for (const [b, other] of stretches.entries()) {
      if (places[a] !== places[b]) {
        widest = Math.max(widest, gap(one, other));
      }
    }
  }
  return widest;
}

/** The connected component of each of `count` nodes, named by the component's lowest node. */
function connected(count: number, adjacent: (a: number, b: number) => boolean): number[] {
  const component = Array.from({ length: count }, (_, node) => node);
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      if (component[a] !== component[b] && adjacent(a, b)) {
        const kept = Math.min(component[a]!, component[b]!);
        const given = Math.max(component[a]!, component[b]!);
        for (let node = 0; node < count; node++) {
          if (component[node] === given) {
            component[node] = kept;
          }
        }
      }
    }
  }
  return component;
}

/** Mean and sd of each parameter over the draws of some chains, counted from 1. */
export function valuesAt(
  chains: readonly number[],
  parameters: readonly ParameterDraws[],
): SeparatePlace['values'] {
  return Object.fromEntries(
    parameters.map(({ name, chains: all }) => {
      const draws = pooled(chains.map((chain) => all[chain - 1]!) satisfies Chains);
      return [name, { mean: mean(draws), sd: Math.sqrt(variance(draws)) }];
    }),
  );
}
