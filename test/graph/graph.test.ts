import { describe, expect, it } from 'vitest';
import { Graph } from '../../compiler/graph/graph.ts';

function latent(graph: Graph, name: string): number {
  return graph.intern({ op: 'latent', name, inputs: [] });
}

describe('a graph', () => {
  it('has one node for equal expressions', () => {
    const graph = new Graph();
    const margin = () =>
      graph.apply('subtract', [latent(graph, 'x'), graph.intern({ op: 'column', name: 'd', inputs: [] })]);
    const first = graph.apply('exp', [margin()]);
    const { size } = graph;
    expect(graph.apply('exp', [margin()])).toBe(first);
    expect(graph.size).toBe(size);
  });

  it.each([
    ['the order of the inputs', ['subtract', 'xy'], ['subtract', 'yx']],
    ['the op', ['add', 'xy'], ['multiply', 'xy']],
  ] as const)('tells expressions apart by %s', (_what, [op, inputs], [otherOp, otherInputs]) => {
    const graph = new Graph();
    const nodes = (names: string) => [...names].map((name) => latent(graph, name));
    expect(graph.apply(op, nodes(inputs))).not.toBe(graph.apply(otherOp, nodes(otherInputs)));
  });

  it('tells nodes apart by their domain, their name, their row set and their statistic', () => {
    const graph = new Graph();
    const x = latent(graph, 'x');
    const column = graph.intern({ op: 'column', name: 'd', inputs: [] });
    const nodes = [
      x,
      latent(graph, 'y'),
      graph.intern({ op: 'latentComplement', name: 'x', inputs: [] }),
      graph.apply('exp', [x]),
      graph.apply('exp', [x], 1),
      graph.intern({ op: 'sum', rows: { kind: 'all' }, inputs: [x] }),
      graph.intern({ op: 'sum', rows: { kind: 'outcome', outcome: 'y', equals: 0 }, inputs: [x] }),
      graph.intern({ op: 'sum', rows: { kind: 'outcome', outcome: 'y', equals: 1 }, inputs: [x] }),
      graph.intern({ op: 'sum', rows: { kind: 'outcome', outcome: 'z', equals: 1 }, inputs: [x] }),
      graph.intern({ op: 'statistic', statistic: 'min', inputs: [column] }),
      graph.intern({ op: 'statistic', statistic: 'max', inputs: [column] }),
    ];
    expect(new Set(nodes).size).toBe(nodes.length);
  });

  it.each([
    ['0', '-0', 0, -0],
    ['an infinity', 'the other', Infinity, -Infinity],
    ['an infinity', 'NaN', Infinity, Number.NaN],
    ['a number', 'the next one', 1, 1 + Number.EPSILON],
  ])('keeps %s and %s as different constants', (_a, _b, a, b) => {
    const graph = new Graph();
    const [first, second] = [graph.constant(a), graph.constant(b)];
    expect(first).not.toBe(second);
    expect(graph.constantValue(first)).toBe(a);
    expect(graph.constantValue(second)).toBe(b);
    expect(graph.constant(a)).toBe(first);
  });

  it('gives inputs smaller numbers than the nodes that read them', () => {
    const graph = new Graph();
    graph.apply('logistic', [graph.apply('multiply', [graph.constant(3), latent(graph, 'x')])]);
    for (let id = 0; id < graph.size; id++)
      for (const input of graph.node(id).inputs) expect(input).toBeLessThan(id);
  });

  it('keeps the first name of a node', () => {
    const graph = new Graph();
    const x = latent(graph, 'x');
    graph.name(x, 'acuity');
    graph.name(x, 'sharpness');
    expect(graph.nameOf(x)).toBe('acuity');
    expect(graph.nameOf(latent(graph, 'y'))).toBeUndefined();
  });

  it('makes p of not not p', () => {
    const graph = new Graph();
    const p = graph.probability('pLogistic', [latent(graph, 'x')]);
    expect(graph.probability('pNot', [graph.probability('pNot', [p])])).toBe(p);
  });

  it('knows when a node is known by what it reads', () => {
    const graph = new Graph();
    const column = graph.intern({ op: 'column', name: 'd', inputs: [] });
    const mean = graph.intern({ op: 'statistic', statistic: 'mean', inputs: [column] });
    const x = latent(graph, 'x');
    const level = graph.apply('subtract', [x, column]);
    expect([graph.constant(1), column, mean, x, level].map((id) => graph.kind(id))).toEqual([
      'constant',
      'data',
      'statistic',
      'profile',
      'level',
    ]);
    expect(graph.kind(graph.intern({ op: 'sum', rows: { kind: 'all' }, inputs: [level] }))).toBe('profile');
    expect(graph.kind(graph.intern({ op: 'sum', rows: { kind: 'all' }, inputs: [column] }))).toBe(
      'statistic',
    );
    expect(graph.kind(graph.apply('subtract', [column, mean]))).toBe('data');
  });

  it('says which node is not there', () => {
    expect(() => new Graph().node(3)).toThrow(new RangeError('no node 3 in a graph of 0'));
  });
});
