import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURES, WALLS } from '../files/walls.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const fixture = (name: string) => readFileSync(new URL(name, FIXTURES));
const QUICK = ['--warmup', '100', '--draws', '50', '--chains', '2', '--scouts', '0'];
const csv = fixture('table.csv').toString('utf8');

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('walls.ml', WALLS);
  for (const name of ['table.csv', 'snappy.parquet', 'lz4.feather', 'stream.arrows']) {
    workspace.write(name, fixture(name));
  }
  workspace.write('table.csv.gz', gzipSync(csv));
  workspace.write('booleans.csv', csv.replace(/,1$/gm, ',True').replace(/,0$/gm, ',FALSE'));
  workspace.write('colons.txt', csv.replaceAll(',', ':').replace(/"blau: grün"/g, '"blau, grün"'));
  const [header, ...rows] = csv.trimEnd().split('\n');
  const names = header!.split(',');
  const objects = rows.map((row) => {
    const cells = row.replace('"blau, grün"', 'blau; grün').split(',');
    return names.map((name, at) => [name, cells[at]!.replace(';', ',')] as const);
  });
  const json = objects.map((cells) =>
    Object.fromEntries(
      cells
        .filter(([, cell]) => cell !== '')
        .map(([name, cell]) => [name, /^[\d.]+$/.test(cell) ? Number(cell) : cell]),
    ),
  );
  workspace.write('table.jsonl', json.map((row) => JSON.stringify(row)).join('\n'));
  workspace.write('table.json', JSON.stringify(json));
  expect(await workspace.run('build', 'walls.ml')).toMatchObject({ status: 0 });
}, 60_000);
afterAll(() => workspace.remove());

describe('the command takes a table in any format', () => {
  it('and a fit to it is the same to the byte', async () => {
    const draws = async (table: string, ...options: string[]) => {
      const run = await workspace.run(
        'fit',
        'walls.wasm',
        table,
        '--out',
        `out-${table}`,
        ...QUICK,
        ...options,
      );
      expect(run.stderr).toContain(`${table}, column \`height\`: 1 missing value is taken for 1 m.`);
      return workspace.read(`out-${table}/success/draws.csv`);
    };
    const wanted = await draws('table.csv');
    for (const table of [
      'booleans.csv',
      'table.csv.gz',
      'table.jsonl',
      'table.json',
      'snappy.parquet',
      'lz4.feather',
      'stream.arrows',
    ]) {
      expect(await draws(table), table).toBe(wanted);
    }
    expect(await draws('colons.txt', '--delimiter', ':')).toBe(wanted);
  });

  it('and so do check, build, log-prob and simulate', async () => {
    const same = async (...args: string[]) => {
      const run = async (table: string) => {
        const outcome = await workspace.run(...args.map((each) => (each === 'TABLE' ? table : each)));
        expect(outcome.status, outcome.stderr).toBe(0);
        // CSV of pandas has 4.0 for 4.
        return outcome.stdout.replaceAll(table, 'TABLE').replace(/(?<=,\d)\.0(?=,)/g, '');
      };
      expect(await run('snappy.parquet')).toBe(await run('table.csv'));
    };
    workspace.write('point.json', '{"climb": {"red": 2, "green": 3, "blau, grün": 4}}');
    await same('check', 'walls.ml', 'TABLE');
    await same('build', 'walls.ml', 'TABLE', '--show', 'plan');
    await same('log-prob', 'walls.ml', 'TABLE', '--at', 'point.json');
    await same('simulate', 'walls.ml', '--demands', 'TABLE', '--profile', 'point.json');
  });

  it('and keeps every column of demands that are simulated, flags as numbers and gaps as gaps', async () => {
    const { status, stdout } = await workspace.run(
      ...['simulate', 'walls.ml', '--demands', 'lz4.feather', '--profile', 'prior', '--seed', '3'],
    );
    expect(status).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('team,height,dark,tries,split,success');
    expect(lines[6]).toMatch(/^"blau, grün",2\.5,1,1,test,[01]$/);
    expect(lines[8]).toMatch(/^green,,1,3,train,[01]$/);
  });

  it.each<[title: string, args: readonly string[]]>([
    ['a delimiter of two characters', ['fit', 'walls.wasm', 'table.csv', '--delimiter', '::']],
    ['a delimiter that is a digit', ['fit', 'walls.wasm', 'table.csv', '--delimiter', '1']],
    ['a format that there is not', ['check', 'walls.ml', 'table.csv', '--format', 'excel']],
    ['a format that it is not in', ['check', 'walls.ml', 'table.csv', '--format', 'parquet']],
    ['a table of Parquet where the layout belongs', ['fit', 'snappy.parquet', 'walls.ml']],
  ])('and refuses in words %s', async (title, args) => {
    const outcome = await workspace.run(...args);
    await expect(transcript(outcome)).toMatchFileSnapshot(
      `messages/formats/${title.replaceAll(' ', '-')}.txt`,
    );
  });
});
