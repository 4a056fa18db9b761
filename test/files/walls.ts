/** The layout of the tables in `fixtures/`, and what a table for it is read as, or refused with. */

import { Failure } from '../../cli/failure.ts';
import { parseOutcomeChoice, parseRowFilter } from '../../cli/options/data-options.ts';
import { readTable } from '../../cli/tables/read-table.ts';
import { renderFailure } from '../../cli/terminal.ts';
import { prepare } from '../../compiler/compile.ts';
import { FileError } from '../../files/file-error.ts';
import type { Table } from '../../files/tables/layout-table.ts';
import type { TableOptions } from '../../files/tables/read-options.ts';
import type { Manifest } from '../../module/manifest.ts';

export const WALLS = `layout Walls

unit m

category team

demand height : m in [0, 5] missing = 1
demand dark : flag
demand tries : count

capability climb[team] : m ~ uniform(0, 6)

observe success ~ bernoulli(margin(climb[team], height + 0.1 m * dark - 0.01 m * tries, steepness = 1 / 1 m))
`;

/** The folder of the fixtures. */
export const FIXTURES = new URL('./fixtures/', import.meta.url);

export interface ReadOptions extends TableOptions {
  readonly rows?: string;
  readonly outcome?: string;
}

/** Reads a table for the layout as the command does. */
export async function readWalls(path: string, options: ReadOptions = {}): Promise<Table> {
  return readFor(prepare({ name: 'walls.ml', text: WALLS }).manifest, path, options);
}

/** Reads a table of demands with these declarations alone. */
export async function readDemands(declarations: string, path: string): Promise<Table> {
  const text = `layout Demands\n\nunit m\n\n${declarations}\n\nparam level ~ normal(0, 1)\n\nobserve solved ~ bernoulli_logit(level)\n`;
  const { manifest } = prepare({ name: 'demands.ml', text });
  const columns = manifest.columns.filter(({ role }) => role !== 'outcome');
  return readFor({ ...manifest, columns }, path, {});
}

function readFor(
  manifest: Manifest,
  path: string,
  { rows, outcome, ...options }: ReadOptions,
): Promise<Table> {
  return readTable({
    path,
    manifest,
    outcomeChoices: outcome === undefined ? [] : [parseOutcomeChoice(outcome)],
    filters: rows === undefined ? [] : [parseRowFilter(rows)],
    options,
    signal: new AbortController().signal,
  });
}

/** What the command says where reading fails. */
export async function refusal(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof Failure) return renderFailure(error, false);
    if (error instanceof FileError) return renderFailure(new Failure(1, [error]), false);
    throw error;
  }
  throw new Error('the table was read');
}
