import { describe, expect, it } from 'vitest';
import { compile } from '../../compiler/index.ts';
import { loadModule } from '../../host/load.ts';
import { isEvaluation } from '../../reporting/report/evaluation.ts';
import { expectRows } from '../../reporting/report/expected.ts';
import { report } from '../../reporting/report/page.ts';
import type { ReportFit } from '../../reporting/report/subjects.ts';
import { madeEstimate } from './made-estimates.ts';
import { expectedRows, GOCR, madeFit, OCRAD, TESSERACT } from './made-fits.ts';

const engines = () => [
  madeFit({ name: 'gocr', normals: GOCR, expected: expectedRows('gocr', [0.5, 0.2]) }),
  madeFit({ name: 'ocrad', normals: OCRAD, expected: expectedRows('ocrad', [0.6, 0.21]) }),
  madeFit({ name: 'tesseract', normals: TESSERACT, expected: expectedRows('tesseract', [0.7, 0.4]) }),
];
const PERSONS = `layout Persons
category person
demand height in [0, 4]
capability climb[person] ~ normal(0, 3)
robustness noise : probability ~ beta(1, 9)
observe success ~ bernoulli(mix(noise, margin(climb[person], height), 0.5))
`;
const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(2)> "&'`;

/** The text of a page's elements, without style and script. */
const textOf = (page: string) =>
  page
    .replace(/<(style|script|svg)\b[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('a report', () => {
  it('is the same bytes each time, asks for nothing, and allows nothing to be asked for', async () => {
    const page = await report(engines());
    expect(await report(engines())).toBe(page);
    expect(page).not.toMatch(/\b(?:src|href)="(?!#)/);
    expect(page).not.toMatch(/url\(|@import|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
    expect(page).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-\S+&#39;; script-src &#39;sha256-\S+&#39;;/,
    );
  });

  it('says which engine reads small and blurred words, and how sure that is', async () => {
    const text = textOf(await report(engines())).replaceAll('\u00a0', ' ');
    expect(text).toContain('Highest blur, 2 to 4 px');
    expect(text).toContain('succeeds most often: 40 % (38 to 42), against 21 % (19 to 23) for ocrad');
    expect(text).toContain('It is virtually certain (over 99.8 %) that tesseract is higher than ocrad');
  });

  it('compares levels of each category by themselves, and says that it is because of the categories', async () => {
    const text = PERSONS.replace('category person', 'category person, wall')
      .replace('robustness', 'param tall[wall] ~ normal(0, 1)\nrobustness')
      .replace('person], height', 'person], height + tall[wall]');
    const fit = madeFit({
      name: 'success',
      text,
      levels: new Map([
        ['person', ['Ada', 'Bob']],
        ['wall', ['north', 'south']],
      ]),
      normals: {
        ...{ 'climb[Ada]': [2, 0.1], 'climb[Bob]': [1, 0.1] },
        ...{ 'tall[north]': [0, 0.1], 'tall[south]': [1, 0.1], noise: [0.1, 0.01] },
      },
    });
    const page = textOf(await report([fit]));
    expect(page).toContain('The layout has values for each level of several categories');
    expect(page).not.toContain('different layouts');
  });

  it('does not compare what is expected of a censored outcome with what was recorded', async () => {
    const text = `layout Waits
category person
demand length in [0, 9]
capability pace[person] ~ half_normal(1)
observe time ~ exponential(pace[person]) censored above length
`;
    const levels = new Map([['person', ['Ada', 'Bob']]]);
    const fit = madeFit({
      name: 'time',
      text,
      levels,
      normals: { 'pace[Ada]': [1, 0.1], 'pace[Bob]': [2, 0.1] },
    });
    const columns = new Map([
      ['length', Float64Array.from({ length: 24 }, (_, row) => 1 + (row % 6))],
      ['person', Float64Array.from({ length: 24 }, (_, row) => Number(row > 11))],
      ['time', new Float64Array(24).fill(1)],
    ]);
    const loaded = await loadModule((await compile(text)).bytes);
    const expected = await expectRows({ loaded, fit, columns, table: 'waits.csv', fits: 1 });
    const page = textOf(await report([{ ...fit, expected }]));
    expect(page).toContain('Time is censored: some rows say only a range');
    expect(page).toMatch(/1\.\d+ \([^)]*\) censored/);
    expect(page).not.toMatch(/observed \d|not observed/);
  });

  it('has the command, both digests, the seed and the layout in colours', async () => {
    const page = await report(engines());
    const text = textOf(page);
    expect(text).toContain(
      'theodolite fit layout.ml table.csv --outcome read=gocr --draws 250 --out results',
    );
    expect(text).toContain('ab'.repeat(32));
    expect(text).toContain('0123456789abcdef');
    expect(page).toContain('<span class="keyword">capability</span> acuity');
    expect(page).toContain('<span class="documentation">/// Height of the letters.</span>');
  });

  it('marks whose each row of a figure of several is, and none of a figure of one', async () => {
    const marks = async (fits: readonly ReportFit[]) => {
      const svgs = [...(await report(fits)).matchAll(/<svg .*?<\/svg>/gs)].map(([svg]) => svg);
      return svgs.flatMap((svg) => [...svg.matchAll(/<(\w+)[^>]* data-subject="([^"]*)"/g)]);
    };
    const found = await marks(engines());
    for (const id of ['subject-1', 'subject-2', 'subject-3']) {
      const own = found.filter(([, , subject]) => subject === id).map(([, name]) => name);
      // All is drawn for two widths. In the overview a row; of each of four abilities two intervals, the median, the name, and in the wide
      // one the numbers. Of each of two demands the curve, its interval, two points in the subject's shape, and the name.
      const points = id === 'subject-1' ? [4, 0] : [0, 4];
      expect(own.sort()).toEqual([
        ...new Array<string>(2 * (4 + points[0]!)).fill('circle'),
        ...new Array<string>(2).fill('g'),
        ...new Array<string>(2 * (12 + points[1]!)).fill('path'),
        ...new Array<string>(16).fill('text'),
      ]);
    }
    expect(await marks(engines().slice(0, 1))).toEqual([]);
  });

  it('has headings in order', async () => {
    for (const fits of [engines(), engines().slice(0, 1)]) {
      const levels = [...(await report(fits)).matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
      expect(levels[0]).toBe(1);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      for (const [index, level] of levels.entries())
        expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    }
  });

  it('has ids that are there once, and links that lead to one', async () => {
    const page = await report(engines());
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/\b(?:href="#|aria-labelledby=")([^"]+)"/g))
      expect(ids).toContain(target);
  });

  it('shows markup in names, titles and texts as text', async () => {
    const fits = [
      madeFit({ name: HOSTILE, normals: GOCR, expected: expectedRows('gocr', [0.5, 0.2]), path: HOSTILE }),
      madeFit({ name: `${HOSTILE} 2`, normals: OCRAD, expected: expectedRows('ocrad', [0.6, 0.2]) }),
    ];
    const page = await report(fits, { title: HOSTILE });
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page).not.toContain('<img');
    expect(page).toContain('<h1>&lt;/script&gt;&lt;script&gt;alert(1)');
  });

  it('of one subject with one parameter compares nothing', async () => {
    const one = madeFit({
      name: 'alone',
      text: 'layout One\ndemand height in [0, 4]\ncapability climb ~ uniform(0, 5)\nobserve success ~ bernoulli(margin(climb, height))\n',
      normals: { climb: [2, 0.3] },
    });
    const page = await report([one]);
    expect(page).not.toMatch(/<h2[^>]*>(?:Compared|Two by two|By demand)</);
    expect(textOf(page)).toContain('alone succeeded in 60 of 100 rows');
    expect(textOf(page)).toContain('No rows were held out for this report');
  });

  it('of three hundred levels compares each of them, and stays small', async () => {
    const levels = Array.from({ length: 300 }, (_, index) => `P${index}`);
    const fit = madeFit({
      name: 'success',
      text: PERSONS,
      levels: new Map([['person', levels]]),
      normals: {
        noise: [0.1, 0.01],
        ...Object.fromEntries(levels.map((level, index) => [`climb[${level}]`, [index / 100, 0.3] as const])),
      },
    });
    const page = await report([fit]);
    expect(page.length).toBeLessThan(2_000_000);
    expect(page.match(/<article/g)).toHaveLength(301);
    expect(textOf(page)).toContain('Persons, each person');
  });

  it('of thirty subjects has them all in a table that can be sorted, and stays small', async () => {
    const fits = Array.from({ length: 30 }, (_, index) =>
      madeFit({
        name: `agent${index + 1}`,
        normals: { ...GOCR, acuity: [0.03 + 0.004 * index, 0.004] },
        expected: expectedRows(`agent${index}`, [0.5, 0.2 + 0.01 * index]),
      }),
    );
    const page = await report(fits);
    expect(page.length).toBeLessThan(2_000_000);
    expect(page.match(/type="checkbox" name="subject"/g)).toHaveLength(30);
    expect(page).toContain('<table class="sortable profiles">');
  });

  it('leaves a fit that did not converge out of comparisons, and says what to do', async () => {
    const findings = [
      {
        kind: 'disagreement' as const,
        weight: 'fatal' as const,
        parameters: ['acuity'],
        message: 'The chains disagree on `acuity`.',
        remedy: 'Run longer: `--warmup 2000`.',
      },
    ];
    const [first, ...others] = engines();
    const failed = madeFit({ name: 'broken', normals: GOCR, status: 'failed', findings });
    const text = textOf(await report([first!, failed, ...others]));
    expect(text).toContain('1 of 4 fits did not converge: broken.');
    expect(text).toContain('The chains disagree on acuity . What to do: Run longer: --warmup 2000 .');
    expect(text).toContain(
      'broken did not converge broken succeeded in 60 of 100 rows (60.0 %). Its fit did not converge',
    );
    expect(text).not.toMatch(/broken (?:is|succeeds)|than broken/);
  });

  it("says of Laplace's approximations that failed what the climbs did, not that chains did not converge", async () => {
    const finding = (kind: 'endless' | 'approximation') => ({
      ...{ kind, weight: 'fatal' as const, parameters: [] },
      ...{ message: 'It has no maximum.', remedy: 'Sample the posterior.' },
    });
    const told = Object.fromEntries(Object.keys(GOCR).map((name) => [name, 'none' as const]));
    const climbed = (name: string, kind: 'endless' | 'approximation'): ReportFit => {
      const fit = madeFit({ name, normals: GOCR, status: 'failed', findings: [finding(kind)] });
      const { sampler, ...summary } = fit.summary;
      const estimate = { ...madeEstimate({ name, told }).summary, status: 'failed' as const, sampler };
      return {
        ...fit,
        chains: [],
        summary: { ...summary, made: estimate.made, estimate } as ReportFit['summary'],
      };
    };
    const [first] = engines();
    const text = textOf(
      await report([first!, climbed('rising', 'endless'), climbed('bent', 'approximation')]),
    );
    expect(text).toContain('The climbs of 1 of 3 fits found no estimate: rising.');
    expect(text).toContain('The normal approximation of 1 of 3 fits is too far from the posterior: bent.');
    expect(text).toMatch(
      /rising no estimate rising succeeded .* The climbs of its fit found no estimate, so its numbers must not be used/,
    );
    expect(text).toMatch(
      /bent poor approximation bent succeeded .* The normal approximation of its fit is too far/,
    );
    const alone = textOf(await report([climbed('rising', 'endless')]));
    expect(alone).toContain(
      'The climbs of this fit found no estimate. Its numbers are no estimates and must not be used.',
    );
    for (const page of [text, alone]) expect(page).not.toMatch(/(?:fit|fits|rising|bent) did not converge/);
  });

  it('of fits that all failed compares nothing', async () => {
    const fits = ['a', 'b'].map((name) => madeFit({ name, normals: GOCR, status: 'failed' }));
    expect(await report(fits)).not.toMatch(/<h2[^>]*>(?:Compared|Two by two)</);
  });

  it('keeps fits of different layouts apart', async () => {
    const other = madeFit({
      name: 'other',
      text: 'layout Other\nunit px\ndemand height_px : px in [1, 200]\ncapability acuity : px ~ uniform(0, 5)\nobserve read ~ bernoulli(margin(acuity, height_px))\n',
      normals: { acuity: [2, 0.3] },
    });
    const text = textOf(await report([...engines(), other]));
    expect(text).toContain('Abilities of different layouts do not mean the same');
    expect(text).not.toMatch(/than other|other is higher/);
  });

  it('shows an evaluation beside baselines', async () => {
    const score = (layout: number, trees: number, difference: number) => ({
      layout: {
        value: layout,
        standardError: 0.01,
        isBest: layout < trees,
        difference,
        differenceError: 0.004,
      },
      'boosted trees': {
        value: trees,
        standardError: 0.01,
        isBest: trees < layout,
        difference: 0,
        differenceError: 0,
      },
    });
    const scores = Object.fromEntries(
      ['brier', 'calibration', 'refinement', 'logScore', 'auroc', 'calibrationError'].map((name) => [
        name,
        score(0.09, 0.08, 0.01),
      ]),
    );
    const evaluation = {
      layout: 'Reading',
      predictors: ['layout', 'boosted trees'],
      subjects: {
        gocr: { scores: { read: scores }, parts: [{ training: 80, test: 20, status: 'converged' }] },
      },
    };
    expect(isEvaluation(evaluation)).toBe(true);
    expect(isEvaluation({ ...evaluation, subjects: { gocr: {} } })).toBe(false);
    const text = textOf(await report(engines(), { evaluation: evaluation as never }));
    expect(text).toContain(
      'the layout predicts gocr with a Brier score of 0.090; boosted trees is better, 0.080, a difference of 0.010 with a standard error of 0.004. Fitted to 80 rows, tested on 20.',
    );
  });

  it('is of at least one fit', async () => {
    await expect(report([])).rejects.toThrow(RangeError);
  });
});

describe('a report on a layout that does not describe the data', () => {
  const worst = {
    check: 'mean where blur_px is 2',
    message: 'expected 56 % of successes (45 to 66 %) where `blur_px` is 2, and observed 100 % of 86 rows',
    ...{ rows: 86, observed: 1, expected: 0.56, lower: 0.45, upper: 0.66 },
  };
  const misfit = (name: string) =>
    madeFit({
      ...{ name, normals: GOCR, expected: expectedRows(name, [0.9, 0.9]) },
      checks: {
        replications: 200,
        outcomes: {
          read: { checks: 9, failed: 4, worst, findings: [{ message: 'It rises.', remedy: 'Let it fall.' }] },
        },
      },
    });

  it('says so above all else, with the worst misfit and what to try, and gives no green', async () => {
    const page = await report([misfit('gocr')]);
    const text = textOf(page).replaceAll('\u00a0', ' ');
    expect(text).toContain('The layout does not describe these data. Its numbers say');
    expect(text).toContain('Expected 56 % of successes (45 to 66 %) where blur_px is 2, and observed 100 %');
    expect(text.indexOf('The layout does not describe these data')).toBeLessThan(
      text.indexOf('Does the layout describe the data?', text.indexOf('auto light dark')),
    );
    expect(text).toContain('gocr, read: 4 of 9 checks fail');
    expect(text).toContain('It rises. What to try: Let it fall.');
    expect(text).not.toContain('describes the data');
    const beforeDiagnostics = page.slice(0, page.indexOf('id="diagnostics"'));
    expect(beforeDiagnostics).not.toContain('class="verdict good"');
  });

  it('names those of several fits, and calls the others fine', async () => {
    const fine = madeFit({ name: 'ocrad', normals: OCRAD, expected: expectedRows('ocrad', [0.6, 0.21]) });
    const text = textOf(await report([misfit('gocr'), fine])).replaceAll('\u00a0', ' ');
    expect(text).toContain('The layout does not describe the data of 1 of 2 fits: gocr.');
    expect(text).toContain('converged, describes the data');
  });

  it('says that a layout was not checked, and why', async () => {
    const fit = madeFit({ name: 'gocr', normals: GOCR, checks: { unchecked: 'There are too many rows.' } });
    const text = textOf(await report([fit]));
    expect(text).toContain('converged, layout not checked');
    expect(text).toContain('There are too many rows.');
  });
});
