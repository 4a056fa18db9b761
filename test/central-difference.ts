/** Numerical derivatives, to check gradients against. */

export interface Derivative {
  readonly value: number;
  /** An estimate of the absolute error of `value`: Ridders' own, or the rounding error of the differences if larger. */
  readonly error: number;
}

/** How often a step may be halved again in search of finite values. */
const HALVINGS = 40;
/** How many steps, each half the one before, are extrapolated from. */
const STEPS = 10;

/**
 * The gradient of `f` at `point`, one derivative a coordinate, by central differences at halving steps, extrapolated to
 * step 0 as Richardson does; of all orders of extrapolation the one with the smallest estimated error is taken:
 * C. J. F. Ridders, "Accurate computation of F′(x) and F′(x)F″(x)", Advances in Engineering Software 4(2), 1982.
 *
 * The first step along a coordinate x is `step(x)`, one tenth of max(|x|, 1) unless given, and is halved while `f` is not
 * finite there. Where no step makes `f` finite the derivative is NaN.
 */
export function centralDifference(
  f: (point: Float64Array) => number,
  point: ArrayLike<number>,
  step: (x: number, index: number) => number = (x) => 0.1 * Math.max(Math.abs(x), 1),
): Derivative[] {
  return Array.from(point, (x, index) => {
    const moved = Float64Array.from(point);
    const along = (y: number): number => {
      moved[index] = y;
      return f(moved);
    };
    return derivative(along, x, step(x, index));
  });
}

/** The derivative of `f` at `point` along a direction, by the same differences; the first step is a share of the direction. */
export function differenceAlong(
  f: (point: Float64Array) => number,
  point: ArrayLike<number>,
  direction: ArrayLike<number>,
  firstStep = 0.1,
): Derivative {
  const along = (t: number) => f(Float64Array.from(point, (x, index) => x + t * direction[index]!));
  return derivative(along, 0, firstStep);
}

function derivative(f: (x: number) => number, x: number, firstStep: number): Derivative {
  let h = firstStep;
  for (let i = 0; i < HALVINGS && !Number.isFinite(f(x - h) + f(x + h)); i++) h /= 2;

  let best: Derivative = { value: Number.NaN, error: Infinity };
  let previous: number[] = [];
  for (let i = 0; i < STEPS; i++, h /= 2) {
    const above = f(x + h);
    const below = f(x - h);
    // The step that is really taken: x ± h is rounded.
    const taken = x + h - (x - h);
    const rounding = ((Math.abs(above) + Math.abs(below)) * 4 * Number.EPSILON) / taken;
    const row = [(above - below) / taken];
    for (let order = 1; order <= i; order++) {
      const finer = row[order - 1]!;
      const coarser = previous[order - 1]!;
      const extrapolated = finer + (finer - coarser) / (4 ** order - 1);
      const error = Math.max(Math.abs(extrapolated - finer), Math.abs(extrapolated - coarser), rounding);
      if (error < best.error) best = { value: extrapolated, error };
      row.push(extrapolated);
    }
    previous = row;
  }
  return best;
}
