/** Says how a fit is made, for its summary. */
import { createHash } from 'node:crypto';
import type { ColumnSummary, Provenance } from '../../files/fits/provenance.ts';
import type { SamplerSettings } from '../../host/draws.ts';
import type { Manifest } from '../../module/manifest.ts';
import { mean, variance } from '../../statistics/moments.ts';
import { quantile } from '../../statistics/quantile.ts';
import type { DataOptions } from '../options/data-options.ts';
import { version } from '../version.ts';
import type { DrawsFormat } from './draws-format.ts';

/** What `fit` was given. */
export interface FitRequest extends DataOptions, SamplerSettings {
  readonly scouts: number;
  readonly drawsAs: readonly DrawsFormat[];
}

/**
 * @param layout the file that was given, and its text where it is one
 * @param columns by the names of the layout's columns, of which the outcomes are passed over
 */
export function provenanceOf(
  layout: { readonly path: string; readonly bytes: Uint8Array; readonly text: string | null },
  dataPath: string,
  request: FitRequest,
  manifest: Manifest,
  columns: ReadonlyMap<string, Float64Array>,
): Provenance {
  const { method, chains, warmup, draws, targetAccept, maxTreeDepth, seed, scouts, drawsAs } = request;
  return {
    ...originOf(layout, dataPath, request, manifest, columns),
    settings: {
      ...{ method, chains, warmup, draws, targetAccept, maxTreeDepth },
      ...{ seed: String(seed), scouts, drawsAs },
    },
  };
}

/** The same without how it was sampled, for what is not. */
export function originOf(
  layout: { readonly path: string; readonly bytes: Uint8Array; readonly text: string | null },
  dataPath: string,
  request: DataOptions,
  manifest: Manifest,
  columns: ReadonlyMap<string, Float64Array>,
): Omit<Provenance, 'settings'> {
  const { stack, format, delimiter } = request;
  return {
    version: version(),
    layout: {
      path: layout.path,
      sha256: createHash('sha256').update(layout.bytes).digest('hex'),
      text: layout.text,
    },
    data: {
      path: dataPath,
      outcomes: Object.fromEntries(request.outcome.map(({ outcome, text }) => [outcome, text])),
      rows: request.rows.map(({ column, value }) => `${column}=${value}`),
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
