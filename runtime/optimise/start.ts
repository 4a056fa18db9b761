/** Where ascents begin: the random starts that a seed and a number give. */
import { allocate } from '../memory';
import { allocateBeginning, beginningEvaluations, findBeginning, START_RADIUS } from './begin';
import { allocateClimb } from './climb';
import { addEvaluations, pointBytes, POSITION, evaluatePoint } from './point';

/** Ascents' random streams begin here, so that they never meet a chain's. */
export const FIRST_STREAM: u32 = 0x8000_0000;

/** Chains start within 2 of 0 in each dimension; one ascent in four looks farther. Half of them do where a prior may be vague. */
const WIDE_RADIUS: f64 = 4;

let point: usize = 0;

/** The point that climbs, with room for the climb: allocated the first time. 0 when there is no more memory. */
export function allocateStart(): usize {
  if (point == 0 && allocateClimb() && allocateBeginning()) point = allocate(pointBytes());
  return point;
}

/** Puts the point where the stream says that ascent number `index` begins. False when no place had an objective. */
export function findStart(point: usize, index: i32): bool {
  const radius = (index & 3) == 3 ? WIDE_RADIUS : START_RADIUS;
  const isFound = findBeginning(point + POSITION, radius, (index & 1) == 1);
  addEvaluations(beginningEvaluations());
  return isFound && evaluatePoint(point);
}
