/**
 * Runs the sampler: all chains, or all runs of sequential Monte Carlo, one after another, with their draws as rows of
 * numbers.
 */
import { VALUES, bindData } from '../layout';
import { allocate, release } from '../memory';
import { closeRows } from '../rows';
import { chainRun, chainStart } from '../sampler/chain';
import { smcDraws, smcRun, smcStart } from '../smc/run';
import { List, append, itemAt, openList, reserve } from './storage';
import * as option from './options';
import { BAD_INPUT, endWithoutMemory, raise } from './problems';
import { subject } from './read-table';
import { tellNoStart, tellNoStartOfRun } from './sentences';
import { requireStatistics } from './statistics';

/** Numbers in a row before the layout's values. */
const ROW_HEADER: i32 = 7;

/** Bounds on the sampler's memory besides the data: a number of vectors of a draw's length, and a constant. */
const VECTORS: usize = 512;
const OTHER_BYTES: usize = 1 << 20;

/** Transitions of single particles per call; the draws do not depend on it. */
const PIECE: i32 = 1 << 20;

/** Return values of `smcStart` and `smcRun`. */
const ARRIVED: i32 = 1;
const NO_MEMORY: i32 = 3;

/** The rows of each run's particles. */
let runs = changetype<List>(0);
/** The current row of a chain. */
let row: usize = 0;

export function rowNumbers(): i32 {
  return ROW_HEADER + VALUES;
}

/** Ends the reading of rows and does everything that can fail, so that nothing is written before. */
export function beginSampling(): void {
  if (!closeRows() || !bindData()) endWithoutMemory();
  requireStatistics();
  const needed = allocate((<usize>VALUES << 3) * VECTORS + OTHER_BYTES);
  if (needed == 0) endWithoutMemory();
  release(needed);
  row = reserve(<usize>rowNumbers() << 3);
  if (option.isSequential) {
    runParticles();
    return;
  }
  for (let chain = 1; chain <= option.chains; chain++) startChain(chain);
}

/** Starts a chain; a restarted chain gives the same draws. */
export function startChain(chain: i32): void {
  const status = chainStart(
    <u32>option.seed,
    <u32>(option.seed >> 32),
    chain,
    option.warmup,
    option.targetAccept,
    option.maxTreeDepth,
  );
  if (status == 0) return;
  tellNoStart(subject(), chain);
  raise(BAD_INPUT);
}

/** Makes the next transition of the current chain, and returns the address of its row. */
export function nextRow(): usize {
  chainRun(1, row);
  return row;
}

/** The rows of a run's particles, one after another. */
export function particleRows(run: i32): usize {
  return itemAt(runs, run - 1);
}

function runParticles(): void {
  runs = openList();
  for (let run = 1; run <= option.chains; run++) {
    const begun = smcStart(
      <u32>option.seed,
      <u32>(option.seed >> 32),
      run,
      option.draws,
      option.targetAccept,
      option.maxTreeDepth,
    );
    if (begun == NO_MEMORY) endWithoutMemory();
    if (begun != 0) refuseRun(run);
    let status = 0;
    while (status == 0) status = smcRun(PIECE);
    if (status != ARRIVED) refuseRun(run);
    const rows = reserve(<usize>option.draws * (<usize>rowNumbers() << 3));
    smcDraws(rows);
    append(runs, rows);
  }
}

function refuseRun(run: i32): void {
  tellNoStartOfRun(subject(), run);
  raise(BAD_INPUT);
}
