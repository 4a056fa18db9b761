import { describe, expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';
import { restoreBasis, storeBasis } from '../../host/predict/stored-basis.ts';

const manifestOf = (text: string) => prepare({ name: 'stored.ml', text }).manifest;

const TEXT = `layout Stored
demand height in [0, 20]
category agent
capability climb[agent] ~ normal(mean(height), sd(height, by = agent))
observe success ~ bernoulli(margin(climb[agent], height))
`;
const manifest = manifestOf(TEXT);
const fitted = {
  levels: new Map([['agent', ['Ada', 'Bo']]]),
  statistics: { values: [1 / 3], byLevel: [[0.1, Number.NaN]] },
};

describe('what is stored of a fit', () => {
  it('is this', () => {
    expect(storeBasis(manifest, fitted)).toEqual({
      layout: 'Stored',
      meaning: manifest.meaning,
      levels: { agent: ['Ada', 'Bo'] },
      statistics: [{ statistic: 'mean(height)', value: 1 / 3 }],
      levelStatistics: [{ statistic: 'sd(height, by = agent)', by: 'agent', values: [0.1, null] }],
    });
  });

  it('comes back from its text as it was', () => {
    const stored: unknown = JSON.parse(JSON.stringify(storeBasis(manifest, fitted)));
    expect(restoreBasis(manifest, stored)).toEqual(fitted);
  });

  it('serves a layout that says the same in another form', () => {
    const same = manifestOf(
      `${TEXT.replace('demand', '/// How high.\ndemand').replace('(0, 20)', '( 0,20 )')}// The end.\n`,
    );
    expect(same.meaning).toBe(manifest.meaning);
    expect(restoreBasis(same, storeBasis(manifest, fitted))).toEqual(fitted);
  });

  it('serves no layout that says something else', () => {
    const other = manifestOf(
      TEXT.replace('margin(climb[agent], height)', 'margin(climb[agent], 2 * height)'),
    );
    expect(() => restoreBasis(other, storeBasis(manifest, fitted))).toThrow(
      'The layout is `Stored`, and the fit is of another version of it.',
    );
    const named = manifestOf(TEXT.replace('Stored', 'Other'));
    expect(() => restoreBasis(named, storeBasis(manifest, fitted))).toThrow(
      'The layout is `Other`, and the fit is of `Stored`.',
    );
  });

  it.each([null, {}, 'text', { ...storeBasis(manifest, fitted), statistics: [3] }, { layout: 'Stored' }])(
    'is not %j',
    (stored) => {
      expect(() => restoreBasis(manifest, stored)).toThrow('The stored fit has no levels and statistics.');
    },
  );
});
