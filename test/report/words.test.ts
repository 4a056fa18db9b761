import { describe, expect, it } from 'vitest';
import type { Provenance } from '../../files/fits/provenance.ts';
import { gatherReport } from '../../reporting/report/report-data.ts';
import { fitCommand } from '../../reporting/report/sections/making.ts';
import { elementSentence, hardDemandSentence } from '../../reporting/report/sections/summary.ts';
import { percentOf, spoken, termOf } from '../../reporting/report/words/phrases.ts';
import { profileParagraph } from '../../reporting/report/words/profile-paragraph.ts';
import { expectedRows, GOCR, type MadeFit, madeFit, OCRAD, READING, TESSERACT } from './made-fits.ts';

const fits = (changes: Partial<MadeFit> = {}) => [
  madeFit({
    name: 'gocr',
    normals: GOCR,
    successes: 43,
    expected: expectedRows('gocr', [0.5, 0.2]),
    ...changes,
  }),
  madeFit({ name: 'ocrad', normals: OCRAD, successes: 50, expected: expectedRows('ocrad', [0.6, 0.21]) }),
  madeFit({
    name: 'tesseract',
    normals: TESSERACT,
    successes: 65,
    expected: expectedRows('tesseract', [0.7, 0.4]),
  }),
];

/** All that is said of subjects, as text. */
function told(...given: Parameters<typeof gatherReport>): string {
  const { groups } = gatherReport(...given);
  return groups
    .flatMap(({ subjects, usable, comparisons, demands }) => [
      ...demands.flatMap(({ outcome, demands: all }) =>
        all.map((demand) => {
          const sentence = hardDemandSentence(demand, outcome);
          return sentence === null ? '' : `${sentence.lead}. ${sentence.text}`;
        }),
      ),
      ...comparisons.map(elementSentence).map(({ lead, text }) => `${lead}. ${text}`),
      ...subjects.map((subject) => {
        const place = usable.indexOf(subject);
        return profileParagraph(
          subject,
          comparisons,
          place < 0 || comparisons.length === 0 ? null : place,
        ).join('\n');
      }),
    ])
    .join('\n\n')
    .concat('\n');
}

describe('what a report says', () => {
  it('of three subjects', async () => {
    await expect(told(fits())).toMatchFileSnapshot('messages/three-subjects.txt');
  });

  it('of two', async () => {
    await expect(told(fits().slice(0, 2))).toMatchFileSnapshot('messages/two-subjects.txt');
  });

  it('of one', async () => {
    await expect(told(fits().slice(2))).toMatchFileSnapshot('messages/one-subject.txt');
  });

  it('of one that did not converge beside two that did, which it leaves out of comparisons', async () => {
    await expect(told(fits({ status: 'failed' }))).toMatchFileSnapshot('messages/a-fit-that-failed.txt');
  });

  it('of seven, where some cannot be told apart', async () => {
    const many = Array.from({ length: 7 }, (_, index) =>
      madeFit({
        name: `agent${index + 1}`,
        normals: { ...OCRAD, acuity: [0.04 + 0.01 * index, 0.005], slip: [0.02, 0.005] },
      }),
    );
    await expect(told(many)).toMatchFileSnapshot('messages/seven-subjects.txt');
  });

  it('of ordinal abilities is which is higher, and never by how much or how many times', () => {
    const sentences = told(fits()).split(/(?<=[.;])\s/);
    const ordinal = sentences.filter((sentence) => /acuity|blur tolerance|slip/i.test(sentence));
    expect(ordinal.length).toBeGreaterThan(5);
    for (const sentence of ordinal)
      expect(sentence).not.toMatch(/\btimes\b|twice|half as|\bby \d|%\s(more|less|higher)/);
    // On an interval scale it is said by how much.
    expect(told(fits().slice(0, 2))).toMatch(/do not tell|by (at least )?\d/);
  });
});

describe('how many times the one is the other', () => {
  const text = READING.replace('uniform(0, 6)', 'half_normal(6)');
  const two = [3, 1].map((tolerance, place) =>
    madeFit({
      ...{ name: `engine${place + 1}`, text },
      normals: { ...OCRAD, blurTolerance: [tolerance, 0.05 * tolerance] },
    }),
  );
  const { comparisons } = gatherReport(two).groups[0]!;
  const of = (name: string) => comparisons.find(({ latent }) => latent.name === name)!;

  it('is said on a ratio scale, where the ratio the other way round is the inverse', () => {
    const ratio = of('blurTolerance').ratio(0, 1)!;
    expect(ratio.median).toBeCloseTo(3, 1);
    // Of two independent values with a coefficient of variation of 0.05.
    const spread = Math.exp(1.96 * 0.05 * Math.SQRT2);
    expect(ratio.interval[0]).toBeCloseTo(3 / spread, 1);
    expect(ratio.interval[1]).toBeCloseTo(3 * spread, 1);
    expect(of('blurTolerance').ratio(1, 0)!.median).toBeCloseTo(1 / ratio.median, 6);
  });

  it('is said on no other', () => {
    for (const name of ['acuity', 'patience', 'slip']) expect(of(name).ratio(0, 1)).toBeNull();
  });
});

describe('words for probabilities', () => {
  const of = (value: number, resolution = 0.0001) => ({ value, resolution });

  it('mean ranges that hold everywhere', () => {
    expect([0.995, 0.96, 0.92, 0.7, 0.5, 0.34].map((value) => termOf(of(value)))).toEqual([
      'virtually certain',
      'extremely likely',
      'very likely',
      'likely',
      'about as likely as not',
      'about as likely as not',
    ]);
    expect(() => termOf(of(0.2))).toThrow(RangeError);
  });

  it('come with numbers that claim no more than the draws can tell', () => {
    expect([1, 0.9995, 0.996, 0.974, 0.5, 0.004, 0].map((value) => percentOf(of(value)))).toEqual([
      'over 99.9 %',
      'over 99.9 %',
      '99.6 %',
      '97 %',
      '50 %',
      '0.4 %',
      'under 0.1 %',
    ]);
    expect(percentOf(of(1, 1 / 150))).toBe('over 99.3 %');
    expect(percentOf(of(0, 1 / 150))).toBe('under 0.7 %');
  });
});

describe('names', () => {
  it('are spoken as words, without the unit that stands behind them', () => {
    const names = [
      ['blurTolerance', 'px'],
      ['height_px', 'px'],
      ['noise_sd', 'grey'],
      ['numPositions', ''],
      ['OCRAbility', ''],
      ['px', 'px'],
      ['testsOP', ''],
    ] as const;
    expect(names.map(([name, unit]) => spoken({ name, unit }))).toEqual([
      'blur tolerance',
      'height',
      'noise sd',
      'num positions',
      'OCR ability',
      'px',
      'tests OP',
    ]);
  });
});

describe('the command that makes a fit again', () => {
  const made = madeFit({ name: "co's <b>", normals: TESSERACT }).summary.made as Provenance;

  it('leaves out what is so anyway, and quotes what a shell would change', () => {
    const usual = { ...made, settings: { ...made.settings, draws: 1000 } };
    expect(fitCommand(usual)).toBe(
      "theodolite fit layout.ml table.csv --outcome 'read=co'\\''s <b>' --out results",
    );
  });

  it('has every setting that is not the usual one, and the choices of a text', () => {
    const other = {
      ...made,
      data: {
        ...made.data,
        outcomes: {},
        rows: ['split=train'],
        stack: 'agent',
        format: 'csv',
        delimiter: ';',
      },
      settings: {
        ...made.settings,
        method: 'smc' as const,
        seed: '7',
        scouts: 0,
        drawsAs: ['csv', 'parquet'],
      },
    };
    const rest =
      "--rows split=train --stack agent --format csv --delimiter ';' --choose prior=flat --method smc --draws 250 --scouts 0 --seed 7 --draws-as csv,parquet --out results";
    expect(fitCommand(other, { prior: 'flat' })).toBe(`theodolite fit layout.ml table.csv ${rest}`);
    const built = { ...other, layout: { ...other.layout, text: null } };
    expect(fitCommand(built, { prior: 'flat' })).not.toContain('--choose');
  });
});
