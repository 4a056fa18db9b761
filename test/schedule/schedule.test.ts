import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formula } from '../../compiler/graph/formula.ts';
import type { Graph } from '../../compiler/graph/graph.ts';
import { isReduction, type NodeId, PROFILE } from '../../compiler/graph/node.ts';
import { reachable } from '../../compiler/graph/traverse.ts';
import { isLeaf, type Schedule, schedule } from '../../compiler/schedule/schedule.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';
import { type Program, programsOf, programsOfText, SKETCHES } from '../rewrite/programs.ts';

/** Where a value is there: the step it is computed in and its place there. A sum is there when its loop has ended. */
function placesOf({ steps }: Schedule): Map<NodeId, readonly [step: number, place: number]> {
  const places = new Map<NodeId, readonly [number, number]>();
  steps.forEach(({ nodes, reductions }, step) => {
    for (const [place, id] of nodes.entries()) places.set(id, [step, place]);
    for (const id of reductions) places.set(id, [step, Number.POSITIVE_INFINITY]);
  });
  return places;
}

function expectOrdered(graph: Graph, { roots }: Program): void {
  const ordered = schedule(graph, roots);
  const places = placesOf(ordered);
  const computed = ordered.steps.flatMap(({ nodes, reductions }) => [...nodes, ...reductions]);
  const wanted = reachable(graph, roots).filter((id) => !isLeaf(graph.node(id)));
  expect([...computed].sort((a, b) => a - b)).toEqual(wanted);

  ordered.steps.forEach((step, index) => {
    for (const id of [...step.nodes, ...step.reductions]) {
      const node = graph.node(id);
      expect(ordered.stepOf.get(id)).toBe(index);
      expect(isReduction(node) ? node.from : node.domain).toBe(step.domain);
      for (const input of node.inputs) {
        const [at, place] = places.get(input) ?? [-1, 0];
        const isBefore = at < index || (at === index && place < places.get(id)![1]);
        expect(isBefore, `${formula(graph, id)} after ${formula(graph, input)}`).toBe(true);
      }
    }
  });
}

describe('schedule', () => {
  it('computes every node of a random layout once, in a loop over its domain, after what it reads', () => {
    fc.assert(
      fc.property(arbitraryCase, fc.constantFrom(...Object.values(SKETCHES)), ({ layout, text }, sketch) => {
        const { graph, exponentialsShared } = programsOf(layout, text, sketch(layout));
        expectOrdered(graph, exponentialsShared);
      }),
      { numRuns: casesOf(25), endOnFailure: true },
    );
  });

  const { graph, exponentialsShared } = programsOfText(
    `layout Loops
demand size in {1, 2}
demand depth in [0, 10]
capability sight, reach ~ uniform(0, 1)
observe done ~ bernoulli(margin(sight, size) and margin(reach, depth))
`,
    'guessed from the declarations',
  );
  const { steps } = schedule(graph, exponentialsShared.roots);
  const domains = exponentialsShared.domains.map(({ keys }) =>
    keys.map((key) => formula(graph, key)).join(', '),
  );
  const loops = steps.map(({ domain }) => (domain === PROFILE ? 'profile' : domains[domain - 1]));

  it('visits levels a second time on the way back, and what looks them up once in between', () => {
    const inLoops = loops.filter((loop) => loop !== 'profile');
    expect([...inLoops].sort()).toEqual(['depth', 'depth', 'size', 'size', 'size, depth']);
    expect(inLoops[2]).toBe('size, depth');
  });

  it('takes the sums of a domain in as few loops as can be', () => {
    for (const step of steps) {
      if (step.domain === PROFILE) expect(step.reductions).toEqual([]);
      else expect(step.reductions.length).toBeGreaterThan(0);
    }
  });

  it('is empty where everything is there from the start', () => {
    expect(schedule(graph, [graph.constant(1)]).steps).toEqual([]);
  });
});
