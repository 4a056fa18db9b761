import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { SKETCHES } from './agreement.ts';
import { bindModule } from './bound-module.ts';

/** A margin of logarithms, whose logarithms cancel, in the place of a factor of the outcome's probability. */
const layoutWith = (margin: string) => `layout Ratio
demand d in [-5, 5]
capability a ~ normal(0, 1)
capability b ~ normal(0, 1)
observe y ~ bernoulli(${margin} and logistic(b) or 0.1)
`;

describe.each(Object.entries(SKETCHES))('a margin of logarithms, its demands sketched as %s', (_, sketch) => {
  it.each([
    ['log_margin(a, d)', [1, -2, 3], 0.5],
    ['log_margin(a, d, 2)', [1, -2, 3], 0.5],
    ['log_margin(a, d)', [1, 2, 3], -0.5],
    ['log_margin(a * d, 3)', [1, 2, -3], 0.5],
    ['log_margin(d, a)', [-4, 2, 3], 0.5],
  ] as const)('%s of what is below 0 is not there', async (margin, d, a) => {
    const text = layoutWith(margin);
    const { bytes, manifest, layout } = await compileToFit({ name: 'ratio.ml', text }, sketch);
    const data = { rows: 3, columns: { d: Float64Array.from(d), y: Float64Array.of(1, 0, 1) } };
    expect(interpret(layout, data).logDensity({ a, b: 0.2 })).toBeNaN();
    expect(bindModule(bytes, manifest, data).logDensity([a, 0.2]).value).toBeNaN();
  });
});
