import { describe, expect, it } from 'vitest';
import { countOf, densityText, programsOfText } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';

describe('forgetting what complements are complements of', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('derived', 'complementsForgotten'));

  it('leaves the values of the complements and nothing else of them', () => {
    const programs = programsOfText(
      `layout Complements
demand size, depth in [0, 10]
capability sight, reach ~ uniform(0, 1)
observe done ~ bernoulli(margin(sight, size) and margin(reach, depth))
`,
      'nothing repeats',
    );
    const { derived, complementsForgotten } = programs;
    expect(countOf(programs, derived, 'complement')).toBe(1);
    expect(countOf(programs, complementsForgotten, 'complement')).toBe(0);
    expect(densityText(programs, complementsForgotten)).toBe(densityText(programs, derived));
  });
});
