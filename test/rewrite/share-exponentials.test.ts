import { describe, expect, it } from 'vitest';
import { countOf, densityText, programsOfText } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';

describe('sharing the exponentials of logistics', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('logsMerged', 'exponentialsShared'));

  it('takes one exponential, which cannot overflow, for a margin and its opposite and for their logarithms', () => {
    const programs = programsOfText(
      `layout Shared
demand size in {1, 2}
capability sight ~ uniform(0, 1)
capability nerve : probability ~ beta(1, 1)
observe done ~ bernoulli(margin(sight, size) and mix(0.5, margin(sight, size), nerve))
`,
      'guessed from the declarations',
    );
    const { logsMerged, exponentialsShared } = programs;
    expect(countOf(programs, logsMerged, 'logistic')).toBe(2);
    expect(countOf(programs, logsMerged, 'logLogistic')).toBe(1);
    for (const op of ['logistic', 'logLogistic'] as const)
      expect(countOf(programs, exponentialsShared, op)).toBe(0);
    expect(countOf(programs, exponentialsShared, 'exp')).toBe(1);
    expect(countOf(programs, exponentialsShared, 'log1p')).toBe(1);
    const tail = 'exp(-abs(sight - size))';
    const [near, far] = [`1 / (1 + ${tail})`, `${tail} * (1 / (1 + ${tail}))`];
    const sees = `whereNonNegative(sight - size, ${near}, ${far})`;
    const failsToSee = `whereNonNegative(sight - size, ${far}, ${near})`;
    expect(densityText(programs, exponentialsShared)).toBe(
      `sum(timesOrZero(count, min(sight - size, 0) - log1p(${tail}) + log(0.5 * ${sees} + 0.5 * nerve))) + ` +
        `sum(timesOrZero(count, log(${failsToSee} + ${sees} * (0.5 * ${failsToSee} + 0.5 * (1 - nerve)))))`,
    );
  });
});
