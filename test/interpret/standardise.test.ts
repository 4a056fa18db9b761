import { describe, expect, it } from 'vitest';
import { isNonCentredByItself } from '../../compiler/check/parametrisation.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { standardsOf } from '../../compiler/interpret/standardise.ts';
import { AS_IT_IS } from '../../compiler/interpret/transform.ts';
import { readLayout } from './read-layout.ts';

function standards(declarations: string) {
  return standardsOf(
    readLayout(`layout L\ndemand d\ncategory who\n${declarations}\nobserve y ~ normal(0, 1)\n`),
    isNonCentredByItself,
  );
}

const standardOf = (prior: string) => standards(`param a ~ ${prior}`).get('a')!;

describe('what a latent is standardised by', () => {
  it.each([
    ['normal(10, 1)', 10, 1],
    ['normal(-3e6, 0.001)', -3e6, 0.001],
    ['lognormal(2, 0.5)', 2, 0.5],
  ])('is the mean and the sd of %s', (prior, centre, spread) => {
    expect(standardOf(prior)).toEqual({ centre, spread });
  });

  it.each([
    // The greatest density of ln x is at ln sd, ln(1/rate), ln(shape/rate), ln(scale/shape), ln scale.
    ['half_normal(1e6)', Math.log(1e6)],
    ['exponential(0.001)', Math.log(1000)],
    ['gamma(1000, 1)', Math.log(1000)],
    ['inv_gamma(3, 2)', Math.log(2 / 3)],
    ['half_cauchy(25)', Math.log(25)],
    ['half_student_t(3, 5)', Math.log(5)],
    // Far inside their bounds these are normal: of ln x, and of Φ⁻¹(x / 10⁶).
    ['normal(1000, 1) in [0, inf]', Math.log(1000)],
    ['normal(10, 1) in [0, 1000000]', -4.2648],
    // Beyond them the density of what is left falls by e where x is 1/30 from the bound.
    ['normal(0, 1) in [30, inf]', Math.log(1 / 30)],
  ])(
    'has the peak of the density on the scale that it is taken to the whole line on: %s',
    (prior, centre) => {
      const standard = standardOf(prior);
      expect(Math.abs(standard.centre - centre)).toBeLessThan(0.1 * standard.spread);
    },
  );

  it('is about the standard deviation where a bound is far away', () => {
    expect(standardOf('normal(1000, 1) in [0, inf]').spread).toBeCloseTo(1 / 1000, 4);
    expect(standardOf('gamma(1e4, 1)').spread).toBeCloseTo(0.01, 3);
    expect(standardOf('student_t(1e10, 0, 1)').spread).toBeCloseTo(1e-5, 7);
  });

  it('is nothing for an interval of one density, a Cauchy, and what has two peaks', () => {
    for (const prior of ['uniform(0, 1000)', 'cauchy(3, 2)', 'scaled_beta(0.1, 0.1, 0, 10)']) {
      expect(standardOf(prior), prior).toBe(AS_IT_IS);
    }
  });

  it('has no more than a vague prior can mean', () => {
    expect(standardOf('inv_gamma(0.001, 0.001)')).toEqual({ centre: 0, spread: 3 });
  });

  it('takes the latents that a prior reads to be in the middle of theirs', () => {
    const found = standards(`
param typical ~ normal(1000, 5)
param spread ~ lognormal(2, 1)
param scale ~ uniform(0, 100)
param x[who] ~ normal(2 * typical, spread) centred
param z[who] ~ normal(0, scale) centred
param walk[who] ~ normal(previous(walk[who], typical), spread)`);
    expect(found.get('x')!.centre).toBe(2000);
    expect(found.get('x')!.spread).toBeCloseTo(Math.exp(2), 10);
    expect(found.get('z')).toEqual({ centre: 0, spread: 50 });
    expect(found.get('walk')!.centre).toBe(1000);
  });

  it('is nothing where that middle has no density, or only the data know it', () => {
    const found = standards(`
param a ~ normal(0, 1)
param b ~ normal(3, (a^2)^0.5)
param c ~ normal(mean(d), 1)
param e ~ normal(c, 1)`);
    for (const name of ['b', 'e']) expect(found.get(name), name).toBe(AS_IT_IS);
    expect(found.has('c')).toBe(false);
  });

  it('is a prior of statistics of the data where no latent moves it', () => {
    const text =
      'layout L\ndemand d\nparam c ~ normal(mean(d), sd(d))\nparam s ~ half_normal(max(d))\nobserve y ~ normal(c, s)\n';
    const { constrain } = interpret(readLayout(text), {
      rows: 3,
      columns: { d: [90, 100, 110], y: [1, 2, 3] },
    });
    expect(constrain([0, 0]).c).toBe(100);
    expect(constrain([1, 0]).c).toBe(110);
    expect(constrain([0, 0]).s).toBeCloseTo(110, 10);
  });
});
