/** Whether a gradient is that of a function, which is the meaning of a layout in most tests: by differences. */
import { expect } from 'vitest';
import { type Derivative, differenceAlong } from './central-difference.ts';
import { triesAll } from './random-cases.ts';

const TOLERANCE = 1e-6;
/** Up to so many coordinates are moved one by one. */
const MAX_SINGLE = 4;
const DIRECTIONS = 2;
/** A quotient whose steps cross a corner of the function is tried again with steps so much shorter. */
const SHORTER_STEPS = [1, 1e-2, 1e-4];
/** Multiples of these, modulo 1, are spread evenly and repeat no pattern: powers of the plastic number's inverse. */
const ROTATIONS = [0.7548776662466927, 0.5698402909980532] as const;

/**
 * Expects a gradient to be that of `meaning` at `point`, where the interpreter is slow: it is asked twenty times per
 * coordinate. So `npm test` moves all coordinates at once, in two directions in which each counts about as much: a wrong
 * slope shows in both, unless others cancel it twice. `npm run test:slow` moves each coordinate, and its message names it.
 */
export function expectSlopes(
  gradient: readonly number[],
  meaning: (point: ArrayLike<number>) => number,
  point: readonly number[],
  names: readonly string[] = [],
): void {
  expect(gradient).toHaveLength(point.length);
  if (triesAll() || point.length <= MAX_SINGLE) {
    for (const index of point.keys()) {
      const direction = point.map((x, other) => (other === index ? Math.max(Math.abs(x), 1) : 0));
      const slope = gradient[index]! * direction[index]!;
      expectSlope(slope, meaning, point, direction, `d/d${names[index] ?? index}`);
    }
    return;
  }
  for (let number = 0; number < DIRECTIONS; number++) {
    const direction = directionOf(number, point.length);
    const slope = gradient.reduce((sum, each, index) => sum + each * direction[index]!, 0);
    expectSlope(slope, meaning, point, direction, `the slope in direction ${number}`);
  }
}

function expectSlope(
  found: number,
  meaning: (point: ArrayLike<number>) => number,
  point: readonly number[],
  direction: readonly number[],
  what: string,
): void {
  const tried: Derivative[] = [];
  for (const step of SHORTER_STEPS) {
    const quotient = differenceAlong(meaning, point, direction, 0.1 * step);
    const slack = TOLERANCE * Math.max(1, Math.abs(quotient.value)) + 10 * quotient.error;
    if (Math.abs(found - quotient.value) <= slack) return;
    tried.push(quotient);
  }
  const quotients = tried.map(({ value, error }) => `${value} ± ${error}`);
  expect.fail(`${what} is ${found}, and the quotients are ${quotients.join(', ')}`);
}

/** Coordinates from 0.5 to 1 of either sign, which repeat in no order that a layout has. */
function directionOf(number: number, size: number): number[] {
  const share = (index: number, rotation: number) => ((index + 1) * rotation + 0.31 * number) % 1;
  return Array.from({ length: size }, (_, index) => {
    const sign = share(index, ROTATIONS[number % 2]!) < 0.5 ? -1 : 1;
    return sign * (0.5 + 0.5 * share(index, ROTATIONS[(number + 1) % 2]!));
  });
}
