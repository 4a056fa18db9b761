/**
 * The two ascents that a module exports. A scout climbs from a random start to a maximum of the density, and measures what mass lies around
 * it; an ascent for a point estimate climbs an objective, from a given position or a random one, with some coordinates held.
 */
import { DIMENSION, VALUES, constrain } from '../layout';
import { seedStream } from '../random/stream';
import { setComponent } from '../sampler/vector';
import { climb, allocateClimb } from './climb';
import { allocateKnown, enterGroup, isNearMaximum, rememberMaximum, writeNearMaximum } from './known-maxima';
import { MAX_DIMENSIONS, allocateLaplace, curvatureFactor, laplaceEvidence, standardDeviations, stepByCurvature } from './laplace';
import { POSITION, evaluations, resetEvaluations, allocateObjective, setObjective, UNCONSTRAINED, gradientAt, evaluatePoint, addEvaluations, pointBytes } from './objective';
import { allocate } from '../memory';
import { allocateBeginning, beginningEvaluations, findBeginning, START_RADIUS } from './begin';

/** The number of the first random stream of ascents, so that they never share one with a chain. */
const FIRST_STREAM: u32 = 0x8000_0000;

/** Chains start within 2 of 0 in each dimension. One ascent in four starts farther out, or one in two if a prior may be vague. */
const WIDE_RADIUS: f64 = 4;

/** The current point of the ascent. */
let point: usize = 0;

/** Allocates the point and what its climb needs, on the first call. False if there is no more memory. */
function allocatePoint(): bool {
  if (point == 0 && allocateClimb() && allocateBeginning()) point = allocate(pointBytes());
  return point != 0;
}

/** Moves the point to the random start of ascent number `index`. False if the objective was finite at none of the tried positions. */
function findStart(index: i32): bool {
  const radius = (index & 3) == 3 ? WIDE_RADIUS : START_RADIUS;
  const isFound = findBeginning(point + POSITION, radius, (index & 1) == 1);
  addEvaluations(beginningEvaluations());
  return isFound && evaluatePoint(point);
}

/** The result of an ascent: the statuses of docs/reference/abi.md. */
const ARRIVED: i32 = 0;
const NO_START: i32 = 1;
const NO_MAXIMUM: i32 = 2;
const TOO_MANY_DIMENSIONS: i32 = 3;
const NO_MEMORY: i32 = 4;

/**
 * Maximum number of Newton steps, and the gain in log density that a step must promise: far less than would affect a
 * share of the mass.
 */
const CORRECTIONS: i32 = 10;
const NEGLIGIBLE_ASCENT: f64 = 1e-6;

let isReady: bool = false;

/** Scout number `index` of a seed, as docs/reference/abi.md describes `scout`; memory is allocated the first time. */
export function scoutFrom(seedLow: u32, seedHigh: u32, index: i32, out: usize): i32 {
  if (!isReady) {
    if (!allocatePoint()) return NO_MEMORY;
    if (DIMENSION <= MAX_DIMENSIONS && !(allocateLaplace() && allocateKnown())) return NO_MEMORY;
    isReady = true;
  }
  seedStream(seedLow, seedHigh, FIRST_STREAM + <u32>index);
  resetEvaluations();
  enterGroup(seedLow, seedHigh, index);
  const status = visit(index, out);
  store<f64>(out, evaluations(), 16);
  return status;
}

function visit(index: i32, out: usize): i32 {
  if (!findStart(index)) return NO_START;
  if (!climb(point, true)) return NO_MAXIMUM;
  if (isNearMaximum(point)) {
    writeNearMaximum(out);
    return ARRIVED;
  }
  const sds = out + 24 + (<usize>VALUES << 3);
  if (DIMENSION > MAX_DIMENSIONS) {
    for (let i = 0; i < VALUES; i++) setComponent(sds, i, NaN);
    writePlace(out, NaN);
    return TOO_MANY_DIMENSIONS;
  }
  let evidence = laplaceEvidence(point);
  for (let i = 0; i < CORRECTIONS && isFinite(evidence); i++) {
    if (!stepByCurvature(point, NEGLIGIBLE_ASCENT)) break;
    evidence = laplaceEvidence(point);
  }
  if (!isFinite(evidence)) return NO_MAXIMUM;
  standardDeviations(sds);
  writePlace(out, evidence);
  rememberMaximum(point, curvatureFactor(), out);
  return ARRIVED;
}

/** Writes the objective, the evidence and the values at the current point. */
function writePlace(out: usize, evidence: f64): void {
  const values = out + 24;
  store<f64>(out, load<f64>(point));
  store<f64>(out, evidence, 8);
  constrain(point + POSITION, values);
  memory.copy(values + (<usize>VALUES << 4), point + POSITION, <usize>DIMENSION << 3);
}

/** As docs/reference/abi.md describes `ascend`. Scouts that follow climb the posterior density, as always. */
export function ascendFrom(
  objective: i32,
  seedLow: u32,
  seedHigh: u32,
  index: i32,
  from: usize,
  held: usize,
  out: usize,
): i32 {
  if (!allocatePoint() || !allocateObjective()) return NO_MEMORY;
  resetEvaluations();
  setObjective(objective, held);
  const status = ascend(seedLow, seedHigh, index, from);
  setObjective(UNCONSTRAINED, 0);
  store<f64>(out, load<f64>(point));
  store<f64>(out, evaluations(), 8);
  memory.copy(out + 16, point + POSITION, <usize>DIMENSION << 3);
  return status;
}

function ascend(seedLow: u32, seedHigh: u32, index: i32, from: usize): i32 {
  if (from != 0) {
    memory.copy(point + POSITION, from, <usize>DIMENSION << 3);
    if (!evaluatePoint(point)) return NO_START;
  } else {
    seedStream(seedLow, seedHigh, FIRST_STREAM + <u32>index);
    if (!findStart(index)) return NO_START;
  }
  return climb(point, false) ? ARRIVED : NO_MAXIMUM;
}

/** One evaluation, as docs/reference/abi.md describes `objective`. NaN if there is no more memory. */
export function evaluateObjective(objective: i32, position: usize, gradient: usize): f64 {
  if (!allocatePoint() || !allocateObjective()) return NaN;
  memory.copy(point + POSITION, position, <usize>DIMENSION << 3);
  setObjective(objective, 0);
  evaluatePoint(point);
  setObjective(UNCONSTRAINED, 0);
  memory.copy(gradient, point + gradientAt(), <usize>DIMENSION << 3);
  return load<f64>(point);
}
