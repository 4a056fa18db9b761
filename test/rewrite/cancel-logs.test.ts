import { describe, expect, it } from 'vitest';
import { countOf, densityText, programsOfText } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';

const layout = (margin: string) => `layout Ratio
unit m
demand distance : m in [0.5, 10]
capability reach : m ~ uniform(0, 20)
observe done ~ bernoulli(mix(0.1, ${margin}, 0.5))
`;

describe('cancelling logs', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('countsLast', 'logsCancelled'));

  it('makes a quotient of a margin on the ratio scale', () => {
    const programs = programsOfText(layout('log_margin(reach, distance)'), 'nothing repeats');
    expect(programs.fired['logs cancel']).toBeGreaterThan(0);
    expect(countOf(programs, programs.countsLast, 'logistic')).toBeGreaterThan(0);
    expect(countOf(programs, programs.logsCancelled, 'logistic')).toBe(0);
    const text = densityText(programs, programs.logsCancelled);
    expect(text).toContain('reach / (reach + distance)');
    expect(text).toContain('distance / (reach + distance)');
  });

  it('leaves a margin that is steeper, or of differences, as it is', () => {
    for (const margin of ['log_margin(reach, distance, 3)', 'margin(reach, distance)']) {
      const programs = programsOfText(layout(margin), 'nothing repeats');
      expect(programs.fired['logs cancel']).toBe(0);
    }
  });
});
