import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../compiler/build/build.ts';
import { formula } from '../../compiler/graph/formula.ts';
import { reachable } from '../../compiler/graph/traverse.ts';
import { rewriteGraph } from '../../compiler/rewrite/rewrite.ts';
import {
  RANGE_LIMIT,
  type Separated,
  separateExponentials,
} from '../../compiler/rewrite/separate-exponentials.ts';
import { shareReciprocals } from '../../compiler/rewrite/share-reciprocals.ts';
import { evaluateGraph } from '../evaluate-graph.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase, type RandomPoint } from '../random-layout.ts';
import {
  expectClose,
  expectSameMeaning,
  graphPoint,
  type Programs,
  programsOf,
  programsOfText,
  SKETCHES,
} from './programs.ts';
import { onAnyData } from './spelt-out.ts';

function separated({ graph, complementsForgotten }: Programs): Separated {
  return separateExponentials(graph, complementsForgotten.roots, () => true);
}

const LAYOUT = `layout Separate
demand size, depth in [0, 10]
capability sight, reach ~ uniform(0, 1)
observe done ~ bernoulli(mix(0.5, margin(sight, size, 3), margin(reach, depth)))
`;

describe('separating exponentials', () => {
  it('keeps what random layouts mean, with two reciprocals for one division or without, at points in range', () => {
    fc.assert(
      fc.property(arbitraryCase, fc.constantFrom(...Object.values(SKETCHES)), (random, sketch) => {
        const programs = programsOf(random.layout, random.text, sketch(random.layout));
        const { graph, complementsForgotten } = programs;
        const { roots, ranges, reciprocals } = separated(programs);
        const shared = shareReciprocals(graph, roots, reciprocals).roots;
        const points = random.points.filter((point) =>
          evaluateGraph(graph, ranges, random.data, graphPoint(random, point)).every(
            (range) => range <= RANGE_LIMIT,
          ),
        );
        for (const program of [roots, shared]) {
          const after = { roots: program, domains: complementsForgotten.domains };
          expectSameMeaning({ ...random, points }, graph, complementsForgotten, after);
        }
      }),
      { numRuns: casesOf(20), endOnFailure: true },
    );
  });

  it.each([
    ['margin(sight, size)', (sight: number, size: number) => sight - size],
    ['not margin(sight, size)', (sight: number, size: number) => sight - size],
    ['margin(sight, size, 3)', (sight: number, size: number) => 3 * (sight - size)],
    ['logistic(2 - 3 * (sight - size))', (sight: number, size: number) => 2 - 3 * (sight - size)],
    ['logistic(0.5 - (-(1 - (sight - size))))', (sight: number, size: number) => 1.5 - (sight - size)],
  ])('keeps what %s means, and tells the largest of its exponents', (margin, exponent) => {
    const text = `layout Forms
demand size in [0, 10]
capability sight ~ normal(5, 10)
capability nerve : probability ~ beta(1, 1)
observe done ~ bernoulli(mix(0.5, ${margin}, nerve))
`;
    const programs = programsOfText(text, 'nothing repeats');
    const { graph, complementsForgotten } = programs;
    const { roots, ranges } = separated(programs);
    expect(ranges).toHaveLength(1);
    onAnyData(text, (random) => {
      const after = { roots, domains: complementsForgotten.domains };
      expectSameMeaning(random, graph, complementsForgotten, after);
      const [{ values }] = random.points as [RandomPoint];
      const exponents = Array.from(random.data.columns.size!, (size) =>
        Math.abs(exponent(values.sight!, size)),
      );
      const at = graphPoint(random, random.points[0]!);
      const [range] = evaluateGraph(graph, ranges, random.data, at, complementsForgotten.domains);
      expectClose(range!, Math.max(...exponents), 'the range');
    });
  });

  it('keeps clear of overflow at the limit of the range: two pairs of members divide once by squares of 24 factors 1 + u', () => {
    // 1 + e^r < 2 e^max(r, 0), and the ranges r sum to the limit at most.
    const logOfAll = 4 * (24 * Math.log(2) + RANGE_LIMIT);
    expect(logOfAll).toBeLessThan(Math.log(Number.MAX_VALUE));
  });

  it('leaves domains alone that are not worth it', () => {
    const { graph, complementsForgotten } = programsOfText(LAYOUT, 'nothing repeats');
    const { roots, ranges } = separateExponentials(graph, complementsForgotten.roots, () => false);
    expect(ranges).toEqual([]);
    expect(roots).toEqual(complementsForgotten.roots);
  });

  it('computes the exponentials of the data when data is bound, centred on the middle of their range', () => {
    const programs = programsOfText(LAYOUT, 'nothing repeats');
    const { graph } = programs;
    const { roots, ranges } = separated(programs);
    const stored = reachable(graph, roots).flatMap((id) => {
      const node = graph.node(id);
      return node.op === 'stored' && graph.node(node.expression).op === 'exp'
        ? [formula(graph, id, { expand: true })]
        : [];
    });
    expect(new Set(stored)).toEqual(
      new Set([
        'exp(3 * size + 0.5 * (min(-3 * size) + max(-3 * size)))',
        'exp(depth + 0.5 * (min(-depth) + max(-depth)))',
      ]),
    );
    expect(ranges.length).toBe(2);
    for (const id of roots) {
      for (const read of reachable(graph, [id])) {
        if (graph.node(read).op === 'exp') expect(graph.kind(read)).toBe('profile');
      }
    }
  });

  it('leaves a margin whose steepness a latent sets as it is', () => {
    const programs = programsOfText(
      `layout Joined
demand size in [0, 10]
capability sight, steepness ~ uniform(0, 1)
observe done ~ bernoulli(margin(sight, size, steepness))
`,
      'nothing repeats',
    );
    const { roots, ranges } = separated(programs);
    expect(ranges).toEqual([]);
    expect(roots).toEqual(programs.complementsForgotten.roots);
  });
});

describe('sharing reciprocals', () => {
  it('divides once for two reciprocals of one domain', () => {
    const programs = programsOfText(LAYOUT, 'nothing repeats');
    const { graph } = programs;
    const { roots, reciprocals } = separated(programs);
    const divisions = (from: readonly number[]) =>
      reachable(graph, from).filter(
        (id) => graph.node(id).op === 'divide' && graph.constantValue(graph.node(id).inputs[0]!) === 1,
      );
    const shared = shareReciprocals(graph, roots.slice(0, 1), reciprocals);
    expect(divisions(roots.slice(0, 1)).length).toBe(4);
    expect(divisions(shared.roots).length).toBe(2);
    expect(shared.fired).toBe(4);
  });

  it('leaves quotients of the same divisors that are no reciprocals, and reciprocals of another domain', () => {
    const text =
      'layout Divided\ndemand x, y in [1, 2]\ncapability c ~ uniform(0, 1)\nobserve done ~ bernoulli(logistic(c - x - y))\n';
    const { graph } = buildGraph(readLayout(text), text);
    const [x, y] = ['x', 'y'].map((name) => graph.intern({ op: 'column', name, inputs: [], domain: 1 })) as [
      number,
      number,
    ];
    const over = (top: number, divisor: number, domain: number) =>
      graph.apply('divide', [top, divisor], domain);
    const one = graph.constant(1);
    const [ofX, ofY, elsewhere] = [over(one, x, 1), over(one, y, 1), over(one, x, 2)];
    const quotient = over(y, x, 1);
    const { roots, fired } = shareReciprocals(graph, [ofX, ofY, quotient], [ofX, ofY]);
    expect(fired).toBe(2);
    expect(roots[2]).toBe(quotient);
    const apart = shareReciprocals(graph, [ofY, elsewhere], [ofY, elsewhere]);
    expect(apart).toEqual({ roots: [ofY, elsewhere], fired: 0 });
  });

  it('changes nothing where there is nothing to pair', () => {
    const programs = programsOfText(LAYOUT, 'nothing repeats');
    const { roots } = separated(programs);
    expect(shareReciprocals(programs.graph, roots, [])).toEqual({ roots, fired: 0 });
    expect(rewriteGraph(programs.graph, roots, { apply: () => undefined }).roots).toEqual(roots);
  });
});
