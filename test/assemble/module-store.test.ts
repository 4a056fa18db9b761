/** Modules that the tests share: each is stored by all that it is made of. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeModulesOf } from '../../compiler/assemble/module-store.ts';
import { packageFile } from '../../compiler/package-file.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { digestOfSources, runtimePaths } from '../digest-of-sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'theodolite-shared-'));
afterAll(() => {
  vi.unstubAllEnvs();
  storeModulesOf(digestOfSources());
  rmSync(folder, { recursive: true });
});

describe('modules that tests share', () => {
  beforeEach(() => {
    vi.stubEnv('THEODOLITE_CACHE', folder);
    storeModulesOf(digestOfSources());
  });
  const stored = () => readdirSync(folder).length;
  const text =
    'layout One\ndemand d in [0, 9]\ncapability c ~ normal(0, 9)\nobserve y ~ bernoulli(margin(c, d))\n';
  const compiled = async (of: string) =>
    Buffer.from((await compileToFit({ name: 'one.ml', text: of })).bytes).toString('base64');

  it('are the bytes that are compiled anew, of each layout and of each compiler', async () => {
    storeModulesOf(null);
    const anew = await compiled(text);
    expect(stored()).toBe(0);

    storeModulesOf(digestOfSources());
    expect(await compiled(text)).toBe(anew);
    expect(await compiled(text)).toBe(anew);
    expect(stored()).toBe(1);
    expect(await compiled(text.replace('0, 9)', '0, 8)'))).not.toBe(anew);
    expect(stored()).toBe(2);

    storeModulesOf('another compiler');
    expect(await compiled(text)).toBe(anew);
    expect(stored()).toBe(3);
  });

  it('are copied by slices, as those that are compiled anew', async () => {
    const bytesOf = async () => (await compileToFit({ name: 'one.ml', text })).bytes;
    await bytesOf();
    const kept = await bytesOf();
    const first = kept[0]!;
    kept.slice()[0] = first + 1;
    expect(kept[0]).toBe(first);
    expect(Object.getPrototypeOf(kept)).toBe(Uint8Array.prototype);
  });

  const paths = runtimePaths();
  it.each([...paths.slice(0, 2), ...paths.slice(2).filter((_, index) => index % 20 === 0)])(
    'are others when a word of %s is another',
    (changed) => {
      const other = digestOfSources((path) => packageFile(path)! + (path === changed ? ' ' : ''));
      expect(other).not.toBe(digestOfSources());
    },
  );
});
