/** One scout: a climb from a random start to a maximum of the density, and what mass lies around it. */
import { DIMENSION, VALUES, constrain } from '../layout';
import { seedStream } from '../random/stream';
import { setComponent } from '../sampler/vector';
import { climb } from './climb';
import { MAX_DIMENSIONS, allocateLaplace, laplaceEvidence, standardDeviations, stepByCurvature } from './laplace';
import { POSITION, evaluations, resetEvaluations } from './point';
import { allocateStart, findStart, FIRST_STREAM } from './start';

/** What became of a scout: the statuses of docs/abi.md. */
const ARRIVED: i32 = 0;
const NO_START: i32 = 1;
const NO_MAXIMUM: i32 = 2;
const TOO_MANY_DIMENSIONS: i32 = 3;
const NO_MEMORY: i32 = 4;

/** Newton steps at most, and what they must promise in log density: far less than matters to a share of the mass. */
const CORRECTIONS: i32 = 10;
const NEGLIGIBLE_ASCENT: f64 = 1e-6;

let point: usize = 0;
let isReady: bool = false;

/** Scout number `index` of a seed, as docs/abi.md describes `scout`; memory is allocated the first time. */
export function scoutFrom(seedLow: u32, seedHigh: u32, index: i32, out: usize): i32 {
  if (!isReady) {
    point = allocateStart();
    if (point == 0) return NO_MEMORY;
    if (DIMENSION <= MAX_DIMENSIONS && !allocateLaplace()) return NO_MEMORY;
    isReady = true;
  }
  seedStream(seedLow, seedHigh, FIRST_STREAM + <u32>index);
  resetEvaluations();
  const status = visit(index, out);
  store<f64>(out, evaluations(), 16);
  return status;
}

function visit(index: i32, out: usize): i32 {
  if (!findStart(point, index)) return NO_START;
  if (!climb(point)) return NO_MAXIMUM;
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
