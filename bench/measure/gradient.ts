/** Microseconds per gradient of the module and of the plain loop, at the same points and in alternation. */
import { add, complete, configure, cycle, suite } from 'benny';
import type { Battery } from '../battery.ts';
import type { ModuleExports } from '../bound-module.ts';
import type { HandLoop } from '../loops/loop.ts';
import { positionsNear } from '../positions.ts';
import { lessIsBetter, type Result } from '../results.ts';
import { timeInTurns } from '../rounds.ts';

/** Several points, so that no call repeats the previous one. */
const POSITIONS = 16;
const SEED = 7;

/** Points at which a battery's gradients are measured. */
export function measuredPositions({ centre }: Battery): Float64Array[] {
  return positionsNear(centre, POSITIONS, SEED);
}

/** A function that evaluates the module's gradient at the next of the points on every call. */
export function moduleCall(exports: ModuleExports, positions: readonly Float64Array[]): () => number {
  const size = positions[0]!.length;
  const stride = size * 8;
  const address = exports.allocate((positions.length + 1) * stride) >>> 0;
  for (const [index, position] of positions.entries()) {
    new Float64Array(exports.memory.buffer, address + index * stride, size).set(position);
  }
  const gradient = address + positions.length * stride;
  let turn = 0;
  return () => {
    turn = (turn + 1) % positions.length;
    return exports.log_density_unconstrained(address + turn * stride, gradient);
  };
}

/** The same for the plain loop. */
export function loopCall(loop: HandLoop, positions: readonly Float64Array[]): () => number {
  const gradient = new Float64Array(positions[0]!.length);
  let turn = 0;
  return () => {
    turn = (turn + 1) % positions.length;
    return loop(positions[turn]!, gradient);
  };
}

/**
 * Prints benny's report of both, and returns the medians of interleaved rounds, which are robust against drift of the
 * machine. After benny's run the engine has fully optimised both: a loop that was called less often can take 50 %
 * longer.
 */
export async function measureGradient(battery: Battery, exports: ModuleExports): Promise<Result> {
  const positions = measuredPositions(battery);
  const module = moduleCall(exports, positions);
  const loop = loopCall(battery.loop(battery.columns), positions);
  await suite(
    `gradient, ${battery.name}`,
    configure({ cases: { minSamples: 10, maxTime: 1 } }),
    add('compiled module', () => void module()),
    add('plain JavaScript loop', () => void loop()),
    cycle(),
    complete(),
  );
  const { value, baseline, ratio } = timeInTurns(module, loop);
  // The median of the rounds' ratios, rather than the ratio of medians.
  return {
    ...lessIsBetter(`gradient, ${battery.name}, beside the JavaScript loop`, 'µs', value, baseline),
    ratio,
  };
}
