import { describe, expect, it } from 'vitest';
import { openFrame } from '../../reporting/figures/draw/frame.ts';
import { overview } from '../../reporting/figures/kinds/overview.ts';
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

it('the overview keeps names whole on a phone: a misfit stands below its name, and a group says how many it has', async () => {
  const COLUMNS = ['Reach', 'Height', 'Depth'];
  const row = (label: string, subjects: number, misfits: number) => ({
    ...{ label, subjects, misfits, subject: null },
    cells: COLUMNS.map(() => ({ center: 1, interval: [0.5, 1.5] as const, standing: 'value' as const })),
  });
  const data = {
    ...{ title: 'Each', caption: 'Medians.' },
    columns: COLUMNS.map((title) => ({ title, unit: 'm', from: 0, to: 8 })),
    rows: [row('Barnabas', 1, 1), row('Cassiopeia and 13 others', 14, 3), row('Dora', 1, 0)],
  };
  const { svg } = overview(data, await openFrame({ width: 320 }));
  expect(svg).toMatch(/>Barnabas<tspan [^>]*x="0"[^>]*>misfit</);
  expect(svg).toMatch(/>Cass\S* \+ 13<tspan [^>]*>3 misfits</);
  expect(svg).toContain('>Dora<title>');
  const wide = overview(data, await openFrame({ width: 900 })).svg;
  expect(wide).toMatch(/>Barnabas<tspan [^>]*> · misfit</);
  expect(wide).toContain('Cassiopeia and 13 others');
  // A single column leaves names the room that they need.
  const [column, ...others] = data.columns;
  const alone = {
    ...data,
    columns: [column!],
    rows: data.rows.map((each) => ({ ...each, cells: each.cells.slice(others.length) })),
  };
  expect(overview(alone, await openFrame({ width: 320 })).svg).toContain('>Cassiopeia and 13 others<');
});
