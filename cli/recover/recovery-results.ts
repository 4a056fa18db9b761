/** The results of a recovery: what they need besides the runs, and what is printed. */

import { findHalvings, type Halving } from '../../analysis/evaluate/design/more-instances.ts';
import type { PriorRanges } from '../../analysis/evaluate/recovery/plan-recovery.ts';
import { base64, bytesOf } from '../../analysis/evaluate/recovery/recovery-run.ts';
import type { RecoveryRuns } from '../../analysis/evaluate/recovery/run-recovery.ts';
import { type ParameterRecovery, sumUpRecovery } from '../../analysis/evaluate/recovery/sum-up.ts';
import type { ProfileValues } from '../../analysis/simulate/profile-values.ts';
import { count, list, object, text, twoOf } from '../../files/fits/shape.ts';
import { type Parameter, parametersOf } from '../../host/parameters.ts';
import type { Columns } from '../../module/columns.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { SamplerOptions } from '../options/sampler-options.ts';
import { printable } from '../printable.ts';
import type { ResultFile } from '../process/results.ts';
import { basisFile, guarded, type KeptBasis, readBasis } from '../shards/kept-basis.ts';
import { printJson, printNotice, printResult, resultColor } from '../terminal.ts';
import { renderHalvings } from './halving.ts';
import { RECOVERY } from './recovery-folder.ts';
import { type RecoveryReport, reportRecovery, samplerOf } from './recovery-report.ts';
import {
  recoveryCaption,
  renderRecovery,
  tellFailures,
  tellNoHalving,
  tellStatistics,
} from './recovery-table.ts';

/** What the results of a recovery depend on besides its runs. */
export interface RecoveryBasis {
  readonly manifest: Manifest;
  readonly levels: Levels;
  /** Of the battery. */
  readonly rows: number;
  readonly profile: ProfileValues | 'prior';
  readonly settings: Omit<SamplerOptions, 'workers'> & { readonly seed: bigint };
  /** By parameter name. */
  readonly ranges: PriorRanges;
  /** The names of the parameters of `--halve`. */
  readonly halve: readonly string[];
  /** The demands and categories of the main table's rows; not read unless an sd is to be halved. */
  readonly instances: Columns;
}

export interface RecoveryResults {
  readonly report: RecoveryReport;
  readonly parameters: readonly Parameter[];
  /** The number of rows of the main table. Null if no run says what would halve an sd. */
  readonly instances: number | null;
  /** Null if every fit failed. */
  readonly recovered: readonly ParameterRecovery[] | null;
  /** Null unless requested, or if no run says anything about it. */
  readonly halvings: Readonly<Record<string, Halving>> | null;
}

export function recoveryResults(
  { manifest, levels, rows, profile, settings, ranges, halve, instances }: RecoveryBasis,
  { runs, cases, statistics }: RecoveryRuns,
): RecoveryResults {
  const parameters = parametersOf(manifest, levels);
  const names = parameters.map(({ name }) => name);
  const recovered = sumUpRecovery(runs, { names, ranges, fromPrior: profile === 'prior' });
  const halved = parameters.filter(({ name }) => halve.includes(name));
  const halvings = cases.length === 0 ? null : findHalvings(cases, halved, parameters, instances, levels);
  const report = reportRecovery({
    ...{ manifest, rows, profile, settings, runs, statistics, recovered, halvings },
  });
  return { report, parameters, instances: cases[0]?.distinctOf.length ?? null, recovered, halvings };
}

/**
 * Prints the tables, or with `json` the report alone; then what there is to say about them. Sets the exit status.
 *
 * @param path the folder of the results; null if they are not kept
 */
export function printResults(
  { report, parameters, instances, recovered, halvings }: RecoveryResults,
  { halve }: RecoveryBasis,
  { json, path }: { readonly json: boolean; readonly path: string | null },
): void {
  if (json) printJson(`${JSON.stringify(report)}\n`);
  else {
    printResult(`${recoveryCaption(report)}\n\n`);
    if (recovered !== null) printResult(renderRecovery(parameters, recovered, resultColor()));
    if (halvings !== null) printResult(renderHalvings(halvings, parameters, instances!));
  }
  tellStatistics(report);
  if (path !== null) printNotice(`${printable(path)}/runs.csv has all runs.\n`);
  if (halve.length > 0 && recovered !== null && halvings === null) tellNoHalving();
  tellFailures(report);
}

/** The basis as a line of a journal: numbers as base64 of their little-endian bytes, maps as lists of pairs. */
interface KeptRecovery extends KeptBasis {
  readonly manifest: Manifest;
  readonly levels: readonly (readonly [string, readonly string[]])[];
  readonly rows: number;
  readonly profile: RecoveryBasis['profile'];
  readonly sampler: RecoveryReport['sampler'];
  readonly seed: string;
  readonly ranges: readonly (readonly [string, { readonly lower: number; readonly upper: number } | null])[];
  readonly halve: readonly string[];
  readonly instances: readonly (readonly [string, string])[];
}

const keptRecovery = object<KeptRecovery>({
  key: guarded(),
  version: text,
  manifest: guarded(),
  levels: guarded(),
  rows: count,
  profile: guarded(),
  sampler: guarded(),
  seed: text,
  ranges: guarded(),
  halve: list(text),
  instances: list(twoOf(text)),
});

/** The file from which a merge takes the basis. */
export function recoveryBasisFile(basis: RecoveryBasis): ResultFile {
  const { manifest, levels, rows, profile, settings, ranges, halve, instances } = basis;
  return basisFile<KeptRecovery>({
    ...{ manifest, levels: [...levels], rows, profile },
    ...{ sampler: samplerOf(settings), seed: String(settings.seed), ranges: [...ranges], halve },
    instances: halve.length === 0 ? [] : [...instances].map(([name, values]) => [name, base64(values)]),
  });
}

/** @throws Failure (input) when it is not there, damaged, or of another version */
export function readRecoveryBasis(folder: string): RecoveryBasis {
  const kept = readBasis(folder, keptRecovery, RECOVERY);
  const { manifest, levels, rows, profile, sampler, seed, ranges, halve, instances } = kept;
  return {
    ...{ manifest, levels: new Map(levels), rows, profile, ranges: new Map(ranges), halve },
    settings: { ...sampler, seed: BigInt(seed) },
    instances: new Map(instances.map(([name, numbers]) => [name, new Float64Array(bytesOf(numbers))])),
  };
}
