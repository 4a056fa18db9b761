/** A table whose rows are divided into shards has the same draws, byte for byte, in every engine that runs a module. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser, openPage, serveExample } from '../../browser/open-browser.ts';
import { openWorkspace, type Workspace } from '../../cli/run-command.ts';
import { hasPython, PYTHON } from '../../python.ts';
import { personsByItems } from '../../shards/large-tables.ts';

const SETTINGS = { chains: 2, warmup: 40, draws: 25, seed: 7 };
const OPTIONS = Object.entries(SETTINGS).flatMap(([name, value]) => [`--${name}`, String(value)]);

const { text, columns } = personsByItems(101, 601);
const names = [...columns.keys()];
/** Levels with names in the order in which every host numbers them. */
const nameOf = (value: number) => `level${String(value).padStart(4, '0')}`;
const rows = Array.from(columns.get('success')!, (success, row) => [
  ...names.slice(0, -1).map((name) => nameOf(columns.get(name)![row]!)),
  String(success),
]);

let workspace: Workspace;
let wanted = '';
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('layout.ml', text);
  workspace.write('table.csv', `${[names.join(), ...rows.map((row) => row.join())].join('\n')}\n`);
  expect((await workspace.run('build', 'layout.ml', 'table.csv', '-o', 'model.wasm')).stderr).toMatch(
    /bytes/,
  );
  await workspace.run('fit', 'model.wasm', 'table.csv', ...OPTIONS, '--out', 'out');
  wanted = workspace.read('out/success/draws.csv');
  expect(wanted.split('\n').length).toBeGreaterThan(SETTINGS.chains * SETTINGS.draws);
});
afterAll(() => workspace.remove());

/** The draws without what comes before them, which says how they were made. */
const drawsIn = (csv: string) => csv.replace(/^#.*\n/gm, '');

describe('the draws of a table that is divided into shards', () => {
  it('are of several shards', async () => {
    const module = await WebAssembly.compile(readFileSync(join(workspace.path, 'model.wasm')));
    expect(WebAssembly.Module.exports(module).map(({ name }) => name)).toContain('shard_sums');
    const { stdout } = await workspace.run('build', 'layout.ml', 'table.csv', '--show', 'plan');
    expect(stdout).toContain('shards');
  });

  it('are the same with one worker and with two', async () => {
    for (const workers of ['1', '2']) {
      const out = `workers${workers}`;
      await workspace.run('fit', 'model.wasm', 'table.csv', ...OPTIONS, '--workers', workers, '--out', out);
      expect(drawsIn(workspace.read(`${out}/success/draws.csv`)) === drawsIn(wanted), out).toBe(true);
    }
  });

  it.skipIf(!hasPython(['wasmtime'], 'shards in Wasmtime'))('are the same in Wasmtime', () => {
    const host = resolve('examples/python/host.py');
    const ran = spawnSync(PYTHON, [host, 'model.wasm', 'table.csv', ...OPTIONS], {
      ...{ cwd: workspace.path, encoding: 'utf8' },
    });
    expect(ran.status, ran.stderr).toBe(0);
    expect(drawsIn(workspace.read('draws.csv')) === drawsIn(wanted)).toBe(true);
  });

  it.skipIf(CHROMIUM === null)('are the same in Chromium', async () => {
    const [browser, server] = await Promise.all([openBrowser(), serveExample()]);
    try {
      const { page } = await openPage(browser, `${server.address}ready.html`);
      const given = {
        module: readFileSync(join(workspace.path, 'model.wasm')).toString('base64'),
        names,
        rows,
        settings: SETTINGS,
      };
      // As text, since tests' own imports are rewritten.
      const found = await page.evaluate<string>(`(async () => {
        const { load } = await import('theodolite/host');
        const { module, names, rows, settings } = ${JSON.stringify(given)};
        const model = await load(Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0)));
        const column = (place) => rows.map((row) => row[place]);
        const data = new Map(names.map((name, place) => [name, name === 'success' ? column(place).map(Number) : column(place)]));
        const bound = await model.bind(data);
        const fit = await bound.fit({ ...settings, seed: BigInt(settings.seed) });
        const draws = await fit.drawsCsv();
        return typeof draws === 'string' ? draws : new Response(draws).text();
      })()`);
      expect(drawsIn(found) === drawsIn(wanted)).toBe(true);
      await page.close();
    } finally {
      await browser.close();
      server.close();
    }
  });
});
