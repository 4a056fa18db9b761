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
  const weighted = groups.map((rows) => countsOf(rows, predictor.distinctOf));
  const names = mainPart(manifest)
    .columns.filter(({ role }) => role === 'outcome')
    .map(({ name }) => name);
  const narrower = derivedOver?.map((place) => weighted[place]!) ?? weighted;
  const room = (over: readonly WeightedRows[]) => over.map(() => new Float64Array(points.count));
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

/** The distinct rows of a group, with their counts. */
interface WeightedRows {
  readonly places: Uint32Array;
  readonly counts: Float64Array;
  readonly rows: number;
}

function countsOf(rows: readonly number[], distinctOf: Uint32Array): WeightedRows {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const place = distinctOf[row]!;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return {
    places: Uint32Array.from(counts.keys()),
    counts: Float64Array.from(counts.values()),
    rows: rows.length,
  };
}

function average(
  values: Float64Array,
  groups: readonly WeightedRows[],
  into: readonly Float64Array[],
  draw: number,
): void {
  if (values.length === 1) {
    for (const means of into) means[draw] = values[0]!;
    return;
  }
  for (let index = 0; index < groups.length; index++) {
    const { places, counts, rows } = groups[index]!;
    let sum = 0;
    for (let i = 0; i < places.length; i++) sum += values[places[i]!]! * counts[i]!;
    into[index]![draw] = sum / rows;
  }
}
