import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTCOME_WORDS } from '../../module/outcome-words.ts';
import { HEADER, LADDER, ladderRows, ladderTable } from '../cli/ladder.ts';
import { transcript } from '../cli/run-command.ts';
import { limitMemory } from './limit-memory.ts';
import { buildCommand, type Directory, openDirectory } from './run-module.ts';

let directory: Directory;
let bytes: Uint8Array<ArrayBuffer>;
let module: WebAssembly.Module;
beforeAll(async () => {
  directory = openDirectory();
  directory.write('robots.csv', ladderTable());
  directory.write('folder/robots.csv', ladderTable());
  bytes = await buildCommand(LADDER);
  module = await WebAssembly.compile(bytes);
}, 60_000);
afterAll(() => directory.remove());

const file = (title: string) => `messages/${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`;
const QUICK = ['--outcome', 'success=robot1', '--warmup', '20', '--draws', '10', '--chains', '1'];

describe('a command line is refused in words', () => {
  const cases: Record<string, readonly string[]> = {
    'a misspelt option': ['--drawz', '100'],
    'an option like no other': ['--scouts=3'],
    'an option without its value': ['--seed'],
    'two tables': ['robots.csv', 'robots.csv'],
    'no chains': ['--chains', '0'],
    'an unknown method': ['--method', 'gibbs'],
    'a warm-up of sequential Monte Carlo': ['--method', 'smc', '--warmup', '500'],
    'too few draws': ['--draws', '3'],
    'draws that are no number': ['--draws=many'],
    'a fraction of a warm-up': ['--warmup', '10.5'],
    'a tree too deep': ['--max-tree-depth', '21'],
    'a target of one': ['--target-accept', '1'],
    'a target that is no number': ['--target-accept', 'high'],
    'a negative seed': ['--seed', '-1'],
    'a seed of 65 bits': ['--seed', '18446744073709551616'],
    'an outcome without a column': ['--outcome', 'success'],
    'an outcome the layout does not observe': ['--outcome', 'sucess=robot1'],
    'an outcome given twice': ['--outcome', 'success=robot1', '--outcome', 'success=robot2'],
    'an outcome in several columns': ['--outcome', 'success=robot1,robot2'],
    'an outcome in a pattern of columns': ['--outcome', 'success=robot*'],
    'a filter without a value': ['--rows', 'split'],
    'a digit for a separator': ['--delimiter', '1'],
    'a word for a separator': ['--delimiter', 'semicolon'],
    'control characters in an option': ['--\u001b[31m'],
  };
  it.each(Object.entries(cases))('%s', async (title, args) => {
    const outcome = await directory.run(module, args, ladderTable());
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    await expect(transcript(outcome)).toMatchFileSnapshot(file(title));
  });
});

describe('a table that cannot be had is told in words', () => {
  const cases: Record<string, readonly string[]> = {
    'a table that does not exist': ['robot.csv'],
    'a table that is a directory': ['folder'],
    'a table below a file': ['robots.csv/robots.csv'],
    'a table in no directory that was given': ['/robots.csv'],
    'a table above the directory that was given': ['../robots.csv'],
  };
  it.each(Object.entries(cases))('%s', async (title, args) => {
    const outcome = await directory.run(module, [...QUICK, ...args]);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    await expect(transcript(outcome)).toMatchFileSnapshot(file(title));
  });

  it('the standard input is called that', async () => {
    const outcome = await directory.run(module, QUICK, ladderTable().replace('\n0,', '\nx,'));
    await expect(transcript(outcome)).toMatchFileSnapshot(file('a mistake in the standard input'));
    const empty = await directory.run(module, QUICK, '');
    await expect(transcript(empty)).toMatchFileSnapshot(file('an empty standard input'));
  });
});

describe('a table', () => {
  it('is found below the directory that was given, however it is written', async () => {
    const wanted = await directory.run(module, QUICK, ladderTable());
    for (const path of ['robots.csv', './robots.csv', 'folder/robots.csv', './folder/../robots.csv']) {
      expect(await directory.run(module, [...QUICK, path]), path).toEqual(wanted);
    }
    for (const args of [['-'], ['--', '-']]) {
      expect(await directory.run(module, [...QUICK, ...args], ladderTable())).toEqual(wanted);
    }
    expect(wanted).toMatchObject({ status: 0, stderr: '' });
  });

  it('may have booleans for 1 and 0, in letters of either case', async () => {
    const wanted = await directory.run(module, QUICK, ladderTable());
    expect(wanted.status).toBe(0);
    const isTruth = HEADER.split(',').map((name) => name === 'dark' || name === 'robot1');
    for (const [yes, no] of [
      ['True', 'False'],
      ['TRUE', 'false'],
    ] as const) {
      const rows = ladderRows().map((row) =>
        row
          .split(',')
          .map((cell, column) => (isTruth[column] ? [no, yes][Number(cell)] : cell))
          .join(','),
      );
      expect(await directory.run(module, QUICK, ladderTable(rows))).toEqual(wanted);
    }
  });

  it('may have words for success and failure in a binary outcome', async () => {
    const wanted = await directory.run(module, QUICK, ladderTable());
    const words = [0, 1].map((value) => [...OUTCOME_WORDS].filter((each) => each[1] === value));
    const place = HEADER.split(',').indexOf('robot1');
    const rows = ladderRows().map((row, index) => {
      const cells = row.split(',');
      const meant = words[Number(cells[place])]!;
      const [word] = meant[index % meant.length]!;
      cells[place] = index % 3 === 0 ? word.toUpperCase() : word;
      return cells.join(',');
    });
    expect(await directory.run(module, QUICK, ladderTable(rows))).toEqual(wanted);
  });

  it('has the separator that is said', async () => {
    const wanted = await directory.run(module, QUICK, ladderTable());
    for (const [name, sign] of [
      ['tab', '\t'],
      ['|', '|'],
      [';', ';'],
      [':', ':'],
      [' ', ' '],
    ] as const) {
      const table = ladderTable().replaceAll(',', sign);
      expect(await directory.run(module, [...QUICK, '--delimiter', name], table), name).toEqual(wanted);
    }
    const wrong = await directory.run(module, [...QUICK, '--delimiter', ';'], ladderTable());
    expect(wrong.status).toBe(1);
  });
});

it('a start that no chain finds is told before anything is written', async () => {
  const impossible = `layout Impossible
demand x in [0, 10]
capability a ~ uniform(0, 1)
observe y ~ lognormal(log(a - 2), 1)
`;
  const command = await WebAssembly.compile(await buildCommand(impossible));
  for (const [title, args] of [
    ['no start of a chain', []],
    ['no start of a run', ['--method', 'smc']],
  ] as const) {
    const outcome = await directory.run(command, args, 'x,y\n1,2\n');
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    await expect(transcript(outcome)).toMatchFileSnapshot(file(title));
  }
});

it('values that are taken for missing ones are told', async () => {
  const layout = LADDER.replace('in [0, 4]', 'in [0, 4] missing = 1.5');
  const command = await WebAssembly.compile(await buildCommand(layout));
  const table = ladderTable().replaceAll('\n0,', '\n,');
  const outcome = await directory.run(command, QUICK, table);
  expect(outcome.status).toBe(0);
  await expect(outcome.stderr).toMatchFileSnapshot(file('missing values are taken'));
});

it('`--help` and `--version` say what the module is', async () => {
  const help = await directory.run(module, ['--help']);
  expect(help).toMatchObject({ status: 0, stderr: '' });
  await expect(help.stdout).toMatchFileSnapshot(file('help'));
  expect(await directory.run(module, ['-h'])).toEqual(help);
  const version = { status: 0, stdout: 'theodolite 1.2.3, layout Ladder\n', stderr: '' };
  expect(await directory.run(module, ['--seed', '1', '--version'])).toEqual(version);
});

describe('memory', () => {
  it('that runs out is told', async () => {
    const limited = await WebAssembly.compile(limitMemory(bytes, 40));
    const distinct = Array.from({ length: 100_000 }, (_, row) => `${row / 50_000},0,0,${row},a,1,1,1,1`);
    const outcome = await directory.run(limited, QUICK, ladderTable(distinct));
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    await expect(transcript(outcome)).toMatchFileSnapshot(file('no more memory'));
    const particles = await directory.run(
      limited,
      ['--outcome', 'success=robot1', '--method', 'smc', '--draws', '100000'],
      ladderTable(),
    );
    expect(particles).toMatchObject({ status: 1, stdout: '' });
    expect(particles.stderr).toContain('There is not enough memory');
  });

  it('is not taken by rows that are alike', async () => {
    const limited = await WebAssembly.compile(limitMemory(bytes, 40));
    const rows = ladderTable().split('\n').slice(1, -1);
    const alike = Array.from({ length: 2000 }, () => rows).flat();
    const outcome = await directory.run(limited, [...QUICK, '--draws', '4'], ladderTable(alike));
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
  });
});
