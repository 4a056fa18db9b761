/** A compiled module with its data bound, called by its exports: for tests of the compiler alone. */

import { feedRows, type RowsAbi } from '../../host/rows.ts';
import type { Manifest } from '../../module/manifest.ts';

interface Exports extends RowsAbi {
  allocate(bytes: number): number;
  distinct_rows(): number;
  bind(): number;
  values(): number;
  statistic(index: number): number;
  level_statistic(index: number): number;
  log_density(point: number, gradient: number): number;
  outside_support(point: number): number;
  log_density_unconstrained(point: number, gradient: number): number;
  log_prior_unconstrained(point: number, gradient: number): number;
  constrain(point: number, values: number): void;
  reports(point: number, out: number): void;
  centrings(): number;
  set_centrings(from: number): void;
}

export interface Evaluated {
  readonly value: number;
  readonly gradient: readonly number[];
}

export interface BoundModule {
  readonly distinctRows: number;
  logDensity(values: ArrayLike<number>): Evaluated;
  logDensityUnconstrained(point: ArrayLike<number>): Evaluated;
  logPriorUnconstrained(point: ArrayLike<number>): Evaluated;
  constrain(point: ArrayLike<number>): readonly number[];
  /** So many numbers that the layout reports of a point on its own scale. */
  reports(values: ArrayLike<number>, count: number): readonly number[];
  statistic(index: number): number;
  /** A statistic by the levels of a category, of which there are so many. */
  levelStatistic(index: number, levels: number): readonly number[];
  outsideSupport(values: ArrayLike<number>): number;
  /** How many values have a centring that chains learn. */
  readonly centrings: number;
  /** Makes the unconstrained scale that of these centrings. */
  setCentrings(centrings: ArrayLike<number>): void;
}

export function bindModule(
  bytes: Uint8Array,
  manifest: Manifest,
  data: { readonly rows: number; readonly columns: Readonly<Record<string, ArrayLike<number>>> },
  { chunkRows, counts }: { readonly chunkRows?: number; readonly counts?: Uint32Array } = {},
): BoundModule {
  const module = new WebAssembly.Module(bytes as BufferSource);
  const exports = new WebAssembly.Instance(module).exports as unknown as Exports;
  const columns = manifest.columns.map(({ name }) => Float64Array.from(data.columns[name]!));
  const given = counts === undefined ? { columns } : { columns, counts };
  const feeding = feedRows(exports, given, chunkRows);
  let fed = feeding.next();
  while (fed.done !== true) fed = feeding.next();
  if (!fed.value) throw new Error('no memory for the data');
  const distinctRows = exports.distinct_rows();
  if (exports.bind() !== 0) throw new Error('no memory to bind');
  const size = exports.values();
  const point = exports.allocate(8 * size);
  const result = exports.allocate(8 * size);
  const write = (values: ArrayLike<number>) =>
    new Float64Array(exports.memory.buffer, point, size).set(values);
  const read = () => [...new Float64Array(exports.memory.buffer, result, size)];
  return {
    distinctRows,
    logDensity(values) {
      write(values);
      const value = exports.log_density(point, result);
      return { value, gradient: read() };
    },
    logDensityUnconstrained(values) {
      write(values);
      const value = exports.log_density_unconstrained(point, result);
      return { value, gradient: read() };
    },
    logPriorUnconstrained(values) {
      write(values);
      const value = exports.log_prior_unconstrained(point, result);
      return { value, gradient: read() };
    },
    constrain(values) {
      write(values);
      exports.constrain(point, result);
      return read();
    },
    reports(values, count) {
      write(values);
      const out = exports.allocate(8 * count + 8);
      exports.reports(point, out);
      return [...new Float64Array(exports.memory.buffer, out, count)];
    },
    statistic: (index) => exports.statistic(index),
    levelStatistic: (index, levels) => [
      ...new Float64Array(exports.memory.buffer, exports.level_statistic(index), levels),
    ],
    centrings: exports.centrings(),
    setCentrings(centrings) {
      const address = exports.allocate(8 * centrings.length);
      new Float64Array(exports.memory.buffer, address, centrings.length).set(Array.from(centrings));
      exports.set_centrings(address);
    },
    outsideSupport(values) {
      write(values);
      return exports.outside_support(point);
    },
  };
}
