import { describe, expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';

/** Thirty squares of roots, each of which reads the one within twice: 2³⁰ readings, were they not shared. */
const nested = (inner: string) => `${'sqrt('.repeat(30)}${inner}${') ^ 2'.repeat(30)}`;

describe('an expression that is read twice by one that is read twice, and so on', () => {
  it.each([
    ['of data', `log_margin(a, ${nested('d')} / 2)`],
    ['of a latent', `log_margin(${nested('a')}, d)`],
    ['of both', `log_margin(${nested('a * d')}, 2)`],
    ['under a statistic', `margin(a, mean(${nested('d')}))`],
  ])('is compiled once: %s', async (_, probability) => {
    const text = `layout Shared
demand d in [1, 9]
capability a ~ half_normal(1)
observe y ~ bernoulli(${probability})
`;
    const prepared = prepare({ name: 'shared.ml', text });
    expect((await prepared.show('assemblyscript')).length).toBeLessThan(100_000);
    expect((await prepared.show('plan')).length).toBeLessThan(100_000);
    expect((await prepared.show('graph')).length).toBeLessThan(100_000);
  });
});

describe('a chain of many like parts', () => {
  it.each([
    ['flags of the data', 'f', ' and '],
    ['probabilities', 'p', ' or '],
    ['demands', '0.01 * d', ' + '],
  ])('is laid out in code that is as long as it is: %s', async (_, part, operator) => {
    const lengthOf = async (parts: number) => {
      const chain = Array.from({ length: parts }, () => part).join(operator);
      const guard = operator === ' + ' ? `logistic(${chain})` : chain;
      const text = `layout Long
demand f : flag
demand d in [0, 9]
capability p, q : probability ~ beta(1, 1)
capability a ~ half_normal(1)
observe y ~ bernoulli(presence(q, ${guard}) and margin(a, d) or f and p)
`;
      return (await prepare({ name: 'long.ml', text }).show('assemblyscript')).length;
    };
    expect(await lengthOf(800)).toBeLessThan(3 * (await lengthOf(400)));
  });
});
