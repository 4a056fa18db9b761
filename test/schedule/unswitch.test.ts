import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';
import { Graph } from '../../compiler/graph/graph.ts';
import { type NodeId, PROFILE } from '../../compiler/graph/node.ts';
import type { Step } from '../../compiler/schedule/schedule.ts';
import { loopChoice } from '../../compiler/schedule/unswitch.ts';
import { evaluateGraph } from '../evaluate-graph.ts';

const DOMAIN = 1;

/** A step over the levels of a column, and the point at which a latent has the value x. */
function steps() {
  const graph = new Graph();
  const x = graph.intern({ op: 'latent', name: 'x', inputs: [] });
  const size = graph.intern({ op: 'column', name: 'size', inputs: [] });
  const sizes = graph.intern({ op: 'stored', expression: size, inputs: [], domain: DOMAIN });
  const domains = [{ id: DOMAIN, rows: { kind: 'all' }, keys: [size] }] as const;
  const at = (op: Parameters<Graph['apply']>[0], ...inputs: NodeId[]) => graph.apply(op, inputs, DOMAIN);
  const total = (id: NodeId) => graph.intern({ op: 'reduce', from: DOMAIN, inputs: [id], domain: PROFILE });
  const stepOf = (nodes: readonly NodeId[], reductions: readonly NodeId[] = []): Step => ({
    domain: DOMAIN,
    nodes,
    reductions,
  });
  const evaluate = (ids: readonly NodeId[], value: number) =>
    evaluateGraph(
      graph,
      ids.map(total),
      { rows: 3, columns: { size: [1, 2, 5] } },
      { latents: new Map([['x', { value }]]), unconstrained: new Map() },
      domains,
    );
  return { graph, x, sizes, at, total, stepOf, evaluate };
}

describe('unswitching', () => {
  const { graph, x, sizes, at, total, stepOf, evaluate } = steps();
  const sum = at('add', sizes, x);
  const tail = at('exp', sum);
  const quick = at('multiply', sizes, sizes);
  const chosen = at('whereNonNegative', x, quick, tail);
  const rest = at('multiply', chosen, sum);
  const step = stepOf([sum, tail, quick, chosen, rest]);

  it('computes in either way what the loop leaves, and nothing that is not read', () => {
    const { by, whereNonNegative, otherwise } = loopChoice(graph, step, [chosen, rest])!;
    expect(by).toBe(x);
    expect(whereNonNegative.nodes).not.toContain(tail);
    expect(otherwise.nodes).not.toContain(quick);
    fc.assert(
      fc.property(fc.double({ min: -3, max: 3, noNaN: true }), (value) => {
        const { values } = value >= 0 ? whereNonNegative : otherwise;
        expect(evaluate([...values.values()], value)).toEqual(evaluate([...values.keys()], value));
      }),
    );
    expect([...whereNonNegative.values.keys()]).toEqual([chosen, rest]);
  });

  it('lists the nodes of a way after what they read', () => {
    const { whereNonNegative, otherwise } = loopChoice(graph, step, [rest])!;
    for (const { nodes } of [whereNonNegative, otherwise]) {
      nodes.forEach((id, place) => {
        for (const input of graph.node(id).inputs) expect(nodes.indexOf(input)).toBeLessThan(place);
      });
    }
  });

  it('is not for a loop that takes sums, nor for a choice that differs by member', () => {
    expect(loopChoice(graph, stepOf([quick, tail, chosen], [total(chosen)]), [chosen])).toBeNull();
    const byMember = at('whereNonNegative', sum, quick, tail);
    expect(loopChoice(graph, stepOf([sum, tail, quick, byMember]), [byMember])).toBeNull();
  });
});

describe('a loop over levels whose exponentials separate', () => {
  it('is written for either way, and chosen between once', async () => {
    const layout = prepare({
      name: 'levels.ml',
      text: `layout Levels
demand far in [0, 50]
demand size in [0, 9]
capability reach ~ uniform(0, 50)
capability sight ~ uniform(0, 3)
observe done ~ bernoulli(mix(0.2, margin(reach, far) and margin(sight, size), 0.5))
`,
    });
    const text = await layout.show('assemblyscript', {
      rows: 900,
      distinct: (columns) => (columns.includes('far') && columns.length === 1 ? 60 : 900),
    });
    const namespace = text.match(/namespace Far \{[\s\S]*?\n\}/)![0];
    expect(namespace).toMatch(
      / {2}export function forward\(\): void \{\n {4}if \([\w.]+ >= 0\.0\) forwardIf\(\);\n {4}else forwardElse\(\);\n {2}\}/,
    );
    expect(namespace.match(/function forwardIf\(\)[\s\S]*?\n {2}\}/)![0]).not.toContain('ExpPair');
    expect(namespace.match(/function forwardElse\(\)[\s\S]*?\n {2}\}/)![0]).toContain('ExpPair');
  });
});
