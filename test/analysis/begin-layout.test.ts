/** The layout that is begun for a table: it compiles, and the table has what it reads, whatever the columns are called. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { beginLayout, mayBeOutcome } from '../../analysis/begin/begin-layout.ts';
import { prepare } from '../../compiler/compile.ts';
import { analyse } from '../../compiler/index.ts';
import { describeTable } from '../../files/tables/describe-columns.ts';
import { readLayoutTable } from '../../files/tables/layout-table.ts';
import { casesOf } from '../random-cases.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'theodolite-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const describeText = async (text: string, name = 'table.csv') => {
  const path = join(FOLDER, name);
  writeFileSync(path, text);
  return { path, table: await describeTable([path], {}) };
};

const NAMES = [
  ...[
    'minutes',
    'blur px',
    'in',
    'count',
    'margin',
    'doc.minutes',
    'meta.minutes',
    '1st',
    'ä',
    'model',
    'task',
    'skill',
  ],
  ...[
    'demand',
    'logistic',
    'success',
    'solved',
    'hard',
    'spread',
    'x_',
    '_y',
    'a-b',
    'log_margin',
    'probability',
  ],
];
const column = fc.constantFrom<readonly string[]>(
  ['0', '1'],
  ['1', '2', '30', '4000'],
  ['-1.5', '0', '2e3'],
  ['0.1', '', '7'],
  ['pass', 'fail'],
  ['red', 'green', 'blue'],
  ['1e-300', '1e300', '5'],
  ['7'],
  ['', 'NA'],
  ['2024-01-01', '2024-02-01'],
);

describe('the layout that is begun for a table', () => {
  it('compiles, and reads the table, for random columns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 9 }),
        fc.array(column, { minLength: 9, maxLength: 9 }),
        fc.integer({ min: 2, max: 9 }),
        async (names, columns, rows) => {
          const cells = Array.from({ length: rows }, (_, row) =>
            names.map((_, place) => columns[place]![row % columns[place]!.length]!).join(','),
          );
          const { path, table } = await describeText(`${names.join(',')}\n${cells.join('\n')}\n`);
          const begun = beginLayout(path, table);
          expect(begun !== null).toBe(table.columns.some(mayBeOutcome));
          if (begun === null) return;
          expect(analyse(begun.text).diagnostics).toEqual([]);
          // The columns of a matrix are levels, which are stacked before they are read.
          if (begun.stacked !== null) return;
          const { manifest } = prepare({ name: 'begun.ml', text: begun.text });
          const read = await readLayoutTable({
            ...{ path, manifest, bindings: begun.bindings.map(([name, column]) => ({ name, column })) },
            outcomeChoices: [{ outcome: begun.outcomeName, columns: [begun.outcome], text: begun.outcome }],
          });
          expect(read.rows).toBe(rows);
        },
      ),
      { numRuns: casesOf(300) },
    );
  });

  it('has a logarithmic margin for values of several orders, and a flag as what a system may lack', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, row) => `${2 ** (row % 10)},${row % 2},${row % 3 === 0 ? 1 : 0}`,
    );
    const { table } = await describeText(`minutes,dark,solved\n${rows.join('\n')}\n`);
    expect(beginLayout('night-runs.csv', table)!.text).toMatchInlineSnapshot(`
      "/// Begun from night-runs.csv. Give the demands their units, and write what you know into the priors.
      layout NightRuns

      /// Column minutes: 1 to 512, median 24.
      demand minutes in [0, inf]
      /// Column dark: Yes or no.
      demand dark : flag

      capability minutesAbility ~ lognormal(median = 24, spread = 2)
      capability darkAbility : probability ~ uniform(0, 1)

      /// Each margin takes larger demands to be harder. Where it is the other way round, exchange its first two terms.
      observe solved ~ bernoulli(log_margin(minutesAbility, minutes)
        and (not dark or darkAbility))
      "
    `);
  });

  it('has a skill beside flags, so that rows without any of them can fail', async () => {
    const rows = Array.from(
      { length: 12 },
      (_, row) => `${row % 2},${row % 3 === 0 ? 1 : 0},${row % 4 === 0 ? 0 : 1}`,
    );
    const { table } = await describeText(`dark,far,solved\n${rows.join('\n')}\n`);
    expect(beginLayout('night.csv', table)!.text).toMatchInlineSnapshot(`
      "/// Begun from night.csv. Give the demands their units, and write what you know into the priors.
      layout Night

      /// Column dark: Yes or no.
      demand dark : flag
      /// Column far: Yes or no.
      demand far : flag

      capability skill ~ normal(0, 2)
      capability darkAbility : probability ~ uniform(0, 1)
      capability farAbility : probability ~ uniform(0, 1)

      observe solved ~ bernoulli(logistic(skill)
        and (not dark or darkAbility)
        and (not far or farAbility))
      "
    `);
  });

  it('is one of response matrices where no column is a demand', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, row) => `m${row % 4},t${row % 10},${row % 3 === 0 ? 'pass' : 'fail'}`,
    );
    const { table } = await describeText(`model,task,verdict\n${rows.join('\n')}\n`);
    expect(beginLayout('board.csv', table)!.text).toMatchInlineSnapshot(`
      "/// Begun from board.csv. Give the demands their units, and write what you know into the priors.
      layout Board

      category model
      category task

      capability skill[model] ~ normal(0, 2)
      param spread ~ half_normal(2)
      param hard[task] ~ normal(0, spread)

      observe verdict ~ bernoulli(logistic(skill[model] - hard[task]))
      "
    `);
  });

  it('is one of items and systems for a matrix, whichever are the rows', async () => {
    const rows = Array.from(
      { length: 6 },
      (_, row) => `q${row},${[0, 1, 2, 3, 4].map((k) => (row * k + k) % 2)}`,
    );
    const { path, table } = await describeText(`question,a,b,c,d,e\n${rows.join('\n')}\n`);
    const begun = beginLayout('board.csv', table)!;
    expect(analyse(begun.text).diagnostics).toEqual([]);
    expect(begun).toMatchObject({ outcome: '*', outcomeName: 'right', stacked: 'system', bindings: [] });
    expect(begun.text).toContain('bernoulli(logistic(skill[system] - hard[question]))');
    expect(begun.text).toContain('hard[question] ~ normal(0, spread) sum to zero\n');
    const { table: turned } = await describeText(`model,a,b,c,d,e\n${rows.join('\n')}\n`, 'turned.csv');
    expect(beginLayout('board.csv', turned)!.text).toContain('logistic(skill[model] - hard[item])');
    expect(path).toContain('table.csv');
  });

  it('is one of items and systems for a small matrix too, if its rows are named and it has no result or demand', async () => {
    const outcomeOf = async (heading: string, rows: readonly string[]) => {
      const begun = beginLayout('board.csv', (await describeText(`${heading}\n${rows.join('\n')}\n`)).table)!;
      return [begun.outcome, begun.stacked];
    };
    const rows = ['q1,1,0,1', 'q2,0,1,1', 'q3,1,1,0', 'q4,0,0,0'];
    expect(await outcomeOf('item,ada,bob,eve', rows)).toEqual(['*', 'system']);
    expect(await outcomeOf('model,a,b,c', rows)).toEqual(['*', 'item']);
    // With a column beside them the answers are listed.
    const areas = rows.map((row, place) => row.replace(',', `,${place % 2 === 0 ? 'math' : 'code'},`));
    expect(await outcomeOf('item,area,ada,bob,eve', areas)).toEqual(['ada,bob,eve', 'system']);
    // A result, a demand, rows without names: flags are demands.
    expect(await outcomeOf('item,dark,noisy,solved', rows)).toEqual(['solved', null]);
    const demanding = rows.map((row, place) => row.replace(',', `,${place + 0.5},`));
    expect(await outcomeOf('item,minutes,ada,bob,eve', demanding)).toEqual(['eve', null]);
    expect(await outcomeOf('item,ada,bob,eve', [...rows, ...rows])).toEqual(['eve', null]);
    // These columns cannot be listed.
    expect(await outcomeOf('item,area,"a,b",bob,eve', areas)).toEqual(['eve', null]);
  });

  it('is none without a column of successes and failures', async () => {
    const { table } = await describeText('a,b\n1,x\n2,y\n');
    expect(beginLayout('t.csv', table)).toBeNull();
  });
});

describe('the description of a table', () => {
  it('has the kinds, missing values, ranges and levels of columns', async () => {
    const { table } = await describeText(
      'a,b,c,d,e,f\n1,x,,true,2024-01-01,1\n2,y,,false,2024-01-02,x\n2,,,true,2024-01-03,\n',
    );
    expect(table.rows).toBe(3);
    expect(table.columns.map(({ name, kind, missing }) => [name, kind, missing])).toEqual([
      ['a', 'whole', 0],
      ['b', 'text', 1],
      ['c', 'empty', 3],
      ['d', 'flag', 0],
      ['e', 'date', 0],
      ['f', 'mixed', 1],
    ]);
    expect(table.columns[0]!.numbers).toMatchObject({ min: 1, max: 2, isSampled: false });
    expect(table.columns[1]!.levels).toEqual([
      ['x', 1],
      ['y', 1],
    ]);
  });

  it('keeps a fair sample of a long column', async () => {
    const { table } = await describeText(
      `x\n${Array.from({ length: 300_000 }, (_, row) => row % 1000).join('\n')}\n`,
    );
    const { sorted, isSampled, min, max } = table.columns[0]!.numbers!;
    expect({ isSampled, min, max, kept: sorted.length }).toEqual({
      isSampled: true,
      min: 0,
      max: 999,
      kept: 100_000,
    });
    // The standard error of the median's rank is 0.16 %.
    expect(Math.abs(sorted[50_000]! - 500)).toBeLessThan(8);
  });
});
