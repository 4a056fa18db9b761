/** The module's ABI: the functions that a host calls, as described in docs/reference/abi.md. */
import { allocateEdges, logDensityWithEdges } from './edge-slopes';
import * as layout from './layout';
import { allocate as reserve } from './memory';
import { ascendFrom, evaluateObjective, scoutFrom } from './optimise/ascents';
import * as prediction from './prediction';
import { reportsAt } from './reports';
import * as rows from './rows';
import { chainGradients, chainPosition, chainRestart, chainRun, chainStart, chainWarmup } from './sampler/chain';
import { copyCentrings } from './sampler/centring';
import * as shards from './shards';
import { smcDraws, smcReport, smcRun, smcStart } from './smc/run';

/** The version of the ABI of this module. */
export function abi_version(): i32 {
  return 7;
}

export function allocate(bytes: i32): usize {
  return bytes < 0 ? 0 : reserve(<usize>bytes);
}

export function begin_data(chunk_rows: i32): i32 {
  return rows.openRows(layout.COLUMNS, chunk_rows) ? 0 : 1;
}

export function column(index: i32): usize {
  return rows.chunkColumn(index);
}

export function counts(): usize {
  return rows.countsOfChunk();
}

export function add_rows(count: i32): i32 {
  return rows.addRows(count) ? 0 : 1;
}

export function distinct_rows(): i32 {
  return rows.distinctRows();
}

export function distinct_column(index: i32): usize {
  return rows.columnAt(index);
}

export function distinct_counts(): usize {
  return rows.countsOfRows();
}

export function bind(): i32 {
  return rows.closeRows() && layout.bindData() && allocateEdges() ? 0 : 1;
}

/** The number of values of a draw, known once data are bound. */
export function values(): i32 {
  return layout.VALUES;
}

export function statistic(index: i32): f64 {
  return layout.statisticAt(index);
}

export function log_density(point: usize, gradient: usize): f64 {
  return logDensityWithEdges(point, gradient);
}

export function outside_support(point: usize): i32 {
  return layout.firstOutsideSupport(point);
}

export function log_density_unconstrained(point: usize, gradient: usize): f64 {
  return layout.logDensityUnconstrained(point, gradient);
}

export function log_prior_unconstrained(point: usize, gradient: usize): f64 {
  return layout.logPriorUnconstrained(point, gradient);
}

export function constrain(point: usize, values: usize): void {
  layout.constrain(point, values);
}

export function chain_start(
  seed_low: u32,
  seed_high: u32,
  chain: i32,
  warmup: i32,
  target_accept: f64,
  max_tree_depth: i32,
): i32 {
  return chainStart(seed_low, seed_high, chain, warmup, target_accept, max_tree_depth);
}

export function chain_restart(position: usize, warmup: i32): i32 {
  return chainRestart(position, warmup);
}

export function chain_position(out: usize): void {
  chainPosition(out);
}

export function chain_run(transitions: i32, out: usize): i32 {
  return chainRun(transitions, out);
}

export function chain_warmup(): i32 {
  return chainWarmup();
}

export function chain_gradients(): f64 {
  return chainGradients();
}

export function centrings(): i32 {
  return layout.CENTRINGS;
}

export function set_centrings(from: usize): void {
  layout.setCentrings(from);
}

export function chain_centrings(out: usize): void {
  copyCentrings(out);
}

export function scout(seed_low: u32, seed_high: u32, index: i32, out: usize): i32 {
  return scoutFrom(seed_low, seed_high, index, out);
}

export function ascend(
  objective: i32,
  seed_low: u32,
  seed_high: u32,
  index: i32,
  from: usize,
  held: usize,
  out: usize,
): i32 {
  return ascendFrom(objective, seed_low, seed_high, index, from, held, out);
}

export function objective(objective: i32, position: usize, gradient: usize): f64 {
  return evaluateObjective(objective, position, gradient);
}

export function smc_start(
  seed_low: u32,
  seed_high: u32,
  run: i32,
  particles: i32,
  target_accept: f64,
  max_tree_depth: i32,
): i32 {
  return smcStart(seed_low, seed_high, run, particles, target_accept, max_tree_depth);
}

export function smc_run(transitions: i32): i32 {
  return smcRun(transitions);
}

export function smc_draws(out: usize): void {
  smcDraws(out);
}

export function smc_report(out: usize): void {
  smcReport(out);
}

export function distinct_row_numbers(): usize {
  return rows.distinctOfChunk();
}

export function level_statistic(index: i32): usize {
  return layout.levelStatisticAt(index);
}

export function set_levels(column: i32, levels: i32): void {
  prediction.setLevels(column, levels);
}

export function set_statistic(index: i32, value: f64): void {
  prediction.setStatistic(index, value);
}

export function level_statistic_room(index: i32): usize {
  return prediction.levelStatisticRoom(index);
}

export function bind_prediction(): i32 {
  return rows.closeRows() && prediction.bindData() ? 0 : 1;
}

export function predict(point: usize): void {
  prediction.predictAt(point);
}

export function outcome_mean(outcome: i32, out: usize): void {
  prediction.outcomeMean(outcome, out);
}

export function derived(index: i32, out: usize): void {
  prediction.derivedValue(index, out);
}

export function draw_outcome(
  outcome: i32,
  seed_low: u32,
  seed_high: u32,
  draw: u32,
  first: u32,
  distinct: usize,
  count: i32,
  out: usize,
): void {
  prediction.drawOutcome(outcome, seed_low, seed_high, draw, first, distinct, count, out);
}

export function evaluate_likelihood(point: usize): void {
  prediction.likelihoodAt(point);
}

export function log_likelihood(outcome: i32, out: usize): void {
  prediction.outcomeLogLikelihood(outcome, out);
}

/** What the layout reports of a point on its own scale: one f64 for each report of the manifest, or one per level. */
export function reports(point: usize, out: usize): void {
  reportsAt(point, out);
}

/** How many shards the rows are cut into, known once data are bound: a power of two, 1 where they are not cut. */
export function shard_count(): i32 {
  return shards.shardCount();
}

export function shard_bytes(): usize {
  return shards.shardBytes();
}

export function shard_sums(shard: i32): usize {
  return shards.sumsOfShard(shard);
}

export function sum_shards(first: i32, count: i32): void {
  shards.sumShards(first, count);
}

export function share_shards(is_shared: i32): void {
  shards.shareShards(is_shared != 0);
}

export function shard_position(): usize {
  return shards.shardPosition();
}

export function shard_centrings(): usize {
  return shards.shardCentrings();
}
