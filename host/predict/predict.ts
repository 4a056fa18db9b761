/**
 * Predicts rows with a fit: the expectation of each with its uncertainty, drawn outcomes, and the factors that lower
 * it.
 */
import { HostError } from '../../module/host-error.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { LoadedModule } from '../load.ts';
import type { PredictiveDraws } from '../posterior.ts';
import { valuesIn } from '../reported.ts';
import { mainPart } from '../row-tables.ts';
import { type AveragedPredictor, bindPredictor } from './bind-predictor.ts';
import { Points } from './draws.ts';
import { type Explanation, explanationOf, factorsBelow, LogCosts } from './explain.ts';
import { type NewColumns, orderNewColumns } from './rows.ts';
import { emptySummaries, type IntervalKind, type RowSummaries, summariseRow } from './summaries.ts';

export interface PredictOptions {
  /** Which outcomes; by default all. */
  readonly outcomes?: readonly string[];
  /** Which `let`s of the layout are predicted too; by default none. */
  readonly derived?: readonly string[];
  /** The probability of intervals, in (0, 1); 0.9 by default. */
  readonly probability?: number;
  /** `equal-tailed` when absent. */
  readonly interval?: IntervalKind;
  /** Only every nth draw of each chain is used, from the first on; all when absent. */
  readonly every?: number;
  /** Whether the values of each draw are returned too. */
  readonly values?: boolean;
  /** Whether to compute, for each outcome that is a conjunction, the cost of each factor. */
  readonly explain?: boolean;
  /** Whether the probability of each value of grades and choices is predicted too; true by default. */
  readonly probabilities?: boolean;
  /** The seed for drawn outcomes, one per row and draw; a whole number in [0, 2^64). Without it none are drawn. */
  readonly seed?: bigint;
}

/** A node at each row: summaries of the posterior of its value. */
export interface PredictedRows extends RowSummaries {
  /** Row by row, with the draws of each row in order; absent unless requested. */
  readonly values?: Float64Array;
}

/**
 * An outcome: summaries of the posterior of its mean. The mean is the probability of 1 for an outcome of 0 and 1, the
 * expected count for counts, and the mean of the numbers of the values for ratings; for choices, whose values have no order, that mean says
 * nothing, and `probabilities` says all. The interval is that of the mean, not of
 * outcomes; these are in `drawn`.
 */
export interface PredictedOutcome extends PredictedRows {
  /** For a grade or a choice the probability of each value, in the order of its values; absent for other outcomes, or if not requested. */
  readonly probabilities?: readonly PredictedRows[];
  /** Drawn outcomes, ordered as `values`; absent unless a seed was given. */
  readonly drawn?: Float64Array;
  /** Absent unless requested; null if the outcome is not a conjunction. */
  readonly explanation?: Explanation | null;
}

export interface Prediction {
  readonly rows: number;
  /** The number of draws used. */
  readonly draws: number;
  readonly outcomes: Readonly<Record<string, PredictedOutcome>>;
  readonly derived: Readonly<Record<string, PredictedRows>>;
}

/**
 * The number of values in memory while rows are summarised. Rows are predicted in blocks, which do not change results.
 */
const MAX_NUMBERS = 1 << 22;

/**
 * Predicts rows with the draws of a fit. Statistics that a layout reads are those of the fitted data, independent of
 * the new rows.
 *
 * @throws HostError of kind `data` when the rows do not fit the module and the fit, or an option is out of range; of
 * kind `memory` when there is not enough memory.
 */
export async function predict(
  loaded: LoadedModule,
  fitted: PredictiveDraws,
  columns: NewColumns,
  options: PredictOptions = {},
): Promise<Prediction> {
  const { manifest } = loaded;
  const ordered = orderNewColumns(manifest, columns, fitted.levels);
  const plan = planOf(manifest, options);
  const rows = ordered[0]!.length;
  let results: Results | null = null;
  for (let first = 0; first < rows; ) {
    const points = new Points(fitted, ...plan.points(fitted));
    const numbers = points.count * Math.max(1, ...plan.outcomes.map(({ values }) => values.length));
    const count = Math.min(rows - first, Math.max(1, Math.floor(MAX_NUMBERS / numbers)));
    results ??= new Results(plan, rows, points.count);
    const block = ordered.map((column) => column.subarray(first, first + count));
    results.add(await bindPredictor(loaded, fitted, block), points, first);
    first += count;
  }
  return results!.prediction();
}

/** The request, after checks. */
interface Plan extends Required<Pick<PredictOptions, 'probability' | 'interval'>> {
  readonly manifest: Manifest;
  /** Outcomes and derived nodes by their numbers in the module. */
  readonly outcomes: readonly {
    readonly name: string;
    readonly index: number;
    readonly factors: readonly number[] | null;
    /** The derived nodes of the probabilities of its values. */
    readonly values: readonly number[];
  }[];
  readonly derived: readonly { readonly name: string; readonly index: number }[];
  readonly values: boolean;
  readonly explain: boolean;
  readonly seed: bigint | null;
  points(fitted: PredictiveDraws): [size: number, every: number | undefined, drawn: number];
}

function planOf(manifest: Manifest, options: PredictOptions): Plan {
  const { probability = 0.9, interval = 'equal-tailed', explain = false, seed = null } = options;
  const { probabilities = true } = options;
  if (!(probability > 0 && probability < 1))
    throw new HostError(
      'data',
      `The setting \`probability\` is ${probability}.`,
      'Give a number between 0 and 1.',
    );
  if (seed !== null && (seed < 0n || seed >= 1n << 64n))
    throw new HostError(
      'data',
      `The setting \`seed\` is ${seed}.`,
      'Give a whole number from 0 to 2^64 - 1.',
    );
  const names = mainPart(manifest)
    .columns.filter(({ role }) => role === 'outcome')
    .map(({ name }) => name);
  const lets = manifest.derived.map(({ name, isNamed }) => (isNamed ? name : null));
  return {
    manifest,
    outcomes: (options.outcomes ?? names).map((name) => ({
      name,
      index: placeOf(name, names, 'an outcome'),
      factors: explain ? factorsBelow(manifest, name) : null,
      values: probabilities
        ? (manifest.columns.find((column) => column.name === name)!.probabilities ?? [])
        : [],
    })),
    derived: (options.derived ?? []).map((name) => ({ name, index: placeOf(name, lets, 'a `let`') })),
    probability,
    interval,
    values: options.values ?? false,
    explain,
    seed,
    points: ({ levels }) => {
      const sizes = new Map([...levels].map(([category, each]) => [category, each.length]));
      const size = valuesIn(manifest.latents, sizes);
      return [size, options.every, size + valuesIn(manifest.reports, sizes)];
    },
  };
}

function placeOf(name: string, names: readonly (string | null)[], what: string): number {
  const place = names.indexOf(name);
  if (place >= 0) return place;
  const known = names.filter((each) => each !== null).map((each) => `\`${each}\``);
  throw new HostError(
    'data',
    `\`${name}\` is not ${what} of the layout.`,
    known.length === 0 ? 'It has none.' : `Give one of ${known.join(', ')}.`,
  );
}

/** The summaries of an outcome's mean, or of a derived node. */
interface Node {
  /** Whether it has a value for each row; otherwise it has a single one. */
  readonly isByRow: boolean;
  readonly summaries: RowSummaries;
  readonly values: Float64Array | null;
}

/** Guards the summaries of all rows, filled block by block. */
class Results {
  readonly #plan: Plan;
  readonly #rows: number;
  readonly #draws: number;
  readonly #nodes = new Map<string, Node>();
  readonly #drawn = new Map<string, Float64Array>();
  readonly #costs = new Map<number, Float64Array>();

  constructor(plan: Plan, rows: number, draws: number) {
    this.#plan = plan;
    this.#rows = rows;
    this.#draws = draws;
    const { manifest } = plan;
    const room = (isByRow: boolean): Node => {
      const places = isByRow ? rows : 1;
      const values = plan.values ? new Float64Array(places * draws) : null;
      return { isByRow, summaries: emptySummaries(places), values };
    };
    for (const { name, values } of plan.outcomes) {
      this.#nodes.set(outcomeKey(name), room(true));
      for (const place of values) this.#nodes.set(valueKey(place), room(manifest.derived[place]!.isByRow));
      if (plan.seed !== null) this.#drawn.set(name, new Float64Array(rows * draws));
    }
    for (const { name, index } of plan.derived)
      this.#nodes.set(derivedKey(name), room(manifest.derived[index]!.isByRow));
    for (const place of this.#factors()) this.#costs.set(place, new Float64Array(rows));
  }

  #factors(): ReadonlySet<number> {
    return new Set(this.#plan.outcomes.flatMap(({ factors }) => factors ?? []));
  }

  /** Adds a block of rows that begins with row `first`. */
  add(predictor: AveragedPredictor, points: Points, first: number): void {
    const { outcomes, derived, seed } = this.#plan;
    const draws = this.#draws;
    const block = predictor.distinctOf.length;
    const series = new Map<string, Float64Array>();
    const keep = (key: string, values: Float64Array, draw: number) => {
      const kept = series.get(key) ?? new Float64Array(values.length * draws);
      series.set(key, kept);
      for (let i = 0; i < values.length; i++) kept[i * draws + draw] = values[i]!;
    };
    const costs = new Map([...this.#factors()].map((place) => [place, new LogCosts(predictor.distinct)]));
    const outcome = new Float64Array(seed === null ? 0 : block);
    points.forEach((point, draw, reports) => {
      predictor.predictAt(point, reports);
      for (const { name, index, values } of outcomes) {
        keep(outcomeKey(name), predictor.mean(index), draw);
        for (const place of values) keep(valueKey(place), predictor.derived(place), draw);
        if (seed === null) continue;
        predictor.draw(index, { seed, draw, first }, outcome);
        const drawn = this.#drawn.get(name)!;
        for (let row = 0; row < block; row++) drawn[(first + row) * draws + draw] = outcome[row]!;
      }
      for (const { name, index } of derived) keep(derivedKey(name), predictor.derived(index), draw);
      for (const [place, sums] of costs) sums.add(predictor.derived(place));
    });
    for (const [key, kept] of series) this.#sumUp(key, kept, predictor, first);
    for (const [place, sums] of costs) {
      const found = sums.mean(draws);
      const all = this.#costs.get(place)!;
      for (let row = 0; row < block; row++) all[first + row] = found[predictor.distinctOf[row]!]!;
    }
  }

  /** Summarises the draws of each distinct row once, for all equal rows. */
  #sumUp(
    key: string,
    series: Float64Array,
    { distinctOf, distinct }: AveragedPredictor,
    first: number,
  ): void {
    const { probability, interval } = this.#plan;
    const draws = this.#draws;
    const { isByRow, summaries, values } = this.#nodes.get(key)!;
    const places = isByRow ? distinct : 1;
    if (values !== null) {
      if (!isByRow) values.set(series);
      else
        for (const [row, place] of distinctOf.entries())
          values.set(series.subarray(place * draws, (place + 1) * draws), (first + row) * draws);
    }
    const found = emptySummaries(places);
    for (let place = 0; place < places; place++)
      summariseRow(found, place, series.subarray(place * draws, (place + 1) * draws), probability, interval);
    for (const name of ['mean', 'sd', 'lower', 'upper'] as const) {
      if (!isByRow) summaries[name].set(found[name]);
      else
        for (const [row, place] of distinctOf.entries()) summaries[name][first + row] = found[name][place]!;
    }
  }

  prediction(): Prediction {
    const { manifest, outcomes, derived, explain } = this.#plan;
    const node = (key: string): PredictedRows => {
      const { summaries, values } = this.#nodes.get(key)!;
      return { ...summaries, ...(values === null ? {} : { values }) };
    };
    return {
      rows: this.#rows,
      draws: this.#draws,
      outcomes: Object.fromEntries(
        outcomes.map(({ name, factors, values }) => {
          const drawn = this.#drawn.get(name);
          const explanation =
            factors === null
              ? null
              : explanationOf(
                  manifest,
                  name,
                  factors,
                  factors.map((place) => this.#costs.get(place)!),
                );
          return [
            name,
            {
              ...node(outcomeKey(name)),
              ...(values.length === 0 ? {} : { probabilities: values.map((place) => node(valueKey(place))) }),
              ...(drawn === undefined ? {} : { drawn }),
              ...(explain ? { explanation } : {}),
            },
          ];
        }),
      ),
      derived: Object.fromEntries(derived.map(({ name }) => [name, node(derivedKey(name))])),
    };
  }
}

/** In a layout an outcome and a `let` have different names, but the keys do not rely on that. */
function outcomeKey(name: string): string {
  return `outcome ${name}`;
}

function valueKey(place: number): string {
  return `value ${place}`;
}

function derivedKey(name: string): string {
  return `let ${name}`;
}
