import { describe, expect, it } from 'vitest';
import { densityText, programsOfText } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';

describe('splitting the logarithm of a conjunction', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('ordered', 'logsSplit'));

  it('adds the logarithms of the parts, and takes those of logistics and of their complements directly', () => {
    const programs = programsOfText(
      `layout Split
demand size, depth in [0, 10]
capability sight, reach ~ uniform(0, 1)
capability nerve : probability ~ beta(1, 1)
observe done ~ bernoulli(margin(sight, size) and not margin(reach, depth) and nerve)
`,
      'nothing repeats',
    );
    expect(programs.fired['split-logs']).toBe(1);
    const chain = 'logistic(sight - size) and not (logistic(reach - depth)) and probability(nerve)';
    expect(densityText(programs, programs.built)).toContain(`sum over rows with done = 1 of (log(${chain}))`);
    expect(densityText(programs, programs.logsSplit)).toContain(
      'sum over rows with done = 1 of (logLogistic(sight - size) + logLogistic(depth - reach) + log(probability(nerve)))',
    );
  });

  it('leaves the logarithm of a disjunction alone', () => {
    const programs = programsOfText(
      `layout Whole
demand size, depth in [0, 10]
capability sight, reach ~ uniform(0, 1)
observe done ~ bernoulli(mix(0.1, margin(sight, size), 0.5))
`,
      'nothing repeats',
    );
    expect(programs.fired['split-logs']).toBe(0);
  });
});
