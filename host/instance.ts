/** One instance of a compiled layout with its data bound: densities and statistics. */
import { brokeOff, HostError, notAsSaid, reasonOf } from '../module/host-error.ts';
import type { Manifest } from '../module/manifest.ts';
import type { LoadedModule } from './load.ts';
import { viewOf } from './memory-view.ts';
import { allRows, drawSize, feedRows, levelCounts, type Rows, type RowsAbi } from './rows.ts';

/** The exports of docs/reference/abi.md. */
export interface Abi extends RowsAbi {
  abi_version(): number;
  allocate(bytes: number): number;
  bind(): number;
  values(): number;
  statistic(index: number): number;
  log_density(point: number, gradient: number): number;
  log_density_unconstrained(position: number, gradient: number): number;
  constrain(position: number, values: number): void;
  outside_support(point: number): number;
}

/** Guards the module's memory: the addresses in use, and the space for points and rows. */
export class Instance {
  readonly manifest: Manifest;
  /** The number of values in a point and a draw: one per latent, or one per level of its category. */
  readonly size: number;
  protected readonly abi: Abi;
  protected readonly boundRows: number;
  /** The number of levels of each category. */
  protected readonly levels: ReadonlyMap<string, number>;
  #point = 0;

  /** Use `bindInstance`. */
  constructor(manifest: Manifest, exports: WebAssembly.Exports, given: Rows) {
    this.manifest = manifest;
    this.abi = exports as unknown as Abi;
    const version = this.abi.abi_version();
    if (version !== manifest.abi) {
      throw notAsSaid(
        `The module answers version ${version} of the ABI, and its manifest says ${manifest.abi}.`,
      );
    }
    this.boundRows = allRows(given);
    this.levels = levelCounts(manifest, given);
    const feeding = feedRows(this.abi, given);
    let fed = feeding.next();
    while (fed.done !== true) fed = feeding.next();
    if (!fed.value || this.abi.bind() !== 0) throw noRoom(this.boundRows);
    this.size = this.abi.values();
    const expected = drawSize(manifest, given);
    if (this.size !== expected) {
      throw notAsSaid(`The module has ${this.size} values a draw, and its manifest says ${expected}.`);
    }
    this.#checkStatistics();
  }

  /** A missing statistic is NaN. */
  #checkStatistics(): void {
    const { statistics } = this.manifest;
    if (!Number.isNaN(this.abi.statistic(statistics.length))) {
      throw notAsSaid(`The module has more statistics than the ${statistics.length} of its manifest.`);
    }
    const wrong = statistics.findIndex((_, index) => Number.isNaN(this.abi.statistic(index)));
    if (wrong < 0) return;
    throw new HostError(
      'data',
      `The statistic \`${statistics[wrong]}\` of these data is not a number.`,
      'Give data with enough values for it, or build the layout again.',
    );
  }

  /**
   * The log density and its gradient at a point on the layout's own scale, without Jacobians; one number per value of a
   * draw.
   */
  logDensity(point: ArrayLike<number>): { logDensity: number; gradient: Float64Array } {
    const size = this.size;
    const address = this.writePoint(point);
    const logDensity = evaluated(() => this.abi.log_density(address, address + size * 8));
    return { logDensity, gradient: this.view(address + size * 8, size).slice() };
  }

  /**
   * The log density with its Jacobian, and its gradient, at a position on the unconstrained scale, of the length of a
   * draw.
   */
  logDensityUnconstrained(position: ArrayLike<number>): { logDensity: number; gradient: Float64Array } {
    const size = this.size;
    const address = this.writePoint(position);
    const logDensity = evaluated(() => this.abi.log_density_unconstrained(address, address + size * 8));
    return { logDensity, gradient: this.view(address + size * 8, size).slice() };
  }

  /** A position on the unconstrained scale as a point on the layout's own. */
  constrain(position: ArrayLike<number>): Float64Array {
    const size = this.size;
    const address = this.writePoint(position);
    evaluated(() => this.abi.constrain(address, address + size * 8));
    return this.view(address + size * 8, size).slice();
  }

  /** The index of a value outside its prior's support, at a point as for `logDensity`; null if there is none. */
  outsideSupport(point: ArrayLike<number>): number | null {
    const address = this.writePoint(point);
    const latent = evaluated(() => this.abi.outside_support(address));
    return latent === 0 ? null : latent - 1;
  }

  /** Space for a point and a gradient, with the point written to it. */
  protected writePoint(point: ArrayLike<number>): number {
    const size = this.size;
    if (this.#point === 0) this.#point = this.allocate(2 * size * 8);
    this.view(this.#point, size).set(point);
    return this.#point;
  }

  protected view(address: number, length: number): Float64Array {
    return viewOf(Float64Array, this.abi.memory, address, length);
  }

  protected allocate(bytes: number): number {
    // An i32 address above 2 GiB arrives as a negative number, and it cannot represent more bytes than that.
    const address = bytes < 2 ** 31 ? this.abi.allocate(bytes) >>> 0 : 0;
    if (address === 0) throw noRoom(this.boundRows);
    this.view(address, bytes / 8);
    return address;
  }
}

/**
 * Instantiates a module and binds rows, whose columns all have the same length.
 *
 * @throws HostError of kind `memory` when the data do not fit, `module` when the module is of another version, or `data` when levels that
 * sum to zero are a single one.
 */
export function bindInstance(loaded: LoadedModule, rows: Rows): Promise<Instance> {
  return bindAs(Instance, loaded, rows);
}

/** The same, for a subclass of instance. */
export async function bindAs<Kind extends Instance>(
  Kind: InstanceKind<Kind>,
  loaded: LoadedModule,
  rows: Rows,
): Promise<Kind> {
  refuseSingleLevels(loaded.manifest, rows);
  return bindExports(Kind, loaded.manifest, await instantiate(loaded, rows), rows);
}

/** Levels that sum to zero are two or more: a single one is 0 whatever the data say. */
function refuseSingleLevels(manifest: Manifest, rows: Rows): void {
  if (!manifest.latents.some(({ sumsToZero }) => sumsToZero)) return;
  const counts = levelCounts(manifest, rows);
  const single = manifest.latents.find(({ index, sumsToZero }) => sumsToZero && counts.get(index!)! < 2);
  if (single === undefined) return;
  throw new HostError(
    'data',
    `The levels of \`${single.name}\` sum to zero, and \`${single.index}\` has only one level in these data.`,
    'Give data with several levels, or leave `sum to zero` out of the layout.',
  );
}

export type InstanceKind<Kind> = new (manifest: Manifest, exports: WebAssembly.Exports, given: Rows) => Kind;

/**
 * An instance of which no code has run yet: `load` has verified that it runs nothing by itself. @throws HostError of
 * kind `memory`
 */
export async function instantiate({ module }: LoadedModule, given: Rows): Promise<WebAssembly.Exports> {
  try {
    return (await WebAssembly.instantiate(module)).exports;
  } catch (error) {
    // The engine's own error for memory that ran out.
    throw error instanceof RangeError ? noRoom(allRows(given)) : brokeOnData(error);
  }
}

/** Binds the data to an instance; its code runs here for the first time. @throws HostError as `bindInstance` does */
export function bindExports<Kind extends Instance>(
  Kind: InstanceKind<Kind>,
  manifest: Manifest,
  exports: WebAssembly.Exports,
  given: Rows,
): Kind {
  try {
    return new Kind(manifest, exports, given);
  } catch (error) {
    throw error instanceof HostError ? error : brokeOnData(error);
  }
}

function brokeOnData(error: unknown): HostError {
  return notAsSaid(`The module broke off while it was given data (${reasonOf(error)}).`);
}

/** A density, or another value that is requested from a bound module outside chains and scouts. */
export function evaluated<T>(evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    throw brokeOff('The evaluation at a point', error);
  }
}

export function seedWords(seed: bigint): [low: number, high: number] {
  return [Number(BigInt.asIntN(32, seed)), Number(BigInt.asIntN(32, seed >> 32n))];
}

export function noRoom(rows: number): HostError {
  return new HostError(
    'memory',
    `There is not enough memory for the ${rows} rows of these data.`,
    'Fit fewer rows at a time, close other programs, or raise the limit `memoryBytes` where one is set.',
  );
}
