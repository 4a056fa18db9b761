/** A table that DuckDB has counted is fitted as the rows themselves are: examples/duckdb. It needs the Python package `duckdb`. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPython, PYTHON } from '../python.ts';

const ROWS = 300_000;
const canRun = hasPython(['duckdb'], 'that a table counted by DuckDB is fitted as its rows are');
const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));

describe.skipIf(!canRun)('attempts that DuckDB counts', () => {
  let folder = '';
  const run = (program: string, ...args: readonly string[]) =>
    spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout: 300_000 });
  const fitTo = (table: string, ...args: readonly string[]) =>
    run(
      process.execPath,
      pathOf('dist/cli/main.js'),
      'fit',
      'reading.ml',
      table,
      '--out',
      `fit-${table}`,
      ...args,
    );
  /** The draws without the lines that say what was fitted to which table. */
  const drawsOf = (table: string) =>
    readFileSync(join(folder, `fit-${table}`, 'read/draws.csv'), 'utf8').replace(/^#.*\n/gm, '');

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'theodolite-duckdb-'));
    cpSync(pathOf('examples/duckdb'), folder, { recursive: true });
    const program = `
import duckdb
connection = duckdb.connect()
connection.execute("SET VARIABLE rows = ${ROWS}")
for file in ("make-attempts.sql", "count.sql"):
    connection.execute(open(file).read())
`;
    const made = run(PYTHON, '-c', program);
    expect(made.status, made.stderr).toBe(0);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('have the draws of the rows, to the byte', { timeout: 300_000 }, () => {
    const counted = fitTo('counts.parquet', '--count', 'attempts');
    expect(counted.status, counted.stderr).toBe(0);
    expect(counted.stdout).toContain(`rows that stand for ${ROWS}`);
    const each = fitTo('attempts.parquet');
    expect(each.status, each.stderr).toBe(0);
    const [names = '', ...draws] = drawsOf('counts.parquet').trim().split('\n');
    expect([names, ...draws]).toEqual(drawsOf('attempts.parquet').trim().split('\n'));
    // What the attempts were made with.
    const place = names.split(',').indexOf('acuity');
    const mean = draws.reduce((sum, draw) => sum + Number(draw.split(',')[place]), 0) / draws.length;
    expect(Math.abs(mean - 0.1)).toBeLessThan(0.001);
  });
});
