import { afterAll, expect, it } from 'vitest';
import { openBoth } from '../wasi/both.ts';
import { personsByItems } from './large-tables.ts';

const { text, columns } = personsByItems(101, 601);
const both = await openBoth(text);
afterAll(() => both.close());

it('a command module sums rows that are divided into shards to the draws of the host', async () => {
  const names = [...columns.keys()];
  const rows = Array.from(columns.get('success')!, (_, row) =>
    names.map((name) => columns.get(name)![row]).join(),
  );
  const { wanted, found } = await both.answer(`${[names.join(), ...rows].join('\n')}\n`);
  expect(wanted.status).toBe(0);
  expect(found.stdout === wanted.stdout).toBe(true);
  expect(found.stdout.split('\n').length).toBeGreaterThan(4);
});
