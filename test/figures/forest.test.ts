import { describe, expect, it } from 'vitest';
import { estimateForestData, type FigureEstimate } from '../../reporting/figures/data/estimate-forest.ts';
import { type FrameOptions, openFrame } from '../../reporting/figures/draw/frame.ts';
import { inDark } from '../../reporting/figures/draw/theme.ts';
import { forest } from '../../reporting/figures/kinds/forest.ts';
import { exampleEstimate } from './example-estimates.ts';
import { BY_CAPABILITY, BY_SUBJECT, FAR_APART, MANY } from './forest-data.ts';
import { expectStored } from './stored-svg.ts';

const draw = async (data: typeof MANY, options: FrameOptions = {}) => forest(data, await openFrame(options));

describe('a forest plot', () => {
  it('shows each row of a subject on a scale of its own', async () => {
    await expectStored(await draw(BY_SUBJECT), 'forest-by-subject');
  });

  it('shows subjects side by side on the scale of an ability, in a narrow column and on a dark ground', async () => {
    await expectStored(await draw(BY_CAPABILITY, { width: 360, theme: 'dark' }), 'forest-narrow-and-dark');
  });

  it('has in the colours of the dark theme what is drawn in that theme', async () => {
    for (const data of [BY_SUBJECT, BY_CAPABILITY, FAR_APART]) {
      const light = (await draw(data)).svg;
      expect(inDark(light)).toBe((await draw(data, { theme: 'dark' })).svg);
      expect(inDark(light)).not.toBe(light);
    }
  });

  it('shows values of several orders of magnitude on a logarithmic axis', async () => {
    const drawn = await draw(FAR_APART);
    await expectStored(drawn, 'forest-logarithmic');
    const ticks = /tick label"[^>]*>(.*?)<\/g>/.exec(drawn.svg)![1]!;
    expect([...ticks.matchAll(/>([\d.]+)</g)].map(([, tick]) => tick)).toEqual([
      ...['0.01', '0.1', '1', '10', '100', '1000'],
    ]);
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
      'Forest plot of medians and intervals. theta (m), 300 of them: the lowest is person 12 −0.60, 95 % HDI −0.99 to −0.21 m; the highest person 34 0.60, 95 % HDI 0.21 to 0.99 m.',
    );
  });
});

describe('a forest plot of point estimates', () => {
  const fits = [exampleEstimate('robot1', 0), exampleEstimate('robot2', 1, true)];

  it('has the intervals that the estimates have, and leaves out what has no estimate', () => {
    const { groups, caption, marks } = estimateForestData(fits, { only: ['climb', 'grip', 'reach'] });
    expect(
      groups.map(({ title, rows }) => [title, rows.map(({ center, hdi95 }) => [center, hdi95])]),
    ).toEqual([
      ['climb', fits.map(({ estimates: { climb } }) => [climb!.estimate, climb!.interval])],
      ['grip', fits.map(() => [1, null])],
    ]);
    expect(groups.flatMap(({ rows }) => rows.map(({ failed }) => failed))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(marks).toEqual({ center: 'estimate', narrow: null, wide: '90 % interval' });
    expect(caption).toContain("Of robot1's reach and robot2's reach there is no estimate.");
    expect(caption).toContain('there is no interval');
    expect(caption).toContain('What is marked ! of robot2 is no estimate and must not be used');
  });

  it('tells an estimate without an interval by itself', async () => {
    const { alt } = forest(estimateForestData(fits, { only: ['climb', 'grip'] }), await openFrame());
    expect(alt).toContain('robot1 3.0, 90 % interval 2.2 to 3.8 m');
    expect(alt).toContain('grip: robot1 1; robot2 (no estimate) 1.');
  });

  it('is of one method and confidence, and of some estimate', () => {
    const [one] = fits as [FigureEstimate];
    expect(() => estimateForestData([one, { ...one, method: 'map' }])).toThrow('by different methods');
    expect(() => estimateForestData([one, { ...one, confidence: 0.5 }])).toThrow('different confidence');
    expect(() => estimateForestData([one], { only: ['reach'] })).toThrow(
      'There is no estimate of any parameter',
    );
  });
});
