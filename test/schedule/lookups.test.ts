import { describe, expect, it } from 'vitest';
import type { Graph } from '../../compiler/graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../../compiler/graph/node.ts';
import { lookupsOf, schedule } from '../../compiler/schedule/schedule.ts';
import { openStagedGraph } from './staged-graph.ts';

const [ROWS, SIZES, SHADES] = [1, 2, 3] as const;

/** Of each domain those that programs of these outputs look it up in. */
function lookups(graph: Graph, ...programs: NodeId[][]): Record<number, readonly DomainId[]> {
  return Object.fromEntries(
    lookupsOf(
      graph,
      programs.map((outputs) => schedule(graph, outputs)),
    ),
  );
}

describe('a domain is looked up in those', () => {
  it('whose values its loops read, each once', () => {
    const { graph, stored, sum } = openStagedGraph();
    const product = graph.apply('multiply', [stored('x', ROWS), stored('y', SIZES)], ROWS);
    const term = graph.apply('multiply', [graph.apply('add', [product, stored('z', SHADES)], ROWS), product]);
    expect(lookups(graph, [sum(ROWS, PROFILE, term)])).toEqual({ [ROWS]: [SIZES, SHADES] });
  });

  it('whose values its loops sum as they are', () => {
    const { graph, stored, sum } = openStagedGraph();
    const ofSizes = sum(ROWS, SIZES, stored('z', SHADES));
    const total = sum(SIZES, PROFILE, graph.apply('multiply', [stored('y', SIZES), ofSizes], SIZES));
    const ofShades = sum(SIZES, PROFILE, stored('z', SHADES));
    expect(lookups(graph, [graph.apply('add', [total, ofShades])])).toEqual({
      [ROWS]: [SHADES, SIZES],
      [SIZES]: [SHADES],
    });
  });

  it('to whose sums its loops add', () => {
    const { graph, stored, sum } = openStagedGraph();
    const ofSizes = sum(ROWS, SIZES, stored('x', ROWS));
    const total = sum(SIZES, PROFILE, graph.apply('multiply', [stored('y', SIZES), ofSizes], SIZES));
    expect(lookups(graph, [total])).toEqual({ [ROWS]: [SIZES] });
  });

  it('that any of several programs looks it up in', () => {
    const { graph, stored, sum } = openStagedGraph();
    const reading = (name: string, domain: DomainId) =>
      sum(ROWS, PROFILE, graph.apply('multiply', [stored('x', ROWS), stored(name, domain)], ROWS));
    expect(lookups(graph, [reading('z', SHADES)], [reading('y', SIZES)])).toEqual({
      [ROWS]: [SHADES, SIZES],
    });
  });

  it('and in none where all is its own or the profile’s', () => {
    const { graph, stored, sum } = openStagedGraph();
    const twice = graph.apply('multiply', [stored('x', ROWS), graph.constant(2)], ROWS);
    const total = sum(ROWS, PROFILE, twice);
    expect(lookups(graph, [graph.apply('multiply', [total, total])])).toEqual({});
  });
});
