/** Which latents are called uninformed where priors read each other. */
import { expect, it } from 'vitest';
import { uninformedValues } from '../../host/hints/uninformed.ts';
import { parametersOf } from '../../host/parameters.ts';
import { bind } from './bind-layout.ts';

const CASES: readonly (readonly [title: string, priors: string, uninformed: readonly string[]])[] = [
  ['a latent whose prior reads an informed one', 'param c ~ normal(a, 1)', ['c']],
  [
    'one whose prior reads it within a let',
    'let twice = 2 * a\nparam c ~ half_normal(1) in [twice, inf]',
    ['c'],
  ],
  ['none that an informed one reads', 'param c ~ normal(0, 1)\nparam b ~ normal(c, 1)', []],
  [
    'none that it reads within a let',
    'let shifted = c + 1\nparam c ~ normal(0, 1)\nparam b ~ normal(shifted, 1)',
    [],
  ],
  [
    'one whose name is that of a parameter of the prior of an informed one',
    'param spread ~ half_normal(1)\nparam b ~ lognormal(median = 1, spread = 1)',
    ['spread'],
  ],
  ['a chain that nothing informs', 'param c ~ normal(0, 1)\nparam d ~ normal(c, 1)', ['c', 'd']],
];

it.each(CASES)('%s', async (_, priors, uninformed) => {
  const informed = priors.includes('param b') ? 'a + b' : 'a';
  const text = `layout Read
demand x in [-3, 3]
param a ~ half_normal(1)
${priors}
observe y ~ bernoulli_logit(${informed} - x)
`;
  const x = Array.from({ length: 30 }, (_, row) => (row % 7) - 3);
  const y = x.map((at, row) => ((row * 5) % 3 > at ? 1 : 0));
  const instance = await bind(text, { x, y });
  const parameters = parametersOf(instance.manifest, new Map());
  expect(uninformedValues(instance, parameters).map((index) => parameters[index]!.name)).toEqual(uninformed);
});
