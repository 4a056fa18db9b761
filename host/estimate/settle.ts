/** From where a climb ended to the optimum itself: by Newton's steps, and onto the bounds that it lies on. */
import type { Parameter } from '../parameters.ts';
import { type AtBound, atBound, type End } from './bounds.ts';
import { type Spread, spreadOf } from './curvature.ts';
import { curvatureAt } from './hessian.ts';
import type { Surface } from './surface.ts';

/** An optimum, or what there is in its place. */
export interface Settled {
  /** On the unconstrained scale. */
  readonly position: Float64Array;
  readonly objective: number;
  /** What is still to be gained along the gradient, by a quadratic model; Infinity where that has no maximum. */
  readonly left: number;
  /** The coordinates that lie on a bound, which are held there. */
  readonly bounds: ReadonlyMap<number, End>;
  /** Of the others, given those. */
  readonly spread: Spread;
}

const MAX_CURVATURES = 6;
const MAX_STEPS = 6;
/** In units of log density: the position is then within 10⁻⁹ standard deviations of the optimum. */
const NOTHING_LEFT = 1e-18;

/** A slope, in units of log density a unit of the unconstrained scale, that no rounding and no end of a climb explains. */
const SLOPING = 1e-4;

/** Takes a climb's end to the optimum. A coordinate on a bound is put there and held, and the others climb again. */
export function settle(surface: Surface, parameters: readonly Parameter[], end: Float64Array): Settled {
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
  const free = parameters.map((_, k) => k).filter((k) => !bounds.has(k));
  return { ...polish(surface, position, free), bounds };
}

/** Newton's steps among the free coordinates, in the directions that bend. */
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

/** Whether the objective rises along a direction in which it does not bend: it has no top there. */
function isSloping({ free, flat }: Spread, gradient: Float64Array): boolean {
  return flat.some((along) => {
    const most = Math.max(...along.map((part) => Math.abs(part)));
    return Math.abs(free.reduce((sum, k, i) => sum + gradient[k]! * along[i]!, 0)) > SLOPING * most;
  });
}

/** The step H⁻¹g, and the ½ gᵀH⁻¹g that a quadratic model promises. */
function newtonStep({ free, covariance }: Spread, gradient: Float64Array): { move: number[]; gain: number } {
  const move = covariance.map((row) => free.reduce((sum, k, j) => sum + row[j]! * gradient[k]!, 0));
  return { move, gain: 0.5 * free.reduce((sum, k, i) => sum + gradient[k]! * move[i]!, 0) };
}
