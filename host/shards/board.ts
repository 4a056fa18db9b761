/**
 * The memory that an instance shares with its helpers for shards of its rows: the position for the density, the shards
 * that are taken, and their sums. A gradient takes about a millisecond, which is too short for messages between
 * threads.
 */

/** The words of the header, as i32 indices. */
const TURN = 0;
const LEFT = 1;
const DONE = 2;
const SIZE = 3;
const HELPERS = 4;
const LEAVING = 5;
const HAS_CENTRINGS = 6;
const HEAD_BYTES = 64;

/** The turn number that ends all turns. */
const CLOSED = -1;
/**
 * A turn and the number of its remaining branches are one number, of which these are the bits of the latter; turn
 * numbers wrap around after this.
 */
const BRANCH_BITS = 7;
const BRANCHES = 2 ** BRANCH_BITS - 1;
const TURNS = 2 ** (31 - BRANCH_BITS);

/** How long a thread polls before it sleeps, in milliseconds: longer than the time between two gradients. */
const LOOK = 0.2;
const LOOKS = 64;
/** The maximum time that it sleeps before it polls again. */
const SLEEP = 1000;

/** An instance's description of its shards. */
export interface ShardSizes {
  /** A power of two. */
  readonly shards: number;
  /** The number of f64 values in the sums of one shard. */
  readonly sums: number;
  /** The number of f64 values of a position, and of centrings. */
  readonly values: number;
  readonly centrings: number;
}

/** The shared memory, as it is sent to helper threads. */
export interface SharedBoard extends ShardSizes {
  readonly memory: SharedArrayBuffer;
}

/** Whether threads can share memory here: a page must be isolated from other origins for it. */
export function canShare(): boolean {
  return typeof SharedArrayBuffer !== 'undefined';
}

export function newBoard(sizes: ShardSizes): SharedBoard {
  const { shards, sums, values, centrings } = sizes;
  return { ...sizes, memory: new SharedArrayBuffer(HEAD_BYTES + 8 * (values + centrings + shards * sums)) };
}

/** Ends all turns; all helpers leave. */
export function closeBoard({ memory }: SharedBoard): void {
  const head = new Int32Array(memory, 0, HEAD_BYTES / 4);
  Atomics.store(head, TURN, CLOSED);
  Atomics.notify(head, TURN);
}

/** Asks one helper to leave. */
export function dismissHelper({ memory }: SharedBoard): void {
  const head = new Int32Array(memory, 0, HEAD_BYTES / 4);
  Atomics.add(head, LEAVING, 1);
  Atomics.notify(head, TURN);
}

/** Sums a branch of the tree, `count` shards from `first` on, and returns the position of its sums. */
export interface BranchSums {
  sum(first: number, count: number): void;
  sumsAt(first: number): Float64Array;
}

/** Guards one thread's view of a board. */
export class Board {
  readonly #sizes: ShardSizes;
  readonly #head: Int32Array;
  readonly #position: Float64Array;
  readonly #centrings: Float64Array;
  readonly #sums: Float64Array;
  #turn = 0;

  constructor({ memory, ...sizes }: SharedBoard) {
    this.#sizes = sizes;
    const { shards, sums, values, centrings } = sizes;
    this.#head = new Int32Array(memory, 0, HEAD_BYTES / 4);
    this.#position = new Float64Array(memory, HEAD_BYTES, values);
    this.#centrings = new Float64Array(memory, HEAD_BYTES + 8 * values, centrings);
    this.#sums = new Float64Array(memory, HEAD_BYTES + 8 * (values + centrings), shards * sums);
  }

  /** The position for the density. */
  get position(): Float64Array {
    return this.#position;
  }

  /** The centrings that apply there; null as long as none have been set. */
  get centrings(): Float64Array | null {
    return this.#head[HAS_CENTRINGS] === 1 ? this.#centrings : null;
  }

  /**
   * Sums all shards at a position, by this thread and its helpers. Returns, at the first shard of each summed branch,
   * its number of shards.
   */
  lead(position: Float64Array, centrings: Float64Array | null, branches: BranchSums): number {
    const { shards } = this.#sizes;
    const head = this.#head;
    const threads = 1 + Atomics.load(head, HELPERS);
    if (threads === 1) {
      branches.sum(0, shards);
      return shards;
    }
    // Several branches per thread, because a thread may be delayed.
    let count = shards;
    while (count > 1 && shards / count < 8 * threads) count /= 2;
    this.#position.set(position);
    if (centrings !== null) this.#centrings.set(centrings);
    head[HAS_CENTRINGS] = centrings === null ? 0 : 1;
    head[SIZE] = count;
    this.#turn = (this.#turn + 1) % TURNS;
    Atomics.store(head, DONE, 0);
    Atomics.store(head, LEFT, (this.#turn << BRANCH_BITS) | (shards / count));
    Atomics.store(head, TURN, this.#turn);
    Atomics.notify(head, TURN);
    const own = new Set<number>();
    for (let first = this.#take(); first !== null; first = this.#take()) {
      branches.sum(first, count);
      own.add(first);
    }
    const helped = shards / count - own.size;
    for (let done = Atomics.load(head, DONE); done < helped; done = Atomics.load(head, DONE)) {
      this.#waitWhile(DONE, done);
    }
    for (let first = 0; first < shards; first += count) {
      if (!own.has(first)) branches.sumsAt(first).set(this.#sumsAt(first));
    }
    return count;
  }

  /** Joins the helpers. */
  join(): void {
    Atomics.add(this.#head, HELPERS, 1);
  }

  /** Waits for the next turn; false if there is none, or this helper should leave. */
  await(): boolean {
    for (;;) {
      const turn = Atomics.load(this.#head, TURN);
      if (turn === CLOSED || this.#mayLeave()) return false;
      if (turn !== this.#turn) {
        this.#turn = turn;
        return true;
      }
      this.#waitWhile(TURN, turn, LEAVING);
    }
  }

  /** Sums the branches of this turn that nobody else has taken. */
  help(branches: BranchSums): void {
    for (let first = this.#take(); first !== null; first = this.#take()) {
      branches.sum(first, this.#head[SIZE]!);
      this.#sumsAt(first).set(branches.sumsAt(first));
      Atomics.add(this.#head, DONE, 1);
      Atomics.notify(this.#head, DONE);
    }
  }

  #mayLeave(): boolean {
    for (
      let asked = Atomics.load(this.#head, LEAVING);
      asked > 0;
      asked = Atomics.load(this.#head, LEAVING)
    ) {
      if (Atomics.compareExchange(this.#head, LEAVING, asked, asked - 1) !== asked) continue;
      Atomics.sub(this.#head, HELPERS, 1);
      return true;
    }
    return false;
  }

  /** The first shard of a branch of this turn that nobody has taken; null when none is left, or a later turn has begun. */
  #take(): number | null {
    for (;;) {
      const left = Atomics.load(this.#head, LEFT);
      if (left >>> BRANCH_BITS !== this.#turn || (left & BRANCHES) === 0) return null;
      if (Atomics.compareExchange(this.#head, LEFT, left, left - 1) !== left) continue;
      return ((left & BRANCHES) - 1) * this.#head[SIZE]!;
    }
  }

  #sumsAt(first: number): Float64Array {
    const { sums } = this.#sizes;
    return this.#sums.subarray(first * sums, (first + 1) * sums);
  }

  /**
   * Polls for a while whether a word of the header changes, or another is no longer 0, and then sleeps until it is
   * notified.
   */
  #waitWhile(word: number, value: number, other?: number): void {
    const head = this.#head;
    const until = performance.now() + LOOK;
    do {
      for (let look = 0; look < LOOKS; look++) {
        if (Atomics.load(head, word) !== value) return;
        if (other !== undefined && Atomics.load(head, other) > 0) return;
      }
    } while (performance.now() < until);
    Atomics.wait(head, word, value, SLEEP);
  }
}
