import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Size {
  readonly raw: number;
  readonly gzip: number;
  readonly brotli: number;
}

interface Script {
  readonly BUNDLES: Readonly<Record<string, { make(): Promise<string> }>>;
  sizeOf(content: string): Size;
}

const script = new URL('../../scripts/bundle-sizes.mjs', import.meta.url).href;
const { BUNDLES, sizeOf } = (await import(script)) as Script;
const host = sizeOf(await BUNDLES.host!.make());

it('the host alone has at most 15.5 kB', () => {
  expect(host.gzip).toBeLessThanOrEqual(15_500);
});

it('the sizes that are stored are of all bundles, and not far from what they are', () => {
  const stored = JSON.parse(readFileSync(new URL('../../docs/guides/sizes.json', import.meta.url), 'utf8'));
  expect(Object.keys(stored)).toEqual(Object.keys(BUNDLES));
  expect(Math.abs(stored.host.gzip / host.gzip - 1), 'run `npm run sizes`').toBeLessThan(0.2);
});
