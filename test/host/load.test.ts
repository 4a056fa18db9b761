import { describe, expect, it } from 'vitest';
import { loadModule, type ModuleLimits } from '../../host/load.ts';
import { HostError } from '../../module/host-error.ts';
import type { Manifest, ManifestColumn, ManifestLatent } from '../../module/manifest.ts';
import { handMade, sealed, sectionsOf } from './hand-made.ts';
import { STAND_IN_MANIFEST, standIn } from './stand-in.ts';

/** The shortest WebAssembly module: magic and version. */
const EMPTY = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

const withColumns = (...columns: readonly unknown[]) => ({ ...STAND_IN_MANIFEST, columns });
const [demand, outcome] = STAND_IN_MANIFEST.columns as [ManifestColumn, ManifestColumn];
const [latent] = STAND_IN_MANIFEST.latents as [ManifestLatent];
const with2 = (columns: Partial<ManifestColumn> | object) => withColumns({ ...demand, ...columns }, outcome);
const category = {
  name: 'who',
  role: 'category',
  kind: 'level',
  unit: '',
  domain: { kind: 'any' },
  doc: null,
};

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = bytes.slice();
  copy[at]! ^= 4;
  return copy;
}

/** The binary with the first custom section in front of all others, without its checksum. */
function withoutChecksum(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, sectionsOf(bytes).at(-2)!.begin);
}

const bytes = await standIn();
const manifests: Readonly<Record<string, unknown>> = {
  'that is not JSON': '{',
  'that lies deep in itself': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'that is a list': [],
  'that is null': null,
  'that holds nothing but a version': { abi: STAND_IN_MANIFEST.abi },
  'of another version of the ABI': { ...STAND_IN_MANIFEST, abi: STAND_IN_MANIFEST.abi + 1 },
  'without a version of the ABI': { ...STAND_IN_MANIFEST, abi: undefined },
  'that names no layout': { ...STAND_IN_MANIFEST, layout: '' },
  'whose columns are no list': { ...STAND_IN_MANIFEST, columns: {} },
  'with a column that is no object': withColumns(demand, 'y'),
  'with a column of no role': with2({ role: 'output' }),
  'with a demand that is binary': with2({ kind: 'binary' }),
  'with a domain of no kind': with2({ domain: { kind: 'interval', lo: 0 } }),
  'with an empty range': with2({ domain: { kind: 'range', lo: 1, hi: 0 } }),
  'with an empty set': with2({ domain: { kind: 'set', values: [] } }),
  'with a set without values': with2({ domain: { kind: 'set' } }),
  'with a bound that is not a number': with2({ domain: { kind: 'range', lo: null } }),
  'with a missing value outside the domain': with2({ missing: 9 }),
  'with a missing value for an outcome': withColumns(demand, { ...outcome, missing: 0 }),
  'with a column without a name': with2({ name: undefined }),
  'with a name that cannot stand in a file of draws': {
    ...STAND_IN_MANIFEST,
    latents: [{ ...latent, name: 'a,b' }],
  },
  'with two columns of one name': withColumns(demand, { ...outcome, name: 'x' }),
  'with a latent that has the name of a column': {
    ...STAND_IN_MANIFEST,
    latents: [{ ...latent, name: 'x' }],
  },
  'with demands after outcomes': withColumns(outcome, demand),
  'without an outcome': withColumns(demand),
  'with trials that are not there': withColumns(demand, { ...outcome, kind: 'count', trials: 'n' }),
  'with trials of a binary outcome': withColumns(demand, { ...outcome, trials: 'x' }),
  'with an index that is not there': { ...STAND_IN_MANIFEST, latents: [{ ...latent, index: 'who' }] },
  'with an index that is a demand': { ...STAND_IN_MANIFEST, latents: [{ ...latent, index: 'x' }] },
  'with a latent on no scale': { ...STAND_IN_MANIFEST, latents: [{ ...latent, scale: undefined }] },
  'with a transform that this host does not know': {
    ...STAND_IN_MANIFEST,
    latents: [{ ...latent, transform: 'log' }],
  },
  'with a term of what is no demand': { ...STAND_IN_MANIFEST, dataTerms: [['y']] },
  'without terms': { ...STAND_IN_MANIFEST, dataTerms: undefined },
  'with a statistic that is not text': { ...STAND_IN_MANIFEST, statistics: [1] },
  'with a meaning that is none': { ...STAND_IN_MANIFEST, meaning: 'none' },
  'with a statistic by what is no category': {
    ...STAND_IN_MANIFEST,
    levelStatistics: [{ text: 'mean(y, by = x)', by: 'x' }],
  },
  'with a choice that is not text': { ...STAND_IN_MANIFEST, choices: { model: 1 } },
  'with a unit that commands a terminal': with2({ unit: 'm\u001b]0;owned\u0007' }),
  'with documentation that commands a terminal': { ...STAND_IN_MANIFEST, doc: 'Fine.\n\u001b[2Jnot' },
  'with documentation that turns the direction of the text': with2({ doc: 'safe \u202eefasnu' }),
  'with documentation that C1 characters are in': { ...STAND_IN_MANIFEST, doc: '\u009b31m' },
  'with a prior of two lines': { ...STAND_IN_MANIFEST, latents: [{ ...latent, prior: 'normal(0,\n1)' }] },
  'with a statistic that commands a terminal': { ...STAND_IN_MANIFEST, statistics: ['max(\u001b[8m)'] },
  'with an alternative that is no name': { ...STAND_IN_MANIFEST, choices: { prior: 'a\nb' } },
  'with a choice that is no name': { ...STAND_IN_MANIFEST, choices: { 'pri\u007for': 'flat' } },
  'with derived nodes that are none': { ...STAND_IN_MANIFEST, derived: [{ name: 'sees' }] },
  'without derived nodes': { ...STAND_IN_MANIFEST, derived: undefined },
  'with a window without an end': {
    ...STAND_IN_MANIFEST,
    windows: [{ latent: 'level', lower: 'x', outcome: 'y' }],
  },
  'with too many statistics to be one of ours': { ...STAND_IN_MANIFEST, statistics: Array(100_001).fill('') },
};

const modules: Readonly<Record<string, Uint8Array | readonly [Uint8Array, ModuleLimits]>> = {
  'bytes that are no WebAssembly': new TextEncoder().encode('layout Ocr'),
  'no bytes': new Uint8Array(),
  'a module without our custom section': EMPTY,
  'a module that is cut off in the middle': bytes.subarray(0, bytes.length >> 1),
  'a module that is cut off before its manifest': bytes.subarray(0, sectionsOf(bytes).at(-3)!.begin),
  'a module that is cut off before its checksum': withoutChecksum(bytes),
  'a module with a flipped bit in its code': flipped(bytes, bytes.length >> 1),
  'a module with a flipped bit in its manifest': flipped(bytes, sectionsOf(bytes).at(-2)!.begin - 20),
  'a module with a flipped bit in its checksum': flipped(bytes, bytes.length - 1),
  'a module with something behind its checksum': Uint8Array.from([...bytes, 0, 2, 1, 97]),
  'a module whose sections are out of order': sealed(
    Uint8Array.from([...EMPTY, ...[3, 1, 0], ...[1, 1, 0]]),
    STAND_IN_MANIFEST,
  ),
  'a module with a section that WebAssembly does not have': sealed(
    Uint8Array.from([...EMPTY, 99, 0]),
    STAND_IN_MANIFEST,
  ),
  'a module with types that are not of functions': sealed(
    Uint8Array.from([...EMPTY, ...[1, 3, 1, 0x5f, 0]]),
    STAND_IN_MANIFEST,
  ),
  'a module that imports': sealed(
    Uint8Array.from([
      ...EMPTY,
      ...[1, 4, 1, 0x60, 0, 0],
      ...[2, 13, 1, 3, 101, 110, 118, 5, 97, 98, 111, 114, 116, 0, 0],
    ]),
    STAND_IN_MANIFEST,
  ),
  'a module that runs by itself': handMade({
    head: '(memory (export "memory") 2 16) (func $run) (start $run)',
  }),
  'a module that lacks an export': handMade({ without: ['smc_report'] }),
  'a module whose export is of another type': handMade({ types: { chain_run: 'd:i' } }),
  'a module whose export is of another kind': handMade({
    without: ['values'],
    head: '(memory (export "memory") 2 16) (global (export "values") i32 (i32.const 1))',
  }),
  'a module whose memory has no limit': handMade({ head: '(memory (export "memory") 2)' }),
  'a module whose memory is shared': handMade({ head: '(memory (export "memory") 2 16 shared)' }),
  'a module that may take more memory than ours do': handMade({ head: '(memory (export "memory") 2 65536)' }),
  'a module with a table without limit': handMade({
    head: '(memory (export "memory") 2 16) (table $t 1 funcref) (elem (i32.const 0) $f) (func $f)',
  }),
  'a module that wants more memory than it may have': [
    handMade({ head: '(memory (export "memory") 256 512)' }),
    { memoryBytes: 2 ** 20 },
  ],
  'a module whose code is of no type': handMade({ functions: { values: '(f64.const 1)' } }),
  'a module that is too long': [bytes, { moduleBytes: 1000 }],
  ...Object.fromEntries(
    Object.entries(manifests).map(([title, manifest]) => [`a manifest ${title}`, handMade({ manifest })]),
  ),
};

async function refusal(given: Uint8Array, limits?: ModuleLimits): Promise<string> {
  const error: unknown = await loadModule(given, limits).then(
    () => 'it was taken',
    (thrown) => thrown,
  );
  if (!(error instanceof HostError)) throw error;
  expect(error.kind).toBe('module');
  // Engines have words of their own, and the runtime's length is no one's business here.
  const message = error.message
    .replace(/\(WebAssembly.*\)/, '(…)')
    .replace(/at its byte \d+|has \d+ bytes/, (found) => found.replace(/\d+/, 'N'));
  return `error: ${message}\n  = help: ${error.remedy}\n`;
}

describe('loading', () => {
  it('gives the manifest of a compiled layout', async () => {
    const { manifest } = await loadModule(bytes);
    expect(manifest).toEqual(STAND_IN_MANIFEST);
  });

  it('takes a module in a view of longer and of shared memory', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length + 3)).subarray(3);
    shared.set(bytes);
    expect((await loadModule(shared)).manifest).toEqual(STAND_IN_MANIFEST);
  });

  it('takes a module made by hand that keeps to the ABI', async () => {
    await expect(loadModule(handMade())).resolves.toBeDefined();
    const manifest: Manifest = withColumns({ ...demand, missing: 0 }, category, {
      ...outcome,
      kind: 'count',
      domain: { kind: 'range', lo: 0 },
    }) as Manifest;
    const indexed = { ...manifest, latents: [{ ...latent, index: 'who' }], choices: { model: 'a' } };
    expect((await loadModule(handMade({ manifest: indexed }))).manifest).toEqual(indexed);
  });

  it('leaves what it does not know to later minor versions', async () => {
    const manifest = { ...STAND_IN_MANIFEST, since: 'later' };
    expect((await loadModule(handMade({ manifest }))).manifest).toEqual(manifest);
  });

  it('does not let memory grow beyond the limit', async () => {
    const grow = { functions: { values: '(memory.grow (i32.const 1))' } };
    const { module } = await loadModule(handMade(grow), { memoryBytes: 3 * 65_536 });
    const { values } = (await WebAssembly.instantiate(module)).exports as { values(): number };
    expect([values(), values()]).toEqual([2, -1]);
  });

  for (const [title, given] of Object.entries(modules)) {
    it(`refuses ${title}`, async () => {
      const text = await (given instanceof Uint8Array ? refusal(given) : refusal(...given));
      await expect(text).toMatchFileSnapshot(`messages/load/${title.replaceAll(' ', '-')}.txt`);
    });
  }
});
