/**
 * Expectations for groups of rows: for each draw, the mean over a group's rows of an outcome's mean or of a derived
 * node.
 */
import type { LoadedModule } from '../load.ts';
import type { PredictiveDraws } from '../posterior.ts';
import { mainPart } from '../row-tables.ts';
import { bindPredictor } from './bind-predictor.ts';
import { Points } from './draws.ts';
import { type NewColumns, orderNewColumns } from './rows.ts';

export interface GroupMeanOptions {
  /** Numbers of rows, from 0; a row may be in several groups, or in none. No group is empty. */
  readonly groups: readonly (readonly number[])[];
  /** Derived nodes to predict besides the outcomes, by their indices in the manifest's `derived`; none by default. */
  readonly derived?: readonly number[];
  /** The groups, by their places, over which derived nodes are averaged; all when absent. */
  readonly derivedOver?: readonly number[];
  /** Only every nth draw of each chain is used, from the first on; all when absent. */
  readonly every?: number;
}

/** For each group one array with one number per draw, in the order of chains and draws. */
export interface GroupMeans {
  readonly outcomes: Readonly<Record<string, readonly Float64Array[]>>;
  /** In the order of the requested `derived`, each with the groups of `derivedOver`. */
  readonly derived: readonly (readonly Float64Array[])[];
}

/**
 * The posterior draws of means over groups of rows, such as the rows of one level of a demand: for an outcome of 0 and
 * 1, the expected success rate. A row counts as often as it occurs in its group.
 *
 * @throws HostError as `predict` does; RangeError for an empty group
 */
export async function meansOfRows(
  loaded: LoadedModule,
  fitted: PredictiveDraws,
  columns: NewColumns,
  { groups, derived = [], derivedOver, every }: GroupMeanOptions,
): Promise<GroupMeans> {
  if (groups.some(({ length }) => length === 0)) throw new RangeError('a group has no rows');
  const { manifest } = loaded;
  const predictor = await bindPredictor(loaded, fitted, orderNewColumns(manifest, columns, fitted.levels));
  const points = new Points(fitted, predictor.size, every, predictor.drawn);
  const weighted = weightedRows(groups, predictor.distinctOf);
  const names = mainPart(manifest)
    .columns.filter(({ role }) => role === 'outcome')
    .map(({ name }) => name);
  const narrower =
    derivedOver === undefined
      ? weighted
      : weightedRows(
          derivedOver.map((place) => groups[place]!),
          predictor.distinctOf,
        );
  const room = ({ rows }: WeightedRows) => Array.from(rows, () => new Float64Array(points.count));
  const outcomes = names.map(() => room(weighted));
  const nodes = derived.map(() => room(narrower));
  points.forEach((point, draw, reports) => {
    predictor.predictAt(point, reports);
    for (const [index, into] of outcomes.entries()) average(predictor.mean(index), weighted, into, draw);
    for (const [index, place] of derived.entries())
      average(predictor.derived(place), narrower, nodes[index]!, draw);
  });
  return {
    outcomes: Object.fromEntries(names.map((name, index) => [name, outcomes[index]!])),
    derived: nodes,
  };
}

/**
 * The distinct rows of all groups, one group after another, with how often each occurs in its group. Flat, since there may be
 * thousands of small groups, which are gone through for every draw.
 */
interface WeightedRows {
  /** Where each group begins, and where the last one ends. */
  readonly begins: Uint32Array;
  readonly places: Uint32Array;
  readonly counts: Float64Array;
  /** The number of rows of each group. */
  readonly rows: Uint32Array;
}

function weightedRows(groups: readonly (readonly number[])[], distinctOf: Uint32Array): WeightedRows {
  const each = groups.map((rows) => {
    const counts = new Map<number, number>();
    for (const row of rows) {
      const place = distinctOf[row]!;
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    return counts;
  });
  const begins = new Uint32Array(groups.length + 1);
  for (const [index, { size }] of each.entries()) begins[index + 1] = begins[index]! + size;
  const [places, counts] = [new Uint32Array(begins.at(-1)!), new Float64Array(begins.at(-1)!)];
  for (const [index, own] of each.entries()) {
    places.set([...own.keys()], begins[index]);
    counts.set([...own.values()], begins[index]);
  }
  return { begins, places, counts, rows: Uint32Array.from(groups, ({ length }) => length) };
}

function average(
  values: Float64Array,
  { begins, places, counts, rows }: WeightedRows,
  into: readonly Float64Array[],
  draw: number,
): void {
  if (values.length === 1) {
    for (const means of into) means[draw] = values[0]!;
    return;
  }
  for (let index = 0, at = 0; index < rows.length; index++) {
    let sum = 0;
    for (const end = begins[index + 1]!; at < end; at++) sum += values[places[at]!]! * counts[at]!;
    into[index]![draw] = sum / rows[index]!;
  }
}
