/** Distributions written with other parameters are those with the standard ones. */
import { describe, expect, it } from 'vitest';
import type { OtherForm } from '../../compiler/families/other-form.ts';
import { type OutcomeFamily, outcomes } from '../../compiler/families/outcomes.ts';
import { type PriorFamily, priors } from '../../compiler/families/priors.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { readLayout } from '../interpret/read-layout.ts';

const LATENTS = ['x', 'half', 'middle'];

/** The log density of a layout with this line at a place. */
function densityWith(line: string): number {
  const layout = readLayout(
    `layout L
unit s
demand size in [0, 9]
param x : s ~ half_normal(1)
param half : probability ~ beta(1, 1)
param middle ~ half_normal(2)
${line}
observe z : s ~ normal(x, 1)
`,
  );
  const values: Record<string, number> = { x: 0.7, half: 0.4, middle: 1.3 };
  for (const { name } of layout.latents) if (!LATENTS.includes(name)) values[name] = 0.35;
  const columns = { z: [1, 2], y: [0.6, 3], size: [2, 5] };
  return interpret(layout, { rows: 2, columns }).logDensity(values);
}

describe('a distribution that is written with other parameters is that with the standard ones:', () => {
  it.each([
    [
      'observe y : s ~ lognormal(median = x * size, spread = middle)',
      'observe y : s ~ lognormal(log(x * size / s), middle)',
    ],
    ['observe y : s ~ lognormal(spread = 2, median = 20 s)', 'observe y : s ~ lognormal(log(20), 2)'],
    ['observe y : s ~ gamma(middle, mean = x * size)', 'observe y : s ~ gamma(middle, middle / (x * size))'],
    ['observe y : s ~ gamma(mean = 2, shape = 3)', 'observe y : s ~ gamma(3, 1.5 / s)'],
    ['observe y : s ~ exponential(mean = x * size)', 'observe y : s ~ exponential(1 / (x * size))'],
    ['observe y ~ exponential(mean = 4)', 'observe y ~ exponential(0.25)'],
    [
      'param a : s ~ lognormal(median = 3 * x, spread = middle)',
      'param a : s ~ lognormal(log(3 * x / s), middle)',
    ],
    [
      'param a : s ~ lognormal(median = 3, spread = 1) in [0.1, 2]',
      'param a : s ~ lognormal(log(3), 1) in [0.1, 2]',
    ],
    [
      'param a : probability ~ beta(mean = half, precision = middle)',
      'param a : probability ~ beta(half * middle, (1 - half) * middle)',
    ],
    ['param a : probability ~ beta(mean = 0.25, precision = 8)', 'param a : probability ~ beta(2, 6)'],
    ['param a : s ~ gamma(2, mean = x)', 'param a : s ~ gamma(2, 2 / x)'],
    ['param a : s ~ exponential(mean = 4)', 'param a : s ~ exponential(0.25 / s)'],
  ])('%s', (other, standard) => {
    expect(densityWith(other)).toBeCloseTo(densityWith(standard), 13);
    expect(densityWith(other)).not.toBe(densityWith('param unused ~ normal(0, 1)'));
  });

  const forms: readonly (readonly [string, object, OtherForm | undefined])[] = [
    ...(Object.keys(priors) as PriorFamily[]).map((family) => {
      const { parameters, ...rest } = priors[family];
      return [`prior ${family}`, parameters, 'otherForm' in rest ? rest.otherForm : undefined] as const;
    }),
    ...(Object.keys(outcomes) as OutcomeFamily[]).map((family) => {
      const { parameters, ...rest } = outcomes[family];
      return [`outcome ${family}`, parameters, 'otherForm' in rest ? rest.otherForm : undefined] as const;
    }),
  ];
  it.each(forms.filter(([, , form]) => form !== undefined))(
    'each standard parameter of %s is made',
    (_, parameters, form) => {
      const nothing = () => 0;
      const made = form!.standard<number>(
        Object.fromEntries(Object.keys(form!.parameters).map((name) => [name, 0])),
        {
          ...{ times: nothing, over: nothing, logOf: nothing, complement: nothing, one: 1 },
        },
      );
      expect(Object.keys(made)).toEqual(Object.keys(parameters));
    },
  );
});
