import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDERS = [
  ...['analysis', 'bench', 'cli', 'compiler', 'editor', 'files', 'grammar', 'host', 'module', 'reporting'],
  ...['scripts', 'statistics', 'stdlib-layouts'],
];

const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
);

const EXPORT =
  /^export (?:declare |abstract )*(?:async )?(?:interface|type|const|let|function|class|enum)\*? (\w+)/gm;

/** The names that a file declares and exports. Those in the code that it generates are not its own. */
function exportsOf(text: string): readonly string[] {
  const code = text.replace(/\\./g, '  ');
  return [...code.matchAll(EXPORT)]
    .filter(({ index }) => code.slice(0, index).split('`').length % 2 === 1)
    .map(([, name]) => name!);
}

/** Where a name is declared: a file, or for a pair of files that differ by platform, the folder in which it is chosen. */
function placeOf(path: string): string {
  return /\/(?:node|web)\/[^/]+$/.test(path) ? dirname(dirname(path)) : path;
}

/** The names that mean several things, each with the places that declare it. */
function ambiguous(files: readonly { readonly path: string; readonly text: string }[]): readonly string[] {
  const places = new Map<string, Set<string>>();
  for (const { path, text } of files)
    for (const name of exportsOf(text)) places.set(name, (places.get(name) ?? new Set()).add(placeOf(path)));
  return [...places].flatMap(([name, found]) => {
    const chosen = [...found].filter((place) => !found.has(dirname(place)));
    return chosen.length > 1 ? [`${name}: ${chosen.sort().join(', ')}`] : [];
  });
}

describe('an exported name', () => {
  it('means one thing', () => {
    expect(FILES.length).toBeGreaterThan(400);
    expect(ambiguous(FILES.map((path) => ({ path, text: readFileSync(path, 'utf8') })))).toEqual([]);
  });

  it('is found where two files declare it, and not where code that is generated does', () => {
    const twice = ambiguous([
      { path: 'a/one.ts', text: 'export interface Shape {}\nexport function draw() {}\n' },
      {
        path: 'b/two.ts',
        text: 'export type Shape = string;\nconst code = `\nexport function draw() {}`;\n',
      },
    ]);
    expect(twice).toEqual(['Shape: a/one.ts, b/two.ts']);
  });

  it('may be that of a pair of files for two platforms, and of what chooses between them', () => {
    const text = 'export function openWorkers() {}\n';
    const pair = ['host/node/pool.ts', 'host/web/pool.ts', 'host/open-workers.ts'];
    expect(ambiguous(pair.map((path) => ({ path, text })))).toEqual([]);
    expect(ambiguous([...pair, 'cli/pool.ts'].map((path) => ({ path, text })))).toHaveLength(1);
  });
});
