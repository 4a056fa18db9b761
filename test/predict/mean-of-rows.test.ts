import { describe, expect, it } from 'vitest';
import { compile } from '../../compiler/index.ts';
import { loadModule } from '../../host/load.ts';
import { meansOfRows } from '../../host/predict/mean-of-rows.ts';
import { predict } from '../../host/predict/predict.ts';

const LAYOUT = `layout Ladder
demand height in [0, 4]
demand dark : flag
capability climb ~ uniform(0, 5)
capability sight : probability ~ beta(1, 1)
let reaches = margin(climb, height)
let sees = presence(sight, dark)
observe success ~ bernoulli(reaches and sees)
`;
const columns = new Map([
  ['height', Float64Array.of(1, 2, 2, 3)],
  ['dark', Float64Array.of(0, 1, 1, 0)],
]);
const fitted = {
  draws: [
    { latents: [Float64Array.of(2, 2.5, 3), Float64Array.of(0.5, 0.6, 0.7)] },
    { latents: [Float64Array.of(1, 1.5, 2), Float64Array.of(0.2, 0.3, 0.4)] },
  ],
  levels: new Map(),
  statistics: { values: [], byLevel: [] },
};

describe('the mean over a group of rows', () => {
  it('is, draw by draw, that of what is predicted of each row', async () => {
    const loaded = await loadModule((await compile(LAYOUT)).bytes);
    const groups = [[0, 1, 2, 3], [1, 2], [3]];
    const { outcomes, derived } = await meansOfRows(loaded, fitted, columns, { groups, derived: [0, 1] });
    const { values } = (await predict(loaded, fitted, columns, { values: true })).outcomes.success!;
    for (const [group, rows] of groups.entries()) {
      for (let draw = 0; draw < 6; draw++) {
        const mean = rows.reduce((sum, row) => sum + values![row * 6 + draw]!, 0) / rows.length;
        expect(outcomes.success![group]![draw]).toBeCloseTo(mean, 12);
      }
    }
    // Of the second group, where it is dark, the factor is the sight itself.
    expect([...derived[1]![1]!]).toEqual([0.5, 0.6, 0.7, 0.2, 0.3, 0.4]);
    expect(derived[0]![2]![0]).toBeCloseTo(1 / (1 + Math.exp(3 - 2)), 12);
  });

  it('takes every so many draws of each chain', async () => {
    const loaded = await loadModule((await compile(LAYOUT)).bytes);
    const { derived } = await meansOfRows(loaded, fitted, columns, { groups: [[1]], derived: [1], every: 2 });
    expect([...derived[0]![0]!]).toEqual([0.5, 0.7, 0.2, 0.4]);
  });

  it('is not there for no rows', async () => {
    const loaded = await loadModule((await compile(LAYOUT)).bytes);
    await expect(meansOfRows(loaded, fitted, columns, { groups: [[]] })).rejects.toThrow(RangeError);
  });
});
