/** Dimensions mean what their declarations and terms mean written out by hand. */
import { expect, it } from 'vitest';
import { printTyped } from '../../compiler/check/print-typed.ts';
import { readLayout } from '../interpret/read-layout.ts';

/** A typed layout as text, with `_` in the place of the points of names. */
const typed = (text: string) => printTyped(readLayout(text)).replaceAll(/([A-Za-z_])\.(?=[A-Za-z_])/g, '$1_');

function expectSame(short: readonly string[], long: readonly string[]): void {
  const whole = (lines: readonly string[]) => `layout L\n${lines.join('\n')}\n`;
  expect(typed(whole(short))).toBe(typed(whole(long)));
}

it('demands and latents have one name for each value, and all joins them', () => {
  expectSame(
    [
      'unit m',
      'category model',
      'dimension skill = verbal, spatial',
      'demand level[skill] : m in [0, 5] missing = 0',
      'capability theta[model, skill] : m ~ normal(0, 1)',
      'observe y ~ bernoulli(all skill: margin(theta[model, skill], level[skill], 1 / 1 m))',
    ],
    [
      'unit m',
      'category model',
      'demand level_verbal, level_spatial : m in [0, 5] missing = 0',
      'capability theta_verbal[model], theta_spatial[model] : m ~ normal(0, 1)',
      'observe y ~ bernoulli(all(margin(theta_verbal[model], level_verbal, 1 / 1 m), margin(theta_spatial[model], level_spatial, 1 / 1 m)))',
    ],
  );
});

it('sums, means and alternatives are joined, as far as the expression goes', () => {
  expectSame(
    [
      'dimension skill = verbal, spatial, numeric',
      'demand level[skill] in [0, 5]',
      'param weight[skill] ~ normal(0, 1)',
      'param chance[skill] : probability ~ beta(1, 1)',
      'let total = sum skill: weight[skill] * level[skill] + 1',
      'let inner = (sum skill: weight[skill] * level[skill]) + 1',
      'observe y ~ normal(total + inner + (mean skill: level[skill]), 1)',
      'observe z ~ bernoulli(any skill: chance[skill] and chance[verbal])',
    ],
    [
      'demand level_verbal, level_spatial, level_numeric in [0, 5]',
      'param weight_verbal, weight_spatial, weight_numeric ~ normal(0, 1)',
      'param chance_verbal, chance_spatial, chance_numeric : probability ~ beta(1, 1)',
      'let total = (weight_verbal * level_verbal + 1) + (weight_spatial * level_spatial + 1) + (weight_numeric * level_numeric + 1)',
      'let inner = (weight_verbal * level_verbal + weight_spatial * level_spatial + weight_numeric * level_numeric) + 1',
      'observe y ~ normal(total + inner + (level_verbal + level_spatial + level_numeric) / 3, 1)',
      'observe z ~ bernoulli(any(chance_verbal and chance_verbal, chance_spatial and chance_verbal, chance_numeric and chance_verbal))',
    ],
  );
});

it('priors and reports read the value of their own name, and two dimensions are all pairs', () => {
  expectSame(
    [
      'category model',
      'dimension skill = verbal, spatial',
      'dimension part = first, last',
      'param middle[skill] ~ normal(0, 1)',
      'param step[skill, part] ~ normal(middle[skill], 1)',
      'capability theta[model, skill] ~ normal(middle[skill], 1) in [-5, 5]',
      'report gap[model, skill] = theta[model, skill] - middle[skill]',
      'observe y ~ normal((sum skill: theta[model, skill] * (sum part: step[skill, part])) + step[verbal, last], 1)',
    ],
    [
      'category model',
      'param middle_verbal, middle_spatial ~ normal(0, 1)',
      'param step_verbal_first, step_verbal_last ~ normal(middle_verbal, 1)',
      'param step_spatial_first, step_spatial_last ~ normal(middle_spatial, 1)',
      'capability theta_verbal[model] ~ normal(middle_verbal, 1) in [-5, 5]',
      'capability theta_spatial[model] ~ normal(middle_spatial, 1) in [-5, 5]',
      'report gap_verbal[model] = theta_verbal[model] - middle_verbal',
      'report gap_spatial[model] = theta_spatial[model] - middle_spatial',
      'observe y ~ normal((theta_verbal[model] * (step_verbal_first + step_verbal_last) + theta_spatial[model] * (step_spatial_first + step_spatial_last)) + step_verbal_last, 1)',
    ],
  );
});

it('the latents of a dimension may be correlated, each with its own location and scale', () => {
  const layout = readLayout(
    [
      'layout L',
      'category model',
      'dimension skill = verbal, spatial',
      'param middle[skill] ~ normal(0, 1)',
      'param spread[skill] ~ half_normal(1)',
      'capability theta[model, skill] ~ normal(middle[skill], spread[skill]) correlated lkj(2)',
      'observe y ~ normal(sum skill: theta[model, skill], 1)',
      '',
    ].join('\n'),
  );
  expect(layout.correlations).toMatchObject([
    {
      members: ['theta.verbal', 'theta.spatial'],
      partials: [[], ['correlation_theta.verbal.spatial']],
      locations: [{ name: 'middle.verbal' }, { name: 'middle.spatial' }],
      scales: [{ name: 'spread.verbal' }, { name: 'spread.spatial' }],
    },
  ]);
  expect(layout.latents.find(({ name }) => name === 'theta.spatial')!.readsBesides).toEqual([
    'middle.spatial',
    'spread.spatial',
    'theta.verbal',
    'correlation_theta.verbal.spatial',
  ]);
});
