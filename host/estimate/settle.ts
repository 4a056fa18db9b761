/** From the end of a climb to the optimum itself: by Newton steps, and by moving coordinates onto bounds. */
import { type LatentParameter, sparePlaces } from '../parameters.ts';
import { type AtBound, atBound, type End } from './bounds.ts';
import { type Spread, spreadOf } from './curvature.ts';
import { curvatureAt } from './hessian.ts';
import type { Surface } from './surface.ts';

/** An optimum, or the point at which the search for one ended. */
export interface Settled {
  /** On the unconstrained scale. */
  readonly position: Float64Array;
  readonly objective: number;
  /** The gain that a quadratic model still promises along the gradient; Infinity if the model has no maximum. */
  readonly left: number;
  /** The coordinates that are held on a bound. */
  readonly bounds: ReadonlyMap<number, End>;
  /** The curvature in the other coordinates, given those on a bound. */
  readonly spread: Spread;
}

const MAX_CURVATURES = 6;
const MAX_STEPS = 6;
/** The largest remaining gain, in units of log density: the position is then within 10⁻⁹ standard deviations of the optimum. */
const NOTHING_LEFT = 1e-18;

/**
 * The least slope, in units of log density per unit of the unconstrained scale, that neither rounding nor an inexact end
 * of a climb explains.
 */
const SLOPING = 1e-4;

/** Moves from the end of a climb to the optimum. A coordinate near a bound is moved there and held, and the others climb again. */
export function settle(surface: Surface, parameters: readonly LatentParameter[], end: Float64Array): Settled {
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
  return { ...polish(surface, ...withoutSpare(parameters, position, bounds)), bounds };
}

/** A position with 0 for each spare number, and its other coordinates that are on no bound. */
export function withoutSpare(
  parameters: readonly LatentParameter[],
  position: Float64Array,
  bounds: ReadonlyMap<number, End>,
): [position: Float64Array, free: readonly number[]] {
  const spare = sparePlaces(parameters);
  const free = parameters.map((_, k) => k).filter((k) => !bounds.has(k) && !spare.has(k));
  return [spare.size === 0 ? position : position.map((at, k) => (spare.has(k) ? 0 : at)), free];
}

/** Newton steps in the free coordinates, along the directions with curvature. */
function polish(surface: Surface, start: Float64Array, free: readonly number[]): Omit<Settled, 'bounds'> {
  let position = start;
  let here = surface.at(position);
  let spread = spreadOf(curvatureAt(surface, position, free));
  for (let curvatures = 1; ; curvatures++) {
    const before = position;
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const step = newtonStep(spread, here.gradient);
      if (!(step.gain > NOTHING_LEFT)) break;
      const next = position.slice();
      for (const [index, k] of free.entries()) next[k]! += step.move[index]!;
      const there = surface.at(next);
      const stays = there.value >= here.value - 1e-6 - 1e-12 * Math.abs(here.value);
      if (!stays || !(newtonStep(spread, there.gradient).gain < step.gain)) break;
      [position, here] = [next, there];
    }
    if (position === before || curvatures === MAX_CURVATURES) break;
    spread = spreadOf(curvatureAt(surface, position, free));
    if (!(newtonStep(spread, here.gradient).gain > NOTHING_LEFT)) break;
  }
  const { gain } = newtonStep(spread, here.gradient);
  const isTop = !spread.hasUpward && !isSloping(spread, here.gradient) && Number.isFinite(gain);
  return { position, objective: here.value, left: isTop ? gain : Number.POSITIVE_INFINITY, spread };
}

/** Whether the objective rises along a direction without curvature; then it has no maximum there. */
function isSloping({ free, flat }: Spread, gradient: Float64Array): boolean {
  return flat.some((along) => {
    const most = Math.max(...along.map((part) => Math.abs(part)));
    return Math.abs(free.reduce((sum, k, i) => sum + gradient[k]! * along[i]!, 0)) > SLOPING * most;
  });
}

/** The Newton step H⁻¹g, and the gain ½ gᵀH⁻¹g that a quadratic model promises for it. */
function newtonStep({ free, covariance }: Spread, gradient: Float64Array): { move: number[]; gain: number } {
  const move = covariance.map((row) => free.reduce((sum, k, j) => sum + row[j]! * gradient[k]!, 0));
  return { move, gain: 0.5 * free.reduce((sum, k, i) => sum + gradient[k]! * move[i]!, 0) };
}
