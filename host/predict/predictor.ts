/**
 * One instance of a compiled layout with rows to predict: the expectation of each row at a point, and the likelihood of
 * its outcome.
 */

import { HostError, notAsSaid, reasonOf } from '../../module/host-error.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { Form } from '../check-manifest.ts';
import { checkForm, wrong } from '../check-manifest.ts';
import { seedWords } from '../instance.ts';
import type { LoadedModule } from '../load.ts';
import { viewOf } from '../memory-view.ts';
import type { PredictiveDraws } from '../posterior.ts';
import { valuesIn } from '../reported.ts';
import type { RowsAbi } from '../rows.ts';
import { feedRows } from '../rows.ts';
import { type NewColumns, orderNewColumns } from './rows.ts';

/** The exports of docs/reference/abi.md for predictions. */
interface PredictionAbi extends RowsAbi {
  allocate(bytes: number): number;
  distinct_rows(): number;
  distinct_row_numbers(): number;
  set_levels(column: number, levels: number): void;
  set_statistic(index: number, value: number): void;
  level_statistic_room(index: number): number;
  bind_prediction(): number;
  predict(point: number): void;
  outcome_mean(outcome: number, out: number): void;
  derived(index: number, out: number): void;
  draw_outcome(
    outcome: number,
    seedLow: number,
    seedHigh: number,
    draw: number,
    first: number,
    distinct: number,
    count: number,
    out: number,
  ): void;
  evaluate_likelihood(point: number): void;
  log_likelihood(outcome: number, out: number): void;
}

/** Which of all drawn outcomes are drawn. */
export interface DrawPlace {
  /** A whole number in [0, 2^64). */
  readonly seed: bigint;
  /** The number of the point among the draws, below 2^32. */
  readonly draw: number;
  /** The number of the first row. */
  readonly first: number;
}

/** Guards the module's memory: the current point, and the space for results. */
export class RowPredictor {
  /** The distinct row of each row. */
  readonly distinctOf: Uint32Array;
  /** The number of distinct rows. */
  readonly distinct: number;
  /** The number of values in a point. */
  readonly size: number;
  /** The number of values in a draw of the fit: those of a point, followed by the reports. */
  readonly drawn: number;
  /** The level names of each category. */
  readonly levels: Levels;
  readonly #abi: PredictionAbi;
  readonly #manifest: Manifest;
  readonly #point: number;
  readonly #out: number;
  #rowNumbers = 0;

  /** Use `bindPredictor`. */
  constructor(
    manifest: Manifest,
    exports: WebAssembly.Exports,
    { levels, statistics }: Omit<PredictiveDraws, 'draws'>,
    columns: readonly Float64Array[],
  ) {
    this.#manifest = manifest;
    this.levels = levels;
    this.#abi = exports as unknown as PredictionAbi;
    const rows = columns[0]!.length;
    this.distinctOf = new Uint32Array(rows);
    const feeding = feedRows(this.#abi, { columns });
    for (let begin = 0; ; ) {
      const fed = feeding.next();
      if (fed.done === true) {
        if (!fed.value) throw noRoom(rows);
        break;
      }
      const { memory } = this.#abi;
      const numbers = viewOf(Uint32Array, memory, this.#abi.distinct_row_numbers(), fed.value - begin);
      this.distinctOf.set(numbers, begin);
      begin = fed.value;
    }
    this.distinct = this.#abi.distinct_rows();
    if (this.distinctOf.some((number) => number >= this.distinct)) {
      throw notAsSaid('The module numbers rows that it was not given.');
    }
    for (const [index, { name, role }] of manifest.columns.entries()) {
      if (role === 'category') this.#abi.set_levels(index, levels.get(name)!.length);
    }
    for (const [index, value] of statistics.values.entries()) this.#abi.set_statistic(index, value);
    for (const [index, values] of statistics.byLevel.entries()) {
      const room = this.#abi.level_statistic_room(index) >>> 0;
      // Predictions do not read it.
      if (room === 0) continue;
      this.#view(room, values.length).set(values);
    }
    if (this.#abi.bind_prediction() !== 0) throw noRoom(rows);
    const sizes = new Map([...levels].map(([category, names]) => [category, names.length]));
    this.size = valuesIn(manifest.latents, sizes);
    this.drawn = this.size + valuesIn(manifest.reports, sizes);
    const flags = (manifest.classes ?? []).reduce(
      (sum, { index, classes }) =>
        sum +
        sizes.get(index)! *
          classes.flatMap(({ states }) => states.filter(({ flag }) => flag !== undefined)).length,
      0,
    );
    this.#point = this.#allocate(8 * (this.size + flags));
    this.#out = this.#allocate(8 * this.distinct);
  }

  /**
   * Computes at a point on the layout's own scale, of the length of a draw, what `mean`, `derived` and `draw` then
   * return.
   */
  predictAt(point: ArrayLike<number>): void {
    this.#view(this.#point, this.size).set(point);
    this.#abi.predict(this.#point);
  }

  /**
   * Sets the flags of classes, in which all that follows is computed: by group, class and state, one for each level of the group's category.
   */
  setFlags(flags: Float64Array): void {
    this.#view(this.#point + 8 * this.size, flags.length).set(flags);
  }

  /** Computes at a point what `logLikelihood` then returns. */
  likelihoodAt(point: ArrayLike<number>): void {
    this.#view(this.#point, this.size).set(point);
    this.#abi.evaluate_likelihood(this.#point);
  }

  /** The mean of an outcome's distribution, one number per distinct row; valid until the next call. */
  mean(outcome: number): Float64Array {
    this.#abi.outcome_mean(outcome, this.#out);
    return this.#view(this.#out, this.distinct);
  }

  /**
   * A derived node, one number per distinct row, or a single one if it is the same in all; valid until the next call.
   */
  derived(index: number): Float64Array {
    this.#abi.derived(index, this.#out);
    return this.#view(this.#out, this.#manifest.derived[index]!.isByRow ? this.distinct : 1);
  }

  /** The log density or mass of the outcome in each distinct row, NaN if it is missing; valid until the next call. */
  logLikelihood(outcome: number): Float64Array {
    this.#abi.log_likelihood(outcome, this.#out);
    return this.#view(this.#out, this.distinct);
  }

  /**
   * Draws an outcome for every row of the data. The same seed, outcome, draw and row give the same result, independent
   * of the other rows.
   *
   * @param into one number per row
   */
  draw(outcome: number, { seed, draw, first }: DrawPlace, into: Float64Array): void {
    const rows = this.distinctOf.length;
    if (this.#rowNumbers === 0) {
      this.#rowNumbers = this.#allocate(4 * rows + 8 + 8 * rows);
      viewOf(Uint32Array, this.#abi.memory, this.#rowNumbers, rows).set(this.distinctOf);
    }
    const out = this.#rowNumbers + 4 * (rows + (rows & 1));
    this.#abi.draw_outcome(outcome, ...seedWords(seed), draw, first, this.#rowNumbers, rows, out);
    into.set(this.#view(out, rows));
  }

  #view(address: number, length: number): Float64Array {
    return viewOf(Float64Array, this.#abi.memory, address, length);
  }

  #allocate(bytes: number): number {
    const address = bytes < 2 ** 31 ? this.#abi.allocate(bytes) >>> 0 : 0;
    if (address === 0) throw noRoom(this.distinctOf.length);
    return address;
  }
}

/**
 * Instantiates a module and binds rows to predict: columns in the order of the manifest, NaN for missing outcomes, and
 * categories as the fit's level numbers.
 *
 * @throws HostError of kind `memory` when there is not enough memory for the rows, or `module` when the module was
 * compiled only for fitting, or contradicts its manifest.
 */
export async function bindRowPredictor(
  { module, manifest }: LoadedModule,
  fitted: Omit<PredictiveDraws, 'draws'>,
  columns: readonly Float64Array[],
): Promise<RowPredictor> {
  checkDerived(manifest);
  if (manifest.predicts === false) {
    throw new HostError(
      'module',
      'This module cannot predict: it was compiled to be fitted alone.',
      'Compile the layout without `predicts: false`, or fit again with `--out`.',
    );
  }
  try {
    const { exports } = await WebAssembly.instantiate(module).catch((error) => {
      // The engine's own error for memory that ran out.
      throw error instanceof RangeError ? noRoom(columns[0]!.length) : error;
    });
    return new RowPredictor(manifest, exports, fitted, columns);
  } catch (error) {
    if (error instanceof HostError) throw error;
    throw notAsSaid(`The module broke off while it was given rows to predict (${reasonOf(error)}).`);
  }
}

/** Rows bound to a module. */
export interface BoundRows {
  readonly predictor: RowPredictor;
  /** As the module has them: in the order of the manifest, NaN for missing outcomes, categories as level numbers. */
  readonly columns: readonly Float64Array[];
}

/** Binds rows by the names of their columns. @throws HostError as `orderNewColumns` and `bindRowPredictor` do */
export async function bindNewRows(
  loaded: LoadedModule,
  fitted: Omit<PredictiveDraws, 'draws'>,
  rows: NewColumns,
): Promise<BoundRows> {
  const columns = orderNewColumns(loaded.manifest, rows, fitted.levels);
  return { predictor: await bindRowPredictor(loaded, fitted, columns), columns };
}

function noRoom(rows: number): HostError {
  return new HostError(
    'memory',
    `There is not enough memory to predict ${rows} rows.`,
    'Predict fewer rows at a time, or close other programs.',
  );
}

const PLACES: Form = ['a number from 0'];

/**
 * @param manifest one that passed `checkManifest`
 * @throws HostError of kind `module` that names the wrong place, such as `derived[2].factors`.
 */
export function checkDerived({ columns, derived, classes = [] }: Manifest): void {
  const check = (place: string, numbers: readonly number[] | undefined, length: number, what: string) => {
    if (numbers === undefined) return;
    checkForm(numbers, PLACES, place);
    const absent = numbers.find((number) => number >= length);
    if (absent === undefined) return;
    throw wrong(place, `there are ${length} ${what}, and none is number ${absent}`);
  };
  for (const [index, { factors, probabilities }] of columns.entries()) {
    check(`columns[${index}].factors`, factors, derived.length, 'derived nodes');
    check(`columns[${index}].probabilities`, probabilities, derived.length, 'derived nodes');
  }
  for (const [index, node] of derived.entries()) {
    check(`derived[${index}].factors`, node.factors, derived.length, 'derived nodes');
    check(`derived[${index}].classes`, node.classes, classes.length, 'groups of classes');
  }
}
