/**
 * Predictive checks of a fit or of a prior: compares outcomes that it generates for the rows of a table with the
 * observed ones.
 */

import type { Prepared, PrepareOptions } from '../../../compiler/compile.ts';
import { type LayoutInput, sourceOf } from '../../../compiler/layout-input.ts';
import { encodeListed } from '../../../host/level-facts.ts';
import { toNewColumns } from '../../../host/predict/new-columns.ts';
import type { PredictedOutcome } from '../../../host/predict/predict.ts';
import type { NewColumns } from '../../../host/predict/rows.ts';
import { mainRows, type TablesInput, toRows } from '../../../host/row-tables.ts';
import { absent, fillMissing } from '../../../module/columns.ts';
import type { Levels } from '../../../module/levels.ts';
import type { Manifest, ManifestColumn } from '../../../module/manifest.ts';
import type { ColumnsInput } from '../../../module/to-columns.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { refuseCountedRows } from '../parts/rows.ts';
import { drawCounts, type PosteriorFit } from '../posterior-fit.ts';
import { type CheckedQuantity, checkQuantities } from './check-quantities.ts';
import { type CheckFinding, findingsOf } from './findings.ts';
import { type CheckedColumn, type CheckedValue, testQuantities } from './test-quantity.ts';

export interface CheckOptions {
  /**
   * Maximum number of generated data sets, one per draw. Defaults to 1000, or fewer if many rows would not fit in
   * memory.
   */
  readonly replications?: number;
  /** Whether pairs of columns are checked too. Defaults to false. */
  readonly pairs?: boolean;
  /** Further columns, besides those of the layout, by which rows are grouped. Defaults to none. */
  readonly by?: readonly CheckedColumn[];
  /** A whole number in [0, 2^64). The same seed generates the same data. Defaults to 1. */
  readonly seed?: bigint;
}

/** The checks of one outcome. */
export interface OutcomeChecks {
  /** The number of rows that have the outcome. */
  readonly rows: number;
  readonly checks: readonly CheckedQuantity[];
  /**
   * For a prior and a binary outcome: the share of rows and profiles in which its probability is below 0.01 or above
   * 0.99; otherwise null.
   */
  readonly certainty: number | null;
  /** What the failed checks say together, in words. */
  readonly findings: readonly CheckFinding[];
}

export interface PredictiveChecks {
  readonly source: 'posterior' | 'prior';
  readonly rows: number;
  readonly replications: number;
  /** By name, for the outcomes that the rows have. */
  readonly outcomes: Readonly<Record<string, OutcomeChecks>>;
}

/** The 2.5 % quantile cannot be estimated from fewer replications. */
const MIN_REPLICATIONS = 40;
/** Maximum number of generated values in memory per outcome of the layout. */
const MAX_OUTCOMES = 1 << 24;
/** Sums of squares of larger outcomes would overflow. */
const MAX_OUTCOME = 1e140;
/** A probability below this, or above 1 minus this, counts as certain. */
const CERTAIN = 0.01;

/**
 * Posterior predictive checks (Gelman, Meng & Stern 1996): outcomes are generated for the same rows at draws of the
 * fit, and statistics of both are compared.
 *
 * @param rows in the form that `predict` takes, with outcomes; the fitted rows or others
 * @throws HostError as `predict` does; EvaluationError when no row has an outcome, the fit has too few draws, or it
 *   generates outcomes that are not finite
 */
export function checkPosterior(
  fit: PosteriorFit,
  rows: ColumnsInput,
  options: CheckOptions = {},
): Promise<PredictiveChecks> {
  return check('posterior', fit, toNewColumns(fit.posterior.manifest, rows), options);
}

/** Options of a check of a layout's priors. */
export interface PriorCheckOptions extends CheckOptions, PrepareOptions {
  /** The rows of the layout's tables beside the main one, by name. Outcomes of the main table alone are checked. */
  readonly tables?: TablesInput;
}

/**
 * Prior predictive checks (Box 1980): the same for profiles drawn from the priors. Statistics that the layout reads
 * from its data, such as `mean(success)`, are computed from these rows.
 *
 * @param rows in the form that `Model.bind` takes, with outcomes
 * @throws LayoutError and ChoiceError as `compile` does; HostError, SimulationError and EvaluationError as `priorFit`
 *   and `checkPosterior` do
 */
export async function checkPrior(
  layout: LayoutInput,
  rows: ColumnsInput,
  { choices = {}, tables = {}, ...options }: PriorCheckOptions = {},
): Promise<PredictiveChecks> {
  const { prepare } = await import('../../../compiler/compile.ts');
  const prepared = prepare(sourceOf(layout), { choices });
  const { columns, levels } = toRows(prepared.manifest, rows, tables);
  return checkPriorOf(prepared, columns, levels, options);
}

/** The same for a compiled layout. @param columns categories are given as level numbers; of several tables the rows of all */
export async function checkPriorOf(
  prepared: Prepared,
  columns: ReadonlyMap<string, Float64Array>,
  levels: Levels,
  options: CheckOptions = {},
): Promise<PredictiveChecks> {
  const { replications = 1000, seed = 1n } = options;
  // Only drawing from priors needs the interpreter: load it here.
  const { priorFit } = await import('./prior-fit.ts');
  const fit = await priorFit(prepared, { columns, levels, draws: replications, seed });
  const named = [...mainRows(prepared.manifest, columns)].map(
    ([name, values]): [string, Float64Array | readonly string[]] => {
      const names = levels.get(name);
      return [name, names === undefined ? values : Array.from(values, (code) => names[code]!)];
    },
  );
  return check('prior', fit, new Map(named), options);
}

async function check(
  source: PredictiveChecks['source'],
  fit: PosteriorFit,
  rows: NewColumns,
  { replications = 1000, pairs = false, by = [], seed = 1n }: CheckOptions,
): Promise<PredictiveChecks> {
  const manifest = fit.posterior.manifest;
  const observed = manifest.columns.filter(({ role, name }) => role === 'outcome' && isThere(rows.get(name)));
  if (observed.length === 0) throw nothingToCheck(manifest, rows);
  refuseCountedRows(manifest, (name) => rows.get(name));
  for (const { name, censored } of observed) {
    // At a limit, what is generated is censored as the data are.
    if (censored === 'where' || censored === 'to') throw censoredOutcome(name);
  }
  const count = rows.get(observed[0]!.name)!.length;
  const draws = drawCounts(fit).reduce((sum, count) => sum + count, 0);
  const most = Math.min(replications, Math.max(MIN_REPLICATIONS, Math.floor(MAX_OUTCOMES / count)));
  if (Math.min(draws, most) < MIN_REPLICATIONS) throw tooFew(Math.min(draws, most));
  const prediction = await fit.predict(rows, {
    outcomes: observed.map(({ name }) => name),
    every: Math.ceil(draws / most),
    seed,
    values: source === 'prior',
    probabilities: false,
  });
  const columns = [...checkedColumns(manifest, rows), ...by];
  return {
    source,
    rows: count,
    replications: prediction.draws,
    outcomes: Object.fromEntries(
      observed.map((column) => {
        const { name, kind } = column;
        const outcomes = rows.get(name) as Float64Array;
        const { drawn, values } = prediction.outcomes[name]!;
        const isBinary = kind === 'binary';
        checkFinite(source, name, outcomes, drawn!);
        const quantities = testQuantities({
          ...{ columns, outcomes, isBinary, pairs },
          ...(column.isNominal === true ? { nominal: valuesOf(column) } : {}),
        });
        const checks = checkQuantities(quantities, outcomes, drawn!, { families: observed.length });
        const certainty = isBinary && values !== undefined ? certaintyOf(values) : null;
        return [
          name,
          {
            rows: outcomes.filter((value) => !Number.isNaN(value)).length,
            checks,
            certainty,
            findings: findingsOf({ source, manifest, outcome: column, columns, checks, certainty }),
          },
        ];
      }),
    ),
  };
}

function isThere(column: Float64Array | readonly string[] | undefined): boolean {
  return column instanceof Float64Array && column.some((value) => !Number.isNaN(value));
}

/** Demands with missing values filled in as the layout says, and categories as level numbers. */
function checkedColumns({ columns }: Manifest, rows: NewColumns): CheckedColumn[] {
  return columns.flatMap((column): CheckedColumn[] => {
    const { name, role } = column;
    const given = rows.get(name);
    if (role === 'outcome' || given === undefined) return [];
    if (role === 'demand')
      return [{ name, values: fillMissing(column, given as Float64Array), levels: null }];
    const { codes, levels } = encodeListed(given as readonly string[], column.levels);
    return [{ name, values: codes, levels }];
  });
}

/** The values of a choice. */
function valuesOf({ name, domain, values }: ManifestColumn): CheckedValue[] {
  if (domain.kind !== 'range' || domain.lo === undefined || domain.hi === undefined)
    throw new Error(`The values of ${name} are not known.`);
  const { lo, hi } = domain;
  return Array.from({ length: hi - lo + 1 }, (_, place) => ({
    number: lo + place,
    name: values?.[place] ?? String(lo + place),
  }));
}

function certaintyOf(probabilities: NonNullable<PredictedOutcome['values']>): number {
  const certain = probabilities.reduce((sum, p) => sum + (p < CERTAIN || p > 1 - CERTAIN ? 1 : 0), 0);
  return certain / probabilities.length;
}

function nothingToCheck({ columns }: Manifest, rows: NewColumns): Error {
  const outcomes = columns.filter(({ role }) => role === 'outcome');
  const none = outcomes.every(({ name }) => !rows.has(name));
  if (none) absent(outcomes[0]!.name, 'outcome');
  return new EvaluationError('No row has an outcome.', 'Give rows with their outcomes, which are checked.');
}

function tooFew(draws: number): EvaluationError {
  return new EvaluationError(
    `${draws} data sets are too few for a check.`,
    `Give ${MIN_REPLICATIONS} at least, each of another draw of the fit.`,
  );
}

function censoredOutcome(outcome: string): EvaluationError {
  return new EvaluationError(
    `The outcome \`${outcome}\` is censored, but what the layout generates is not: the two cannot be compared.`,
    `Leave \`${outcome}\` out of the table to check the others, or write the layout with a limit, as \`censored above budget\`.`,
  );
}

function checkFinite(
  source: PredictiveChecks['source'],
  outcome: string,
  observed: Float64Array,
  drawn: Float64Array,
): void {
  const replications = drawn.length / observed.length;
  const place = drawn.findIndex(
    (value, index) =>
      !(Math.abs(value) < MAX_OUTCOME) && !Number.isNaN(observed[Math.floor(index / replications)]!),
  );
  if (place < 0) return;
  throw new EvaluationError(
    `The ${source} makes \`${outcome}\` ${drawn[place]} in row ${Math.floor(place / replications) + 1}, with which nothing can be compared.`,
    source === 'prior'
      ? 'Bound or narrow the priors that its distribution reads.'
      : 'See whether the fit converged, and whether the layout bounds what its distribution reads.',
  );
}
