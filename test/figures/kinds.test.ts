import { describe, expect, it } from 'vitest';
import { openFrame } from '../../reporting/figures/draw/frame.ts';
import { DRAWN } from './drawn.ts';
import { expectStored } from './stored-svg.ts';

describe('each kind of figure', () => {
  for (const [name, draw] of Object.entries(DRAWN)) {
    it(`${name} is drawn as it is stored`, async () => {
      await expectStored(draw(await openFrame()), name);
    });

    it(`${name} is as wide as it is asked to be, on any paper`, async () => {
      for (const theme of ['light', 'dark', 'page'] as const) {
        const { svg } = draw(await openFrame({ theme, width: 360, prefix: 'narrow' }));
        expect(svg).toMatch(/viewBox="0 0 360 \d+"/);
        expect(svg.includes('var(--figure-')).toBe(theme === 'page');
        // Colours come from the theme alone.
        expect(svg).not.toMatch(/(?:fill|stroke)="(?:black|white)"/);
        if (theme === 'page') expect(svg).not.toMatch(/#[0-9a-f]{6}/);
      }
    });
  }
});
