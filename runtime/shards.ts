/**
 * Shards: where rows take long, they are cut into parts of which each has sums of its own, and these are added in a fixed tree. How many
 * there are follows from the layout and its table alone, so that the sums are the same bits wherever each shard is computed: here one
 * after another, or by a host in several instances at once.
 */
import { sumShard } from './layout';
import { allocate, allocateEach } from './memory';

/** Rows that take fewer operations than this, about a millisecond's, are not cut. */
const LEAST_WORK: f64 = 2_097_152;
/** A shard has at least so many operations. */
const LEAST_OF_SHARD: f64 = 262_144;
const MOST_SHARDS: i32 = 64;

/** A power of two. */
let shards: i32 = 1;
/** Bytes of the sums of one shard, a whole number of pairs; and where those of the first are. */
let bytes: usize = 0;
let sums: usize = 0;

/** Which of the programs for the density is running. */
let program: i32 = 0;
/** The unconstrained position at which it is computed; 0 for a point of the layout's own scale. */
let position: usize = 0;
/** The centrings that hold, once any have been set. */
let centrings: usize = 0;
/** Whether the host decides where shards are computed. */
let isShared: bool = false;

/**
 * Decides how many shards there are, from the operations that the rows take, and makes room for their sums. False if there is no more
 * memory.
 */
export function openShards(work: f64, bytesOfSums: usize): bool {
  bytes = bytesOfSums;
  if (work < LEAST_WORK) return true;
  while (shards < MOST_SHARDS && <f64>(shards << 1) * LEAST_OF_SHARD <= work) shards <<= 1;
  sums = allocateEach(shards, bytes);
  return sums != 0;
}

/** How many shards there are: 1 where rows are not cut. */
export function shardCount(): i32 {
  return shards;
}

/** Bytes of the sums of a shard. */
export function shardBytes(): usize {
  return bytes;
}

/** Where the sums of a shard are. */
export function sumsOfShard(shard: i32): usize {
  return sums + bytes * <usize>shard;
}

/** The offset of the first member of a shard, in arrays of so many bytes; that of the next is where it ends. */
export function beginOfShard(end: usize, shard: i32, count: i32): usize {
  return <usize>((<u64>(end >> 4) * shard) / count) << 4;
}

/** The same for rows of cells, of which there are `rows`: the offset in one f64 a row. */
export function beginOfRows(rows: i32, shard: i32, count: i32): usize {
  return <usize>((<u64>rows * shard) / count) << 3;
}

/** The offset, among the ends of runs, of the run in which each shard begins: u32s; 0 if there is no more memory. */
export function runsOfShards(runEnds: usize, end: usize): usize {
  const runs = allocate(<usize>shards << 2);
  if (runs == 0) return 0;
  let run: usize = 0;
  for (let shard = 0; shard < shards; shard++) {
    const begin = beginOfShard(end, shard, shards);
    while (begin < end && <usize>load<u32>(runEnds + run) <= begin) run += 4;
    store<u32>(runs + (<usize>shard << 2), <u32>run);
  }
  return runs;
}

/** Notes where the density that comes next is computed: an unconstrained position, or 0. */
export function computeAt(where: usize): void {
  position = where;
}

/** Notes the centrings that hold from now on. */
export function keepCentrings(from: usize, count: i32): void {
  if (centrings == 0) centrings = allocate(<usize>count << 3);
  if (centrings != 0) memory.copy(centrings, from, <usize>count << 3);
}

export function shardPosition(): usize {
  return position;
}

export function shardCentrings(): usize {
  return centrings;
}

/** Has the host decide where shards are computed, by the function that it put into the first place of the module's table. */
export function shareShards(is: bool): void {
  isShared = is;
}

/**
 * Computes the sums of all rows for one of the programs for the density, which then are those of the first shard. False where the host wanted
 * only some shards: the density has no meaning then.
 */
export function sumRows(which: i32): bool {
  program = which;
  if (!isShared || position == 0) {
    sumShards(0, shards);
    return true;
  }
  const summed = call_indirect<i32>(0);
  if (summed <= 0) return false;
  addSums(0, shards, summed);
  return true;
}

/** Computes `count` shards, a power of two at a multiple of it, and adds their sums to those of the first: a branch of the tree. */
export function sumShards(first: i32, count: i32): void {
  for (let shard = first; shard < first + count; shard++) sumShard(program, shard, sumsOfShard(shard));
  addSums(first, count, 1);
}

/** Adds the sums of `count` shards to those of the first, in pairs, pairs of pairs and so on; each `summed` are added already. */
function addSums(first: i32, count: i32, summed: i32): void {
  for (let stride = summed; stride < count; stride <<= 1) {
    for (let shard = first; shard + stride < first + count; shard += stride << 1) {
      const to = sumsOfShard(shard);
      const from = sumsOfShard(shard + stride);
      for (let at: usize = 0; at < bytes; at += 16) {
        v128.store(to + at, f64x2.add(v128.load(to + at), v128.load(from + at)));
      }
    }
  }
}
