import { describe, it } from 'vitest';
import { expectCalibrated } from '../../calibration/expect-calibrated.ts';

const CORRELATED = `layout Correlated
category person
dimension skill = words, figures
demand wanted in [-1, 1]
param range[skill] ~ lognormal(0, 0.4)
capability theta[person, skill] ~ normal(0, range[skill]) correlated lkj(2)
observe reads ~ bernoulli_logit(theta[person, words] - wanted)
observe draws ~ normal(theta[person, figures], 0.7)
`;

/** DINA: two attributes that are summed out. */
const ATTRIBUTES = `layout Attributes
category person, item
dimension skill = add, carry
demand needs[skill] : flag
param share[skill] : probability ~ beta(2, 2)
param slip[item], guess[item] : probability ~ beta(2, 10)
class has[person, skill] ~ bernoulli(share[skill])
observe right ~
  bernoulli(mix(all skill: not needs[skill] or has[person, skill], guess[item], not slip[item]))
`;

const PERSONS = 20;
const ITEMS = [
  [1, 0],
  [0, 1],
  [1, 1],
] as const;
const rows = Array.from({ length: PERSONS * ITEMS.length }, (_, row) => row);
const itemOf = (row: number) => row % ITEMS.length;

describe('populations', () => {
  it('whose abilities are correlated are calibrated', async () => {
    const demands = { kind: 'crossed', rows: 48, levels: { person: 8 } } as const;
    await expectCalibrated(CORRELATED, { demands, targetAccept: 0.9 });
  });

  it('of classes are calibrated', async () => {
    const demands = new Map([
      ['person', Float64Array.from(rows, (row) => Math.floor(row / ITEMS.length))],
      ['item', Float64Array.from(rows, itemOf)],
      ['needs.add', Float64Array.from(rows, (row) => ITEMS[itemOf(row)]![0])],
      ['needs.carry', Float64Array.from(rows, (row) => ITEMS[itemOf(row)]![1])],
    ]);
    await expectCalibrated(ATTRIBUTES, { demands });
  });
});
