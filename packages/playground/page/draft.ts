/** What a person works on in the page: a layout, the files of its tables, and settings; and the command that fits them. */
import { shellWord } from '../../../module/shell-word.ts';
import type { NamedBytes } from '../work/messages.ts';

/** What a file is to the layout: its main table, a table that is joined to it, or one that the layout declares. */
export type TableRole = 'main' | 'join' | `table ${string}`;

/** A file of a table. */
export interface DraftFile {
  readonly path: string;
  readonly role: TableRole;
  readonly bytes: Uint8Array;
  /** The path of the worked example that it is a part of, which a link names in place of the bytes; null for others. */
  readonly example: string | null;
}

/** Settings as a person wrote them; an empty one is the default of the command. */
export interface Settings {
  /** By outcome of the layout: its columns. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** By demand or category of the layout: its column, if it has another name. */
  readonly bindings: Readonly<Record<string, string>>;
  readonly rows: string;
  readonly stack: string;
  readonly method: string;
  readonly seed: string;
  readonly chains: string;
  readonly warmup: string;
  readonly draws: string;
  /** Further options of `fit`, as on a command line. */
  readonly further: string;
}

export interface Draft {
  /** The name of the file of the layout. */
  readonly name: string;
  readonly text: string;
  readonly files: readonly DraftFile[];
  readonly settings: Settings;
}

export const NO_SETTINGS: Settings = {
  ...{ outcomes: {}, bindings: {}, rows: '', stack: '', method: '' },
  ...{ seed: '', chains: '', warmup: '', draws: '', further: '' },
};

/** The folder of the results, and the file of the report, in the commands. */
export const RESULTS = 'results';
export const REPORT = 'report.html';

/** Raised for settings that make no command line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** `--rows` and the rest as words of the command. @throws SettingsError */
export function fitWords({ name, files, settings }: Draft): string[] {
  const { outcomes, bindings, rows, stack, further, ...numbers } = settings;
  const pairs = (given: Readonly<Record<string, string>>) =>
    Object.entries(given).flatMap(([key, value]) => (value.trim() === '' ? [] : [`${key}=${value.trim()}`]));
  const option = (flag: string, value: string) => (value.trim() === '' ? [] : [flag, value.trim()]);
  const bound = pairs(bindings);
  return [
    ...['fit', name, ...files.filter(({ role }) => role === 'main').map(({ path }) => path)],
    ...pairs(outcomes).flatMap((pair) => ['--outcome', pair]),
    ...option('--rows', rows),
    ...option('--stack', stack),
    ...(bound.length === 0 ? [] : ['--bind', bound.join(',')]),
    ...files.flatMap(({ path, role }) => {
      if (role === 'main') return [];
      return role === 'join' ? ['--join', path] : ['--table', `${role.slice('table '.length)}=${path}`];
    }),
    ...Object.entries(numbers).flatMap(([key, value]) => option(`--${key}`, value)),
    ...furtherWords(further),
    ...['--out', RESULTS],
  ];
}

/** The words of a line, of which quotes may hold blanks together. @throws SettingsError */
export function wordsOf(line: string): string[] {
  const words: string[] = [];
  const pattern = /\s*((?:[^\s'"]|'[^']*'|"[^"]*")+)/gy;
  let end = 0;
  for (const match of line.matchAll(pattern)) {
    words.push(match[1]!.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double));
    end = match.index + match[0].length;
  }
  if (line.slice(end).trim() === '') return words;
  throw new SettingsError(`A quote is not closed in the further options: ${line.slice(end).trim()}`);
}

/** Options that the page itself gives. */
const OWN = ['--out', '--json', '--help'];

function furtherWords(line: string): string[] {
  const words = wordsOf(line);
  const own = words.find((word) => OWN.includes(word.split('=')[0]!));
  if (own === undefined) return words;
  throw new SettingsError(`${own} is given by the page. Leave it out of the further options.`);
}

export const reportWords = (): string[] => ['report', RESULTS, '--output', REPORT];

/** The files that a command reads. */
export function filesOf({ name, text, files }: Draft): NamedBytes[] {
  return [[name, new TextEncoder().encode(text)], ...files.map(({ path, bytes }) => [path, bytes] as const)];
}

/** What a person types to get the same: the fit, and the report on it. @throws SettingsError */
export function commandText(draft: Draft): string {
  const line = (words: readonly string[]) => `npx theodolite ${words.map(shellWord).join(' ')}`;
  return `${line(fitWords(draft))}\n${line(reportWords())}`;
}

/** The same line again means the same draws. @throws SettingsError */
export async function digestOf(draft: Draft): Promise<string> {
  const parts: Uint8Array[] = [new TextEncoder().encode(JSON.stringify(fitWords(draft)))];
  for (const [, bytes] of filesOf(draft)) parts.push(bytes);
  const digests = await Promise.all(
    parts.map(async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource))),
  );
  const whole = await crypto.subtle.digest('SHA-256', await new Blob(digests).arrayBuffer());
  return Array.from(new Uint8Array(whole), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A name for a file that no other file of the draft has. */
export function freePath(name: string, { files, name: layout }: Draft): string {
  const bare =
    name
      .split(/[\\/]/)
      .at(-1)!
      .replace(/^[.-]+/, '') || 'table.csv';
  const taken = new Set([layout, RESULTS, REPORT, ...files.map(({ path }) => path)]);
  if (!taken.has(bare)) return bare;
  const dot = bare.indexOf('.') < 0 ? bare.length : bare.indexOf('.');
  for (let n = 2; ; n++) {
    const other = `${bare.slice(0, dot)}-${n}${bare.slice(dot)}`;
    if (!taken.has(other)) return other;
  }
}
