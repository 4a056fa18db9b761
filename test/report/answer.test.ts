/** What a report begins with: the finding, and the few sentences and the figure on which it rests. */
import { describe, expect, it } from 'vitest';
import { mainGroup, overviewOf } from '../../reporting/report/answer.ts';
import { gatherReport } from '../../reporting/report/report-data.ts';
import { answerWords } from '../../reporting/report/words/answer.ts';
import { GOCR, type MadeFit, madeFit, type Normals, OCRAD, TESSERACT } from './made-fits.ts';

const ABILITIES = `layout Agents
demand far, dark in [0, 10]
capability reach, sight : probability ~ uniform(0, 1)
capability patience     ~ normal(0, 5)
observe read ~ bernoulli(reach and sight and margin(patience, far + dark))
`;
const agent = (name: string, normals: Normals, more: Partial<MadeFit> = {}) =>
  madeFit({ name, text: ABILITIES, normals: { patience: [1, 1], ...normals }, ...more });
const CEILING = [0.99, 0.003] as const;
const FLOOR = [0.01, 0.003] as const;

/** The title, the sentences, and the rows of the figure. */
function answer(fits: Parameters<typeof gatherReport>[0]) {
  const group = mainGroup(gatherReport(fits))!;
  const overview = overviewOf(group)!;
  const { title, sentences } = answerWords(group, overview);
  const rows = overview.rows.map(
    ({ label, misfits, cells }) =>
      `${label}${misfits > 0 ? ` (${misfits} misfits)` : ''}: ${cells.map(({ standing }) => standing).join(', ')}`,
  );
  return [title, ...sentences, ...rows];
}

describe('the answer', () => {
  it('of a few subjects is who leads, and how sure that is', () => {
    const fits = [
      madeFit({ name: 'gocr', normals: GOCR }),
      madeFit({ name: 'ocrad', normals: OCRAD }),
      madeFit({ name: 'tesseract', normals: TESSERACT }),
    ];
    expect(answer(fits)).toMatchInlineSnapshot(`
      [
        "tesseract leads in acuity, blur tolerance and patience",
        "tesseract has the most acuity (over 99.8 %), blur tolerance (over 99.8 %) and patience (97 %).",
        "tesseract: value, value, value",
        "gocr: value, value, value",
        "ocrad: value, value, value",
      ]
    `);
  });

  it('of two who are alike is that nobody stands out', () => {
    const fits = ['a', 'b'].map((name) => madeFit({ name, normals: OCRAD }));
    expect(answer(fits)).toMatchInlineSnapshot(`
      [
        "The data do not tell a and b apart in any ability",
        "The data do not tell who has the most acuity, blur tolerance or patience.",
        "a: value, value, value",
        "b: value, value, value",
      ]
    `);
  });

  it('of many is who falls short, and alike profiles have one row', () => {
    const fits = [
      ...Array.from({ length: 9 }, (_, i) => agent(`able${i}`, { reach: CEILING, sight: CEILING })),
      ...Array.from({ length: 4 }, (_, i) => agent(`blind${i}`, { reach: CEILING, sight: FLOOR })),
      agent('short', { reach: [0.5, 0.02], sight: CEILING }),
      agent('unknown', { reach: CEILING, sight: [0.5, 0.28] }),
    ];
    expect(answer(fits)).toMatchInlineSnapshot(`
      [
        "4 of 15 subjects fall short in sight, 1 in reach",
        "Below the upper end: sight of blind2, blind0, blind1 and blind3; reach of short.",
        "At the upper end: reach of 14 of 15; sight of able7, able4, able5, able1, able3, able6, able0, able2, able8 and short.",
        "able7 and 8 others: ceiling, ceiling, value",
        "unknown: ceiling, open, value",
        "short: value, ceiling, value",
        "blind2 and 3 others: ceiling, floor, value",
      ]
    `);
  });

  it('of many of whom none is at an end shows those at either end, and leaves out fits that failed', () => {
    const fits = Array.from({ length: 14 }, (_, i) =>
      agent(
        `agent${i}`,
        { reach: [0.2 + 0.03 * i, 0.01], sight: [0.5, 0.01] },
        i === 5 ? { status: 'failed' } : {},
      ),
    );
    expect(answer(fits)).toMatchInlineSnapshot(`
      [
        "agent13 leads in reach",
        "agent13 has the most reach (98 %).",
        "The data do not tell who has the most sight or patience.",
        "agent13: value, value, value",
        "agent12: value, value, value",
        "agent11: value, value, value",
        "agent10: value, value, value",
        "agent9: value, value, value",
        "3 others: value, value, value",
        "agent4: value, value, value",
        "agent3: value, value, value",
        "agent2: value, value, value",
        "agent1: value, value, value",
        "agent0: value, value, value",
      ]
    `);
  });

  it('of a walk is what became of it, in the order of its levels', () => {
    const text = `layout Training
category step
demand hard in [0, 10]
capability skill[step] ~ normal(previous(skill[step], 0), 1)
observe read ~ bernoulli(margin(skill[step], hard))
`;
    const steps = Array.from({ length: 14 }, (_, i) => String(100 * (i + 1)));
    const normals = Object.fromEntries(
      steps.map((step, i) => [`skill[${step}]`, [i === 4 ? -3 : 0.3 * i, 0.2] as const]),
    );
    const fit = madeFit({ name: 'run', text, normals, levels: new Map([['step', steps]]) });
    expect(answer([fit])).toMatchInlineSnapshot(`
      [
        "skill rises from step 100 to 1400",
        "Skill goes from −0.01 (−0.37 to 0.39) at step 100 to 3.91 (3.46 to 4.24) at step 1400; it is virtually certain (over 99.8 %) that it rises.",
        "step 100: value",
        "step 200: value",
        "step 300: value",
        "step 500: value",
        "step 600: value",
        "step 700: value",
        "step 800: value",
        "step 900: value",
        "step 1000: value",
        "step 1200: value",
        "step 1300: value",
        "step 1400: value",
      ]
    `);
  });

  it('of one is what it lacks, and a fit that its layout does not describe is marked', () => {
    const worst = { check: 'rate', message: 'expected 50 %', observed: 1, expected: 0.5 };
    const checks = {
      replications: 200,
      outcomes: { read: { checks: 9, failed: 2, worst, findings: [] } },
    } as unknown as NonNullable<MadeFit['checks']>;
    expect(answer([agent('lone', { reach: CEILING, sight: FLOOR }, { checks })])).toMatchInlineSnapshot(`
      [
        "lone lacks sight, and is at the upper end in reach",
        "lone succeeded in 60.0 % of its rows.",
        "lone (1 misfits): ceiling, floor, value",
      ]
    `);
  });
});
