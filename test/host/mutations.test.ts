import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { ChainPool } from '../../host/chain-pool.ts';
import { type LoadedModule, loadModule } from '../../host/load.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import { sample } from '../../host/sample.ts';
import { compile } from '../../index.ts';
import { HostError } from '../../module/host-error.ts';
import type { Manifest } from '../../module/manifest.ts';
import { edited, junk } from './edited.ts';
import { sealed, sectionsOf, withoutCustom } from './hand-made.ts';
import { standIn, standInColumns } from './stand-in.ts';

/** How many mutants of each kind: a handful in every run, more by THEODOLITE_MUTANTS. */
const MUTANTS = Number(process.env.THEODOLITE_MUTANTS ?? 25);
const SEED = Number(process.env.THEODOLITE_MUTANTS_SEED ?? 1);
vi.setConfig({ testTimeout: 60_000 + 2000 * MUTANTS });
const settings = { numRuns: MUTANTS, seed: SEED, endOnFailure: true } as const;

const WORKER = new URL('../../dist/host/node/chain-worker.js', import.meta.url);
/** What a mutant that goes on for ever is given; what it may take of memory. */
const PATIENCE_MILLISECONDS = 2000;
const MEMORY_BYTES = 2 ** 25;

/** A module by its parts: what was assembled, and its manifest. */
interface Original {
  readonly bytes: Uint8Array;
  readonly code: Uint8Array;
  readonly manifest: Manifest;
  readonly columns: ReadonlyMap<string, Float64Array>;
}

async function original(
  bytes: Uint8Array,
  columns: (manifest: Manifest) => ReadonlyMap<string, Float64Array>,
): Promise<Original> {
  const { manifest } = await loadModule(bytes);
  return { bytes, code: withoutCustom(bytes), manifest, columns: columns(manifest) };
}

/** Any columns that a manifest allows. */
function someColumns(manifest: Manifest): Map<string, Float64Array> {
  return new Map(
    manifest.columns.map(({ name, kind, domain }, index) => {
      const { lo = 0, hi = lo + 1 } = domain.kind === 'range' ? domain : {};
      const value = (row: number) => {
        const step = (row * (index + 3)) % 7;
        return kind === 'flag' || kind === 'binary' || kind === 'level'
          ? step % 2
          : lo + ((hi - lo) * step) / 7;
      };
      return [name, Float64Array.from({ length: 40 }, (_, row) => value(row))];
    }),
  );
}

const OCR = 'stdlib-layouts/ocr/ocr.ml';
const originals = await Promise.all([
  original(await standIn(), () => standInColumns(40)),
  original((await compile({ name: OCR, text: await readFile(OCR, 'utf8') })).bytes, someColumns),
]);
const pool: ChainPool = openWorkers(1, WORKER);
afterAll(() => pool.close());

async function loaded(bytes: Uint8Array): Promise<LoadedModule | HostError> {
  try {
    return await loadModule(bytes, { memoryBytes: MEMORY_BYTES });
  } catch (error) {
    if (error instanceof HostError) return error;
    throw error;
  }
}

/** What became of mutants: a test of which none was taken tests nothing. */
const seen = { refused: 0, sampled: 0, stopped: 0, broken: 0 };
afterAll(() => {
  if (process.env.THEODOLITE_MUTANTS !== undefined) console.log(`mutants: ${JSON.stringify(seen)}`);
});

/** Fails where the host neither refuses a module nor can use it: a thread of its own, and its patience, bound what it does. */
async function mustBehave(bytes: Uint8Array, columns: ReadonlyMap<string, Float64Array>): Promise<void> {
  const module = await loaded(bytes);
  if (module instanceof HostError) {
    expect(module.kind).toBe('module');
    seen.refused++;
    return;
  }
  const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
  for (const method of ['nuts', 'smc'] as const) {
    try {
      const [chain] = await sample(module, columns, { pool, signal, method, chains: 1, warmup: 5, draws: 5 });
      expect(chain!.lp).toHaveLength(5);
      expect(chain!.latents.map((draws) => draws.length)).toEqual(chain!.latents.map(() => 5));
      seen.sampled++;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      expect(error.message).toMatch(/^[A-Z`].*\.$/s);
      seen[error.kind === 'interrupted' ? 'stopped' : 'broken']++;
    }
  }
}

const anOriginal = fc.constantFrom(...originals);
/** A place in something, as a share of its length. */
const place = fc.nat(2 ** 24 - 1).map((number) => number / 2 ** 24);

describe('a module that was damaged on its way', () => {
  it('is refused wherever it is cut off', async () => {
    const boundaries = originals.flatMap((one) =>
      sectionsOf(one.bytes).flatMap(({ begin }) => [-1, 0, 1, 2].map((more) => [one, begin + more] as const)),
    );
    for (const [{ bytes }, length] of boundaries) {
      if (length < bytes.length) expect(await loaded(bytes.subarray(0, length))).toBeInstanceOf(HostError);
    }
    await fc.assert(
      fc.asyncProperty(anOriginal, place, async ({ bytes }, share) => {
        expect(await loaded(bytes.subarray(0, Math.floor(share * bytes.length)))).toBeInstanceOf(HostError);
      }),
      { ...settings, numRuns: 4 * MUTANTS },
    );
  });

  it('is refused wherever a byte is another', async () => {
    await fc.assert(
      fc.asyncProperty(
        anOriginal,
        place,
        fc.integer({ min: 1, max: 255 }),
        async ({ bytes }, share, change) => {
          const copy = bytes.slice();
          copy[Math.floor(share * bytes.length)]! ^= change;
          const error = await loaded(copy);
          expect(error).toBeInstanceOf(HostError);
          expect(error).toMatchObject({ kind: 'module' });
        },
      ),
      { ...settings, numRuns: 4 * MUTANTS },
    );
  });
});

describe('a module that was changed, and given the checksum of what it became', () => {
  it('is refused, stopped, or behaves, with other bytes in its code', async () => {
    const change = fc.tuple(place, fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(anOriginal, fc.array(change, { minLength: 1, maxLength: 3 }), async (one, changes) => {
        const copy = one.code.slice();
        for (const [share, by] of changes) copy[8 + Math.floor(share * (copy.length - 8))]! ^= by;
        await mustBehave(sealed(copy, one.manifest), one.columns);
      }),
      settings,
    );
  });

  it('is refused, stopped, or behaves, with constants and operators exchanged', async () => {
    // Of one length and, most of them, of one type, so that an engine takes many of these.
    const pairs = [
      ...[0x6a, 0x6b, 0x6c, 0x71, 0x72, 0x73, 0x74],
      ...[0x46, 0x47, 0x48, 0x49, 0x4a, 0x4c, 0x4e],
      ...[0xa0, 0xa1, 0xa2, 0xa3],
      ...[0x0c, 0x0d],
    ];
    const families = [pairs.slice(0, 7), pairs.slice(7, 14), pairs.slice(14, 18), pairs.slice(18)];
    await fc.assert(
      fc.asyncProperty(anOriginal, place, fc.nat(6), async (one, share, which) => {
        const begin = sectionsOf(one.code).find(({ id }) => id === 10)!.begin;
        const copy = one.code.slice();
        let at = begin + Math.floor(share * (copy.length - begin));
        while (at < copy.length - 1 && !pairs.includes(copy[at]!)) at++;
        const family = families.find((each) => each.includes(copy[at]!)) ?? [copy[at]!];
        copy[at] = family[which % family.length]!;
        await mustBehave(sealed(copy, one.manifest), one.columns);
      }),
      settings,
    );
  });

  it('is refused, stopped, or behaves, with parts of it elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        anOriginal,
        anOriginal,
        place,
        place,
        fc.nat(64),
        async (one, other, from, to, length) => {
          const copy = one.code.slice();
          const source = other.code.subarray(Math.floor(from * (other.code.length - length)));
          copy.set(source.subarray(0, length), 8 + Math.floor(to * (copy.length - length - 8)));
          await mustBehave(sealed(copy, one.manifest), one.columns);
        },
      ),
      settings,
    );
  });

  it("is refused, stopped, or behaves, with another's manifest, or one that was edited", async () => {
    await fc.assert(
      fc.asyncProperty(
        anOriginal,
        anOriginal,
        fc.array(fc.nat(1000), { maxLength: 4 }),
        junk,
        async (...given) => {
          const [one, other, path, value] = given;
          const manifest = edited(other.manifest, path, value);
          const columns = new Map([...one.columns, ...other.columns]);
          await mustBehave(sealed(one.code, manifest), columns);
        },
      ),
      { ...settings, numRuns: 4 * MUTANTS },
    );
  });

  it('was taken often enough to have been tried', () => {
    expect(seen.sampled).toBeGreaterThan(0);
    expect(seen.broken).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(0);
  });
});
