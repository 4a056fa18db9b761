import { describe, expect, it } from 'vitest';
import { analyseSource } from '../../compiler/analyse.ts';
import { manifestOf, NO_PARTS } from '../../compiler/assemble/manifest.ts';
import { printTyped } from '../../compiler/check/print-typed.ts';

/** A checked layout that observes these. */
function observing(...lines: string[]) {
  const text = `layout L
unit s, m
demand size : m in [0, 5]
demand tries : count
demand lava : flag
capability memory : s ~ uniform(0, 10)
capability skill : probability ~ beta(1, 1)
param height ~ normal(size_mean / 1 m, 1)
let size_mean = mean(size)
${lines.join('\n')}
`;
  const { layout, diagnostics } = analyseSource({ name: 'l.ml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return layout!;
}

/** What the typed layout says of its observations. */
function printed(...lines: string[]): string {
  const text = printTyped(observing(...lines));
  return text.slice(text.indexOf('observations\n') + 'observations\n'.length).trimEnd();
}

describe('an outcome', () => {
  it.each([
    ['y ~ bernoulli(lava)', '  y ~ bernoulli\n    p = probability(lava)'],
    ['y ~ bernoulli_logit(skill)', '  y ~ bernoulli_logit\n    logit = real(skill)'],
    ['y ~ binomial(p = skill, n = tries)', '  y : real ~ binomial\n    n = tries\n    p = skill'],
    ['y ~ binomial_logit(3, height)', '  y : real ~ binomial_logit\n    n = 3\n    logit = height'],
    ['y ~ beta_binomial(3, 1, 2)', '  y : real ~ beta_binomial\n    n = 3\n    a = 1\n    b = 2'],
    [
      'y ~ beta_proportion(0.5, 2)',
      '  y : probability ~ beta_proportion\n    mean = probability(0.5)\n    precision = 2',
    ],
    ['y : s ~ normal(memory, 2)', '  y : real s ~ normal\n    mean = memory\n    sd = 2 s'],
    [
      'y : m ~ student_t(4, size, 1)',
      '  y : real m ~ student_t\n    df = 4\n    location = size\n    scale = 1 m',
    ],
    [
      'y : s ~ lognormal(log(memory / s), 1)',
      '  y : real s ~ lognormal\n    mu = log(memory / 1 s)\n    sigma = 1',
    ],
    ['y ~ poisson(rate = 2)', '  y : real ~ poisson\n    rate = 2'],
    ['y ~ neg_binomial(2, 1)', '  y : real ~ neg_binomial\n    mean = 2\n    dispersion = 1'],
    ['y : s ~ gamma(2, 3)', '  y : real s ~ gamma\n    shape = 2\n    rate = 3 [1 / s]'],
    ['y : s ~ weibull(2, memory)', '  y : real s ~ weibull\n    shape = 2\n    scale = memory'],
    ['y : s ~ exponential(1 / memory)', '  y : real s ~ exponential\n    rate = 1 / memory'],
    [
      'y ~ ordered_logistic(height, -1, 1)',
      '  y : real ~ ordered_logistic\n    eta = height\n    cut 1 = -1\n    cut 2 = 1',
    ],
  ])('%s is typed', (line, wanted) => {
    expect(printed(`observe ${line}`)).toBe(wanted);
  });

  it.each([
    ['y ~ bernoulli_logit(1)', { kind: 'binary', unit: '', domain: { kind: 'set', values: [0, 1] } }],
    ['y ~ binomial(tries, skill)', { kind: 'count', domain: { kind: 'range', lo: 0 }, trials: 'tries' }],
    ['y ~ beta_binomial(7, 1, 1)', { kind: 'count', domain: { kind: 'range', lo: 0, hi: 7 } }],
    ['y ~ beta_proportion(skill, 2)', { kind: 'real', domain: { kind: 'range', lo: 0, hi: 1, open: true } }],
    ['y ~ poisson(1)', { kind: 'count', unit: '', domain: { kind: 'range', lo: 0 } }],
    ['y : s ~ weibull(2, memory)', { kind: 'real', unit: 's', domain: { kind: 'range', lo: 0, open: true } }],
    ['y : s ~ normal(memory, 1)', { kind: 'real', unit: 's', domain: { kind: 'any' } }],
    ['y : s ~ lognormal(0, 1)', { kind: 'real', unit: 's', domain: { kind: 'range', lo: 0, open: true } }],
    ['y ~ ordered_logistic(0, 1, 2)', { kind: 'count', domain: { kind: 'range', lo: 1, hi: 3 } }],
  ])('%s has its values in the manifest', (line, wanted) => {
    expect(manifestOf(observing(`observe ${line}`), NO_PARTS, () => false).columns.at(-1)).toMatchObject({
      name: 'y',
      role: 'outcome',
      ...wanted,
    });
  });

  it('has statistics in its unit, and a mean that is a probability where it is 0 or 1 or a share', () => {
    const layout = observing(
      'observe y : s ~ normal(memory, 1)',
      'observe success ~ bernoulli_logit(height)',
      'observe score ~ binomial(tries, skill)',
      'observe part ~ beta_proportion(skill, 2)',
      'let centre = mean(y) + sd(y)',
      'let share = mean(success)',
      'let points = mean(score)',
      'let typical = mean(part)',
      'let spread = sd(part)',
    );
    const types = Object.fromEntries(layout.lets.map(({ name, value }) => [name, value.type]));
    expect(types).toMatchObject({
      centre: { kind: 'real', unit: { s: 1 } },
      share: { kind: 'probability' },
      points: { kind: 'real', unit: {} },
      typical: { kind: 'probability' },
      spread: { kind: 'real', unit: {} },
    });
  });
});
