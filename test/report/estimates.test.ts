/** A report on point estimates: what it says, and what it leaves open. */
import { describe, expect, it } from 'vitest';
import { reportEstimates } from '../../reporting/report/estimate-page.ts';
import { gatherEstimates, overviewOfEstimates } from '../../reporting/report/estimates.ts';
import { estimateAnswer } from '../../reporting/report/words/estimate-answer.ts';
import { type MadeEstimate, madeEstimate } from './made-estimates.ts';
import { expectedRows } from './made-fits.ts';

const SLIP = { slip: [0.1, 0.01] } as const;
const reader = (name: string, told: MadeEstimate['told'], more: Partial<MadeEstimate> = {}) =>
  madeEstimate({ name, told: { ...SLIP, ...told }, ...more });
const SHARP = reader('sharp', { acuity: [0.1, 0.01], blurTolerance: [3, 0.2], patience: [1, 1] });
const DULL = reader('dull', { acuity: [0.05, 0.01], blurTolerance: [2.9, 0.2], patience: [2, 1] });

const answer = (fits: Parameters<typeof gatherEstimates>[0]) => {
  const [group] = gatherEstimates(fits).groups;
  const { title, sentences } = estimateAnswer(group!, overviewOfEstimates(group!)!);
  return [title, ...sentences];
};

describe('the answer of estimates', () => {
  it('is who leads where the intervals of the differences say so', () => {
    expect(answer([SHARP, DULL])).toEqual([
      'sharp leads in acuity',
      'sharp has the highest estimate of acuity: the 95 % confidence intervals of the differences from all others are above 0.',
      'The intervals do not tell who has the most blur tolerance or patience.',
    ]);
  });

  it('leaves open in words what has no interval, or no estimate', () => {
    const ends = reader('ends', { acuity: 'upper', blurTolerance: [3, 0.2], patience: 'none' });
    expect(answer([SHARP, ends])).toEqual([
      'No ability sets one of 2 subjects apart',
      'The intervals do not tell who has the most acuity, blur tolerance or patience.',
      'The estimate of acuity is on its upper bound for ends: how far the true value may be from the bound is not known.',
    ]);
    expect(answer([ends])).toEqual([
      'Estimates of ends',
      'ends succeeded in 60.0 % of its rows.',
      'The estimate of acuity is on its upper bound: how far the true value may be from the bound is not known.',
      'The data do not determine its patience.',
    ]);
  });
});

describe('a difference of estimates', () => {
  const difference = (fits: Parameters<typeof gatherEstimates>[0]) =>
    gatherEstimates(fits).groups[0]!.comparisons[0]!.difference(0, 1);

  it('of different fits has the interval of independent ones', () => {
    const { value, interval } = difference([SHARP, DULL])!;
    expect(value).toBeCloseTo(0.05, 12);
    const half = 1.96 * Math.hypot(0.01, 0.01);
    expect(interval![0]).toBeCloseTo(0.05 - half, 12);
    expect(interval![1]).toBeCloseTo(0.05 + half, 12);
  });

  const PERSONS = `layout Persons
category person
demand height in [0, 4]
capability climb[person] ~ normal(0, 3)
observe read ~ bernoulli(margin(climb[person], height))
`;
  const persons = (covariance: MadeEstimate['covariance']) =>
    madeEstimate({
      ...{
        name: 'all',
        text: PERSONS,
        levels: new Map([['person', ['Ada', 'Bob']]]),
        covariance: covariance!,
      },
      told: { 'climb[Ada]': [2, 0.5], 'climb[Bob]': [1, 0.3] },
    });

  it('of levels of one fit counts how they go together', () => {
    const { interval } = difference([
      persons([
        [0.25, 0.12],
        [0.12, 0.09],
      ]),
    ])!;
    const half = 1.96 * Math.sqrt(0.25 + 0.09 - 2 * 0.12);
    expect(interval![0]).toBeCloseTo(1 - half, 12);
    expect(interval![1]).toBeCloseTo(1 + half, 12);
  });

  it('of levels whose covariance was not stored has no interval', () => {
    expect(difference([persons(null)])).toEqual({ value: 1, interval: null });
  });

  it('keeps the asymmetry of the intervals', () => {
    const skew = (name: string, at: number) => {
      const made = reader(name, { acuity: [at, 0.01], blurTolerance: [3, 0.2], patience: [1, 1] });
      const acuity = { ...made.estimates.acuity!, interval: [at - 0.01, at + 0.03] as const };
      return { ...made, estimates: { ...made.estimates, acuity } };
    };
    const { interval } = difference([skew('a', 0.1), skew('b', 0.05)])!;
    expect(interval![0]).toBeCloseTo(0.05 - Math.hypot(0.01, 0.03), 12);
    expect(interval![1]).toBeCloseTo(0.05 + Math.hypot(0.03, 0.01), 12);
  });
});

describe('the page of estimates', () => {
  const textOf = (page: string) =>
    page
      .replace(/<(style|script|svg)\b[^>]*>.*?<\/\1>/gs, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');

  it('is the same bytes each time, and never shows an interval of no width', async () => {
    const one = (name: string) => {
      const rows = expectedRows(name, [0.7, 0.3]);
      const subjects = rows.subjects.map((subject) => ({
        ...subject,
        demands: Object.fromEntries(
          Object.entries(subject.demands).map(([demand, levels]) => [
            demand,
            levels.map((level) => ({
              ...level,
              rates: { read: { ...level.rates.read!, draws: Float64Array.of(0.7) } },
            })),
          ]),
        ),
      }));
      return { ...rows, subjects };
    };
    const fits = [
      { ...SHARP, expected: one('sharp') },
      { ...DULL, expected: one('dull') },
      reader('ends', { acuity: 'upper', blurTolerance: [3, 0.2], patience: 'none' }),
    ];
    const page = await reportEstimates(fits);
    expect(await reportEstimates(fits)).toBe(page);
    const text = textOf(page);
    expect(text).toContain('0.25 on upper bound');
    expect(text).toContain('not determined');
    expect(text).toContain('70 % observed');
    expect(text).toContain(
      'theodolite fit layout.ml table.csv --outcome read=sharp --method mle --seed 7 --out results',
    );
    expect(text).not.toMatch(/(\d\S*) \(\1 to \1\)|NaN|Infinity|posterior probabilit/);
  });

  it('strikes out what is no estimate, and compares it with nothing', async () => {
    const failed = reader(
      'lost',
      { acuity: [0.2, 0.01], blurTolerance: [3, 1], patience: 'none' },
      { status: 'failed' },
    );
    const page = await reportEstimates([SHARP, DULL, failed]);
    expect(textOf(page)).toContain(
      'lost: no estimate was found. The numbers must not be used, and are left out of all comparisons.',
    );
    expect(page).toContain('<span class="struck">0.200</span>');
    expect(textOf(page)).toContain('Sharp leads in acuity');
    const alone = textOf(await reportEstimates([failed]));
    expect(alone).toContain('Report on the layout Reading');
    expect(alone).not.toContain('The answer');
  });
});
