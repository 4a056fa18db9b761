/** What is stored about a fit besides its draws, so that it can predict later: its layout, levels and statistics. */
import { HostError } from '../../module/host-error.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { PredictiveDraws } from '../posterior.ts';

/** As in `summary.json`. */
export interface StoredBasis {
  /** The name of the layout. */
  readonly layout: string;
  /** The manifest's digest of the layout's meaning. */
  readonly meaning: string;
  /** By category, the level names in the order of level numbers. */
  readonly levels: Readonly<Record<string, readonly string[]>>;
  /** In the manifest's order; null for NaN. */
  readonly statistics: readonly { readonly statistic: string; readonly value: number | null }[];
  /** For each, the values in the order of the levels. */
  readonly levelStatistics: readonly {
    readonly statistic: string;
    readonly by: string;
    readonly values: readonly (number | null)[];
  }[];
}

/** The data to store for a fit. It survives conversion to JSON and back without loss. */
export function storeBasis(
  manifest: Manifest,
  { levels, statistics }: Pick<PredictiveDraws, 'levels' | 'statistics'>,
): StoredBasis {
  const numberOf = (value: number) => (Number.isNaN(value) ? null : value);
  return {
    layout: manifest.layout,
    meaning: manifest.meaning,
    levels: Object.fromEntries(levels),
    statistics: manifest.statistics.map((statistic, index) => ({
      statistic,
      value: numberOf(statistics.values[index]!),
    })),
    levelStatistics: manifest.levelStatistics.map(({ text, by }, index) => ({
      statistic: text,
      by,
      values: statistics.byLevel[index]!.map(numberOf),
    })),
  };
}

/**
 * The stored data, for a module of the same layout; together with draws it can predict.
 *
 * @param stored a value that was read from JSON
 * @throws HostError of kind `data` when it is not from `storeBasis`, or is from a layout with another meaning.
 */
export function restoreBasis(
  manifest: Manifest,
  stored: unknown,
): Pick<PredictiveDraws, 'levels' | 'statistics'> {
  if (!isStored(stored)) {
    throw new HostError(
      'data',
      'The stored fit has no levels and statistics.',
      'Fit again with this version of theodolite.',
    );
  }
  if (stored.meaning !== manifest.meaning) {
    const other = stored.layout === manifest.layout ? 'another version of it' : `\`${stored.layout}\``;
    throw new HostError(
      'data',
      `The layout is \`${manifest.layout}\`, and the fit is of ${other}.`,
      'Give the layout that was fitted, with the same choices, or fit again.',
    );
  }
  const levels: Levels = new Map(Object.entries(stored.levels));
  if (!isComplete(manifest, stored, levels)) {
    throw new HostError(
      'data',
      'The stored fit lacks levels or statistics that the layout has.',
      'Fit again with this version of theodolite.',
    );
  }
  const numberOf = (value: number | null) => value ?? Number.NaN;
  return {
    levels,
    statistics: {
      values: stored.statistics.map(({ value }) => numberOf(value)),
      byLevel: stored.levelStatistics.map(({ values }) => values.map(numberOf)),
    },
  };
}

function isComplete(
  { columns, statistics, levelStatistics }: Manifest,
  stored: StoredBasis,
  levels: Levels,
): boolean {
  return (
    columns.every(({ name, role }) => role !== 'category' || (levels.get(name)?.length ?? 0) > 0) &&
    stored.statistics.length === statistics.length &&
    stored.levelStatistics.length === levelStatistics.length &&
    stored.levelStatistics.every(
      ({ values }, index) => values.length === levels.get(levelStatistics[index]!.by)?.length,
    )
  );
}

function isStored(stored: unknown): stored is StoredBasis {
  if (typeof stored !== 'object' || stored === null) return false;
  const { layout, meaning, levels, statistics, levelStatistics } = stored as Partial<StoredBasis>;
  const isNumber = (value: unknown) => value === null || typeof value === 'number';
  return (
    typeof layout === 'string' &&
    typeof meaning === 'string' &&
    typeof levels === 'object' &&
    levels !== null &&
    Object.values(levels).every(
      (names) => Array.isArray(names) && names.every((name) => typeof name === 'string'),
    ) &&
    Array.isArray(statistics) &&
    statistics.every((each) => isNumber(each?.value)) &&
    Array.isArray(levelStatistics) &&
    levelStatistics.every((each) => Array.isArray(each?.values) && each.values.every(isNumber))
  );
}
