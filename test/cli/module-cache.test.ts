/** `THEODOLITE_CACHE`: modules that are compiled once. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

describe('a folder of compiled modules', () => {
  let workspace: Workspace;
  beforeAll(() => {
    workspace = openWorkspace({ THEODOLITE_CACHE: 'modules' });
    workspace.write('ladder.ml', LADDER);
  });
  afterAll(() => workspace.remove());

  const build = (out: string, layout = 'ladder.ml') => workspace.run('build', layout, '-o', out);
  const bytes = (name: string) => readFileSync(join(workspace.path, name));
  const kept = () => readdirSync(join(workspace.path, 'modules'));

  it('is made by the first command, and read by the next', async () => {
    expect((await build('first.wasm')).status).toBe(0);
    const [name] = kept();
    expect(kept()).toHaveLength(1);
    expect(bytes(join('modules', name!))).toEqual(bytes('first.wasm'));

    expect((await build('second.wasm')).status).toBe(0);
    expect(kept()).toEqual([name]);
    expect(bytes('second.wasm')).toEqual(bytes('first.wasm'));
  });

  it('gives nothing of another layout, although the two differ in a name alone', async () => {
    workspace.write('other.ml', LADDER.replace('layout Ladder', 'layout Steps'));
    expect((await build('other.wasm', 'other.ml')).status).toBe(0);
    expect(kept()).toHaveLength(2);
    expect(bytes('other.wasm')).not.toEqual(bytes('first.wasm'));
  });

  it('is not believed where a module is damaged or cut off: it is compiled again', async () => {
    const whole = bytes('first.wasm');
    for (const name of kept()) {
      const module = bytes(join('modules', name));
      module[Math.floor(module.length / 2)]! ^= 1;
      writeFileSync(join(workspace.path, 'modules', name), module);
    }
    expect((await build('third.wasm')).status).toBe(0);
    expect(bytes('third.wasm')).toEqual(whole);

    for (const name of kept()) writeFileSync(join(workspace.path, 'modules', name), whole.subarray(0, 10));
    expect((await build('fourth.wasm')).status).toBe(0);
    expect(bytes('fourth.wasm')).toEqual(whole);
  });

  it('is told where nothing can be kept in it', async () => {
    const nowhere = openWorkspace({ THEODOLITE_CACHE: 'no/such/folder' });
    const file = openWorkspace({ THEODOLITE_CACHE: 'ladder.ml' });
    for (const { write, run, remove } of [nowhere, file]) {
      write('ladder.ml', LADDER);
      await expect(transcript(await run('build', 'ladder.ml', '-o', 'out.wasm'))).toMatchFileSnapshot(
        `module-cache/${run === nowhere.run ? 'nowhere' : 'file'}.txt`,
      );
      remove();
    }
  });

  it('holds nothing but modules when processes write the same one together', async () => {
    mkdirSync(join(workspace.path, 'together'));
    const together = ['a.wasm', 'b.wasm', 'c.wasm'].map((out) => build(join('together', out)));
    expect((await Promise.all(together)).map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(kept().filter((name) => !name.endsWith('.wasm'))).toEqual([]);
  });
});
