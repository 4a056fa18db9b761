/** A recovery as in `--json` and in files. */

import type { Halving } from '../../analysis/evaluate/design/more-instances.ts';
import { type RecoveryRun, recoveryTable } from '../../analysis/evaluate/recovery/recovery-run.ts';
import type { SimulatedStatistic } from '../../analysis/evaluate/recovery/run-recovery.ts';
import type { ParameterRecovery } from '../../analysis/evaluate/recovery/sum-up.ts';
import type { Design } from '../../analysis/simulate/design.ts';
import type { ProfileValues } from '../../analysis/simulate/profile-values.ts';
import { digestOfText } from '../../files/fits/column-digests.ts';
import { csvText } from '../../files/tables/csv-fields.ts';
import type { Source } from '../../grammar/source.ts';
import type { Parameter } from '../../host/parameters.ts';
import type { Columns } from '../../module/columns.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { SamplerOptions } from '../options/sampler-options.ts';
import type { StatisticOptions } from '../options/simulation-options.ts';
import type { WorkHeader } from '../process/journal.ts';
import type { ResultFile } from '../process/results.ts';
import { simulatedTable } from '../tables/kept-table.ts';
import { version } from '../version.ts';

export interface RecoveryReport {
  readonly layout: string;
  readonly version: string;
  /** The chosen alternative of each `choose` of the layout; absent without choices. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Of the battery. */
  readonly rows: number;
  readonly profile: ProfileValues | 'prior';
  /** A text, because it may exceed the integers of JSON. */
  readonly seed: string;
  readonly sampler: Omit<SamplerOptions, 'workers'>;
  readonly runs: number;
  /** The number of runs whose fit failed; they are excluded from everything else. */
  readonly failed: number;
  /** The number of runs per kind of finding. */
  readonly findings: Readonly<Record<string, number>>;
  /** The statistics of outcomes that the layout reads. */
  readonly statistics: readonly SimulatedStatistic[];
  /** By parameter name; null if every fit failed. */
  readonly parameters: Readonly<Record<string, ParameterRecovery>> | null;
  /** By the names of `--halve`; absent without them, or if every fit failed. */
  readonly halve?: Readonly<Record<string, Halving>>;
}

interface RecoveryOutcome {
  readonly manifest: Manifest;
  readonly rows: number;
  readonly profile: ProfileValues | 'prior';
  readonly settings: SamplerOptions & { readonly seed: bigint };
  readonly runs: readonly RecoveryRun[];
  readonly statistics: readonly SimulatedStatistic[];
  readonly recovered: readonly ParameterRecovery[] | null;
  readonly halvings: Readonly<Record<string, Halving>> | null;
}

export function reportRecovery(outcome: RecoveryOutcome): RecoveryReport {
  const { manifest, rows, profile, settings, runs, statistics, recovered, halvings } = outcome;
  const kinds = runs.flatMap(({ findings }) => findings);
  return {
    layout: manifest.layout,
    version: version(),
    ...(manifest.choices === undefined ? {} : { choices: manifest.choices }),
    rows,
    profile,
    seed: String(settings.seed),
    sampler: samplerOf(settings),
    runs: runs.length,
    failed: runs.filter(({ status }) => status === 'failed').length,
    findings: Object.fromEntries(
      [...new Set(kinds)].map((kind) => [kind, kinds.filter((each) => each === kind).length]),
    ),
    statistics,
    parameters: recovered === null ? null : Object.fromEntries(recovered.map((each) => [each.name, each])),
    ...(halvings === null ? {} : { halve: halvings }),
  };
}

/** Everything that a run depends on besides its number and the demands. */
export function recoveryHeader(
  manifest: Manifest,
  source: Source,
  profile: ProfileValues | 'prior',
  settings: SamplerOptions & StatisticOptions & { readonly seed: bigint },
): WorkHeader {
  const { seed, statistic } = settings;
  return {
    version: version(),
    layout: { name: manifest.layout, sha256: digestOfText(source.text) },
    choices: manifest.choices ?? {},
    ...{ profile, seed: String(seed), statistics: statistic, sampler: samplerOf(settings) },
  };
}

/** What of the options a result depends on. */
export function samplerOf(settings: SamplerOptions): RecoveryReport['sampler'] {
  const { method, chains, warmup, draws, targetAccept, maxTreeDepth, scouts } = settings;
  return { method, chains, warmup, draws, targetAccept, maxTreeDepth, scouts };
}

/** The tables of a finished recovery, and its report. */
export function recoveryFiles(
  { parameters, report }: { readonly parameters: readonly Parameter[]; readonly report: RecoveryReport },
  runs: readonly RecoveryRun[],
): ResultFile[] {
  const names = parameters.map(({ name }) => name);
  return [
    { path: 'runs.csv', content: csvText(recoveryTable(names, runs)) },
    { path: 'recovery.json', content: `${JSON.stringify(report, null, 2)}\n` },
  ];
}

/** @param demands those that a design made, or the design itself if the layout has no demands */
export function demandsFiles(demands: Columns | Design): ResultFile[] {
  return 'kind' in demands
    ? []
    : [{ path: 'demands.csv', content: csvText(simulatedTable(demands, new Map(), null)) }];
}
