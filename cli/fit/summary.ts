/** One fitted subject as in `--json` and `summary.json`, and how it was made. */

import { createHash } from 'node:crypto';
import { digestsOf } from '../../files/fits/column-digests.ts';
import type { DrawsFormat } from '../../files/fits/draws-format.ts';
import type { DataSummary, FitSummary, OutcomeSummary, WeightSummary } from '../../files/fits/fit-summary.ts';
import type { LayoutChecks } from '../../files/fits/layout-checks.ts';
import type { ColumnSummary, Provenance } from '../../files/fits/provenance.ts';
import { columnsOfSubject, type Table } from '../../files/tables/layout-table.ts';
import type { Subject } from '../../files/tables/plan-reading.ts';
import { filterText } from '../../files/tables/row-filters.ts';
import type { Finding } from '../../host/diagnose/finding.ts';
import { learntCentrings } from '../../host/diagnose/summarise.ts';
import type { SamplerSettings } from '../../host/draws.ts';
import type { SampledPosterior } from '../../host/fit.ts';
import type { Hint } from '../../host/hints/hint.ts';
import { storeBasis } from '../../host/predict/stored-basis.ts';
import type { FittedStatistics } from '../../host/rows.ts';
import { type Manifest, type ManifestColumn, quantitiesOf } from '../../module/manifest.ts';
import { mean, variance } from '../../statistics/moments.ts';
import { quantile } from '../../statistics/quantile.ts';
import type { TableFiles } from '../inputs/table-files.ts';
import { ROW_WEIGHT, type WeightColumn } from '../inputs/weighted-layout.ts';
import type { DataOptions } from '../options/data-options.ts';
import { version } from '../version.ts';
import { withOptions } from '../words.ts';
import { standingsOf } from './standings.ts';

export function reportSubject(
  manifest: Manifest,
  table: Table,
  subject: Subject,
  fit: SampledPosterior,
  hints: readonly Hint[],
  compileSeconds: number,
  made: Provenance,
  checks: LayoutChecks | undefined,
): FitSummary {
  const centrings = learntCentrings(manifest, (category) => fit.levels.get(category)!.length, fit.draws);
  return {
    ...(manifest.choices === undefined ? {} : { choices: manifest.choices }),
    parameters: fit.summary,
    scales: Object.fromEntries(quantitiesOf(manifest).map(({ name, scale }) => [name, scale])),
    sampler: {
      ...fit.sampler,
      ...(centrings.length === 0 ? {} : { centrings }),
      scoutGradients: fit.scoutGradients,
      scouts: fit.scouts,
      compileSeconds,
      samplingSeconds: fit.samplingSeconds,
    },
    modes: fit.modes,
    status: fit.verdict.status,
    findings: reportFindings(fit.verdict.findings),
    hints,
    ...standingsOf(fit),
    ...(checks === undefined ? {} : { checks }),
    ...summariseData(manifest, table, subject, fit.statistics),
    made,
  };
}

/** Findings with the options of the command in their remedies. */
export function reportFindings(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, remedy: withOptions(finding.remedy) }));
}

/** What is reported about a subject's data, and what its predictions need besides the draws. */
export function summariseData(
  manifest: Manifest,
  table: Table,
  subject: Subject,
  statistics: FittedStatistics,
): DataSummary {
  const columns = columnsOfSubject(table, subject);
  return {
    rows: table.rows,
    digests: digestsOf(columns),
    fitted: storeBasis(manifest, { levels: table.levels, statistics }),
    ...(table.replaced.size === 0 ? {} : { replaced: Object.fromEntries(table.replaced) }),
    outcomes: Object.fromEntries(
      [...subject.columns].map(([outcome, column]) => {
        const described = manifest.columns.find(({ name }) => name === outcome)!;
        const { weight } = described;
        const values = columns.get(outcome)!;
        const weights = weight === undefined ? null : weightsOf(weight, values, columns.get(weight.column)!);
        const times = weights?.kind === 'count' ? columns.get(weights.column)! : null;
        return [outcome, reportOutcome(column, described, values, weights, times)];
      }),
    ),
  };
}

/** How much the rows with a value count together. */
function weightsOf(
  { kind, column }: Pick<WeightSummary, 'kind' | 'column'>,
  values: Float64Array,
  weights: Float64Array,
): WeightSummary {
  let [sum, squares] = [0, 0];
  for (const [row, weight] of weights.entries()) {
    if (Number.isNaN(values[row]!)) continue;
    sum += weight;
    squares += weight ** 2;
  }
  return { kind, column, sum, effectiveRows: kind === 'count' || squares === 0 ? sum : sum ** 2 / squares };
}

/** @param times how many rows each row stands for; null if each is one */
function reportOutcome(
  column: string,
  { kind, values: names }: ManifestColumn,
  values: Float64Array,
  weights: WeightSummary | null,
  times: Float64Array | null,
): OutcomeSummary {
  const sumOf = (of: (value: number) => number) =>
    values.reduce(
      (total, value, row) => (Number.isNaN(value) ? total : total + (times?.[row] ?? 1) * of(value)),
      0,
    );
  const sum = sumOf((value) => value);
  const missing = values.reduce((count, value) => count + Number(Number.isNaN(value)), 0);
  const rowsWith = (number: number) => sumOf((value) => Number(value === number));
  const found =
    kind === 'binary'
      ? { successes: sum }
      : names === undefined
        ? { mean: sum / sumOf(() => 1) }
        : { values: names.map((value, place) => ({ value, rows: rowsWith(place + 1) })) };
  return {
    column,
    ...found,
    ...(missing === 0 ? {} : { missing }),
    ...(weights === null ? {} : { weights }),
  };
}

/** The object that `--json` prints: the subjects by name, and how they were made. */
export function reportAll(manifest: Manifest, subjects: ReadonlyMap<string, object>): object {
  return { subjects: Object.fromEntries(subjects), layout: manifest.layout, version: version() };
}

/** The files of a table, what is told of them, and the column by which rows count. */
export type FittedTable = TableFiles & Pick<Table, 'notes'> & { readonly weight: WeightColumn | null };

/** The input of `fit`. */
interface FitRequest extends DataOptions, SamplerSettings {
  readonly scouts: number;
  readonly drawsAs: readonly DrawsFormat[];
}

/**
 * How a fit by sampling is made.
 *
 * @param layout the given file, and its text if it is a layout
 * @param columns by the layout's column names; outcomes are ignored
 */
export function provenanceOf(
  layout: { readonly path: string; readonly bytes: Uint8Array; readonly text: string | null },
  given: FittedTable,
  request: FitRequest,
  manifest: Manifest,
  columns: ReadonlyMap<string, Float64Array>,
): Provenance {
  const { method, chains, warmup, draws, targetAccept, maxTreeDepth, seed, scouts, drawsAs } = request;
  return {
    ...originOf(layout, given, request, manifest, columns),
    settings: {
      ...{ method, chains, warmup, draws, targetAccept, maxTreeDepth },
      ...{ seed: String(seed), scouts, drawsAs },
    },
  };
}

/** The same without sampling details, for fits by other methods. */
export function originOf(
  layout: { readonly path: string; readonly bytes: Uint8Array; readonly text: string | null },
  given: FittedTable,
  request: DataOptions,
  manifest: Manifest,
  columns: ReadonlyMap<string, Float64Array>,
): Omit<Provenance, 'settings'> {
  const { stack, success, join = [], table = [], format, delimiter } = request;
  const bind = (request.bind ?? []).filter(({ name }) => name !== ROW_WEIGHT);
  return {
    version: version(),
    layout: {
      path: layout.path,
      sha256: createHash('sha256').update(layout.bytes).digest('hex'),
      text: layout.text,
    },
    data: {
      path: given.path,
      ...(given.files.length === 1 ? {} : { files: given.files }),
      ...(given.notes.length === 0 ? {} : { notes: given.notes }),
      outcomes: Object.fromEntries(
        request.outcome.map(({ outcome, columns, text }) => [outcome, text ?? columns.join(',')]),
      ),
      rows: request.rows.map(filterText),
      ...(bind.length === 0 ? {} : { bindings: bind.map(({ name, column }) => `${name}=${column}`) }),
      ...(join.length === 0 ? {} : { joins: join }),
      ...(table.length === 0 ? {} : { tables: table.map(({ name, path }) => `${name}=${path}`) }),
      ...(given.weight === null ? {} : { weight: { kind: given.weight.kind, column: given.weight.column } }),
      ...(success === undefined ? {} : { successes: success }),
      ...(stack === undefined ? {} : { stack }),
      ...(format === undefined ? {} : { format }),
      ...(delimiter === undefined ? {} : { delimiter }),
      columns: Object.fromEntries(
        manifest.columns.flatMap(({ name, role }) => {
          const values = columns.get(name);
          return role === 'outcome' || values === undefined
            ? []
            : [[name, role === 'category' ? { levels: new Set(values).size } : summaryOf(values)]];
        }),
      ),
    },
  };
}

function summaryOf(values: Float64Array): ColumnSummary {
  const sorted = values.slice().sort();
  return {
    min: sorted[0]!,
    median: quantile(sorted, 0.5),
    max: sorted.at(-1)!,
    mean: mean(sorted),
    sd: sorted.length < 2 ? null : Math.sqrt(variance(sorted)),
    different: new Set(sorted).size,
  };
}
