import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { formatText } from '../../grammar/format/format.ts';
import { blockOf } from './documentation.ts';
import { MENDED, REQUESTS, TEXT, URI } from './requests.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const SCRIPT = fileURLToPath(new URL('neovim.lua', import.meta.url));

const isThere = hasNeovim();

function hasNeovim(): boolean {
  try {
    execFileSync('nvim', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('The tests of Neovim are skipped: there is no nvim (Debian: apt-get install neovim).');
    return false;
  }
}

/** Lua has one kind of table, so an empty list and an empty object are alike. */
function inLua(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each) =>
    Array.isArray(each) && each.length === 0 ? {} : each,
  );
}

describe.skipIf(!isThere)('Neovim with its own client', () => {
  it('has the answers, and mends the layout with the fix', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'theodolite-neovim-'));
    try {
      const [settings, layout, requests, out] = [
        'theodolite.lua',
        'ladder.ml',
        'requests.json',
        'answers.json',
      ].map((name) => join(folder, name)) as [string, string, string, string];
      const command = `'npx', 'theodolite'`;
      expect(blockOf('lua')).toContain(command);
      writeFileSync(settings, blockOf('lua').replace(command, `'${process.execPath}', '${MAIN}'`));
      writeFileSync(layout, TEXT);
      writeFileSync(requests, JSON.stringify(REQUESTS));
      const given = [settings, layout, requests, out].map((each) => `[==[${each}]==]`).join(', ');
      const script = `arg = { ${given} } dofile([==[${SCRIPT}]==])`;
      const flags = ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-c', `lua ${script}`];
      await promisify(execFile)('nvim', flags, { cwd: folder, timeout: 100_000 });
      const { text, mended, uri, diagnostics, filetype, other, ...answers } = JSON.parse(
        readFileSync(out, 'utf8'),
      );
      expect([filetype, other]).toEqual(['theodolite', '']);
      const stored = JSON.parse(
        readFileSync(new URL('answers.txt', import.meta.url), 'utf8').replaceAll(URI, uri),
      );
      expect(inLua(diagnostics.diagnostics)).toEqual(inLua(stored.diagnostics.diagnostics));
      for (const { name } of REQUESTS) expect(inLua(answers[name]), name).toEqual(inLua(stored[name]));
      expect(inLua(mended.diagnostics)).toEqual(inLua(stored.mended.diagnostics));
      expect(text).toBe(formatText({ name: 'ladder.ml', text: MENDED }).text);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
