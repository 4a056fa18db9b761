/** Demands that are probabilities: what modules and the interpreter make of them, against the formula. */
import { describe, expect, it } from 'vitest';
import { compile, HostError, load } from '../../index.ts';

const CHANCE = [0.25, 0.5, 0, 1, 0.125, 0.2];
const RIGHT = [1, 0, 1, 1, 0, 1];
const SKILL = 0.6;

/** The log likelihood of guessing with the chance of each row where skill fails; the prior's density is 1. */
const EXPECTED = CHANCE.reduce((sum, chance, row) => {
  const p = SKILL + (1 - SKILL) * chance;
  return sum + Math.log(RIGHT[row] === 1 ? p : 1 - p);
}, 0);
const SLOPE = CHANCE.reduce((sum, chance, row) => {
  const p = SKILL + (1 - SKILL) * chance;
  return sum + (RIGHT[row] === 1 ? (1 - chance) / p : -(1 - chance) / (1 - p));
}, 0);

describe('a demand that is a probability', () => {
  it.each([
    'demand chance : probability',
    'demand chance : probability in [0, 1]',
    'demand chance in [0, 1]',
  ])('has the density that the formula gives, written `%s`', async (declaration) => {
    const { bytes } = await compile(`layout Guess
${declaration}
capability skill : probability ~ uniform(0, 1)
observe right ~ bernoulli(mix(skill, chance, 1))
`);
    const bound = await (await load(bytes)).bind({ chance: CHANCE, right: RIGHT });
    const { logDensity, gradient } = bound.logDensity({ skill: SKILL });
    expect(logDensity).toBeCloseTo(EXPECTED, 12);
    expect(gradient[0]).toBeCloseTo(SLOPE, 11);
  });

  it('is a number where a number is wanted', async () => {
    const { bytes } = await compile(`layout Guess
demand chance : probability
param slope ~ normal(0, 1)
observe right ~ bernoulli_logit(slope * chance + mean(chance))
`);
    const bound = await (await load(bytes)).bind({ chance: CHANCE, right: RIGHT });
    const mean = CHANCE.reduce((sum, chance) => sum + chance, 0) / CHANCE.length;
    const expected = CHANCE.reduce(
      (sum, chance, row) => {
        const logit = 0.7 * chance + mean;
        return sum - Math.log1p(Math.exp(RIGHT[row] === 1 ? -logit : logit));
      },
      -0.5 * 0.49 - 0.5 * Math.log(2 * Math.PI),
    );
    expect(bound.logDensity({ slope: 0.7 }).logDensity).toBeCloseTo(expected, 12);
  });

  it('refuses a value outside of it', async () => {
    const { bytes } = await compile(`layout Guess
demand chance : probability
capability skill : probability ~ uniform(0, 1)
observe right ~ bernoulli(mix(skill, 1, chance))
`);
    const model = await load(bytes);
    await expect(model.bind({ chance: [0.5, 1.5], right: [1, 0] })).rejects.toThrow(HostError);
    await expect(model.bind({ chance: [0.5, 1.5], right: [1, 0] })).rejects.toThrow('1.5');
  });

  // exp(-x) and a / (a + b) as the messages of the checker say to write them.
  it.each([
    ['logistic(log(expm1(rate * time)))', (rate: number, time: number) => -Math.expm1(-rate * time)],
    ['logistic(log(rate) - log(time))', (rate: number, time: number) => rate / (rate + time)],
  ])('is what `%s` makes', async (text, p) => {
    const { bytes } = await compile(`layout Same
demand time in [0, 60]
param rate ~ exponential(1)
observe failed ~ bernoulli(${text})
`);
    const time = [0.5, 2, 7, 30];
    const failed = [1, 0, 1, 1];
    const bound = await (await load(bytes)).bind({ time, failed });
    const expected = time.reduce(
      (sum, t, row) => sum + Math.log(failed[row] === 1 ? p(0.3, t) : 1 - p(0.3, t)),
      -0.3,
    );
    expect(bound.logDensity({ rate: 0.3 }).logDensity).toBeCloseTo(expected, 12);
  });
});
