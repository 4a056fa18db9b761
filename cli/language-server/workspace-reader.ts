/** Reads the table and the fit that an editor's settings name, for what it shows of a name. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadWorkspace, WorkspaceFacts } from '../../editor/index.ts';
import { FileError } from '../../files/file-error.ts';
import { STORED } from '../../files/fits/file-names.ts';
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { TableDescription } from '../../files/tables/describe-columns.ts';
import { bars, columnWords } from '../describe/column-table.ts';
import { countOf } from '../words.ts';

/** So long an answer waits for a table or a fit that is read for the first time. */
const PATIENCE_MS = 300;
/** A larger table is not described while somebody types. */
const MAX_TABLE_BYTES = 256 * 2 ** 20;
/** Of a latent with more levels, the lowest and the highest are shown. */
const MAX_LEVELS_SHOWN = 8;
const AT_EITHER_END = 3;

/** What was read of a file that has not changed since, or why it could not be. */
type Read<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'problem'; readonly text: string };

/** A reader that reads each file once, and again after it has changed. Meanwhile it says that the file is being read. */
export function workspaceReader(patience = PATIENCE_MS): ReadWorkspace {
  const tables = cache(describe, patience);
  const fits = cache(summarise, patience);
  return async (settings, root) => {
    const pathOf = (path: string) =>
      resolve(root?.startsWith('file:') === true ? fileURLToPath(root) : '.', path);
    const [table, fit] = await Promise.all([
      settings.table === null ? null : tables(pathOf(settings.table)),
      settings.fit === null ? null : fits(pathOf(settings.fit)),
    ]);
    return factsOf([settings.table, table], [settings.fit, fit]);
  };
}

/** Reads by path; null while a file is still being read. */
function cache<T>(
  read: (path: string) => Promise<T>,
  patience: number,
): (path: string) => Promise<Read<T> | null> {
  const known = new Map<string, { readonly stamp: string; readonly reading: Promise<Read<T>> }>();
  return async (path) => {
    const stamp = stampOf(path);
    let entry = known.get(path);
    if (entry?.stamp !== stamp) {
      const reading = read(path).then(
        (value): Read<T> => ({ kind: 'value', value }),
        (error: Error): Read<T> => ({
          kind: 'problem',
          text: error instanceof FileError ? error.message : `${path} cannot be read: ${error.message}.`,
        }),
      );
      entry = { stamp, reading };
      known.set(path, entry);
    }
    const later = new Promise<null>((end) => void setTimeout(end, patience, null).unref());
    return Promise.race([entry.reading, later]);
  };
}

/**
 * Of a file, or of the summary in a fit's folder: when it was changed, and its size. Empty if there is none; where it may
 * not be looked at, the name of that error.
 */
function stampOf(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    const file = found?.isDirectory()
      ? statSync(resolve(path, STORED.summary), { throwIfNoEntry: false })
      : found;
    return file === undefined ? '' : `${file.mtimeMs} ${file.size}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

async function describe(path: string): Promise<TableDescription> {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new FileError(`There is no file ${path}.`, 'Name a table.');
  if (size > MAX_TABLE_BYTES)
    throw new FileError(`${path} is too large to be described while you type.`, 'Use `theodolite tables`.');
  const { describeTable } = await import('../../files/tables/describe-columns.ts');
  return describeTable([path], {});
}

async function summarise(folder: string): Promise<FitSummary> {
  const { readSummary } = await import('../../files/fits/read-summary.ts');
  return readSummary(folder);
}

type Named<T> = readonly [name: string | null, read: Read<T> | null];

function factsOf(
  [table, described]: Named<TableDescription>,
  [fit, summary]: Named<FitSummary>,
): WorkspaceFacts {
  const columns = summary?.kind === 'value' ? columnsOf(summary.value) : new Map<string, string>();
  return {
    ofColumn(name) {
      if (table === null) return null;
      if (described === null) return `\`${table}\` is being read.`;
      if (described.kind === 'problem') return described.text;
      return columnText(table, described.value, columns.get(name) ?? name);
    },
    ofLatent(name, text) {
      if (fit === null) return null;
      if (summary === null) return `\`${fit}\` is being read.`;
      return summary.kind === 'problem' ? summary.text : posteriorText(fit, summary.value, name, text);
    },
  };
}

/** The columns that a fit read under other names, by the name in the layout. */
function columnsOf({ made }: FitSummary): Map<string, string> {
  const pairs = (made?.data.bindings ?? []).map((each) => each.split('=') as [string, string]);
  const outcomes = Object.entries(made?.data.outcomes ?? {}).filter(([, column]) => !/[,*?]/.test(column));
  return new Map([...pairs, ...outcomes]);
}

function columnText(table: string, { rows, columns }: TableDescription, name: string): string {
  const whole = columns.find((each) => each.name === name);
  if (whole !== undefined) return oneColumnText(table, rows, whole);
  // Of a demand with a dimension, each value of the dimension has a column.
  const found = columns.filter((each) => each.name.startsWith(`${name}.`));
  if (found.length === 0) return `\`${table}\` has no column \`${name}\`.`;
  const shown = found
    .slice(0, MAX_LEVELS_SHOWN)
    .map((column) => `\`${column.name}\`: ${oneColumnText(table, rows, column)}`);
  const more =
    found.length > shown.length ? [`And ${countOf(found.length - shown.length, 'more column')}.`] : [];
  return [...shown, ...more].join('\n\n');
}

function oneColumnText(table: string, rows: number, column: TableDescription['columns'][number]): string {
  const { holds, values } = columnWords(column, rows);
  const missing = column.missing === 0 ? 'none missing' : `${column.missing} missing`;
  const drawn = column.numbers === null || column.kind === 'flag' ? '' : bars(column.numbers, true);
  const text = `In \`${table}\`: ${[holds, values].filter((each) => each !== '').join(', ')}; ${countOf(rows, 'row')}, ${missing}.`;
  return drawn === '' ? text : `${text}\n\n\`${drawn}\``;
}

function posteriorText(fit: string, summary: FitSummary, name: string, text: string): string | null {
  const isNamed = (key: string) => key === name || key.startsWith(`${name}[`) || key.startsWith(`${name}.`);
  const found = Object.entries(summary.parameters).filter(([key]) => isNamed(key));
  if (found.length === 0) return null;
  if (summary.status === 'failed')
    return `The fit in \`${fit}\` failed: ${summary.findings[0]?.message ?? 'its chains disagree.'} Its numbers are not shown.`;
  const isCut = found.length > MAX_LEVELS_SHOWN;
  const sorted = isCut ? found.toSorted(([, a], [, b]) => (a.mean ?? 0) - (b.mean ?? 0)) : found;
  const chosen = isCut ? [...sorted.slice(0, AT_EITHER_END), ...sorted.slice(-AT_EITHER_END)] : sorted;
  const lines = chosen.map(([key, each]) => {
    const [lower, upper] = each.hdi95 ?? [null, null];
    const numbers = `mean ${shown(each.mean)}, sd ${shown(each.sd)}, 95 % from ${shown(lower)} to ${shown(upper)}`;
    return `- \`${key}\`: ${numbers}; R-hat ${shown(each.rhat, 4)}, ${shown(each.essBulk, 4)} effective draws`;
  });
  if (isCut) lines.splice(AT_EITHER_END, 0, `- … ${found.length - lines.length} between these …`);
  const caution = summary.status === 'usable' ? ` ${summary.findings[0]?.message ?? ''}` : '';
  return [`By ${fitWords(summary, text)} in \`${fit}\`:${caution}`, '', ...lines].join('\n');
}

/** What was fitted, beside a layout of this text. */
function fitWords({ made }: FitSummary, text: string): string {
  const fitted = made?.layout.text ?? null;
  if (fitted === null || fitted === text) return 'the fit';
  const [was, is] = [fitted, text].map(nameOfLayout);
  return was === is ? 'the fit of an earlier text' : `the fit of another layout, \`${was}\`,`;
}

/** Empty for a text without a name. */
function nameOfLayout(text: string): string {
  return /^\s*layout\s+(\w+)/m.exec(text)?.[1] ?? '';
}

/** A stroke for what is undefined. */
function shown(value: number | null, digits = 3): string {
  return value === null ? '–' : String(Number(value.toPrecision(digits)));
}
