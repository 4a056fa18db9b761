import { describe, expect, it } from 'vitest';
import type { Graph } from '../../compiler/graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../../compiler/graph/node.ts';
import { jointSums } from '../../compiler/schedule/joint-sums.ts';
import { schedule } from '../../compiler/schedule/schedule.ts';
import { openStagedGraph } from './staged-graph.ts';

const [LEVELS, ROWS, OTHER_ROWS] = [1, 2, 3] as const;

interface Sums {
  readonly graph: Graph;
  /** Sums of two kinds of rows to the same levels. */
  readonly first: NodeId;
  readonly second: NodeId;
  stored(name: string, domain: DomainId): NodeId;
  /** The sum over all levels of what each has. */
  total(atLevel: NodeId): NodeId;
}

function open(): Sums {
  const { graph, stored, sum } = openStagedGraph();
  return {
    graph,
    first: sum(ROWS, LEVELS, stored('x', ROWS)),
    second: sum(OTHER_ROWS, LEVELS, stored('y', OTHER_ROWS)),
    stored,
    total: (atLevel) => sum(LEVELS, PROFILE, graph.apply('multiply', [stored('z', LEVELS), atLevel], LEVELS)),
  };
}

/** The joint sums of a program of these outputs, by the node that has their values. */
function parts({ graph }: Sums, outputs: readonly NodeId[], canAdd: (id: NodeId) => boolean = () => true) {
  return jointSums(graph, schedule(graph, outputs), outputs, canAdd).parts;
}

describe('sums of several kinds of rows to the same levels', () => {
  it.each(['add', 'subtract'] as const)(
    'are one where they are read by one node, which does %s them',
    (op) => {
      const sums = open();
      const both = sums.graph.apply(op, [sums.first, sums.second], LEVELS);
      const outputs = [sums.total(both)];
      const found = parts(sums, outputs);
      expect(found.get(sums.first)).toMatchObject({ node: both, isNegative: false });
      expect(found.get(sums.second)).toMatchObject({ node: both, isNegative: op === 'subtract' });
      const firsts = [sums.first, sums.second].filter((id) => found.get(id)!.isFirst);
      expect(firsts).toHaveLength(1);
      const ordered = schedule(sums.graph, outputs);
      const before = Math.min(ordered.stepOf.get(sums.first)!, ordered.stepOf.get(sums.second)!);
      expect(ordered.stepOf.get(firsts[0]!)).toBe(before);
      const left = jointSums(sums.graph, ordered, outputs, () => true).schedule.steps;
      expect(left.flatMap(({ nodes }) => nodes)).not.toContain(both);
    },
  );

  it('are not where one of them is read by something else', () => {
    const sums = open();
    const both = sums.graph.apply('subtract', [sums.first, sums.second], LEVELS);
    const squared = sums.graph.apply('multiply', [sums.second, both], LEVELS);
    expect(parts(sums, [sums.total(squared)]).size).toBe(0);
  });

  it('are not where one of them is wanted, or what is made of them', () => {
    const sums = open();
    const both = sums.graph.apply('subtract', [sums.first, sums.second], LEVELS);
    const total = sums.total(both);
    expect(parts(sums, [total]).size).toBe(2);
    for (const wanted of [sums.first, sums.second, both]) expect(parts(sums, [total, wanted]).size).toBe(0);
  });

  it('are not where the loop of one of them cannot add to what is there', () => {
    const sums = open();
    const total = sums.total(sums.graph.apply('add', [sums.first, sums.second], LEVELS));
    expect(parts(sums, [total], (id) => id !== sums.second).size).toBe(0);
  });
});
