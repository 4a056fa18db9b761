/** Where ascents begin: the random starts that a seed and a number give. */
import { DIMENSION } from '../layout';
import { allocate } from '../memory';
import { uniform } from '../random/stream';
import { setComponent } from '../sampler/vector';
import { allocateClimb } from './climb';
import { pointBytes, POSITION, evaluatePoint } from './point';

/** Ascents' random streams begin here, so that they never meet a chain's. */
export const FIRST_STREAM: u32 = 0x8000_0000;

const START_TRIES: i32 = 100;

/** Chains start within 2 of 0 in each dimension; one ascent in four looks farther. */
const START_RADIUS: f64 = 2;
const WIDE_RADIUS: f64 = 4;

export function radiusOf(index: i32): f64 {
  return (index & 3) == 3 ? WIDE_RADIUS : START_RADIUS;
}

let point: usize = 0;

/** The point that climbs, with room for the climb: allocated the first time. 0 when there is no more memory. */
export function allocateStart(): usize {
  if (point == 0 && allocateClimb()) point = allocate(pointBytes());
  return point;
}

/** Draws positions of the stream within `radius` of 0 until one has an objective. False when none had. */
export function findStart(point: usize, radius: f64): bool {
  for (let tries = 0; tries < START_TRIES; tries++) {
    for (let i = 0; i < DIMENSION; i++) setComponent(point + POSITION, i, radius * (2 * uniform() - 1));
    if (evaluatePoint(point)) return true;
  }
  return false;
}
