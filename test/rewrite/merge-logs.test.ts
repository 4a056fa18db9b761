import { describe, expect, it } from 'vitest';
import { countOf, densityText, programsOfText } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';

describe('taking one logarithm for many', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('complementsForgotten', 'logsMerged'));

  it('multiplies before it takes the logarithm, where each member takes its own', () => {
    const programs = programsOfText(
      `layout Merged
demand size, depth in [0, 10]
capability sight, reach ~ uniform(0, 1)
observe done ~ bernoulli(mix(0.5, margin(sight, size), margin(reach, depth)))
`,
      'nothing repeats',
    );
    const { complementsForgotten, logsMerged } = programs;
    expect(countOf(programs, complementsForgotten, 'logProbability')).toBe(2);
    expect(countOf(programs, complementsForgotten, 'reduceLog')).toBe(0);
    expect(countOf(programs, logsMerged, 'logProbability')).toBe(0);
    expect(countOf(programs, logsMerged, 'reduceLog')).toBe(2);
    expect(densityText(programs, logsMerged)).toBe(
      'sum(count * log(0.5 * logistic(sight - size) + 0.5 * logistic(reach - depth))) + ' +
        'sum(count * log(0.5 * logistic(size - sight) + 0.5 * logistic(depth - reach)))',
    );
  });

  it('takes the logarithms of several factors of a member as one', () => {
    const programs = programsOfText(
      `layout Product
demand dark, wet : flag
capability nerve, balance : probability ~ beta(1, 1)
observe done ~ bernoulli(mix(dark, nerve, 0.5) and mix(wet, balance, 0.5))
`,
      'nothing repeats',
    );
    expect(densityText(programs, programs.complementsForgotten)).toContain(
      'sum(count * (log((1 - dark) * nerve + dark * 0.5) + log((1 - wet) * balance + wet * 0.5)))',
    );
    expect(densityText(programs, programs.logsMerged)).toContain(
      'sum(count * log(((1 - dark) * nerve + dark * 0.5) * ((1 - wet) * balance + wet * 0.5)))',
    );
  });

  it('leaves levels alone, which are few', () => {
    const programs = programsOfText(
      `layout Levels
demand size in {1, 2}
capability sight, reach ~ uniform(0, 1)
observe done ~ bernoulli(mix(0.5, margin(sight, size), margin(reach, size)))
`,
      'guessed from the declarations',
    );
    expect(countOf(programs, programs.logsMerged, 'reduceLog')).toBe(0);
    expect(programs.logsMerged.roots).toEqual(programs.complementsForgotten.roots);
  });
});
