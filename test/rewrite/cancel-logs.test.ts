import { describe, expect, it } from 'vitest';
import { evaluateGraph } from '../evaluate-graph.ts';
import { countOf, densityText, expectSameMeaning, programsOfText } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';
import { onAnyData } from './spelt-out.ts';

const layout = (margin: string) => `layout Ratio
unit m
demand distance : m in [0.5, 10]
capability reach : m ~ uniform(0, 20)
observe done ~ bernoulli(mix(0.1, ${margin}, 0.5))
`;

describe('cancelling logs', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('countsLast', 'logsCancelled'));

  it.each([
    ['of a mixture', 'bernoulli(mix(0.1, log_margin(reach, distance), 0.5))'],
    ['whose logarithm is wanted, and that of its complement', 'bernoulli(log_margin(reach, distance))'],
    ['that is negated', 'bernoulli(not log_margin(reach, distance) and margin(reach, distance))'],
  ])('keeps what a margin means %s', (_, outcome) => {
    const text = layout('').replace(/observe done ~ .*/, `observe done ~ ${outcome}`);
    const programs = programsOfText(text, 'nothing repeats');
    expect(programs.fired['cancel-logs']).toBeGreaterThan(0);
    onAnyData(text, (random) =>
      expectSameMeaning(random, programs.graph, programs.countsLast, programs.logsCancelled),
    );
  });

  it('leaves a sum of logarithms as it is', () => {
    const sum = 'logistic(log(reach / 1 m) + log(distance / 1 m))';
    const programs = programsOfText(layout(sum), 'nothing repeats');
    expect(programs.fired['cancel-logs']).toBe(0);
  });

  it('has no value where a logarithm has none', () => {
    const text = layout('log_margin(reach, distance)').replace('uniform(0, 20)', 'normal(5, 5)');
    const { graph, countsLast, logsCancelled } = programsOfText(text, 'nothing repeats');
    const data = { rows: 1, columns: { distance: Float64Array.of(2), done: Float64Array.of(1) } };
    // Of these the quotient would be 1.25.
    const at = { latents: new Map([['reach', { value: -10 }]]), unconstrained: new Map([['reach', -10]]) };
    for (const { roots, domains } of [countsLast, logsCancelled])
      expect(evaluateGraph(graph, roots.slice(0, 1), data, at, domains)).toEqual([Number.NaN]);
  });

  it('makes a quotient of a margin on the ratio scale', () => {
    const programs = programsOfText(layout('log_margin(reach, distance)'), 'nothing repeats');
    expect(programs.fired['cancel-logs']).toBeGreaterThan(0);
    expect(countOf(programs, programs.countsLast, 'logistic')).toBeGreaterThan(0);
    expect(countOf(programs, programs.logsCancelled, 'logistic')).toBe(0);
    const text = densityText(programs, programs.logsCancelled);
    expect(text).toContain('reach / (reach + distance)');
    expect(text).toContain('distance / (reach + distance)');
  });

  it('leaves a margin that is steeper, or of differences, as it is', () => {
    for (const margin of ['log_margin(reach, distance, 3)', 'margin(reach, distance)']) {
      const programs = programsOfText(layout(margin), 'nothing repeats');
      expect(programs.fired['cancel-logs']).toBe(0);
    }
  });
});
