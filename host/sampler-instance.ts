/** An instance that samples: scouts, and one chain or one run of sequential Monte Carlo at a time. A page that asks workers needs none of it. */
import { HostError } from './host-error.ts';
import { type Abi, bindAs, evaluated, Instance, noRoom, seedWords } from './instance.ts';
import type { LoadedModule } from './load.ts';
import { type ParticleReport, REPORT_NUMBERS, readReport } from './particle-report.ts';
import type { FittedStatistics } from './predict/fitted.ts';

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

/** The exports of docs/abi.md that sample. */
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

/** Guards the room for rows, maxima and reports besides. */
export class SamplerInstance extends Instance {
  declare protected readonly abi: SamplerAbi;
  #maximum = 0;
  #report = 0;
  #rows = { address: 0, capacity: 0 };

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
        'See whether the priors allow what the data show, such as a bound that the data lie beyond.',
      );
    }
  }

  /** Makes that many transitions. Returns one row of 7 + latents numbers for each, as docs/abi.md says. */
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

  /** Gradients that the chain has evaluated so far. */
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

  /**
   * Begins run number `start.chain` of sequential Monte Carlo. Runs apart from any chain.
   *
   * @throws HostError of kind `start` when the prior has no density where it was looked for.
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
   * Makes at most that many transitions of single particles. Returns whether the run has arrived at the posterior.
   *
   * @throws HostError of kind `start` when the data are impossible wherever there is a particle.
   */
  moveParticles(transitions: number, run: number): boolean {
    const status = this.abi.smc_run(transitions);
    if (status === 2) throw noDensity(run);
    return status === 1;
  }

  /** One row of 7 + latents numbers for each particle of a run that has arrived, as docs/abi.md says. */
  particleRows(particles: number): Float64Array {
    const width = SAMPLER_COLUMNS + this.size;
    if (particles > this.#rows.capacity) {
      this.#rows = { address: this.allocate(particles * width * 8), capacity: particles };
    }
    this.abi.smc_draws(this.#rows.address);
    return this.view(this.#rows.address, particles * width).slice();
  }

  /** What is known of the run so far. */
  get particleReport(): ParticleReport {
    if (this.#report === 0) this.#report = this.allocate(REPORT_NUMBERS * 8);
    this.abi.smc_report(this.#report);
    return readReport(this.view(this.#report, REPORT_NUMBERS));
  }
}

/** As `bindInstance`, of an instance that samples. @throws HostError as `bindInstance` does */
export function bindSampler(
  loaded: LoadedModule,
  columns: readonly Float64Array[],
  counts?: Uint32Array,
): Promise<SamplerInstance> {
  return bindAs(SamplerInstance, loaded, columns, counts);
}

function noDensity(run: number): HostError {
  return new HostError(
    'start',
    `Run ${run} found no place where the density of this layout and these data is finite.`,
    'See whether the priors allow what the data show, such as a bound that the data lie beyond.',
  );
}
