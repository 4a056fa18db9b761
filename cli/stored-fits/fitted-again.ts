/** The rows of a stored fit, read again from where its summary says that they came from, or from a given table. */

import { existsSync, statSync } from 'node:fs';
import type { RecordCache } from '../../files/tables/record-cache.ts';
import type { RowFilter } from '../../files/tables/row-filters.ts';
import type { Manifest } from '../../module/manifest.ts';
import { listNames } from '../../module/names.ts';
import type { Problem } from '../../module/problem-text.ts';
import { badInput, badUsage, Failure } from '../failure.ts';
import { tableFiles } from '../inputs/table-files.ts';
import { parseBindings, parseOutcomeChoice, parseRowFilter } from '../options/data-options.ts';
import { readFittedRows, type TableOfFit } from './fitted-rows.ts';

/** Which tables to read instead of those at the stored paths. */
export interface GivenTables {
  /** The table that was fitted. */
  readonly table?: string;
  /** Which of its rows; by default those that the fit stored. */
  readonly rows?: readonly RowFilter[];
  /** The tables that were joined to it. */
  readonly join: readonly string[];
  /** What was read of the table for other fits. */
  readonly cache?: RecordCache;
}

/** How a problem is said: the option that gives the table, and what follows where it cannot be read. */
interface Wording {
  readonly option: string;
  readonly consequence: string;
}

/**
 * The columns of the layout, with categories as the fit's level numbers; or why they cannot be read from the stored paths.
 *
 * @throws Failure when a given table cannot be used
 */
export async function readFittedAgain(
  stored: TableOfFit,
  { table, rows, join, cache }: GivenTables,
  { option, consequence }: Wording,
  signal: AbortSignal,
): Promise<{ readonly columns: ReadonlyMap<string, Float64Array>; readonly path: string } | Problem> {
  const { made } = stored.summary;
  const path = table ?? made?.data.path ?? null;
  if (path === null) {
    return {
      message: `Fits of an earlier version do not record their table: ${consequence}.`,
      remedy: `Give the table: ${option} TABLE.`,
    };
  }
  const joins = join.length > 0 ? join : (made?.data.joins ?? []);
  const files = table === undefined ? (made?.data.files ?? [path]) : tableFiles([table]).files;
  const toRead = [
    ...(table === undefined
      ? files.map((each) => ({ each, given: option, of: 'the table that was fitted' }))
      : []),
    ...(join.length > 0
      ? []
      : joins.map((each) => ({ each, given: '--join', of: 'a table that was joined to the fitted one' }))),
  ];
  for (const { each, given, of } of toRead) {
    const problem = unreadableTable(each, of, given, consequence);
    if (problem !== null) return problem;
  }
  try {
    const { stack, successes, format, delimiter } = made?.data ?? {};
    const columns = await readFittedRows(stored, {
      path,
      files,
      signal,
      outcome: stack === undefined ? [] : outcomesOf(made!.data.outcomes),
      rows: rows ?? (made?.data.rows ?? []).map((text) => parseRowFilter(text)),
      ...(stack === undefined ? {} : { stack }),
      ...(successes === undefined ? {} : { success: successes }),
      // Others are of tables beside the main one.
      bind: (made?.data.bindings ?? [])
        .flatMap((text) => parseBindings(text))
        .filter(({ name }) => stored.manifest.columns.some((column) => column.name === name)),
      ...(joins.length === 0 ? {} : { join: joins }),
      ...(cache === undefined ? {} : { cache }),
      ...(format === undefined || table !== undefined ? {} : { format: format as never }),
      ...(delimiter === undefined || table !== undefined ? {} : { delimiter }),
    });
    return { columns, path };
  } catch (error) {
    if (table !== undefined || join.length > 0 || !(error instanceof Failure)) throw error;
    return changed([...files, ...joins], error, { option, consequence });
  }
}

/**
 * Why a table cannot be read again from its stored path; null if it can. A stored path is never waited for, as the
 * standard input would be.
 */
function unreadableTable(path: string, role: string, option: string, consequence: string): Problem | null {
  const remedy = (what: string) =>
    option === '--join' ? `${what}, with all that were joined: --join TABLE.` : `${what}: ${option} TABLE.`;
  if (!existsSync(path)) {
    return {
      message: `${path}, ${role}, does not exist: ${consequence}.`,
      remedy: remedy('Say where it is'),
    };
  }
  if (statSync(path).isFile()) return null;
  return {
    message: `${path}, where ${role} was read from, is not a file that can be read again: ${consequence}.`,
    remedy: remedy('Give the table'),
  };
}

function outcomesOf(given: Readonly<Record<string, string>>) {
  return Object.entries(given).map(([outcome, columns]) => parseOutcomeChoice(`${outcome}=${columns}`));
}

function changed(
  tables: readonly string[],
  { problems }: Failure,
  { option, consequence }: Wording,
): Problem {
  return {
    message: `${listNames(tables)} ${tables.length === 1 ? 'is' : 'are'} no longer what was fitted, so ${consequence}: ${problems[0]?.message ?? ''}`,
    remedy: `Give the table as it was: ${option} TABLE.`,
  };
}

/**
 * The fitted rows in the order of the manifest, where predictions need them: outcomes that read several classes together. They are read from
 * `--fitted`, or from where the fit was made of; undefined where no prediction needs them.
 *
 * @param isEstimate whether the fit is an estimate, which does not report the classes
 * @throws Failure where they cannot be read, or are given without need
 */
export async function fittedRowsOf(
  stored: TableOfFit,
  given: GivenTables,
  signal: AbortSignal,
  isEstimate = false,
): Promise<readonly Float64Array[] | undefined> {
  const { manifest } = stored;
  if (!needsFittedRows(manifest, isEstimate)) {
    if (given.table === undefined && given.rows === undefined) return undefined;
    throw badUsage(
      `\`${given.table === undefined ? '--fitted-rows' : '--fitted'}\` is for mixtures of fits, and only one fit is given.`,
      'Name the others: --stack FIT.',
    );
  }
  const consequence = 'the states of the classes at each level are not known';
  // Of a given table `--fitted-rows` says the rows, all by default.
  const asked = given.table === undefined ? given : { rows: [], ...given };
  const read = await readFittedAgain(stored, asked, { option: '--fitted', consequence }, signal);
  if ('remedy' in read) throw badInput(read.message, read.remedy);
  return manifest.columns.map(({ name }) => read.columns.get(name)!);
}

/** Whether predictions read in the fitted rows what the states of classes are. */
export function needsFittedRows({ classes = [] }: Manifest, isEstimate = false): boolean {
  return classes.some((group) => group.outcomes.length > 0 && (isEstimate || group.classes.length > 1));
}
