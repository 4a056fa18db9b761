/**
 * An instance that samples: scouts, and one chain or one run of sequential Monte Carlo at a time. A page that uses
 * workers does not need it.
 */

import { HostError } from '../module/host-error.ts';
import type { Levels } from '../module/levels.ts';
import type { Manifest, ManifestLevelStatistic } from '../module/manifest.ts';
import { type Abi, bindAs, evaluated, Instance, noRoom, seedWords } from './instance.ts';
import type { LoadedModule } from './load.ts';
import { type ParticleReport, REPORT_NUMBERS, readReport } from './particle-report.ts';
import { valuesIn } from './reported.ts';
import type { FittedStatistics, Rows } from './rows.ts';

/** The numbers before the latents in a row of `chain_run`; see docs/reference/abi.md. */
export const SAMPLER_COLUMNS = 7;

/** The start of a chain. */
export interface ChainStart {
  /** A whole number in [0, 2^64). */
  readonly seed: bigint;
  /** The number of the seed's independent stream, from 1. */
  readonly chain: number;
  /** The number of transitions that adapt, before those that are kept. */
  readonly warmup: number;
  /** In (0, 1). */
  readonly targetAccept: number;
  readonly maxTreeDepth: number;
}

/** A maximum of the density on the unconstrained scale; one number per value of a draw in each array. */
export interface Maximum {
  readonly logDensity: number;
  /** The log of the mass around it by Laplace's approximation, up to a constant of the layout and its data. */
  readonly logEvidence: number;
  /** On the layout's own scale. */
  readonly values: Float64Array;
  /** The sds of the values, by the same approximation. */
  readonly sds: Float64Array;
  /** On the unconstrained scale. */
  readonly position: Float64Array;
}

/** What one scout found, if anything, and the number of gradients. */
export interface ScoutReport {
  readonly maximum: Maximum | null;
  readonly gradients: number;
  /** For an ascent for a point estimate, which finds no mass: where it ended. */
  readonly ascent?: Ascent;
  /** For a search for a way between places: the result. */
  readonly way?: PathBetween;
}

/** The objectives of point estimates, with their numbers in docs/reference/abi.md. */
export const OBJECTIVES = { laplace: 0, map: 1, mle: 2 } as const;

export type Objective = keyof typeof OBJECTIVES;

/** The start of one ascent. */
export interface AscentStart {
  /** On the unconstrained scale; by default random, from the seed. */
  readonly from?: ArrayLike<number>;
  /** Nonzero for each coordinate that is fixed; by default none is. */
  readonly held?: ArrayLike<number>;
}

/** The end of one ascent. */
export interface Ascent {
  /** False if no step led upwards before the maximum was reached, or there were too many steps. */
  readonly arrived: boolean;
  /** Not finite if no start was found. */
  readonly objective: number;
  /** On the unconstrained scale. */
  readonly position: Float64Array;
  readonly gradients: number;
}

/** The exports of docs/reference/abi.md for sampling. */
interface SamplerAbi extends Abi {
  log_prior_unconstrained(position: number, gradient: number): number;
  level_statistic(index: number): number;
  chain_start(
    seedLow: number,
    seedHigh: number,
    chain: number,
    warmup: number,
    targetAccept: number,
    maxTreeDepth: number,
  ): number;
  reports(point: number, out: number): void;
  chain_restart(position: number, warmup: number): number;
  chain_run(transitions: number, out: number): number;
  chain_position(out: number): void;
  /** Absent in modules whose warm-up always has its full length. */
  chain_warmup?(): number;
  chain_gradients(): number;
  centrings(): number;
  chain_centrings(out: number): void;
  scout(seedLow: number, seedHigh: number, index: number, out: number): number;
  ascend(
    objective: number,
    seedLow: number,
    seedHigh: number,
    index: number,
    from: number,
    held: number,
    out: number,
  ): number;
  objective(objective: number, position: number, gradient: number): number;
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

/** Also guards the space for rows, maxima and reports. */
export class SamplerInstance extends Instance {
  declare protected readonly abi: SamplerAbi;
  #maximum = 0;
  #report = 0;
  #reports = 0;
  #ascent = 0;
  #rows = { address: 0, capacity: 0 };

  constructor(manifest: Manifest, exports: WebAssembly.Exports, given: Rows) {
    super(manifest, exports, given);
    // Otherwise the density would not be finite anywhere, and the error would blame the priors.
    for (const [index, values] of this.statistics.byLevel.entries()) {
      const level = values.findIndex((value) => !Number.isFinite(value));
      if (level >= 0) throw noStatistic(manifest.levelStatistics[index]!, level, given.levelNames);
    }
  }

  /** The log density of the prior alone at a position on the unconstrained scale, with its Jacobian, and its gradient. */
  logPriorUnconstrained(position: ArrayLike<number>): { logDensity: number; gradient: Float64Array } {
    const size = this.size;
    const address = this.writePoint(position);
    const logDensity = evaluated(() => this.abi.log_prior_unconstrained(address, address + size * 8));
    return { logDensity, gradient: this.view(address + size * 8, size).slice() };
  }

  /** The value of one of the manifest's statistics of the bound data. */
  statistic(index: number): number {
    return this.abi.statistic(index);
  }

  /** The statistics of the bound data. */
  get statistics(): FittedStatistics {
    const { manifest } = this;
    const sizes = this.levels;
    return {
      values: manifest.statistics.map((_, index) => this.statistic(index)),
      byLevel: manifest.levelStatistics.map(({ by }, index) => [
        ...this.view(this.abi.level_statistic(index) >>> 0, sizes.get(by)!),
      ]),
    };
  }

  /** @throws HostError of kind `start` when no starting point of finite density was found. */
  startChain(start: ChainStart): void {
    const status = this.abi.chain_start(
      ...seedWords(start.seed),
      start.chain,
      start.warmup,
      start.targetAccept,
      start.maxTreeDepth,
    );
    if (status === 2) throw noRoom(this.boundRows);
    if (status !== 0) {
      throw new HostError(
        'start',
        `Chain ${start.chain} found no starting point where the density of this layout and these data is finite.`,
        'Check that the priors allow what the data show: a bound may exclude the data.',
      );
    }
  }

  /**
   * Warms up the started chain again, from a position on the unconstrained scale, without anything learnt before.
   *
   * @throws HostError of kind `start` when the density is not finite there.
   */
  restartChain(position: ArrayLike<number>, warmup: number): void {
    if (this.abi.chain_restart(this.writePoint(position), warmup) !== 0) throw unplaced();
  }

  /** The chain's position, on the unconstrained scale. */
  get chainPosition(): Float64Array {
    return this.#written((address) => this.abi.chain_position(address), this.size);
  }

  /** The numbers that the module writes, at most the length of a point. */
  #written(write: (address: number) => void, count: number): Float64Array {
    const address = this.writePoint(new Float64Array(this.size));
    write(address);
    return this.view(address, count).slice();
  }

  /** Makes this number of transitions. Returns one row of 7 + latents numbers for each, as in docs/reference/abi.md. */
  runChain(transitions: number): Float64Array {
    const width = SAMPLER_COLUMNS + this.size;
    if (transitions > this.#rows.capacity) {
      this.#rows = { address: this.allocate(transitions * width * 8), capacity: transitions };
    }
    const made = this.abi.chain_run(transitions, this.#rows.address);
    if (made !== transitions) {
      throw new HostError(
        'chain',
        `The chain made ${made} of ${transitions} transitions and stopped.`,
        'Report this as a defect of theodolite, with the layout and the data.',
      );
    }
    return this.view(this.#rows.address, transitions * width).slice();
  }

  /** How far the chain centres the values whose centring it learns, from 0 to 1, in order; empty if there are none. */
  get chainCentrings(): Float64Array {
    return this.#written((address) => this.abi.chain_centrings(address), this.abi.centrings());
  }

  /**
   * The number of transitions of the chain's warm-up: as planned, or fewer once it has decided to end early, which it
   * does at least 50 transitions before that end. Undefined for a module whose warm-up never ends early.
   */
  get warmupLength(): number | undefined {
    return this.abi.chain_warmup?.();
  }

  /** The number of reported values per point. */
  get reported(): number {
    return valuesIn(this.manifest.reports, this.levels);
  }

  /** The layout's reports at a point on its own scale. */
  reportsAt(point: ArrayLike<number>): Float64Array {
    const count = this.reported;
    if (this.#reports === 0) this.#reports = this.allocate(count * 8);
    this.abi.reports(this.writePoint(point), this.#reports);
    return this.view(this.#reports, count);
  }

  /** The number of gradients that the chain has evaluated so far. */
  get gradients(): number {
    return this.abi.chain_gradients();
  }

  /** Climbs from the random start of scout number `index`, from 0, of a seed. Runs apart from any chain. */
  scout(seed: bigint, index: number): ScoutReport {
    const size = this.size;
    if (this.#maximum === 0) this.#maximum = this.allocate((3 + 3 * size) * 8);
    const status = this.abi.scout(...seedWords(seed), index, this.#maximum);
    if (status === 4) throw noRoom(this.boundRows);
    const [logDensity, logEvidence, gradients] = this.view(this.#maximum, 3);
    if (status !== 0) return { maximum: null, gradients: gradients! };
    const values = this.view(this.#maximum + 24, size).slice();
    const sds = this.view(this.#maximum + 24 + size * 8, size).slice();
    const position = this.view(this.#maximum + 24 + 2 * size * 8, size).slice();
    return {
      maximum: { logDensity: logDensity!, logEvidence: logEvidence!, values, sds, position },
      gradients: gradients!,
    };
  }

  /** Climbs an objective from a position, or from random start number `index`, from 0, of a seed. Runs apart from any chain. */
  ascend(objective: Objective, seed: bigint, index: number, { from, held }: AscentStart = {}): Ascent {
    const { abi, size } = this;
    if (this.#ascent === 0) this.#ascent = this.allocate((2 + 3 * size) * 8);
    const out = this.#ascent;
    const start = out + 16 + size * 8;
    const fixed = start + size * 8;
    if (from !== undefined) this.view(start, size).set(from);
    if (held !== undefined) this.view(fixed, size).set(held);
    const words = seedWords(seed);
    const addresses = [from === undefined ? 0 : start, held === undefined ? 0 : fixed, out] as const;
    const status = abi.ascend(OBJECTIVES[objective], ...words, index, ...addresses);
    if (status === 4) throw noRoom(this.boundRows);
    const [value, gradients] = this.view(out, 2);
    return {
      arrived: status === 0,
      objective: status === 1 ? Number.NaN : value!,
      position: this.view(out + 16, size).slice(),
      gradients: gradients!,
    };
  }

  /** An objective and its gradient at a position on the unconstrained scale. */
  objective(objective: Objective, position: ArrayLike<number>): { value: number; gradient: Float64Array } {
    const { abi, size } = this;
    const address = this.writePoint(position);
    const value = evaluated(() => abi.objective(OBJECTIVES[objective], address, address + size * 8));
    return { value, gradient: this.view(address + size * 8, size).slice() };
  }

  /**
   * Begins run number `start.chain` of sequential Monte Carlo. Runs apart from any chain.
   *
   * @throws HostError of kind `start` when the prior has no finite density where it was tried.
   */
  startParticles(start: Omit<ChainStart, 'warmup'>, particles: number): void {
    const status = this.abi.smc_start(
      ...seedWords(start.seed),
      start.chain,
      particles,
      start.targetAccept,
      start.maxTreeDepth,
    );
    if (status === 3) throw noRoom(this.boundRows);
    if (status !== 0) throw noDensity(start.chain);
  }

  /**
   * Makes at most `transitions` transitions of single particles. Returns whether the run has arrived at the posterior.
   *
   * @throws HostError of kind `start` when the data are impossible at every particle.
   */
  moveParticles(transitions: number, run: number): boolean {
    const status = this.abi.smc_run(transitions);
    if (status === 2) throw noDensity(run);
    return status === 1;
  }

  /** One row of 7 + latents numbers for each particle of a run that has arrived, as in docs/reference/abi.md. */
  particleRows(particles: number): Float64Array {
    const width = SAMPLER_COLUMNS + this.size;
    if (particles > this.#rows.capacity) {
      this.#rows = { address: this.allocate(particles * width * 8), capacity: particles };
    }
    this.abi.smc_draws(this.#rows.address);
    return this.view(this.#rows.address, particles * width).slice();
  }

  /** The state of the run so far. */
  get particleReport(): ParticleReport {
    if (this.#report === 0) this.#report = this.allocate(REPORT_NUMBERS * 8);
    this.abi.smc_report(this.#report);
    return readReport(this.view(this.#report, REPORT_NUMBERS));
  }
}

/**
 * As `bindInstance`, for an instance that samples.
 *
 * @throws HostError as `bindInstance` does, and of kind `data` when a level has no value of a per-level statistic
 */
export function bindSampler(loaded: LoadedModule, rows: Rows): Promise<SamplerInstance> {
  return bindAs(SamplerInstance, loaded, rows);
}

function noStatistic({ text, by }: ManifestLevelStatistic, level: number, names?: Levels): HostError {
  const name = names?.get(by)?.[level] ?? String(level + 1);
  return new HostError(
    'data',
    `There is no \`${text}\` for the level \`${name}\` of \`${by}\`: too few of its rows have the values that it needs.`,
    'An `sd` needs two rows, and any other statistic one. Give the level more rows, leave its rows out, or take the statistic of all rows, without `by`.',
  );
}

function unplaced(): HostError {
  return new HostError(
    'start',
    'A chain cannot begin where the density of this layout and these data is not finite.',
    'Give a position that a chain of the same layout and data ended at.',
  );
}

function noDensity(run: number): HostError {
  return new HostError(
    'start',
    `Run ${run} found no place where the density of this layout and these data is finite.`,
    'Check that the priors allow what the data show: a bound may exclude the data.',
  );
}

/** The way with the lowest barrier. */
export interface PathBetween {
  /**
   * The decrease of the log density on it below its lower end, in nats; infinite if the density becomes 0 on every way
   * that was tried.
   */
  readonly barrier: number;
  /** The place at which it begins, from 0. */
  readonly from: number;
}
