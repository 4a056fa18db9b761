/** One instance of a compiled layout with its data bound: densities, statistics, and scouts, and one chain at a time. */
import { brokeOff, HostError, notAsSaid, reasonOf } from './host-error.ts';
import { drawSize, levelCounts } from './levels.ts';
import type { LoadedModule } from './load.ts';
import type { Manifest } from './manifest.ts';
import { viewOf } from './memory-view.ts';
import { type ParticleReport, REPORT_NUMBERS, readReport } from './particle-report.ts';
import type { FittedStatistics } from './predict/fitted.ts';
import { allRows, feedRows, type Rows, type RowsAbi } from './rows.ts';

/** The numbers that stand before the latents in a row of `chain_run`; see docs/abi.md. */
export const SAMPLER_COLUMNS = 7;

/** How a chain is begun. */
export interface ChainStart {
  /** A whole number in [0, 2^64). */
  readonly seed: bigint;
  /** Which of the seed's independent streams, from 1. */
  readonly chain: number;
  /** Transitions that adapt, before those that count. */
  readonly warmup: number;
  /** In (0, 1). */
  readonly targetAccept: number;
  readonly maxTreeDepth: number;
}

/** A maximum of the density on the unconstrained scale; one number a value of a draw in each array. */
export interface Maximum {
  readonly logDensity: number;
  /** The log of the mass around it by Laplace's approximation, up to a constant of the layout and its data. */
  readonly logEvidence: number;
  /** On the layout's own scale. */
  readonly values: Float64Array;
  /** Of the values, by the same approximation. */
  readonly sds: Float64Array;
  /** On the unconstrained scale. */
  readonly position: Float64Array;
}

/** What one scout found, if anything, and the gradients it took. */
export interface ScoutReport {
  readonly maximum: Maximum | null;
  readonly gradients: number;
}

/** The exports of docs/abi.md. */
interface Abi extends RowsAbi {
  abi_version(): number;
  allocate(bytes: number): number;
  bind(): number;
  values(): number;
  statistic(index: number): number;
  level_statistic(index: number): number;
  log_density(point: number, gradient: number): number;
  log_density_unconstrained(position: number, gradient: number): number;
  log_prior_unconstrained(position: number, gradient: number): number;
  constrain(position: number, values: number): void;
  outside_support(point: number): number;
  chain_start(
    seedLow: number,
    seedHigh: number,
    chain: number,
    warmup: number,
    targetAccept: number,
    maxTreeDepth: number,
  ): number;
  chain_run(transitions: number, out: number): number;
  chain_gradients(): number;
  scout(seedLow: number, seedHigh: number, index: number, out: number): number;
  smc_start(
    seedLow: number,
    seedHigh: number,
    run: number,
    particles: number,
    targetAccept: number,
    maxTreeDepth: number,
  ): number;
  smc_run(transitions: number): number;
  smc_draws(out: number): void;
  smc_report(out: number): void;
}

/** Guards the module's memory: the addresses handed out, and the room for points and rows. */
export class Instance {
  readonly manifest: Manifest;
  /** How many values a point and a draw have: one a latent, or one a level of its category. */
  readonly size: number;
  readonly #abi: Abi;
  readonly #boundRows: number;
  /** How many levels each category has. */
  readonly #levels: ReadonlyMap<string, number>;
  #point = 0;
  #maximum = 0;
  #report = 0;
  #rows = { address: 0, capacity: 0 };

  /** Use `bindInstance`. */
  constructor(manifest: Manifest, exports: WebAssembly.Exports, given: Rows) {
    this.manifest = manifest;
    this.#abi = exports as unknown as Abi;
    const version = this.#abi.abi_version();
    if (version !== manifest.abi) {
      throw notAsSaid(
        `The module answers version ${version} of the ABI, and its manifest says ${manifest.abi}.`,
      );
    }
    this.#boundRows = allRows(given);
    this.#levels = levelCounts(manifest, given);
    const feeding = feedRows(this.#abi, given);
    let fed = feeding.next();
    while (fed.done !== true) fed = feeding.next();
    if (!fed.value || this.#abi.bind() !== 0) throw noRoom(this.#boundRows);
    this.size = this.#abi.values();
    const expected = drawSize(manifest, given);
    if (this.size !== expected) {
      throw notAsSaid(`The module has ${this.size} values a draw, and its manifest says ${expected}.`);
    }
    this.#checkStatistics();
  }

  /** A statistic that is not there is NaN. */
  #checkStatistics(): void {
    const { statistics } = this.manifest;
    if (!Number.isNaN(this.#abi.statistic(statistics.length))) {
      throw notAsSaid(`The module has more statistics than the ${statistics.length} of its manifest.`);
    }
    const wrong = statistics.findIndex((_, index) => Number.isNaN(this.#abi.statistic(index)));
    if (wrong < 0) return;
    throw new HostError(
      'data',
      `The statistic \`${statistics[wrong]}\` of these data is not a number.`,
      'Give data of which it is one; if they are such, build the layout again.',
    );
  }

  /** The log density at a point, one number a value of a draw on the layout's own scale, without Jacobians, and its gradient. */
  logDensity(point: ArrayLike<number>): { logDensity: number; gradient: Float64Array } {
    const size = this.size;
    const address = this.#writePoint(point);
    const logDensity = evaluated(() => this.#abi.log_density(address, address + size * 8));
    return { logDensity, gradient: this.#view(address + size * 8, size).slice() };
  }

  /** The log density with its Jacobian at a position on the unconstrained scale, as long as a draw, and its gradient. */
  logDensityUnconstrained(position: ArrayLike<number>): { logDensity: number; gradient: Float64Array } {
    const size = this.size;
    const address = this.#writePoint(position);
    const logDensity = evaluated(() => this.#abi.log_density_unconstrained(address, address + size * 8));
    return { logDensity, gradient: this.#view(address + size * 8, size).slice() };
  }

  /** The same of the prior alone. */
  logPriorUnconstrained(position: ArrayLike<number>): { logDensity: number; gradient: Float64Array } {
    const size = this.size;
    const address = this.#writePoint(position);
    const logDensity = evaluated(() => this.#abi.log_prior_unconstrained(address, address + size * 8));
    return { logDensity, gradient: this.#view(address + size * 8, size).slice() };
  }

  /** A position on the unconstrained scale as a point on the layout's own. */
  constrain(position: ArrayLike<number>): Float64Array {
    const size = this.size;
    const address = this.#writePoint(position);
    evaluated(() => this.#abi.constrain(address, address + size * 8));
    return this.#view(address + size * 8, size).slice();
  }

  /** The index of a value that lies outside its prior's support at a point as of `logDensity`; null when none does. */
  outsideSupport(point: ArrayLike<number>): number | null {
    const address = this.#writePoint(point);
    const latent = evaluated(() => this.#abi.outside_support(address));
    return latent === 0 ? null : latent - 1;
  }

  /** The value of one of the manifest's statistics of the bound data. */
  statistic(index: number): number {
    return this.#abi.statistic(index);
  }

  /** The statistics of the bound data. */
  get statistics(): FittedStatistics {
    const { manifest } = this;
    const sizes = this.#levels;
    return {
      values: manifest.statistics.map((_, index) => this.statistic(index)),
      byLevel: manifest.levelStatistics.map(({ by }, index) => [
        ...this.#view(this.#abi.level_statistic(index) >>> 0, sizes.get(by)!),
      ]),
    };
  }

  /** @throws HostError of kind `start` when no starting point of finite density was found. */
  startChain(start: ChainStart): void {
    const status = this.#abi.chain_start(
      ...seedWords(start.seed),
      start.chain,
      start.warmup,
      start.targetAccept,
      start.maxTreeDepth,
    );
    if (status === 2) throw noRoom(this.#boundRows);
    if (status !== 0) {
      throw new HostError(
        'start',
        `Chain ${start.chain} found no starting point where the density of this layout and these data is finite.`,
        'See whether the priors allow what the data show, such as a bound that the data lie beyond.',
      );
    }
  }

  /** Makes that many transitions. Returns one row of 7 + latents numbers for each, as docs/abi.md says. */
  runChain(transitions: number): Float64Array {
    const width = SAMPLER_COLUMNS + this.size;
    if (transitions > this.#rows.capacity) {
      this.#rows = { address: this.#allocate(transitions * width * 8), capacity: transitions };
    }
    const made = this.#abi.chain_run(transitions, this.#rows.address);
    if (made !== transitions) {
      throw new HostError(
        'chain',
        `The chain made ${made} of ${transitions} transitions and stopped.`,
        'Report this as a defect of theodolite, with the layout and the data.',
      );
    }
    return this.#view(this.#rows.address, transitions * width).slice();
  }

  /** Gradients that the chain has evaluated so far. */
  get gradients(): number {
    return this.#abi.chain_gradients();
  }

  /** Climbs from the random start of scout number `index`, from 0, of a seed. Runs apart from any chain. */
  scout(seed: bigint, index: number): ScoutReport {
    const size = this.size;
    if (this.#maximum === 0) this.#maximum = this.#allocate((3 + 3 * size) * 8);
    const status = this.#abi.scout(...seedWords(seed), index, this.#maximum);
    if (status === 4) throw noRoom(this.#boundRows);
    const [logDensity, logEvidence, gradients] = this.#view(this.#maximum, 3);
    if (status !== 0) return { maximum: null, gradients: gradients! };
    const values = this.#view(this.#maximum + 24, size).slice();
    const sds = this.#view(this.#maximum + 24 + size * 8, size).slice();
    const position = this.#view(this.#maximum + 24 + 2 * size * 8, size).slice();
    return {
      maximum: { logDensity: logDensity!, logEvidence: logEvidence!, values, sds, position },
      gradients: gradients!,
    };
  }

  /**
   * Begins run number `start.chain` of sequential Monte Carlo. Runs apart from any chain.
   *
   * @throws HostError of kind `start` when the prior has no density where it was looked for.
   */
  startParticles(start: Omit<ChainStart, 'warmup'>, particles: number): void {
    const status = this.#abi.smc_start(
      ...seedWords(start.seed),
      start.chain,
      particles,
      start.targetAccept,
      start.maxTreeDepth,
    );
    if (status === 3) throw noRoom(this.#boundRows);
    if (status !== 0) throw noDensity(start.chain);
  }

  /**
   * Makes at most that many transitions of single particles. Returns whether the run has arrived at the posterior.
   *
   * @throws HostError of kind `start` when the data are impossible wherever there is a particle.
   */
  moveParticles(transitions: number, run: number): boolean {
    const status = this.#abi.smc_run(transitions);
    if (status === 2) throw noDensity(run);
    return status === 1;
  }

  /** One row of 7 + latents numbers for each particle of a run that has arrived, as docs/abi.md says. */
  particleRows(particles: number): Float64Array {
    const width = SAMPLER_COLUMNS + this.size;
    if (particles > this.#rows.capacity) {
      this.#rows = { address: this.#allocate(particles * width * 8), capacity: particles };
    }
    this.#abi.smc_draws(this.#rows.address);
    return this.#view(this.#rows.address, particles * width).slice();
  }

  /** What is known of the run so far. */
  get particleReport(): ParticleReport {
    if (this.#report === 0) this.#report = this.#allocate(REPORT_NUMBERS * 8);
    this.#abi.smc_report(this.#report);
    return readReport(this.#view(this.#report, REPORT_NUMBERS));
  }

  /** Room for a point and a gradient, with the point in it. */
  #writePoint(point: ArrayLike<number>): number {
    const size = this.size;
    if (this.#point === 0) this.#point = this.#allocate(2 * size * 8);
    this.#view(this.#point, size).set(point);
    return this.#point;
  }

  #view(address: number, length: number): Float64Array {
    return viewOf(Float64Array, this.#abi.memory, address, length);
  }

  #allocate(bytes: number): number {
    // An i32 that points past 2 GiB arrives negative, and more bytes than that it cannot say.
    const address = bytes < 2 ** 31 ? this.#abi.allocate(bytes) >>> 0 : 0;
    if (address === 0) throw noRoom(this.#boundRows);
    this.#view(address, bytes / 8);
    return address;
  }
}

/**
 * Instantiates a module and binds columns, given in the order of the manifest and all of one length. `counts` says how
 * many rows of the data each row stands for; one when absent.
 *
 * @throws HostError of kind `memory` when the data do not fit, or `module` when the module is of another version.
 */
export async function bindInstance(
  { module, manifest }: LoadedModule,
  columns: readonly Float64Array[],
  counts?: Uint32Array,
): Promise<Instance> {
  const given = counts === undefined ? { columns } : { columns, counts };
  try {
    const { exports } = await WebAssembly.instantiate(module).catch((error) => {
      // The engine's own word for no memory left.
      throw error instanceof RangeError ? noRoom(allRows(given)) : error;
    });
    return new Instance(manifest, exports, given);
  } catch (error) {
    if (error instanceof HostError) throw error;
    throw notAsSaid(`The module broke off while it was given data (${reasonOf(error)}).`);
  }
}

/** A density, or what else is asked of a bound module outside chains and scouts. */
function evaluated<T>(evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    throw brokeOff('The evaluation at a point', error);
  }
}

export function seedWords(seed: bigint): [low: number, high: number] {
  return [Number(BigInt.asIntN(32, seed)), Number(BigInt.asIntN(32, seed >> 32n))];
}

function noDensity(run: number): HostError {
  return new HostError(
    'start',
    `Run ${run} found no place where the density of this layout and these data is finite.`,
    'See whether the priors allow what the data show, such as a bound that the data lie beyond.',
  );
}

function noRoom(rows: number): HostError {
  return new HostError(
    'memory',
    `There is not enough memory for the ${rows} rows of these data.`,
    'Fit fewer rows at a time, close other programs, or raise the limit `memoryBytes` where one is set.',
  );
}
