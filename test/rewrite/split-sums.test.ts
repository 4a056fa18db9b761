import { describe, expect, it } from 'vitest';
import { densityText, programsOfText } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';

const LAYOUT = `layout Sums
demand size, depth in [0, 10]
capability sight, reach ~ uniform(0, 1)
observe done ~ bernoulli(margin(sight, size) and margin(reach, depth))
`;

describe('splitting sums', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('logsSplit', 'sumsSplit'));

  it('sums each part over its own values where they are few', () => {
    const programs = programsOfText(LAYOUT, 'guessed from the declarations');
    expect(programs.fired['sums split']).toBe(1);
    expect(densityText(programs, programs.logsSplit)).toContain(
      'sum over rows with done = 1 of (logLogistic(sight - size) + logLogistic(reach - depth)) +',
    );
    expect(densityText(programs, programs.sumsSplit)).toContain(
      'sum over rows with done = 1 of (logLogistic(sight - size)) + sum over rows with done = 1 of (logLogistic(reach - depth)) +',
    );
  });

  it('keeps one sum where the parts differ as often as their sum does', () => {
    const programs = programsOfText(LAYOUT, 'nothing repeats');
    expect(programs.fired['sums split']).toBe(0);
    expect(programs.sumsSplit.roots).toEqual(programs.logsSplit.roots);
  });

  it('sums each part of what a count weighs over its own values', () => {
    const programs = programsOfText(
      LAYOUT.replace('bernoulli(', 'binomial(5, '),
      'guessed from the declarations',
    );
    expect(densityText(programs, programs.sumsSplit)).toContain(
      'sum over rows with done of (weigh(done, logLogistic(sight - size))) + sum over rows with done of (weigh(done, logLogistic(reach - depth)))',
    );
  });

  it('weighs what no row changes by the sum of the counts', () => {
    const programs = programsOfText(
      'layout Tries\ndemand tries : count\ncapability nerve : probability ~ beta(1, 1)\nobserve done ~ binomial(tries, nerve)\n',
      'guessed from the declarations',
    );
    expect(densityText(programs, programs.sumsSplit)).toContain(
      'weigh(sum over rows with done of (done), log(probability(nerve)))',
    );
  });

  it('makes a factor of the number of rows from what no row changes', () => {
    const programs = programsOfText(
      `layout Constant
demand size in [0, 10]
capability sight ~ uniform(0, 1)
capability nerve : probability ~ beta(1, 1)
observe done ~ bernoulli(nerve and margin(sight, size))
`,
      'guessed from the declarations',
    );
    expect(densityText(programs, programs.sumsSplit)).toContain(
      'log(probability(nerve)) * sum over rows with done = 1 of (1) + sum over rows with done = 1 of (logLogistic(sight - size))',
    );
  });
});
