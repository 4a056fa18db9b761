import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derive } from '../../compiler/derive/derive.ts';
import { formula } from '../../compiler/graph/formula.ts';
import { Graph } from '../../compiler/graph/graph.ts';
import type { NodeId } from '../../compiler/graph/node.ts';
import { reachable } from '../../compiler/graph/traverse.ts';
import { rewriteGraph } from '../../compiler/rewrite/rewrite.ts';
import { shareTails } from '../../compiler/rewrite/share-tails.ts';
import { evaluateGraph } from '../evaluate-graph.ts';
import { expectClose } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';

const NO_DATA = { rows: 0, columns: {} };

/** Φ(u), Φ(-u), and the slope of 3 Φ(u) + 2 Φ(-u), before the rewrite and after it. */
function both(): { graph: Graph; before: readonly NodeId[]; after: readonly NodeId[] } {
  const graph = new Graph();
  const u = graph.intern({ op: 'unconstrained', name: 'sight', inputs: [] });
  const lower = graph.apply('normalCdf', [u]);
  const upper = graph.apply('normalCdf', [graph.apply('negate', [u])]);
  const sum = graph.apply('add', [
    graph.apply('multiply', [graph.constant(3), lower]),
    graph.apply('multiply', [graph.constant(2), upper]),
  ]);
  const before = [lower, upper, ...derive(graph, sum, [u])];
  return { graph, before, after: rewriteGraph(graph, before, shareTails).roots };
}

describe('sharing the tails of the normal distribution', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('exponentialsShared', 'tailsShared'));

  it('keeps both distribution functions and their slopes, however far out', () => {
    const { graph, before, after } = both();
    const at = (roots: readonly NodeId[], u: number) =>
      evaluateGraph(graph, roots, NO_DATA, { latents: new Map(), unconstrained: new Map([['sight', u]]) });
    fc.assert(
      fc.property(
        fc.oneof(fc.double({ min: -9, max: 9, noNaN: true }), fc.constantFrom(0, -0, 40, -40)),
        (u) => {
          const [were, are] = [at(before, u), at(after, u)];
          were.forEach((value, index) => {
            // Relative to the value itself: a tail is wanted to its last digits.
            if (value === 0) expect(are[index]).toBe(0);
            else expectClose(are[index]! / value, 1, `root ${index} at ${u}`);
          });
        },
      ),
    );
  });

  it('takes one exponential for a latent, its complement and the slope', () => {
    const { graph, after } = both();
    const ops = reachable(graph, after).map((id) => graph.node(id).op);
    for (const op of ['normalCdf', 'normalDensity', 'exp']) expect(ops).not.toContain(op);
    expect(ops.filter((op) => op === 'normalKernel')).toHaveLength(1);
    expect(ops.filter((op) => op === 'normalTail')).toHaveLength(1);
    const u = 'unconstrained(sight)';
    const tail = `normalTail(${u}, normalKernel(${u}))`;
    expect(after.slice(0, 2).map((id) => formula(graph, id, { expand: true }))).toStrictEqual([
      `whereNonNegative(${u}, 1 - ${tail}, ${tail})`,
      `whereNonNegative(${u}, ${tail}, 1 - ${tail})`,
    ]);
    const slope = formula(graph, after[2]!, { expand: true });
    expect(slope).toContain(`0.3989422804014327 * normalKernel(${u})`);
  });
});
