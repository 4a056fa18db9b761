/** One module, one table, one seed: the same bytes of draws from every engine that is here. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../cli/run-command.ts';
import { type OtherNode, otherNodes } from './other-nodes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAIN = join(ROOT, 'dist/cli/main.js');

/** Layouts of different kinds: factors of a battery, categories with levels, and sequential Monte Carlo. */
const CASES = [
  {
    title: 'chains of the OCR layout',
    layout: 'ocr',
    arguments: ['ocr/words.csv', '--outcome', 'read=tesseract', '--chains', '2', '--warmup', '150'],
  },
  {
    title: 'chains of a layout with levels',
    layout: 'training',
    arguments: ['training/training.csv', '--chains', '2', '--warmup', '150'],
  },
  {
    title: 'particles of the object-permanence layout',
    layout: 'object-permanence',
    arguments: [
      ...['object-permanence/battery.csv', '--outcome', 'success=agent6', '--rows', 'split=train'],
      ...['--method', 'smc', '--chains', '2'],
    ],
  },
] as const;

let workspace: Workspace;
let nodes: readonly OtherNode[];
beforeAll(async () => {
  workspace = openWorkspace();
  nodes = await otherNodes();
});
afterAll(() => workspace?.remove());

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe.each(CASES)('$title', ({ layout, arguments: [table, ...settings] }) => {
  const module = `${layout}.wasm`;
  const drawsFrom = async (node: string) => {
    const out = `${layout}-${digest(node).slice(0, 8)}`;
    const given = [module, join(ROOT, 'stdlib-layouts', table), ...settings, '--draws', '100', '--seed', '7'];
    const args = [MAIN, 'fit', ...given, '--scouts', '0', '--out', out, '--json'];
    // A short fit may fail its diagnostics, with status 3.
    const { subjects } = JSON.parse(
      await promisify(execFile)(node, args, { cwd: workspace.path, maxBuffer: 1e8 }).then(
        ({ stdout }) => stdout,
        (error: { stdout: string }) => error.stdout,
      ),
    ) as { subjects: Record<string, unknown> };
    return readFileSync(join(workspace.path, out, Object.keys(subjects)[0]!, 'draws.csv'), 'utf8');
  };
  let here: string;

  beforeAll(async () => {
    const { status } = await workspace.run(
      ...['build', join(ROOT, `stdlib-layouts/${layout}/${layout}.ml`), '-o', module],
    );
    expect(status).toBe(0);
    here = await drawsFrom(process.execPath);
    expect(here.split('\n').length).toBeGreaterThan(200);
  });

  it('are the same from other versions of Node', async (context) => {
    context.skip(
      nodes.length === 0,
      'there is no other Node: set THEODOLITE_NODES, or run `npx --yes node@24 --version` once',
    );
    for (const { version, path } of nodes) expect(digest(await drawsFrom(path)), version).toBe(digest(here));
  });
});
