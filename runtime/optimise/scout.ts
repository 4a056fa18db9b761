/** One scout: a climb from a random start to a maximum of the density, and what mass lies around it. */
import { DIMENSION, VALUES, constrain } from '../layout';
import { allocate } from '../memory';
import { seedStream, uniform } from '../random/stream';
import { vectorBytes, setComponent } from '../sampler/vector';
import { allocateClimb, climb } from './climb';
import { MOST_DIMENSIONS, allocateLaplace, laplaceEvidence, standardDeviations, stepByCurvature } from './laplace';
import { pointBytes, POSITION, evaluatePoint, evaluations, resetEvaluations } from './point';

/** What became of a scout: the statuses of docs/abi.md. */
const ARRIVED: i32 = 0;
const NO_START: i32 = 1;
const NO_MAXIMUM: i32 = 2;
const TOO_MANY_DIMENSIONS: i32 = 3;
const NO_MEMORY: i32 = 4;

/** Scouts' random streams begin here, so that they never meet a chain's. */
const FIRST_STREAM: u32 = 0x8000_0000;

const START_TRIES: i32 = 100;

/** Chains start within 2 of 0 in each dimension; one scout in four looks farther. */
const START_RADIUS: f64 = 2;
const WIDE_RADIUS: f64 = 4;

/** Newton steps at most, and what they must promise in log density: far less than matters to a share of the mass. */
const CORRECTIONS: i32 = 10;
const NEGLIGIBLE_ASCENT: f64 = 1e-6;

let point: usize = 0;

/** Scout number `index` of a seed, as docs/abi.md describes `scout`; memory is allocated the first time. */
export function scoutFrom(seedLow: u32, seedHigh: u32, index: i32, out: usize): i32 {
  if (point == 0) {
    if (!allocateClimb()) return NO_MEMORY;
    if (DIMENSION <= MOST_DIMENSIONS && !allocateLaplace()) return NO_MEMORY;
    point = allocate(pointBytes());
    if (point == 0) return NO_MEMORY;
  }
  seedStream(seedLow, seedHigh, FIRST_STREAM + <u32>index);
  resetEvaluations();
  const status = visit((index & 3) == 3 ? WIDE_RADIUS : START_RADIUS, out);
  store<f64>(out, evaluations(), 16);
  return status;
}

function visit(radius: f64, out: usize): i32 {
  if (!findStart(radius)) return NO_START;
  if (!climb(point)) return NO_MAXIMUM;
  const sds = out + 24 + (<usize>VALUES << 3);
  if (DIMENSION > MOST_DIMENSIONS) {
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
  return ARRIVED;
}

/** All but the gradients and the standard deviations. */
function writePlace(out: usize, evidence: f64): void {
  const values = out + 24;
  store<f64>(out, load<f64>(point));
  store<f64>(out, evidence, 8);
  constrain(point + POSITION, values);
  memory.copy(values + (<usize>VALUES << 4), point + POSITION, <usize>DIMENSION << 3);
}

function findStart(radius: f64): bool {
  for (let tries = 0; tries < START_TRIES; tries++) {
    for (let i = 0; i < DIMENSION; i++) setComponent(point + POSITION, i, radius * (2 * uniform() - 1));
    if (evaluatePoint(point)) return true;
  }
  return false;
}
