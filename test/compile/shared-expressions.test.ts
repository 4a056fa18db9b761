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
