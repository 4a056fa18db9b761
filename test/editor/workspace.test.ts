/** What a hover shows of the table and the fit that the settings of the editor name. */
import { spawn } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { workspaceReader } from '../../cli/language-server/workspace-reader.ts';
import { workspaceSettings } from '../../editor/index.ts';
import { openWorkspace, type Workspace } from '../cli/run-command.ts';
import { startServer } from './started-server.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const LAYOUT = `layout Jumps
unit m
category person
demand height : m in [0, 5]
capability reach[person] : m ~ normal(1, 1)
observe cleared ~ bernoulli(margin(reach[person], height, steepness = 3 / 1 m))
`;
/** Of two persons, in a column of another name, with one answer missing. */
const rows = Array.from(
  { length: 60 },
  (_, i) => `${i % 2 ? 'bob' : 'ada'},${(i / 30).toFixed(3)},${i === 7 ? '' : Number(i < (i % 2 ? 20 : 40))}`,
);
const TABLE = `jumper,height,done\n${rows.join('\n')}\n`;

describe('the names of a layout in its workspace', () => {
  let workspace: Workspace;
  const fitted = ['--bind', 'person=jumper', '--outcome', 'cleared=done', '--seed', '1'];

  beforeAll(async () => {
    workspace = openWorkspace();
    workspace.write('jumps.ml', LAYOUT);
    workspace.write('jumps.csv', TABLE);
    await workspace.run('fit', 'jumps.ml', 'jumps.csv', ...fitted, '--out', 'results');
  });
  afterAll(() => workspace.remove());

  const root = () => pathToFileURL(workspace.path).href;
  const facts = (table: string | null, fit: string | null) => workspaceReader(60_000)({ table, fit }, root());

  it('have what the table holds in their columns, under the names that the fit read', async () => {
    const { ofColumn } = await facts('jumps.csv', 'results/done');
    expect(['height', 'person', 'cleared', 'depth'].map(ofColumn)).toMatchInlineSnapshot(`
      [
        "In \`jumps.csv\`: numbers, 0 to 1.967, median 0.9835; 60 rows, none missing.

      \`|████████████|\`",
        "In \`jumps.csv\`: text, 2 levels: ada 30, bob 30; 60 rows, none missing.",
        "In \`jumps.csv\`: 0 and 1, 49.2 % are 1; 60 rows, 1 missing.",
        "\`jumps.csv\` has no column \`depth\`.",
      ]
    `);
    const { ofColumn: ofTable, ofLatent } = await facts('jumps.csv', null);
    expect(ofTable('person')).toBe('`jumps.csv` has no column `person`.');
    expect(ofLatent('reach', LAYOUT)).toBeNull();
  });

  it('have their posterior, and nothing of a name that the fit has not', async () => {
    const { ofColumn, ofLatent } = await facts(null, 'results/done');
    expect(ofLatent('reach', LAYOUT)).toMatch(
      /^By the fit in `results\/done`:\n\n- `reach\[ada\]`: mean 1\.\d+, sd 0\.\d+, 95 % from \d.* to \d.*; R-hat 1(\.00\d)?, \d+ effective draws\n- `reach\[bob\]`: .*$/,
    );
    expect(ofLatent('reach', `${LAYOUT}\n`)).toMatch(/^By the fit of an earlier text in `results\/done`:/);
    expect(ofLatent('reach', LAYOUT.replace('Jumps', 'Leaps'))).toMatch(
      /^By the fit of another layout, `Jumps`, in `results\/done`:/,
    );
    expect(ofLatent('sight', LAYOUT)).toBeNull();
    expect(ofColumn('height')).toBeNull();
  });

  it('have no numbers of a fit that failed', async () => {
    await workspace.run(
      ...['fit', 'jumps.ml', 'jumps.csv', ...fitted, '--warmup', '20', '--draws', '10', '--out', 'short'],
    );
    const summary = JSON.parse(workspace.read('short/done/summary.json'));
    expect(summary.status).toBe('failed');
    const { ofLatent } = await facts(null, 'short/done');
    expect(ofLatent('reach', LAYOUT)).toMatch(
      /^The fit in `short\/done` failed: .* Its numbers are not shown\.$/,
    );
  });

  it('have a column for each value of a dimension, and the ends of many levels', async () => {
    workspace.write('levels.csv', 'level.verbal,level.spatial\n1,0\n4,0\n2,1\n');
    const { ofColumn } = await facts('levels.csv', null);
    expect(ofColumn('level')).toMatch(/^`level\.verbal`: In .*1 to 4[\s\S]*`level\.spatial`: In .*0 and 1/);
    const heights = Array.from({ length: 36 }, (_, i) => `p${i % 12},${(i % 12) / 3},${i < 18 ? 1 : 0}`);
    workspace.write('many.csv', `person,height,cleared\n${heights.join('\n')}\n`);
    await workspace.run('fit', 'jumps.ml', 'many.csv', '--seed', '1', '--out', 'many');
    const { ofLatent } = await facts(null, 'many/cleared');
    const lines = ofLatent('reach', LAYOUT)!.split('\n').slice(2);
    expect(lines.map((line) => line.replace(/: mean.*/, ''))).toEqual([
      ...['- `reach[p0]`', '- `reach[p1]`', '- `reach[p2]`'],
      '- … 6 between these …',
      ...['- `reach[p9]`', '- `reach[p10]`', '- `reach[p11]`'],
    ]);
  });

  it('say why a table or a fit cannot be read, and follow one that is changed', async () => {
    const { ofColumn, ofLatent } = await facts('absent.csv', 'absent');
    expect(ofColumn('height')).toMatch(/^There is no file .*absent\.csv\.$/);
    expect(ofLatent('reach', LAYOUT)).toMatch(/^There is no folder .*absent\.$/);
    const { ofLatent: ofAll } = await facts(null, 'results');
    expect(ofAll('reach', LAYOUT)).toMatch(/holds the fits? of done, and one is wanted here\.$/);

    symlinkSync('loop.csv', join(workspace.path, 'loop.csv'));
    expect((await facts('loop.csv', null)).ofColumn('height')).toMatch(/loop\.csv cannot be read: .*ELOOP/);

    const read = workspaceReader(60_000);
    const path = join(workspace.path, 'growing.csv');
    const shown = async () => (await read({ table: 'growing.csv', fit: null }, root())).ofColumn('height');
    writeFileSync(path, 'height\n1\n2\n');
    expect(await shown()).toContain('2 rows');
    writeFileSync(path, `${readFileSync(path, 'utf8')}3\n`);
    expect(await shown()).toContain('3 rows');
    writeFileSync(path, '"height\n');
    expect(await shown()).toMatch(/growing\.csv, line 1: the quotes do not match\./);
  });

  it('are shown by the server, whichever way the client names them', async () => {
    const server = startServer(MAIN, 'language-server');
    await server.request('initialize', {
      ...{ processId: null, capabilities: {}, rootUri: root() },
      initializationOptions: { table: 'jumps.csv' },
    });
    server.notify('initialized', {});
    const textDocument = { uri: `${root()}/jumps.ml` };
    server.notify('textDocument/didOpen', {
      textDocument: { ...textDocument, languageId: 'x', version: 1, text: LAYOUT },
    });
    const hover = async (line: number, character: number) => {
      const found = await server.request('textDocument/hover', {
        textDocument,
        position: { line, character },
      });
      return (found as { contents: { value: string } }).contents.value;
    };
    // The first answers may come before the table is read.
    const soon = { timeout: 10_000 };
    await expect
      .poll(() => hover(3, 8), soon)
      .toContain('In `jumps.csv`: numbers, 0 to 1.967, median 0.9835; 60 rows, none missing.');
    expect(await hover(4, 12)).not.toContain('results');
    server.notify('workspace/didChangeConfiguration', {
      settings: { theodolite: { table: '', fit: 'results/done' } },
    });
    await expect.poll(() => hover(4, 12), soon).toContain('By the fit in `results/done`:');
    expect(await hover(3, 8)).not.toContain('jumps.csv');
    server.end();
    expect(await server.status).toBe(1);
    expect(server.said()).toBe('');
  });
});

describe('a client that is asked for its settings', () => {
  let workspace: Workspace;
  beforeAll(() => {
    workspace = openWorkspace();
    for (const name of ['started', 'set', 'other']) workspace.write(`${name}.csv`, 'height\n1\n');
  });
  afterAll(() => workspace.remove());

  /** The tables that a hover shows, after each answer of a client that is asked for its settings. */
  async function hoverAfter(answers: readonly (unknown | Error)[]): Promise<readonly string[]> {
    const child = spawn(process.execPath, [MAIN, 'language-server']);
    const client = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const left = [...answers];
    client.onRequest('workspace/configuration', () => {
      const next = left.shift();
      if (next instanceof Error) throw next;
      return [next];
    });
    client.onNotification('textDocument/publishDiagnostics', () => undefined);
    client.listen();
    await client.sendRequest('initialize', {
      ...{ processId: null, rootUri: pathToFileURL(workspace.path).href },
      initializationOptions: { table: 'started.csv' },
      capabilities: { workspace: { configuration: true } },
    });
    await client.sendNotification('initialized', {});
    const textDocument = { uri: 'file:///jumps.ml' };
    await client.sendNotification('textDocument/didOpen', {
      textDocument: { ...textDocument, languageId: 'x', version: 1, text: LAYOUT },
    });
    const shown: string[] = [];
    for (let turn = 0; turn < answers.length; turn++) {
      const waiting = () => left.length > answers.length - turn - 1;
      while (waiting()) await new Promise((end) => setTimeout(end, 5));
      const found = await client.sendRequest('textDocument/hover', {
        ...{ textDocument, position: { line: 3, character: 8 } },
      });
      const { value } = (found as { contents: { value: string } }).contents;
      shown.push(/In `(\w+)\.csv`/.exec(value)?.[1] ?? value);
      if (turn + 1 < answers.length)
        await client.sendNotification('workspace/didChangeConfiguration', { settings: null });
    }
    const ended = new Promise((end) => child.on('exit', end));
    client.dispose();
    child.stdin.end();
    await ended;
    return shown;
  }

  it('has what the server was started with where it says nothing, also after a setting is cleared', async () => {
    expect(await hoverAfter([{ table: 'set.csv' }, { table: '' }, { table: 'other.csv' }])).toEqual([
      'set',
      'started',
      'other',
    ]);
  });

  it('may refuse', async () => {
    expect(await hoverAfter([new Error('not now'), { table: 'set.csv' }])).toEqual(['started', 'set']);
  });
});

describe('the settings that a client sends', () => {
  it('name paths, and nothing else', () => {
    expect(workspaceSettings({ theodolite: { table: 'a.csv', fit: 3 } })).toEqual({
      table: 'a.csv',
      fit: null,
    });
    for (const sent of [null, undefined, 'x', [], { theodolite: null }, { table: ' ' }])
      expect(workspaceSettings(sent)).toEqual({ table: null, fit: null });
  });
});
