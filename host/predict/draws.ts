/** The draws of a fit as points, one after another. */
import { HostError } from '../../module/host-error.ts';
import type { PredictiveDraws } from '../posterior.ts';

/** Guards the single array into which each draw is written. */
export class Points {
  /** The number of draws. */
  readonly count: number;
  readonly #fitted: Pick<PredictiveDraws, 'draws'>;
  readonly #size: number;
  readonly #every: number;
  readonly #lengths: readonly number[];
  readonly #point: Float64Array;

  /**
   * @param every the first draw of each chain is used, and every `every`th after it
   * @param size the number of values in a point
   * @param drawn the number of values in a draw of a fit: those of the point, followed by the reports, which draws from
   * a prior lack
   * @throws HostError of kind `data` when `every` is not a positive whole number, or the draws have another number of
   * values
   */
  constructor(fitted: Pick<PredictiveDraws, 'draws'>, size: number, every = 1, drawn = size) {
    if (!Number.isInteger(every) || every < 1)
      throw new HostError('data', `The setting \`every\` is ${every}.`, 'Give a whole number from 1.');
    const wrong = fitted.draws.find(({ latents: { length } }) => length !== drawn && length !== size);
    if (fitted.draws.length === 0 || wrong !== undefined) {
      throw new HostError(
        'data',
        `The fit's draws have ${wrong?.latents.length ?? 'no'} values each, where the module has ${drawn} for the levels of this fit.`,
        'Give the draws and levels of a fit of this module.',
      );
    }
    this.#fitted = fitted;
    this.#size = size;
    this.#every = every;
    this.#point = new Float64Array(size);
    this.#lengths = fitted.draws.map(({ latents }) => Math.ceil((latents[0]?.length ?? 0) / every));
    this.count = this.#lengths.reduce((sum, length) => sum + length, 0);
  }

  /** A draw by its number among these, in an array that is reused for the next one. */
  at(number: number): Float64Array {
    let [chain, kept] = [0, number];
    while (kept >= this.#lengths[chain]!) kept -= this.#lengths[chain++]!;
    const { latents } = this.#fitted.draws[chain]!;
    for (let index = 0; index < this.#size; index++)
      this.#point[index] = latents[index]![kept * this.#every]!;
    return this.#point;
  }

  /**
   * Calls with each draw in turn, in arrays that are reused for the next draw: its point, its number among these, and what it reports, which is
   * empty for draws without reports.
   */
  forEach(use: (point: Float64Array, number: number, reports: Float64Array) => void): void {
    let number = 0;
    for (const [chain, { latents }] of this.#fitted.draws.entries()) {
      const values = new Float64Array(latents.length);
      const [point, reports] = [values.subarray(0, this.#size), values.subarray(this.#size)];
      for (let kept = 0; kept < this.#lengths[chain]!; kept++) {
        for (const [index, each] of latents.entries()) values[index] = each[kept * this.#every]!;
        use(point, number++, reports);
      }
    }
  }
}
