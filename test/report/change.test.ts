/** What changed between two sets of fits, and how sure that is. */
import { describe, expect, it } from 'vitest';
import { type ComparedSide, changesBetween } from '../../reporting/report/change.ts';
import { reportChanges } from '../../reporting/report/change-page.ts';
import type { ReportFit } from '../../reporting/report/subjects.ts';
import { changeAnswer } from '../../reporting/report/words/change-sentences.ts';
import { expectedRows, GOCR, madeFit, type Normals, OCRAD, TESSERACT } from './made-fits.ts';

const side = (label: string, ...fits: ReportFit[]): ComparedSide => ({ label, fits });
/** The draws of a later fit are others, as the name is part of what decides them. */
const fitted = (name: string, normals: Normals, more: object = {}) => madeFit({ name, normals, ...more });
const later = (name: string, normals: Normals, more: object = {}) => ({
  ...madeFit({ name: `${name} again`, normals, ...more }),
  name,
});
const answer = (before: ComparedSide, after: ComparedSide) => {
  const { title, sentences } = changeAnswer(changesBetween(before, after));
  return [title, ...sentences];
};
const BETTER = { ...GOCR, blurTolerance: [2.6, 0.08], patience: [-4, 0.3] } as const;
const textOf = (page: string) =>
  page
    .replace(/<(style|script|svg)\b[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('what changed', () => {
  it('of one subject', () => {
    expect(
      answer(side('march', fitted('gocr', GOCR)), side('april', later('gocr', BETTER))),
    ).toMatchInlineSnapshot(`
      [
        "blur tolerance rose; patience fell",
        "From march to april: blur tolerance rose from 1.71 px (1.56 to 1.87) to 2.60 px (2.46 to 2.76) (over 99.8 %) and patience fell from 1.0 s (0.4 to 1.6) to −4.0 s (−4.6 to −3.5) (over 99.8 %).",
        "None of the other 2 values very likely changed.",
        "Fewer than 0.1 of the 2 very likely changes can be expected to be the other way round.",
      ]
    `);
  });

  it('of several is told of those that changed', () => {
    const march = side('march', fitted('gocr', GOCR), fitted('ocrad', OCRAD), fitted('tesseract', TESSERACT));
    const april = side('april', later('gocr', BETTER), later('ocrad', OCRAD), later('tesseract', TESSERACT));
    expect(answer(march, april)).toMatchInlineSnapshot(`
      [
        "gocr: blur tolerance rose, patience fell",
        "From march to april: blur tolerance of gocr rose from 1.71 px (1.56 to 1.87) to 2.60 px (2.46 to 2.76) (over 99.8 %) and patience of gocr fell from 1.0 s (0.4 to 1.6) to −4.0 s (−4.6 to −3.5) (over 99.8 %).",
        "None of the other 10 values very likely changed.",
        "Fewer than 0.1 of the 2 very likely changes can be expected to be the other way round.",
      ]
    `);
    const { changes } = changesBetween(march, april);
    const sure = changes.map(({ rose: { value } }) => Math.abs(value - 0.5));
    expect(sure).toEqual([...sure].sort((a, b) => b - a));
    expect(changes).toHaveLength(12);
  });

  it('is nothing where the fits are alike', () => {
    const [title] = answer(side('march', fitted('gocr', GOCR)), side('april', later('gocr', GOCR)));
    expect(title).toBe('Nothing clearly changed from march to april');
  });

  it('has differences with intervals of independent draws, but none on an ordinal scale', () => {
    const { changes } = changesBetween(
      side('march', fitted('gocr', GOCR)),
      side('april', later('gocr', BETTER)),
    );
    const of = (name: string) => changes.find(({ before }) => before.latent.name === name)!;
    expect(of('blurTolerance').difference).toBeNull();
    const [at, sd] = GOCR.patience!;
    const { mean, sd: spread, hdi95 } = of('patience').difference!;
    expect(mean).toBeCloseTo(-4 - at, 0);
    expect(spread).toBeCloseTo(Math.hypot(0.3, sd), 0);
    expect(hdi95[1] - hdi95[0]).toBeCloseTo(2 * 1.96 * Math.hypot(0.3, sd), 0);
  });

  it('pairs two subjects that are alone even if their names differ, and otherwise by name', () => {
    const [pair] = changesBetween(side('a', fitted('v1', GOCR)), side('b', fitted('v2', BETTER))).pairs;
    expect(pair!.name).toBe('v1, then v2');
    const { pairs, alone } = changesBetween(
      side('a', fitted('gocr', GOCR), fitted('old', OCRAD)),
      side('b', fitted('new', OCRAD), later('gocr', BETTER)),
    );
    expect(pairs.map(({ name }) => name)).toEqual(['gocr']);
    expect(alone).toEqual(['old (only a)', 'new (only b)']);
  });

  it('leaves out fits that did not converge', async () => {
    const lost = later('gocr', BETTER, { status: 'failed' });
    const march = side('march', fitted('gocr', GOCR), fitted('ocrad', OCRAD));
    const april = side('april', lost, later('ocrad', OCRAD));
    expect(changesBetween(march, april).pairs.map(({ name }) => name)).toEqual(['ocrad']);
    const page = textOf(await reportChanges(march, april));
    expect(page).toContain('1 of 4 fits did not converge: gocr (april)');
    expect(textOf(await reportChanges(side('march', fitted('gocr', GOCR)), side('april', lost)))).toContain(
      'march and april',
    );
  });

  it('refuses fits of different layouts', () => {
    const other = madeFit({
      name: 'other',
      text: 'layout Other\ndemand x in [0, 1]\ncapability c ~ normal(0, 1)\nobserve read ~ bernoulli(margin(c, x))\n',
      normals: { c: [0, 1] },
    });
    expect(() => changesBetween(side('a', fitted('gocr', GOCR)), side('b', other))).toThrow(RangeError);
  });
});

describe('the page of changes', () => {
  it('is the same bytes each time, with what is expected before and after', async () => {
    const march = side('march', fitted('gocr', GOCR, { expected: expectedRows('gocr', [0.5, 0.2]) }));
    const april = side('april', later('gocr', BETTER, { expected: expectedRows('better', [0.5, 0.4]) }));
    const page = await reportChanges(march, april);
    expect(await reportChanges(march, april)).toBe(page);
    const text = textOf(page).replaceAll('\u00a0', ' ');
    expect(text).toMatch(/2 to 4 px 20 % \(\d+ to \d+\) 40 % \(\d+ to \d+\) 20(\.0)? points/);
    expect(text).not.toMatch(/NaN|undefined|different demands/);
    const moved = {
      ...april.fits[0]!,
      summary: { ...april.fits[0]!.summary, digests: { blur_px: 'other' } },
    };
    expect(textOf(await reportChanges(march, side('april', moved)))).toContain('rows with different demands');
  });
});
