import { describe, expect, it } from 'vitest';
import { withCustomSection } from '../../compiler/assemble/custom-section.ts';
import { HostError } from '../../host/host-error.ts';
import { load } from '../../host/load.ts';
import { STAND_IN_MANIFEST, standIn } from './stand-in.ts';

/** The shortest WebAssembly module: magic and version. */
const EMPTY = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
/** The same with an import of a function `env.abort`. */
const IMPORTING = Uint8Array.from([
  ...EMPTY,
  ...[1, 4, 1, 0x60, 0, 0],
  ...[2, 13, 1, 3, 0x65, 0x6e, 0x76, 5, 0x61, 0x62, 0x6f, 0x72, 0x74, 0, 0],
]);

const withManifest = (bytes: Uint8Array, manifest: unknown) =>
  withCustomSection(bytes, 'theodolite', new TextEncoder().encode(JSON.stringify(manifest)));

async function refusal(bytes: Uint8Array): Promise<string> {
  const error = await load(bytes).then(
    () => 'no error',
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(HostError);
  expect(error.kind).toBe('module');
  return `${error.message} ${error.remedy}`;
}

describe('loading a module', () => {
  it('gives the manifest of a compiled layout', async () => {
    const { manifest } = await load(await standIn());
    expect(manifest).toEqual(STAND_IN_MANIFEST);
  });

  it('refuses bytes that are no WebAssembly', async () => {
    expect(await refusal(new TextEncoder().encode('layout Ocr'))).toMatch(/not a WebAssembly module/);
  });

  it('refuses a module without our custom section', async () => {
    expect(await refusal(EMPTY)).toBe(
      'This WebAssembly module is not a compiled layout: it has no custom section `theodolite`. Give a module that `theodolite build` made.',
    );
  });

  it('refuses a manifest that is not JSON', async () => {
    const bytes = withCustomSection(EMPTY, 'theodolite', new TextEncoder().encode('{'));
    expect(await refusal(bytes)).toMatch(/manifest is not JSON/);
  });

  it('refuses a module of another ABI, and says which', async () => {
    expect(await refusal(withManifest(EMPTY, { ...STAND_IN_MANIFEST, abi: 1 }))).toMatch(
      /version 1 of the ABI, and this host version 4.*Build the layout again/,
    );
  });

  it('refuses a manifest that is not whole', async () => {
    expect(await refusal(withManifest(EMPTY, { abi: 4 }))).toMatch(/lacks its columns/);
  });

  it('refuses a manifest of an earlier version, which lacks the scales of the latents or what demands they meet', async () => {
    const latents = STAND_IN_MANIFEST.latents.map(({ scale: _, ...latent }) => latent);
    const { dataTerms: _, ...rest } = STAND_IN_MANIFEST;
    for (const earlier of [{ ...STAND_IN_MANIFEST, latents }, rest]) {
      expect(await refusal(withManifest(EMPTY, earlier))).toMatch(
        /does not say what scales.*or which demands.*Build the layout again/,
      );
    }
  });

  it('refuses a module that imports anything, and names it', async () => {
    expect(await refusal(withManifest(IMPORTING, STAND_IN_MANIFEST))).toMatch(/imports `env\.abort`/);
  });

  it('refuses a module that lacks an export, and names it', async () => {
    expect(await refusal(withManifest(EMPTY, STAND_IN_MANIFEST))).toMatch(/does not export `memory`/);
  });
});
