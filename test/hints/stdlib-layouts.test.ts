/** The worked layouts with their own data, of which little is to be told. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { findHints } from '../../host/hints/find-hints.ts';
import { loadModule } from '../../host/load.ts';
import { compileToFit } from '../compile-to-fit.ts';

/** The kinds of hints for each system of a table that has any. */
async function hinted(
  layout: string,
  table: string,
  systems: RegExp,
  uses: (row: Record<string, string>) => boolean = () => true,
): Promise<Record<string, readonly string[]>> {
  const path = (file: string) =>
    fileURLToPath(new URL(`../../stdlib-layouts/${layout}/${file}`, import.meta.url));
  const rows = (parse(readFileSync(path(table)), { columns: true }) as Record<string, string>[]).filter(uses);
  const text = readFileSync(path(`${layout}.ml`), 'utf8');
  const loaded = await loadModule((await compileToFit({ name: layout, text })).bytes);
  const found: Record<string, readonly string[]> = {};
  for (const system of Object.keys(rows[0]!).filter((name) => systems.test(name))) {
    const columns = new Map(
      loaded.manifest.columns.map(({ name, role }) => [
        name,
        Float64Array.from(rows, (row) => Number(row[role === 'outcome' ? system : name])),
      ]),
    );
    const hints = await findHints(loaded, columns);
    if (hints.length > 0) found[system] = hints.map(({ kind, names }) => `${kind} ${names.join()}`);
  }
  return found;
}

describe('hints about the worked layouts', () => {
  it('are none for the engines of ocr', async () => {
    expect(await hinted('ocr', 'words.csv', /^(tesseract|gocr|ocrad)$/)).toEqual({});
  });

  it('are, where ocr has words of the dictionary alone, of what these cannot tell', async () => {
    const kinds = ['constant-demand nonword', 'uninformed spelling'];
    expect(await hinted('ocr', 'words.csv', /^gocr$/, ({ nonword }) => nonword === '0')).toEqual({
      gocr: kinds,
    });
  });

  it('are none for the agents of object permanence but for the one that always succeeds', async () => {
    expect(await hinted('object-permanence', 'battery.csv', /^agent\d+$/)).toEqual({
      agent1: ['constant-outcome success'],
    });
  });

  it('are none for the agents of navigation', async () => {
    expect(await hinted('navigation', 'battery.csv', /^p\d+-nu/)).toEqual({});
  });
});
