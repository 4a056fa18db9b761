/** What a report says of parameters beside the profiles, and of levels that are numbers. */
import { describe, expect, it } from 'vitest';
import { report } from '../../reporting/report/index.ts';
import { madeFit, type Normals } from './made-fits.ts';

const PAIRED = `layout Rated
category person, item

/// How far persons are apart.
param      spread ~ half_normal(1)
capability verbal[person], spatial[person] ~ normal(0, spread) correlated lkj(2)
/// How hard an item is.
param      hard[item] ~ normal(0, 2)

observe right ~ bernoulli(logistic(verbal[person] + spatial[person] - hard[item]))
`;
const persons = ['ada', 'bob'];
const items = Array.from({ length: 12 }, (_, item) => `${item + 1}`);
const normals = (correlation: number): Normals => ({
  spread: [0.8, 0.1],
  'verbal[ada]': [0.5, 0.2],
  'verbal[bob]': [-0.5, 0.2],
  'spatial[ada]': [0.4, 0.2],
  'spatial[bob]': [-0.4, 0.2],
  'correlation[verbal, spatial]': [correlation, 0.05],
  ...Object.fromEntries(items.map((item, place) => [`hard[${item}]`, [place / 4, 0.1] as const])),
});
const rated = (name: string, correlation: number, status?: 'failed') =>
  madeFit({
    ...{ name, text: PAIRED, normals: normals(correlation) },
    levels: new Map([
      ['person', persons],
      ['item', items],
    ]),
    ...(status === undefined ? {} : { status }),
  });
/** The text of the section, without its figure. */
const sectionOf = (page: string) =>
  (/<h2 id="population">([\s\S]*?)<\/section>/.exec(page)?.[1] ?? '')
    .replace(/<svg[\s\S]*?<\/svg>/g, '[figure]')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('\u00a0', ' ')
    .trim();

describe('beside the profiles a report', () => {
  it('has what levels have in common, the ends of many values, and which latents go together', async () => {
    expect(sectionOf(await report([rated('right', 0.6)], { live: false }))).toMatchInlineSnapshot(
      `"Beside the profiles parameter what it is median 95 % interval spread How far persons are apart. 0.80 0.60 to 0.99 Hard , one for each of 12 levels of item. How hard an item is. The lowest: item 1 0.00 (−0.18 to 0.21); item 2 0.25 (0.05 to 0.43); item 3 0.49 (0.31 to 0.68). The highest: item 10 2.25 (2.06 to 2.45); item 11 2.51 (2.33 to 2.71); item 12 2.75 (2.56 to 2.94). Verbal and spatial 0.60 (0.50 to 0.69): it is virtually certain (over 99.8 %) that they rise together. [figure] [figure] Correlations in right. How far latents go together from level to level: the mean of each correlation and the interval that contains 95 % of its draws. The darker a cell, the further its correlation is from 0."`,
    );
  });

  it('says that one falls as the other rises, and that neither is sure', async () => {
    const told = async (correlation: number) =>
      sectionOf(await report([rated('right', correlation)], { live: false }));
    expect(await told(-0.6)).toMatch(
      /Verbal and spatial −0\.60 \(.*\): it is virtually certain \(over 99.8 %\) that one falls as the other rises\./,
    );
    expect(await told(0.01)).toMatch(/it is about as likely as not \(\d\d %\) that they rise together\./);
  });

  it('has none of a fit that failed, nor of many fits', async () => {
    expect(sectionOf(await report([rated('right', 0.6, 'failed')], { live: false }))).toBe('');
    const many = Array.from({ length: 9 }, (_, place) => rated(`fit${place}`, 0.6));
    expect(sectionOf(await report(many, { live: false }))).toBe('');
    expect(sectionOf(await report(many.slice(0, 8), { live: false }))).toContain('fit7');
  });
});

describe('a level that is a number', () => {
  it('is called by what it is of, so that it is not read as a value', async () => {
    const fit = madeFit({
      name: 'read',
      text: `layout Steps
category step
demand hard in [0, 5]
capability skill[step] ~ normal(0, 2)
observe read ~ bernoulli(margin(skill[step], hard))
`,
      normals: { 'skill[1]': [0, 0.1], 'skill[2]': [2, 0.1] },
      levels: new Map([['step', ['1', '2']]]),
    });
    const page = await report([fit], { live: false });
    expect(page).toContain('Step 2 leads in skill</h1>');
    expect(page).toContain('2 subjects (step 1 and step 2)');
  });
});

it('a report of fits of which none can be used says so in its title', async () => {
  const failed = ['one', 'two'].map((name) => rated(name, 0.6, 'failed'));
  expect(await report(failed, { live: false })).toContain('<h1>None of the 2 fits can be used</h1>');
  const page = await report(failed.slice(1), { live: false });
  expect(page).toContain('<h1>The fit cannot be used</h1>');
  expect(page).not.toContain('A strength is an ability');
});
