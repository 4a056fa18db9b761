/** What a figure kind is held to: the text that is stored of a figure, and what every figure must be. */
import { expect } from 'vitest';
import type { FigureSvg } from '../../reporting/figures/draw/figure.ts';

/** Compares a figure with `stored/NAME.svg`; `npx vitest run test/figures -u` stores it anew. */
export async function expectStored({ svg, title, alt }: FigureSvg, name: string): Promise<void> {
  await expect(svg).toMatchFileSnapshot(`stored/${name}.svg`);
  expect(svg).toMatch(/^<svg [^>]*aria-describedby="[\w-]+"[^>]*role="img"[^>]*viewBox="0 0 \d+ \d+"/);
  expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);
  expect(title).not.toBe('');
  expect(alt).toMatch(/\.$/);
}
