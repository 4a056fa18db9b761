/** Factors of the density in a module, against the interpreter, and against densities that priors and outcomes give. */
import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { DATA, LEVELS, testAgreement } from './persons-agreement.ts';

const layoutOf = (lines: readonly string[], mean = 'middle + d * able[person]') => `layout Factors
category person
demand d in [-3, 3]
param middle ~ normal(0.3, 1)
param spread ~ half_normal(1)
param able[person] ~ normal(0, spread)
${lines.join('\n')}
observe y ~ normal(${mean}, 1)
`;

const LAYOUTS: Readonly<Record<string, string>> = {
  once: layoutOf(['factor -0.5 * (middle - spread) ^ 2']),
  'for each level': layoutOf(['factor[person] log1p(exp(able[person] - middle))']),
  'for each level, with a statistic of its rows': layoutOf([
    'factor[person] -able[person] * mean(d, by = person)',
  ]),
  'for each row': layoutOf(['let miss = middle - d * able[person]', 'factor -miss ^ 2 * spread']),
  'for each row, of a demand alone': layoutOf(['factor -exp(0.1 * d) * spread']),
  'of a probability': layoutOf([
    'factor 0.3 * log(margin(able[person], d)) + 0.7 * log(not margin(able[person], d))',
  ]),
  'of several kinds': layoutOf([
    'factor -spread',
    'factor[person] -able[person] ^ 2',
    'factor d * middle - 0.1 * d ^ 2 * able[person] ^ 2',
  ]),
};

testAgreement('a factor', LAYOUTS);

describe('a factor', () => {
  const point = {
    middle: 0.4,
    spread: 0.8,
    able: Array.from({ length: LEVELS }, (_, level) => level / 3 - 0.5),
  };
  const density = (text: string) => interpret(readLayout(text), DATA).logDensity(point);
  const half = 0.5 * Math.log(2 * Math.PI);

  it('that is the log density of a prior is as good as the prior', () => {
    const factor = layoutOf(['factor[person] -0.5 * (able[person] / spread) ^ 2 - log(spread)']);
    const flat = factor.replace('normal(0, spread)', 'uniform(-10, 10)');
    expect(density(flat) - LEVELS * half).toBeCloseTo(density(layoutOf([])) - LEVELS * Math.log(20), 10);
  });

  it('that is the log likelihood of rows is as good as the outcome', () => {
    const again = layoutOf(['demand z in [-3, 3]', 'factor -0.5 * (z - middle - d * able[person]) ^ 2']);
    const data = { ...DATA, columns: { ...DATA.columns, z: DATA.columns.y } };
    const once = interpret(readLayout(layoutOf([])), DATA);
    const likelihood = once.logDensity(point) - once.logPrior(point);
    const added = interpret(readLayout(again), data).logDensity(point) - once.logDensity(point);
    expect(added - DATA.rows * half).toBeCloseTo(likelihood, 10);
  });
});
