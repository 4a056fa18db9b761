/** The functions of the runtime's mathematics, held to the table. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { boundOfFunction, STATED } from './bounds.ts';
import { complaint, expectNone } from './expect-near.ts';
import { table } from './table.ts';

const FOLDER = new URL('../../runtime/math/', import.meta.url);

/** The functions of numbers that a file exports, in order. */
function functionsOf(file: string): string[] {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  return [...text.matchAll(/^export function (\w+)\([^)]*\): f64 /gm)].map(([, name]) => name!);
}

const files = readdirSync(FOLDER);
const names = files.flatMap(functionsOf);

let functions: Readonly<Record<string, (...xs: readonly number[]) => number>>;

beforeAll(async () => {
  const source = files
    .map((file) => [file, functionsOf(file)] as const)
    .filter(([, own]) => own.length > 0)
    .map(([file, own]) => `export { ${own.join(', ')} } from './runtime/math/${file.slice(0, -3)}';`);
  functions = (await compileRuntime(source.join('\n'))).exports as typeof functions;
}, 120_000);

describe('the oracle', () => {
  test('has rows for every function of the runtime, and for no other', () => {
    expect(Object.keys(table.functions).sort()).toEqual([...names].sort());
  });

  test('is met where nothing is stated: each statement is of a row that is there', () => {
    for (const { of, at } of STATED) {
      const cuts = Object.values(table.priors[of] ?? {}).flat();
      const rows = [...(table.functions[of] ?? []), ...(table.outcomes[of] ?? []), ...cuts];
      const told = (row: (typeof rows)[number]) =>
        Object.entries(at).every(([name, x]) => row.at[name] === x);
      expect(rows.some(told), `${of} at ${JSON.stringify(at)}`).toBe(true);
    }
  });
});

describe('at ordinary arguments to its bound, at extreme ones to 1e-10', () => {
  test.each(names)('%s', (name) => {
    const rows = table.functions[name] ?? [];
    const found = (row: (typeof rows)[number]) => functions[name]!(...Object.values(row.at));
    expectNone(rows.map((row) => complaint(name, row, 'value', found(row), boundOfFunction(name))));
  });
});
