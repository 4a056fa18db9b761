import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../compiler/build/build.ts';
import { rewriteGraph } from '../../compiler/rewrite/rewrite.ts';
import { splitSums } from '../../compiler/rewrite/split-sums.ts';
import { evaluateGraph } from '../evaluate-graph.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { densityText, programsOfText } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';

const LAYOUT = `layout Sums
demand size, depth in [0, 10]
capability sight, reach ~ uniform(0, 1)
observe done ~ bernoulli(margin(sight, size) and margin(reach, depth))
`;

describe('splitting sums', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('logsSplit', 'sumsSplit'));

  it('keeps the signs of differences and negations within each other', () => {
    const { graph } = buildGraph(readLayout(LAYOUT), LAYOUT);
    const [size, depth] = ['size', 'depth'].map((name) =>
      graph.intern({ op: 'column', name, inputs: [] }),
    ) as [number, number];
    const [sight, reach] = ['sight', 'reach'].map((name) =>
      graph.intern({ op: 'latent', name, inputs: [] }),
    ) as [number, number];
    const term = (op: 'add' | 'subtract' | 'multiply', a: number, b: number) => graph.apply(op, [a, b]);
    const less = (a: number) => graph.intern({ op: 'negate', inputs: [a], domain: 0 });
    const difference = term('subtract', term('multiply', sight, size), term('multiply', reach, depth));
    const negated = less(term('add', term('add', difference, sight), term('subtract', size, depth)));
    const weighed = graph.apply('timesOrZero', [depth, term('subtract', sight, size)]);
    const sums = [negated, weighed].map((summand) =>
      graph.intern({ op: 'sum', rows: { kind: 'outcome', outcome: 'done', equals: 1 }, inputs: [summand] }),
    );
    const few = { rows: 1000, distinct: (columns: readonly string[]) => 2 ** columns.length };
    const { roots, fired } = rewriteGraph(graph, sums, splitSums(graph, few));
    expect(fired).toBe(2);
    const data = {
      rows: 3,
      columns: {
        size: Float64Array.of(1, 2, 3),
        depth: Float64Array.of(5, 7, 11),
        done: Float64Array.of(1, 0, 1),
      },
    };
    const at = {
      latents: new Map([
        ['sight', { value: 13 }],
        ['reach', { value: 0.5 }],
      ]),
    };
    // In the first row and the last: −(13 size − depth/2 + 13 + size − depth), and depth (13 − size).
    expect(evaluateGraph(graph, roots, data, at)).toEqual([-19.5 - 38.5, 60 + 110]);
  });

  it('sums each part over its own values where they are few', () => {
    const programs = programsOfText(LAYOUT, 'guessed from the declarations');
    expect(programs.fired['split-sums']).toBe(1);
    expect(densityText(programs, programs.logsSplit)).toContain(
      'sum over rows with done = 1 of (logLogistic(sight - size) + logLogistic(reach - depth)) +',
    );
    expect(densityText(programs, programs.sumsSplit)).toContain(
      'sum over rows with done = 1 of (logLogistic(sight - size)) + sum over rows with done = 1 of (logLogistic(reach - depth)) +',
    );
  });

  it('keeps one sum where the parts differ as often as their sum does', () => {
    const programs = programsOfText(LAYOUT, 'nothing repeats');
    expect(programs.fired['split-sums']).toBe(0);
    expect(programs.sumsSplit.roots).toEqual(programs.logsSplit.roots);
  });

  it('sums each part of what a count weighs over its own values', () => {
    const programs = programsOfText(
      LAYOUT.replace('bernoulli(', 'binomial(5, '),
      'guessed from the declarations',
    );
    expect(densityText(programs, programs.sumsSplit)).toContain(
      'sum over rows with done of (timesOrZero(done, logLogistic(sight - size))) + sum over rows with done of (timesOrZero(done, logLogistic(reach - depth)))',
    );
  });

  it('weighs what no row changes by the sum of the counts', () => {
    const programs = programsOfText(
      'layout Tries\ndemand tries : count\ncapability nerve : probability ~ beta(1, 1)\nobserve done ~ binomial(tries, nerve)\n',
      'guessed from the declarations',
    );
    expect(densityText(programs, programs.sumsSplit)).toContain(
      'timesOrZero(sum over rows with done of (done), log(probability(nerve)))',
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
      'timesOrZero(sum over rows with done = 1 of (1), log(probability(nerve))) + sum over rows with done = 1 of (logLogistic(sight - size))',
    );
  });
});
