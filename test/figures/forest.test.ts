import { describe, expect, it } from 'vitest';
import { type FrameOptions, openFrame } from '../../figures/draw/frame.ts';
import { forest } from '../../figures/kinds/forest.ts';
import { BY_CAPABILITY, BY_SUBJECT, MANY } from './forest-data.ts';
import { expectStored } from './stored-svg.ts';

const draw = async (data: typeof MANY, options: FrameOptions = {}) => forest(data, await openFrame(options));

describe('a forest plot', () => {
  it('shows each row of a subject on a scale of its own', async () => {
    await expectStored(await draw(BY_SUBJECT), 'forest-by-subject');
  });

  it('shows subjects side by side on the scale of an ability, in a narrow column and on a dark ground', async () => {
    await expectStored(await draw(BY_CAPABILITY, { width: 360, theme: 'dark' }), 'forest-narrow-and-dark');
  });

  it('takes no name for markup, and tells the whole of one that it cuts', async () => {
    const { svg } = await draw(BY_CAPABILITY);
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;script&gt;alert("x")&lt;/script&gt; &amp; co');
    expect(svg).toContain(
      '<title>the reader of very long names that nobody can take in at one glance</title>',
    );
  });

  it('is as high as its rows, of which each keeps its height', async () => {
    const height = async (rows: number) => {
      const [group] = MANY.groups;
      const { svg } = await draw({ ...MANY, groups: [{ ...group!, rows: group!.rows.slice(0, rows) }] });
      return Number(/ height="(\d+)"/.exec(svg)![1]);
    };
    expect((await height(300)) - (await height(200))).toBe((await height(200)) - (await height(100)));
    expect((await height(300)) - (await height(200))).toBeGreaterThan(1500);
  });

  it('tells of few rows each, and of many the lowest and the highest', async () => {
    const few = await draw(BY_SUBJECT);
    expect(few.alt).toContain('tesseract: acuity 0.110, 95 % HDI 0.086 to 0.134 / px; spelling 0.62,');
    const many = await draw(MANY);
    expect(many.alt).toBe(
      'Forest plot of means and intervals. theta (m), 300 of them: the lowest is person 12 −0.60, 95 % HDI −0.99 to −0.21 m; the highest person 34 0.60, 95 % HDI 0.21 to 0.99 m.',
    );
  });
});
