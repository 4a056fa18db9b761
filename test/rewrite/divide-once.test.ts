import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../compiler/build/build.ts';
import type { Graph } from '../../compiler/graph/graph.ts';
import type { NodeId, Op } from '../../compiler/graph/node.ts';
import { reachable } from '../../compiler/graph/traverse.ts';
import { divideOnce } from '../../compiler/rewrite/divide-once.ts';
import { rewriteGraph } from '../../compiler/rewrite/rewrite.ts';
import { largestMagnitude, pairFromOdds } from '../../compiler/rewrite/separated-odds.ts';
import { evaluateGraph } from '../evaluate-graph.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';
import { expectSameMeaning, graphPoint, programsOf, SKETCHES } from './programs.ts';

/** The program with σ(m) as 1/(1 + e^{−m}) and σ(−m) as e^{−m}/(1 + e^{−m}); and bounds of the exponents. */
function withBoundedExponentials(graph: Graph, roots: readonly NodeId[]) {
  const bounds = new Set<NodeId>();
  const rewritten = rewriteGraph(graph, roots, {
    apply(_graph, node, [m]) {
      if (node.op !== 'logistic') return undefined;
      bounds.add(largestMagnitude(graph, m!, node.domain));
      const opposite = graph.apply('negate', [m!], node.domain);
      const isPositive = graph.node(m!).op !== 'negate';
      const odds = graph.apply('expInRange', [isPositive ? opposite : m!], node.domain);
      const { p, q } = pairFromOdds(graph, odds, node.domain);
      return isPositive ? p : q;
    },
  });
  return { roots: rewritten.roots, bounds: [...bounds] };
}

const countOf = (graph: Graph, roots: readonly NodeId[], op: Op) =>
  reachable(graph, roots).filter((id) => graph.node(id).op === op).length;

describe('one division for an exponential and its shares', () => {
  it('keeps what random layouts mean, where exponents are in range', () => {
    let fired = 0;
    fc.assert(
      fc.property(arbitraryCase, fc.constantFrom(...Object.values(SKETCHES)), (random, sketch) => {
        const programs = programsOf(random.layout, random.text, sketch(random.layout));
        const { graph, complementsForgotten } = programs;
        const { domains } = complementsForgotten;
        const bounded = withBoundedExponentials(graph, complementsForgotten.roots);
        const once = divideOnce(graph, bounded.roots);
        fired += once.fired;
        const points = random.points.filter((point) =>
          evaluateGraph(graph, bounded.bounds, random.data, graphPoint(random, point), domains).every(
            (bound) => bound <= 700,
          ),
        );
        expectSameMeaning({ ...random, points }, graph, complementsForgotten, { roots: once.roots, domains });
      }),
      { numRuns: casesOf(40), endOnFailure: true },
    );
    expect(fired).toBeGreaterThan(0);
  });

  const TEXT =
    'layout One\ndemand x in [1, 2]\ncapability c ~ uniform(0, 1)\nobserve done ~ bernoulli(logistic(c - x))\n';
  const begin = () => {
    const { graph } = buildGraph(readLayout(TEXT), TEXT);
    const x = graph.intern({ op: 'column', name: 'x', inputs: [], domain: 1 });
    const odds = graph.apply('expInRange', [x], 1);
    return { graph, x, odds, ...pairFromOdds(graph, odds, 1) };
  };

  it('leaves one division and no exponential of both shares', () => {
    const { graph, p, q } = begin();
    const { roots, fired } = divideOnce(graph, [p, q]);
    expect(fired).toBe(2);
    expect(countOf(graph, roots, 'divide')).toBe(1);
    expect(countOf(graph, roots, 'expInRange')).toBe(0);
    expect(countOf(graph, roots, 'expDenominator')).toBe(1);
  });

  it('takes one share alone too', () => {
    const { graph, p } = begin();
    const { roots } = divideOnce(graph, [p]);
    expect(countOf(graph, roots, 'divide')).toBe(1);
    expect(countOf(graph, roots, 'expNumerator')).toBe(1);
  });

  it('leaves an exponential alone that is wanted by itself, or whose sum with 1 is', () => {
    const { graph, x, odds, p, q } = begin();
    const alone = [p, q, odds];
    expect(divideOnce(graph, alone)).toEqual({ roots: alone, fired: 0 });
    const elsewhere = [p, q, graph.apply('multiply', [odds, x], 1)];
    expect(divideOnce(graph, elsewhere)).toEqual({ roots: elsewhere, fired: 0 });
    const whole = [p, q, graph.apply('log', [graph.apply('add', [graph.constant(1), odds], 1)], 1)];
    expect(divideOnce(graph, whole)).toEqual({ roots: whole, fired: 0 });
  });
});
