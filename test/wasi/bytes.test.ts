import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSource } from '../../compiler/compile.ts';
import { type LoadedModule, loadModule } from '../../host/load.ts';
import { printable } from '../../host/printable.ts';
import { orderLevels } from '../../module/levels.ts';
import { LADDER, ladderTable } from '../cli/ladder.ts';
import { askHost, type Question } from './host-answer.ts';
import { buildCommand, type Directory, openDirectory } from './run-module.ts';

let directory: Directory;
beforeAll(() => {
  directory = openDirectory();
});
afterAll(() => directory.remove());

const OCR = readFileSync('stdlib-layouts/ocr/ocr.ml', 'utf8');
const WORDS = readFileSync('stdlib-layouts/ocr/words.csv', 'utf8');

const TEAMS = `layout Teams
category team
category year
demand height in [0, 10]
demand wind in [0, 10] missing = 2.5
param typical ~ normal(5, 2)
capability climb[team] ~ normal(typical, 1)
capability drift[year] ~ normal(0, 1)
observe success ~ bernoulli(margin(climb[team] + drift[year], height + wind))
observe tries ~ normal(height, 1)
`;

/** Names with a comma, a quote, a line's end, blanks, and such that are ordered otherwise by their UTF-8 than by their UTF-16. */
const NAMES = [
  'Ada',
  '"Lovelace, Ada"',
  '"the ""quiet"" ones"',
  '"two\nlines"',
  ' Zoë ',
  '\u{ffee}',
  '\u{1f600}',
  '10',
  '9',
];

const teams = (years: readonly string[]) =>
  `team,height,wind,success,tries,year\n${NAMES.flatMap((name, team) =>
    [1, 4, 6, 7.25].map((height, row) => {
      const wind = ['', '0', 'NA', '1.5'][(row + team) % 4];
      const success = (row * team) % 5 === 4 ? '' : Number(height < team + 1);
      return `${name},${height},${wind},${success},${height + 0.1 * team},${years[(team + row) % years.length]}`;
    }),
  ).join('\n')}\n`;

const modules = new Map<string, Promise<{ loaded: LoadedModule; module: WebAssembly.Module }>>();

/** Both modules of a layout, built once. */
function built(layout: string) {
  const build = async () => ({
    loaded: await loadModule((await compileSource({ name: 'layout.ml', text: layout })).bytes),
    module: await WebAssembly.compile(await buildCommand(layout)),
  });
  const known = modules.get(layout) ?? build();
  modules.set(layout, known);
  return known;
}

const SHORT = { warmup: 40, draws: 20, chains: 2 };
const SHORT_OPTIONS = ['--warmup', '40', '--draws', '20', '--chains', '2'];

describe('the draws of a command module are those of the host, byte by byte', () => {
  const cases: Record<string, [layout: string, question: Question, options: readonly string[]]> = {
    'of a layout with one outcome': [
      OCR,
      { table: WORDS, outcome: ['read=tesseract'], settings: SHORT },
      ['--outcome', 'read=tesseract', ...SHORT_OPTIONS],
    ],
    'of the largest seed, few rows and other settings': [
      OCR,
      {
        table: WORDS,
        outcome: ['read=gocr'],
        rows: ['serif=1', 'blur_px=0'],
        settings: { ...SHORT, seed: 2n ** 64n - 1n, targetAccept: 0.95, maxTreeDepth: 3, chains: 1 },
      },
      [
        ...[
          '--outcome=read=gocr',
          '--rows',
          'serif=1',
          '--rows=blur_px=0',
          ...SHORT_OPTIONS,
          '--chains',
          '1',
        ],
        ...['--seed', '18446744073709551615', '--target-accept=.95', '--max-tree-depth', '3'],
      ],
    ],
    'without a warm-up': [
      LADDER,
      { table: ladderTable(), outcome: ['success=robot1'], settings: { ...SHORT, warmup: 0 } },
      ['--outcome', 'success=robot1', ...SHORT_OPTIONS, '--warmup', '0'],
    ],
    'of sequential Monte Carlo': [
      LADDER,
      {
        table: ladderTable(),
        outcome: ['success=robot1'],
        settings: { ...SHORT, warmup: 1000, method: 'smc' },
      },
      ['--outcome', 'success=robot1', '--chains', '2', '--draws', '20', '--method', 'smc'],
    ],
    'of two categories and two outcomes, with missing values': [
      TEAMS,
      { table: teams(['2020', '0x7e3', '1e3']), settings: SHORT },
      SHORT_OPTIONS,
    ],
    'of a category whose levels are no numbers': [
      TEAMS,
      { table: teams(['10', '9', 'b', 'a']), settings: SHORT },
      SHORT_OPTIONS,
    ],
  };
  it.each(Object.entries(cases))('%s', async (_, [layout, question, options]) => {
    const { loaded, module } = await built(layout);
    const wanted = await askHost(loaded, directory.path, question);
    const found = await directory.run(module, options, question.table);
    expect(found.stderr.replace(/^.*taken for.*\n/gm, '')).toBe('');
    expect(found.status).toBe(0);
    expect(wanted.stdout.length).toBeGreaterThan(1000);
    expect(found.stdout).toBe(wanted.stdout);
    // The same from a file that it was given.
    expect(await directory.run(module, [...options, './table.csv'])).toMatchObject({ stdout: wanted.stdout });
  });
});

describe('names of levels in the comments of draws', () => {
  const LEVELS = `layout Levels
category team
capability climb[team] ~ normal(0, 1)
observe success ~ bernoulli_logit(climb[team])
`;
  const OPTIONS = ['--chains', '1', '--warmup', '0', '--draws', '4', '--max-tree-depth', '1'];
  const SETTINGS = { chains: 1, warmup: 0, draws: 4, maxTreeDepth: 1 };

  /** What the module and the host write of a table with one row for each name. */
  const comments = async (names: readonly string[]) => {
    const { loaded, module } = await built(LEVELS);
    const cells = names.map((name) => `"${name.replaceAll('"', '""')}"`);
    const table = `team,success\n${cells.map((cell, row) => `${cell},${row % 2}`).join('\n')}\n`;
    const wanted = await askHost(loaded, directory.path, { table, settings: SETTINGS });
    const found = await directory.run(module, OPTIONS, table);
    expect(found).toEqual(wanted);
    return found.stdout.split('\n').filter((line) => line.startsWith('# climb.'));
  };
  const expected = (names: readonly string[]) =>
    orderLevels(names).map((name, level) => `# climb.${level + 1} = climb[${printable(name)}]`);

  it('have an escape for each character that has no picture, and for no other', async () => {
    const points: number[] = [];
    for (let point = 1; point < 0x11_0000; point++) {
      if (/\p{Cs}/u.test(String.fromCodePoint(point))) continue;
      const isUnseen = [point - 1, point, point + 1].map((each) =>
        each < 0x11_0000 ? printable(String.fromCodePoint(each)).startsWith('\\u{') : false,
      );
      // On either side of where it changes.
      if (isUnseen[1] !== isUnseen[0] || isUnseen[1] !== isUnseen[2]) points.push(point);
    }
    expect(points.length).toBeGreaterThan(60);
    const names = points.map((point) => `${point.toString(16)}-${String.fromCodePoint(point)}.`);
    expect(await comments(names)).toEqual(expected(names));
  });

  it('are those of the host, whatever they are', async () => {
    const hostile = fc.constantFrom(
      ...['\n', '\r\n', '\t', '\u001b[31m', '\u202e', '\u2066', '\u2028', '\u0085', '\u009b', '"', ',', '#'],
      ...[' ', '\u00a0', '\\u{a}', '\u{e0001}', '\u{1f600}', 'a', ']'],
    );
    const name = fc.array(hostile, { minLength: 1, maxLength: 8 }).map((parts) => `a${parts.join('')}z`);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 12 }), async (names) => {
        expect(await comments(names)).toEqual(expected(names));
      }),
      { numRuns: 30 },
    );
  });
});
