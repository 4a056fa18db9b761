/**
 * The optimum of a large layout: Newton steps with the curvature as an arrow matrix, exact standard errors, and
 * findings about them.
 */

import { normalQuantile } from '../../statistics/distribution-quantiles.ts';
import type { Finding } from '../diagnose/finding.ts';
import { listedNames, quoted } from '../diagnose/wording.ts';
import { type LatentParameter, sparePlaces } from '../parameters.ts';
import type { ArrowFactor } from './arrow.ts';
import { type LargeCurvature, largeCurvature } from './arrow-curvature.ts';
import { type AtBound, atBound, type End, valueOnBound } from './bounds.ts';
import type { EstimatedParameter } from './estimated-parameters.ts';
import { symmetric } from './own-scale.ts';
import type { EstimateMethod } from './settings.ts';
import { withoutSpare } from './settle.ts';
import type { Surface } from './surface.ts';

/** An optimum of many parameters. */
export interface LargeOptimum {
  /** On the unconstrained scale. */
  readonly position: Float64Array;
  readonly objective: number;
  /** The remaining gain according to a quadratic model; Infinity if that has no maximum. */
  readonly left: number;
  readonly bounds: ReadonlyMap<number, End>;
  readonly estimates: Readonly<Record<string, EstimatedParameter>>;
  readonly values: Float64Array;
  /** The number of coordinates, or of their combinations, that the objective determines. */
  readonly told: number;
  readonly isEndless: boolean;
  /**
   * Maps independent standard deviates, one per coordinate, to a draw from the normal with this curvature; null if some
   * direction has none.
   */
  readonly place: ((deviates: Float64Array) => Float64Array) | null;
  readonly findings: readonly Finding[];
}

const MAX_CURVATURES = 4;
const MAX_STEPS = 6;
/** In units of log density, as for an optimum with few parameters. */
const NOTHING_LEFT = 1e-18;
/** With so little left to gain, the curvature is that of the optimum. */
const NEAR = 1e-8;
/** Without the inverse of the curvature: the gain that a climb leaves, from each coordinate's own curvature. */
const ROUNDING = 1e-12;

/** Moves from a climb's end to the optimum, and collects what is known about each parameter. */
export function largeOptimum(
  surface: Surface,
  parameters: readonly LatentParameter[],
  end: Float64Array,
  { method, level }: { readonly method: EstimateMethod; readonly level: number },
): LargeOptimum {
  let position = end;
  const bounds = new Map<number, End>();
  for (;;) {
    const found = parameters.flatMap(({ latent }, k): [number, AtBound][] => {
      const bound = bounds.has(k) ? null : atBound(surface, position, k, latent);
      return bound === null ? [] : [[k, bound]];
    });
    if (found.length === 0) break;
    position = position.slice();
    for (const [k, { end: which, position: place }] of found) {
      bounds.set(k, which);
      position[k] = place;
    }
    if (bounds.size < parameters.length) position = surface.climb(position, new Set(bounds.keys()));
  }
  const [start, free] = withoutSpare(parameters, position, bounds);
  const polished = polish(surface, parameters, start, free);
  const { curvature, left } = polished;
  position = polished.position;
  const objective = surface.at(position).value;
  const values = surface.toOwnScale(position);
  const shape = shapesOf(surface, position, objective, curvature, free);
  const isLost = (k: number) => shape.endless.has(k);
  const told = toldValues(curvature, free, parameters);
  const ses = curvature === null ? null : standardErrors(curvature);
  const z = normalQuantile(0.5 + level / 2);
  const names = (which: Iterable<number>) => [...which].map((k) => parameters[k]!.name);
  const intervalOf = (k: number, reach: number) => {
    if (parameters[k]!.latent.sumsToZero) return symmetric(values[k]!, reach);
    const slope = curvature?.tangents[k]?.get(k);
    return slope === undefined ? null : intervalAround(surface, position, k, reach / Math.abs(slope));
  };
  const estimates = Object.fromEntries(
    parameters.map(({ name, latent }, k): [string, EstimatedParameter] => {
      const bound = bounds.get(k);
      if (bound !== undefined) {
        const at = valueOnBound(surface, position, k, latent);
        return [name, { estimate: finite(at), se: null, interval: null, bound }];
      }
      if (!told[k] || isLost(k)) return [name, { estimate: null, se: null, interval: null }];
      const se = ses === null ? null : finite(ses[k]!);
      const interval = se === null ? null : intervalOf(k, z * se);
      return [name, { estimate: finite(values[k]!), se, interval }];
    }),
  );
  const untold = free.filter((k) => !told[k] && !isLost(k));
  const isWhole = curvature !== null && curvature.still.length === 0 && curvature.factor.flat.length === 0;
  return {
    ...{ position, objective, left, bounds, estimates, values },
    told: free.length - (curvature === null ? 0 : curvature.still.length + curvature.factor.flat.length),
    isEndless: shape.endless.size > 0,
    place: isWhole ? (deviates) => moved(position, curvature.factor.backward(deviates), 1) : null,
    findings: [
      ...endless(method, names(shape.endless)),
      ...(shape.endless.size > 0 ? [] : [...flat(names(untold)), ...uneven(names(shape.uneven))]),
      ...(curvature === null ? [withoutErrors()] : []),
    ],
  };
}

interface Polished {
  readonly position: Float64Array;
  readonly left: number;
  readonly curvature: LargeCurvature | null;
}

function polish(
  surface: Surface,
  parameters: readonly LatentParameter[],
  start: Float64Array,
  free: readonly number[],
): Polished {
  let position = start;
  let here = surface.at(position);
  for (let curvatures = 1; ; curvatures++) {
    const curvature = largeCurvature(surface, parameters, position, free);
    // If the curvature cannot be inverted, climbs continue until they gain no more.
    if (curvature === null) {
      const end = surface.climb(position, heldBeside(parameters, free));
      const gain = surface.at(end).value - here.value;
      return {
        position: end,
        left: gain <= 1e-6 + ROUNDING * Math.abs(here.value) ? 0 : Number.POSITIVE_INFINITY,
        curvature,
      };
    }
    const { factor } = curvature;
    let gain = gainOf(factor, here.gradient);
    const first = gain;
    for (let steps = 0; steps < MAX_STEPS && gain > NOTHING_LEFT && !factor.hasUpward; steps++) {
      const next = moved(position, factor.solve(here.gradient), 1);
      const there = surface.at(next);
      const after = gainOf(factor, there.gradient);
      if (!(there.value >= here.value - 1e-6 - ROUNDING * Math.abs(here.value)) || !(after < gain)) break;
      [position, here, gain] = [next, there, after];
    }
    if (first <= NEAR || gain === first || curvatures === MAX_CURVATURES) {
      const isTop = !factor.hasUpward && Number.isFinite(gain);
      return { position, left: isTop ? gain : Number.POSITIVE_INFINITY, curvature };
    }
  }
}

function heldBeside(parameters: readonly LatentParameter[], free: readonly number[]): Set<number> {
  const held = new Set(parameters.map((_, k) => k));
  for (const k of free) held.delete(k);
  return held;
}

/** The gain ½ gᵀH⁻¹g that a quadratic model promises. */
function gainOf(factor: ArrowFactor, gradient: Float64Array): number {
  const move = factor.solve(gradient);
  return 0.5 * move.reduce((sum, by, k) => sum + by * gradient[k]!, 0);
}

function moved(position: Float64Array, along: Float64Array, far: number): Float64Array {
  return position.map((at, k) => at + far * along[k]!);
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** The standard errors of the values on the layout's own scale. */
function standardErrors({ factor, tangents }: LargeCurvature): Float64Array {
  return factor.variances(tangents).map(Math.sqrt);
}

/** Wald's interval on the unconstrained scale, transformed to the layout's own. */
function intervalAround(
  surface: Surface,
  position: Float64Array,
  k: number,
  reach: number,
): readonly [number, number] | null {
  const ends = [-reach, reach].map((offset) => {
    const beside = position.slice();
    beside[k]! += offset;
    return surface.toOwnScale(beside)[k]!;
  });
  return ends.every(Number.isFinite) ? [Math.min(...ends), Math.max(...ends)] : null;
}

/**
 * A value counts as unchanged if directions without curvature move it by less than this, relative to its single
 * coordinates.
 */
const IN_PLACE = 1e-4;

/** For each value, whether directions without curvature leave it unchanged. */
function toldValues(
  curvature: LargeCurvature | null,
  free: readonly number[],
  parameters: readonly LatentParameter[],
): boolean[] {
  const isFree = parameters.map(() => false);
  for (const k of [...free, ...sparePlaces(parameters)]) isFree[k] = true;
  if (curvature === null) return isFree;
  const still = new Set(curvature.still);
  return curvature.tangents.map((tangent, value) => {
    if (!isFree[value] || still.has(value)) return false;
    return curvature.factor.flat.every((along) => {
      let [whole, byParts] = [0, 0];
      for (const [k, slope] of tangent) {
        whole += slope * along[k]!;
        byParts += Math.abs(slope * along[k]!);
      }
      const most = along.reduce((highest, part) => Math.max(highest, Math.abs(part)), 0);
      return Math.abs(whole) <= IN_PLACE * Math.max(byParts, IN_PLACE * most);
    });
  });
}

/** Losses outside this range show that the curvature does not give a valid standard error. */
const LEAST_FALL = 0.2;
const MAX_FALL = 1.25;
/** A loss below this at a whole standard deviation means that there is no maximum. */
const NO_FALL = 0.02;
/**
 * How far a coordinate without curvature is moved outwards, and back towards the prior's middle, relative to its
 * position.
 */
const BACK = 0.9;

interface LargeShape {
  readonly endless: ReadonlySet<number>;
  readonly uneven: readonly number[];
}

/**
 * The loss of the objective one conditional standard deviation to either side of each coordinate. Independent levels
 * are all moved at once, and the loss of each is the integral of its own slope, by Simpson's rule.
 */
function shapesOf(
  surface: Surface,
  position: Float64Array,
  objective: number,
  curvature: LargeCurvature | null,
  free: readonly number[],
): LargeShape {
  const endless = new Set<number>();
  const uneven: number[] = [];
  if (curvature === null) return { endless, uneven };
  const { sds, apart, border, still } = curvature;
  const fallAlone = (k: number, by: number) => {
    const beside = position.slice();
    beside[k]! += by;
    const { value } = surface.at(beside);
    return Number.isFinite(value) ? objective - value : Number.POSITIVE_INFINITY;
  };
  const put = (k: number, forward: number, backward: number) => {
    const isUneven = (fall: number) => !(fall >= LEAST_FALL && fall <= MAX_FALL);
    if (Math.min(forward, backward) <= NO_FALL) endless.add(k);
    else if (isUneven(forward) || isUneven(backward)) uneven.push(k);
  };
  for (const latent of apart) {
    const slopes = [-1, -0.5, 0, 0.5, 1].map((far) => {
      const beside = position.slice();
      for (const k of latent) beside[k]! += far * sds[k]!;
      return surface.at(beside).gradient;
    });
    for (const k of latent) {
      const [low, lower, middle, higher, high] = slopes.map((slope) => slope[k]! * sds[k]!) as [
        ...[number, number, number, number, number],
      ];
      const forward = -(middle + 4 * higher + high) / 6;
      const backward = (middle + 4 * lower + low) / 6;
      const isKnown = Number.isFinite(forward) && Number.isFinite(backward);
      if (isKnown) put(k, forward, backward);
      else put(k, fallAlone(k, sds[k]!), fallAlone(k, -sds[k]!));
    }
  }
  for (const k of border) put(k, fallAlone(k, sds[k]!), fallAlone(k, -sds[k]!));
  const isFree = new Set(free);
  for (const k of still) {
    const at = position[k]!;
    if (!isFree.has(k) || at === 0) continue;
    if (fallAlone(k, at) <= NO_FALL && fallAlone(k, -BACK * at) > NO_FALL) endless.add(k);
  }
  return { endless, uneven };
}

function endless(method: EstimateMethod, names: readonly string[]): Finding[] {
  if (names.length === 0) return [];
  return [
    {
      kind: 'endless',
      weight: 'fatal',
      parameters: names,
      message: `The ${method === 'mle' ? 'likelihood' : 'posterior density'} has no maximum: it keeps rising, ever more slowly, as ${listedNames(names.map(quoted))} ${names.length === 1 ? 'runs' : 'run'} on. This happens if a level has only successes or only failures. They have no estimates.`,
      remedy:
        method === 'mle'
          ? 'Use `method: "map"` or `laplace`, whose priors limit what the data do not, or sample the posterior.'
          : 'Give the latents proper priors, or sample the posterior with `method: "nuts"`.',
    },
  ];
}

function flat(names: readonly string[]): Finding[] {
  if (names.length === 0) return [];
  return [
    {
      kind: 'flat',
      weight: 'caution',
      parameters: names,
      message: `The data do not determine ${listedNames(names.map(quoted))}, or not all of them: in some directions the objective stays the same. They have no separate estimates or errors.`,
      remedy:
        'Fix one of them in the layout, or use a method in which priors count: `method: "map"`, `laplace` or `nuts`.',
    },
  ];
}

function uneven(names: readonly string[]): Finding[] {
  if (names.length === 0) return [];
  return [
    {
      kind: 'uneven',
      weight: 'caution',
      parameters: names,
      message: `Along ${listedNames(names.map(quoted))} the objective is not a parabola: one conditional standard deviation from the estimate it is not lower by about a half. Their standard errors and intervals are rough.`,
      remedy: 'Take intervals from the posterior, with `method: "nuts"` or `smc`.',
    },
  ];
}

function withoutErrors(): Finding {
  return {
    kind: 'no-errors',
    weight: 'caution',
    parameters: [],
    message:
      'There are estimates without standard errors: more than 2500 latents depend on each other, whichever category is separated, so their curvature is not inverted.',
    remedy: 'Sample the posterior with `method: "nuts"`, or fit fewer levels at once.',
  };
}
