import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formula } from '../../compiler/graph/formula.ts';
import { reachable, rewriteGraph } from '../../compiler/rewrite/rewrite.ts';
import {
  RANGE_LIMIT,
  type Separated,
  separateExponentials,
} from '../../compiler/rewrite/separate-exponentials.ts';
import { shareReciprocals } from '../../compiler/rewrite/share-reciprocals.ts';
import { evaluateGraph } from '../evaluate-graph.ts';
import { arbitraryCase } from '../random-layout.ts';
import {
  expectSameMeaning,
  graphPoint,
  type Programs,
  programsOf,
  programsOfText,
  SKETCHES,
} from './programs.ts';

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
      { numRuns: Number(process.env.THEODOLITE_RUNS ?? 20), endOnFailure: true },
    );
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

  it('changes nothing where there is nothing to pair', () => {
    const programs = programsOfText(LAYOUT, 'nothing repeats');
    const { roots } = separated(programs);
    expect(shareReciprocals(programs.graph, roots, [])).toEqual({ roots, fired: 0 });
    expect(rewriteGraph(programs.graph, roots, { name: 'none', apply: () => undefined }).roots).toEqual(
      roots,
    );
  });
});
