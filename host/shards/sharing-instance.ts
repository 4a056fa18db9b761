/**
 * An instance whose shards other threads can compute, or that computes shards for another one (docs/reference/abi.md, Shards).
 */
import { notAsSaid } from '../../module/host-error.ts';
import { SamplerInstance } from '../sampler-instance.ts';
import { Board, type BranchSums, newBoard, type SharedBoard } from './board.ts';
import { relay } from './relay.ts';

/** The exports of docs/reference/abi.md for sharing shards; older modules lack them. */
interface ShardAbi {
  readonly table: WebAssembly.Table;
  shard_count(): number;
  shard_bytes(): number;
  shard_sums(shard: number): number;
  sum_shards(first: number, count: number): void;
  share_shards(isShared: number): void;
  shard_position(): number;
  shard_centrings(): number;
  centrings(): number;
  set_centrings(from: number): void;
}

export class SharingInstance extends SamplerInstance {
  get #shards(): ShardAbi {
    return this.abi as unknown as ShardAbi;
  }

  /** The number of shards of the rows; 1 if they are not divided, as in an older module. */
  get shards(): number {
    const { shard_count: count } = this.#shards as Partial<ShardAbi>;
    const shards = count?.() ?? 1;
    if (!Number.isInteger(Math.log2(shards)) || shards > 64)
      throw notAsSaid(`The module cuts rows into ${shards} shards.`);
    return shards;
  }

  /** Starts to share the shards, on the board that it returns. */
  share(): SharedBoard {
    const abi = this.#shards;
    const shared = newBoard({
      shards: this.shards,
      sums: (abi.shard_bytes() >>> 0) / 8,
      values: this.size,
      centrings: abi.centrings(),
    });
    const board = new Board(shared);
    const branches = this.#branches(shared.sums);
    this.#callBack(() => {
      const centrings = abi.shard_centrings();
      return board.lead(
        this.view(abi.shard_position(), this.size),
        centrings === 0 ? null : this.view(centrings, shared.centrings),
        branches,
      );
    });
    return shared;
  }

  /** Computes shards for another instance of the same module and rows, as long as it needs help. */
  help(shared: SharedBoard): void {
    const abi = this.#shards;
    const board = new Board(shared);
    const branches = this.#branches(shared.sums);
    // The rest of the density from this instance is meaningless.
    this.#callBack(() => {
      board.help(branches);
      return 0;
    });
    const centrings = this.allocate(Math.max(shared.centrings, 1) * 8);
    board.join();
    while (board.await()) {
      const point = this.writePoint(board.position);
      if (board.centrings !== null) {
        this.view(centrings, shared.centrings).set(board.centrings);
        abi.set_centrings(centrings);
      }
      this.abi.log_density_unconstrained(point, point + this.size * 8);
    }
  }

  #branches(sums: number): BranchSums {
    const abi = this.#shards;
    return {
      sum: (first, count) => abi.sum_shards(first, count),
      sumsAt: (first) => this.view(abi.shard_sums(first), sums),
    };
  }

  #callBack(called: () => number): void {
    this.#shards.table.set(0, relay(called));
    this.#shards.share_shards(1);
  }
}
