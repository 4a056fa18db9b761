import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textMateGrammar } from '../../scripts/textmate-grammar.ts';
import { layoutsOf, STORED } from '../format/layouts.ts';
import { answersOf, stored } from './requests.ts';
import { startServer } from './started-server.ts';

const script = (name: string) => new URL(`../../packages/vscode/${name}`, import.meta.url).href;
const { packExtension } = (await import(script('build.mjs'))) as { packExtension(): Promise<Uint8Array> };
const { isLayout } = (await import(script('recognise.mjs'))) as { isLayout(text: string): boolean };

let folder: string;
const files = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'theodolite-vscode-'));
  const reader = new ZipReader(new Uint8ArrayReader(await packExtension()), { useWebWorkers: false });
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    const text = await entry.getData(new TextWriter());
    files.set(entry.filename, text);
    mkdirSync(dirname(join(folder, entry.filename)), { recursive: true });
    writeFileSync(join(folder, entry.filename), text);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the extension for VS Code', () => {
  it('has every file that its manifest names, and a type for each', () => {
    const manifest = files.get('extension/package.json')!;
    const named = [...manifest.matchAll(/"\.\/([^"]+)"/g)].map(([, path]) => `extension/${path}`);
    expect(named.length).toBeGreaterThan(3);
    for (const path of named) expect([...files.keys()]).toContain(path);
    for (const path of [...files.keys()].filter((each) => !each.endsWith('.xml')))
      expect(files.get('[Content_Types].xml')).toContain(`Extension=".${path.split('.').at(-1)}"`);
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(JSON.parse(manifest).version).toBe(version);
    expect(files.get('extension.vsixmanifest')).toContain(`Version="${version}"`);
    expect(files.get('extension/THIRD-PARTY.txt')).toMatch(/chevrotain[\s\S]*vscode-languageclient/);
    expect(JSON.parse(files.get('extension/dist/theodolite.tmLanguage.json')!)).toEqual(textMateGrammar());
  });

  it('holds a server that gives the answers of the command', async () => {
    const server = startServer(join(folder, 'extension/dist/server.js'));
    const answers = await answersOf(server);
    expect(stored(answers)).toBe(readFileSync(new URL('answers.txt', import.meta.url), 'utf8'));
    await server.request('shutdown', undefined);
    server.notify('exit', undefined);
    expect(await server.status).toBe(0);
  });

  it('has no more of the compiler than checking needs', () => {
    for (const name of ['server', 'worker']) {
      const program = files.get(`extension/dist/${name}.js`)!;
      expect(program.length).toBeLessThan(700_000);
      expect(program).not.toContain('binaryen');
    }
  });
});

describe('a file that ends in .ml', () => {
  it('is a layout if it says so in its first lines', () => {
    for (const path of STORED)
      if (path.endsWith('.ml')) for (const text of layoutsOf(path)) expect(isLayout(text), path).toBe(true);
  });

  it('is OCaml otherwise', () => {
    for (const text of [
      '',
      'let layout = 3\n',
      '(* layout Name *)\nlet x = 1\n',
      `${'let x = 1\n'.repeat(40)}layout L\n`,
    ])
      expect(isLayout(text)).toBe(false);
  });
});
