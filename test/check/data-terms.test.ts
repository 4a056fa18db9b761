import { describe, expect, it } from 'vitest';
import { dataTermsOf } from '../../compiler/check/data-terms.ts';
import { readLayout } from '../interpret/read-layout.ts';

function terms(...lines: string[]): string[] {
  const layout = readLayout(`layout L
unit m, s
demand distance : m
demand time : s
demand ramp : flag
demand tries : count
capability reach : m ~ half_normal(max(distance))
capability pace : m / s ~ half_normal(1)
capability grip : probability ~ beta(1, 1)
${lines.join('\n')}
`);
  return dataTermsOf(layout).map((names) => names.join(' '));
}

describe('where latents meet demands', () => {
  it('is each largest part that is data alone', () => {
    expect(
      terms('observe y ~ bernoulli(log_margin(pace, distance / time) and presence(grip, ramp))'),
    ).toEqual(['distance time', 'ramp']);
  });

  it('is found through lets and links, each set once', () => {
    expect(
      terms(
        'let speed = distance / time',
        'link passes(a, b) = log_margin(a, b)',
        'let quick = passes(pace, speed)',
        'observe y ~ bernoulli(quick and margin(reach, distance))',
        'observe z ~ bernoulli(quick)',
      ),
    ).toEqual(['distance', 'distance time']);
  });

  it('is neither a number of trials nor what a statistic reads', () => {
    expect(
      terms('observe k ~ binomial(tries, margin(reach, max(distance)) and presence(grip, ramp))'),
    ).toEqual(['ramp']);
  });

  it('takes no longer where each let reads the one before it twice', () => {
    const lets = Array.from({ length: 300 }, (_, i) => `let l${i + 1} = l${i} + l${i}`);
    const chain = ['let l0 = reach - distance', ...lets];
    expect(terms(...chain, 'observe y ~ bernoulli(logistic(l300 / 1 m))')).toEqual(['distance']);
  });
});
