/** What `docs/guides/figures.md` says: its kinds, its options, and its program. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { PLOT_KINDS } from '../../cli/plot/plot-kinds.ts';
import { describeProgram } from '../../cli/program.ts';

const ROOT = new URL('../../', import.meta.url);
const PAGE = readFileSync(new URL('docs/guides/figures.md', ROOT), 'utf8');

describe('the page of figures', () => {
  it('has a row for each kind, and for no other', () => {
    const [, kinds] = PAGE.split('## Kinds');
    const rows = [...kinds!.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(PLOT_KINDS.map(({ name }) => name).sort());
  });

  it('names options that there are', async () => {
    const plot = (await describeProgram()).commands.find((command) => command.name() === 'plot')!;
    const known = plot.options.map(({ long }) => long);
    const named = [...PAGE.matchAll(/`(--[a-z]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(known).toEqual(expect.arrayContaining(named));
  });

  it('has a program that draws', async () => {
    const [, program] = /^```ts\n([\s\S]*?)^```$/m.exec(PAGE)!;
    const folder = mkdtempSync(join(tmpdir(), 'theodolite-page-'));
    try {
      const outfile = join(folder, 'program.mjs');
      await build({
        stdin: {
          contents: `${program}\nexport { svg, caption, alt };`,
          resolveDir: fileURLToPath(ROOT),
          loader: 'ts',
        },
        bundle: true,
        platform: 'node',
        format: 'esm',
        // What linkedom takes of CommonJS asks for it.
        banner: {
          js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
        },
        outfile,
      });
      const { svg, caption, alt } = await import(/* @vite-ignore */ pathToFileURL(outfile).href);
      expect(svg).toContain('viewBox="0 0 360 ');
      expect(caption).toBe('Posterior medians.');
      expect(alt).toContain('Ada 2.1, 95 % HDI 1.5 to 2.7 s');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
