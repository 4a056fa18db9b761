/** Leave-one-group-out: how probable the outcomes of a whole group of rows are for a fit to all other groups. */
import type { LoadedModule } from '../../../host/load.ts';
import type { Posterior } from '../../../host/posterior.ts';
import { toNewColumns } from '../../../host/predict/new-columns.ts';
import { type BoundRows, bindNewRows } from '../../../host/predict/predictor.ts';
import { orderNewColumns } from '../../../host/predict/rows.ts';
import type { Manifest } from '../../../module/manifest.ts';
import { type ColumnsInput, cellsOf, columnOf } from '../../../module/to-columns.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { RowGroups } from '../parts/draw-split.ts';
import type { PosteriorFit } from '../posterior-fit.ts';
import { type Loo, loo } from './criteria.ts';
import { type IntegrationOptions, integrateLikelihood } from './integrated-likelihood.ts';

/** The value of leave-one-group-out for a fit. */
export interface EstimatedGroups {
  /** The groups that have an outcome, in the order in which they begin. */
  readonly groups: readonly string[];
  /** The numbers of rows in them that have an outcome. */
  readonly sizes: readonly number[];
  /** The estimate for these groups: `rows` and `pointwise` count groups. */
  readonly estimate: Loo;
  /** The names of the latents that were integrated over, since only one group informs each of their values. */
  readonly integrated: readonly string[];
  /** The number of points per integral and draw; 0 if there was nothing to integrate over. */
  readonly points: number;
  /** By group, how much too low its elpd is because the integral is a sum over points, in nats. */
  readonly integrationError: readonly number[];
}

/** A `FittedModel` in memory, or a `StoredFit` read from a folder. */
export type GroupableFit = PosteriorFit &
  (
    | { readonly bound: { readonly model: LoadedModule } }
    | { module(columns: ReadonlyMap<string, Float64Array>): Promise<LoadedModule> }
  );

export interface LeaveGroupsOutOptions extends IntegrationOptions {
  /** The column whose equal values make a group. The layout need not read it. */
  readonly group: string;
  /** The text of the layout; by default that which the fit knows. */
  readonly layout?: string;
}

/**
 * PSIS leave-one-group-out: the log probability of the outcomes of all rows of a group together, given all other groups, for each
 * group (Merkle, Furr & Rabe-Hesketh 2019). Latents of levels that occur in no other group are integrated over, as for a level that
 * nobody has seen.
 *
 * @param rows the fitted rows, with their outcomes and the column of the groups; categories by the names of their levels
 * @throws HostError when the rows do not fit the layout or the fit; EvaluationError when there are no two groups, or as
 *   `integrateLikelihood` does
 */
export async function leaveGroupsOut(
  fit: GroupableFit,
  rows: ColumnsInput,
  { group, layout, ...options }: LeaveGroupsOutOptions,
): Promise<EstimatedGroups> {
  const given = columnOf(rows, group);
  if (given === undefined) {
    throw new EvaluationError(
      `There is no column \`${group}\`, by which to leave rows out together.`,
      'Name a column of the rows; the layout need not read it.',
    );
  }
  const names = Array.from(cellsOf(group, given), (cell) =>
    cell === null || cell === undefined || Number.isNaN(cell) ? '' : String(cell),
  );
  const { posterior } = fit;
  const bound = await bindGrouped(fit, rows);
  const layoutText = layout ?? posterior.layoutText;
  return estimateGroups({ posterior, layoutText, bound }, { column: group, names }, options);
}

/** @param rows with categories by the names of their levels */
async function bindGrouped(fit: GroupableFit, rows: ColumnsInput): Promise<BoundRows> {
  const { manifest, levels } = fit.posterior;
  const named = toNewColumns(manifest, rows);
  if ('bound' in fit) return bindNewRows(fit.bound.model, fit.posterior, named);
  const ordered = orderNewColumns(manifest, named, levels);
  const module = await fit.module(
    new Map(manifest.columns.map(({ name }, place) => [name, ordered[place]!])),
  );
  return bindNewRows(module, fit.posterior, named);
}

/** A posterior with the rows that were fitted. */
export interface FitWithRows {
  readonly posterior: Posterior;
  /** Undefined if it is not known. */
  readonly layoutText: string | undefined;
  readonly bound: BoundRows;
}

/** The same for rows that are bound to the module already. */
export async function estimateGroups(
  { posterior, layoutText, bound: { predictor, columns } }: FitWithRows,
  { column, names }: RowGroups,
  options: IntegrationOptions = {},
): Promise<EstimatedGroups> {
  const { groups, sizes, groupOfRow } = numberGroups(posterior.manifest, columns, { column, names });
  if (groups.length < 2) {
    throw new EvaluationError(
      groups.length === 0
        ? 'No row has an outcome.'
        : `All rows with an outcome have the same \`${column}\`, ${JSON.stringify(groups[0])}: without it nothing is left.`,
      groups.length === 0
        ? 'Give the rows that were fitted, with their outcomes.'
        : 'Name a column with several values.',
    );
  }
  refuseClasses(posterior.manifest, column);
  const fit = { posterior, layoutText, predictor, columns, groupOfRow, names: groups, column };
  const { values, integrated, points, error } = await integrateLikelihood(fit, options);
  const chains = posterior.draws.length;
  const estimate = loo({ values, rows: groups.length, chains, counts: null });
  return { groups, sizes, estimate, integrated, points, integrationError: [...error] };
}

/** The groups with an outcome in the order in which they begin. */
interface NumberedGroups extends Pick<EstimatedGroups, 'groups' | 'sizes'> {
  /** The number of the group of each row; -1 for a row without an outcome. */
  readonly groupOfRow: Int32Array;
}

/** @throws EvaluationError for a row without a group */
export function numberGroups(
  manifest: Manifest,
  columns: readonly Float64Array[],
  { column, names }: RowGroups,
): NumberedGroups {
  const outcomes = manifest.columns.flatMap(({ role }, place) =>
    role === 'outcome' ? [columns[place]!] : [],
  );
  const isObserved = (row: number) => outcomes.some((values) => !Number.isNaN(values[row]!));
  const numbers = new Map<string, number>();
  const sizes: number[] = [];
  const groupOfRow = Int32Array.from(names, (name, row) => {
    if (name === '') throw withoutGroup(column, row);
    if (!isObserved(row)) return -1;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    sizes[number] = (sizes[number] ?? 0) + 1;
    return number;
  });
  return { groups: [...numbers.keys()], sizes, groupOfRow };
}

/** The classes of a level are summed out over its rows together, which an integral over latents does not do. */
function refuseClasses({ classes = [] }: Manifest, column: string): void {
  const [found] = classes;
  if (found === undefined) return;
  throw new EvaluationError(
    `The classes of \`${found.index}\` are summed out, and a group of \`${column}\` cannot be left out beside them.`,
    'Leave rows out one by one, without --group, or hold groups out with `evaluate --group`.',
  );
}

function withoutGroup(column: string, row: number): EvaluationError {
  return new EvaluationError(
    `Row ${row + 1} has no value of \`${column}\`, by which rows are left out together.`,
    'Give it one, or leave the row out of the fit.',
  );
}
