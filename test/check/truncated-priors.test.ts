import { describe, expect, it } from 'vitest';
import { showSource } from '../../compiler/compile.ts';
import { compileToFit } from '../compile-to-fit.ts';

const source = {
  name: 'jump.ml',
  text: `layout Jump
unit m
demand height : m in [0, 3]
capability best : m ~ cauchy(1, 2)
capability leap : m ~ normal(best, 2)
  in [0, /* never more */ max(height) + best]
capability tuck : m ~ exponential(2) in [-inf, 1 m]
bias lean : m ~ student_t(3, 0, 1)
bias drift : m ~ normal(0, 1) in [-inf, 0]
bias push : m ~ normal(0, 1) in [0, inf]
param width : m ~ gamma(2, 1)
observe cleared ~ bernoulli(margin(best + leap + tuck + lean + drift + push, height, 1 / width))
`,
};

describe('a truncated prior', () => {
  it('is printed with its range, as syntax and as types', async () => {
    const syntax = await showSource(source, 'syntax');
    expect(syntax).toContain('truncated\n      0\n      binary +');
    expect(syntax).toContain('truncated\n      -inf\n      1 m');
    const types = await showSource(source, 'types');
    expect(types).toContain('~ normal(best, 2 m) in [0 m, max(height) + best]');
    expect(types).toContain('in [-inf, 0 m]');
    expect(types).toContain('in [0 m, inf]');
  });

  it('is told to hosts as it is written, with the transform that its range calls for', async () => {
    const { manifest } = await compileToFit(source);
    const told = Object.fromEntries(
      manifest.latents.map(({ name, prior, transform }) => [name, [prior, transform]]),
    );
    expect(told).toEqual({
      best: ['cauchy(1, 2)', 'sinh'],
      leap: ['normal(best, 2) in [0, max(height) + best]', 'interval'],
      tuck: ['exponential(2) in [-inf, 1 m]', 'interval'],
      lean: ['student_t(3, 0, 1)', 'sinh'],
      drift: ['normal(0, 1) in [-inf, 0]', 'upper'],
      push: ['normal(0, 1) in [0, inf]', 'lower'],
      width: ['gamma(2, 1)', 'positive'],
    });
  });
});
