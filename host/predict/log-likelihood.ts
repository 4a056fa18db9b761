/** Pointwise log likelihoods, from which PSIS-LOO and WAIC are computed. */
import type { ManifestClassGroup } from '../../module/manifest.ts';
import { logSumExp } from '../../statistics/log-sum-exp.ts';
import type { LoadedModule } from '../load.ts';
import type { PredictiveDraws } from '../posterior.ts';
import { inAllColumns, mainPart, tableOfRows } from '../row-tables.ts';
import type { ByConfiguration, GroupJoint, SeenRows, StatedGroup } from './classes.ts';
import { Points } from './draws.ts';
import { bindNewRows, bindRowPredictor, type RowPredictor } from './predictor.ts';
import type { NewColumns } from './rows.ts';

/**
 * The log likelihoods of one outcome. Rows that agree in every column have the same value, and are one distinct row.
 */
export interface PointwiseLogLikelihood {
  /** The number of draws used. */
  readonly draws: number;
  /** The number of distinct rows. */
  readonly distinct: number;
  /** For each row of the data its distinct row. */
  readonly distinctOf: Uint32Array;
  /** Draws × distinct rows, one draw after another; NaN where the outcome is missing. */
  readonly values: Float64Array;
}

/**
 * By outcome name, the log density or mass of the outcome in every row at each draw of a fit. In a layout with classes the rows of a level
 * depend on each other: then it is that of the row given the others of its level among these rows, and given the outcomes of the same row
 * that come before. Their sum over the outcomes of a row is the log density of the row given the other rows.
 *
 * @throws HostError as `predict` does.
 */
export async function pointwiseLogLikelihood(
  loaded: LoadedModule,
  fitted: PredictiveDraws,
  columns: NewColumns,
  { every }: { readonly every?: number } = {},
): Promise<Readonly<Record<string, PointwiseLogLikelihood>>> {
  const { manifest } = loaded;
  const { predictor, columns: ordered } = await bindNewRows(loaded, fitted, columns);
  const points = new Points(fitted, predictor.size, every, predictor.drawn);
  const { distinct, distinctOf } = predictor;
  const outcomes = mainPart(manifest)
    .columns.filter(({ role }) => role === 'outcome')
    .map(({ name }) => name);
  const values = outcomes.map(() => new Float64Array(points.count * distinct));
  const grouped = await inGroups(predictor, loaded, fitted, ordered);
  points.forEach((point, draw) => {
    predictor.likelihoodAt(point);
    for (const [index, room] of values.entries()) room.set(predictor.logLikelihood(index), draw * distinct);
    for (const { index, logLikelihood } of grouped(point)) values[index]?.set(logLikelihood, draw * distinct);
  });
  return Object.fromEntries(
    outcomes.map((name, index) => [
      name,
      { draws: points.count, distinct, distinctOf, values: values[index]! },
    ]),
  );
}

/** The log likelihoods of one outcome, one per distinct row. */
interface OutcomeLogLikelihood {
  readonly index: number;
  readonly logLikelihood: Float64Array;
}

/** Computes at a point those of the outcomes that depend on classes. */
async function inGroups(
  predictor: RowPredictor,
  loaded: LoadedModule,
  fitted: PredictiveDraws,
  columns: readonly Float64Array[],
): Promise<(point: Float64Array) => OutcomeLogLikelihood[]> {
  const { manifest } = loaded;
  if (manifest.classes === undefined) return () => [];
  const { checkClassGroups, ClassStates, countsOf, logJoints } = await import('./classes.ts');
  checkClassGroups(manifest);
  const further = await furtherRows(loaded, fitted, manifest.classes);
  const states = new ClassStates(predictor, manifest, predictor.levels, columns);
  const counts = countsOf(predictor);
  return (point) => {
    const others = further === null ? null : logJoints(further, point);
    return logJoints({ rows: predictor, states, counts }, point).flatMap((joint, group) =>
      givenOthers(joint, states.groups[group]!, counts, others?.[group]?.sums),
    );
  };
}

/**
 * The fitted rows of tables beside the main one, where they too say in which states classes of outcomes of the main table are; null where they do not.
 *
 * @throws HostError of kind `data` where they are not known
 */
async function furtherRows(
  loaded: LoadedModule,
  fitted: PredictiveDraws,
  groups: readonly ManifestClassGroup[],
): Promise<SeenRows | null> {
  const { manifest } = loaded;
  const ofTables = new Set(manifest.tables?.flatMap(({ columns }) => columns));
  const joint = groups.filter(
    ({ outcomes }) =>
      outcomes.some((name) => ofTables.has(name)) && !outcomes.every((name) => ofTables.has(name)),
  );
  if (joint.length === 0 || fitted.fittedRows === 'none') return null;
  const { ClassStates, countsOf, needTables } = await import('./classes.ts');
  const { columns: given, counts } = fitted.fittedRows ?? {};
  const known = given && inAllColumns(manifest, given);
  for (const group of joint) needTables(manifest, group, known);
  const columns = known!;
  const tables = Array.from(tableOfRows(manifest, columns));
  const places = [...tables.keys()].filter((row) => tables[row]! > 0);
  const own = columns.map((column) => Float64Array.from(places, (row) => column[row]!));
  const rows = await bindRowPredictor(loaded, fitted, own);
  const states = new ClassStates(rows, manifest, rows.levels, own);
  return { rows, states, counts: countsOf(rows, counts && Uint32Array.from(places, (row) => counts[row]!)) };
}

/**
 * p(y_i | y_−i) = Σ_c p(c) Π_j p(y_j | c) / Σ_c p(c) Π_{j≠i} p(y_j | c), over the configurations c of the level and its rows j. If the draws
 * are weighed by its inverse, they are draws without the row: p(θ | y_−i) ∝ p(θ | y) / p(y_i | y_−i, θ).
 *
 * @param others the log likelihoods of the rows of other tables, by configuration and level
 */
function givenOthers(
  { logPriors, sums, logLikelihoods }: GroupJoint,
  { outcomes, levelOf }: StatedGroup,
  counts: Float64Array,
  others?: ByConfiguration,
): OutcomeLogLikelihood[] {
  const impossible = countImpossible(logLikelihoods, sums, levelOf, counts);
  const found = outcomes.map((index) => ({ index, logLikelihood: new Float64Array(levelOf.length) }));
  for (const [row, level] of levelOf.entries()) {
    if (level < 0) continue;
    // The log probability of each configuration and the other rows, and then of the row's outcomes up to one.
    const logs = logPriors.map((prior, place) => {
      const own = ofRow(logLikelihoods[place]!, row);
      const { finite, rows } = impossible[place]!;
      if (rows[level]! > (own === -Infinity ? 1 : 0)) return -Infinity;
      return prior[level]! + (others?.[place]?.[level] ?? 0) + finite[level]! - (own === -Infinity ? 0 : own);
    });
    for (const [outcome, { logLikelihood }] of found.entries()) {
      const ofStates = logLikelihoods.map((each) => each[outcome]![row]!);
      // A missing outcome is missing in each state.
      if (ofStates.every(Number.isNaN)) {
        logLikelihood[row] = Number.NaN;
        continue;
      }
      const before = logSumExp(logs);
      for (const [place, value] of ofStates.entries()) logs[place]! += value;
      logLikelihood[row] = logSumExp(logs) - before;
    }
  }
  return found;
}

/** Σ over the outcomes of a row that it has. */
function ofRow(ofOutcomes: readonly Float64Array[], row: number): number {
  return ofOutcomes.reduce((sum, values) => (Number.isNaN(values[row]!) ? sum : sum + values[row]!), 0);
}

/** For each configuration and level how many rows are impossible, and the log likelihood of the others. */
function countImpossible(
  logLikelihoods: GroupJoint['logLikelihoods'],
  sums: GroupJoint['sums'],
  levelOf: Int32Array,
  counts: Float64Array,
): readonly { readonly finite: Float64Array; readonly rows: Float64Array }[] {
  return logLikelihoods.map((ofOutcomes, place) => {
    const finite = sums[place]!.slice();
    const rows = new Float64Array(finite.length);
    if (!finite.includes(-Infinity)) return { finite, rows };
    finite.fill(0);
    for (const [row, level] of levelOf.entries()) {
      if (level < 0) continue;
      const own = ofRow(ofOutcomes, row);
      if (own === -Infinity) rows[level]! += counts[row]!;
      else finite[level]! += counts[row]! * own;
    }
    return { finite, rows };
  });
}

/** The same for each row of the data: draws × rows, one draw after another. */
export function ofAllRows({ draws, distinct, distinctOf, values }: PointwiseLogLikelihood): Float64Array {
  const rows = distinctOf.length;
  const all = new Float64Array(draws * rows);
  for (let draw = 0; draw < draws; draw++) {
    for (let row = 0; row < rows; row++) all[draw * rows + row] = values[draw * distinct + distinctOf[row]!]!;
  }
  return all;
}
