/** One ascent for a point estimate: from a given position or a random one, with some coordinates held. */
import { DIMENSION } from '../layout';
import { seedStream } from '../random/stream';
import { climb } from './climb';
import { allocateObjective, setObjective, UNCONSTRAINED } from './objective';
import { allocateStart, findStart, FIRST_STREAM } from './start';
import { gradientAt, POSITION, evaluatePoint, evaluations, resetEvaluations } from './point';

/** What became of it: the statuses of docs/abi.md. */
const ARRIVED: i32 = 0;
const NO_START: i32 = 1;
const NO_MAXIMUM: i32 = 2;
const NO_MEMORY: i32 = 4;

/** As docs/abi.md describes `ascend`. The scouts that follow climb what they always do. */
export function ascendFrom(
  objective: i32,
  seedLow: u32,
  seedHigh: u32,
  index: i32,
  from: usize,
  held: usize,
  out: usize,
): i32 {
  const point = allocateStart();
  if (point == 0 || !allocateObjective()) return NO_MEMORY;
  resetEvaluations();
  setObjective(objective, held);
  const status = visit(point, seedLow, seedHigh, index, from);
  setObjective(UNCONSTRAINED, 0);
  store<f64>(out, load<f64>(point));
  store<f64>(out, evaluations(), 8);
  memory.copy(out + 16, point + POSITION, <usize>DIMENSION << 3);
  return status;
}

function visit(point: usize, seedLow: u32, seedHigh: u32, index: i32, from: usize): i32 {
  if (from != 0) {
    memory.copy(point + POSITION, from, <usize>DIMENSION << 3);
    if (!evaluatePoint(point)) return NO_START;
  } else {
    seedStream(seedLow, seedHigh, FIRST_STREAM + <u32>index);
    if (!findStart(point, index)) return NO_START;
  }
  return climb(point) ? ARRIVED : NO_MAXIMUM;
}

/** One evaluation, as docs/abi.md describes `objective`. NaN when there is no more memory. */
export function evaluateObjective(objective: i32, position: usize, gradient: usize): f64 {
  const point = allocateStart();
  if (point == 0 || !allocateObjective()) return NaN;
  memory.copy(point + POSITION, position, <usize>DIMENSION << 3);
  setObjective(objective, 0);
  evaluatePoint(point);
  setObjective(UNCONSTRAINED, 0);
  memory.copy(gradient, point + gradientAt(), <usize>DIMENSION << 3);
  return load<f64>(point);
}
