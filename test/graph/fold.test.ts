import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formula } from '../../compiler/graph/formula.ts';
import { Graph } from '../../compiler/graph/graph.ts';
import type { ArithmeticOp, NodeId } from '../../compiler/graph/node.ts';
import { arithmetic, evaluateGraph } from '../evaluate-graph.ts';
import { casesOf } from '../random-cases.ts';

const numRuns = casesOf(50) * 10;

/** The ops that are exact, or rounded once: their values do not depend on whose arithmetic it is. */
const EXACT = [
  'add',
  'subtract',
  'multiply',
  'divide',
  'negate',
  'abs',
  'sqrt',
  'min',
  'complement',
  'whereNonNegative',
] as const;
const ARITY: Readonly<Record<(typeof EXACT)[number], number>> = {
  add: 2,
  subtract: 2,
  multiply: 2,
  divide: 2,
  min: 2,
  complement: 2,
  negate: 1,
  abs: 1,
  sqrt: 1,
  whereNonNegative: 3,
};

const finite = fc.double({ noDefaultInfinity: true, noNaN: true });

/** An expression, as the numbers and ops it is made of: constants, latents, and ops over expressions. */
type Tree =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'latent'; readonly value: number }
  | { readonly kind: 'op'; readonly op: (typeof EXACT)[number]; readonly inputs: readonly Tree[] };

const { tree } = fc.letrec<{ tree: Tree; leaf: Tree; node: Tree }>((tie) => ({
  leaf: fc
    // The numbers that identities are about, and any others.
    .tuple(fc.boolean(), fc.oneof(fc.constantFrom(0, -0, 1, -1, 2, 0.5), finite))
    .map(([isConstant, value]): Tree => ({ kind: isConstant ? 'constant' : 'latent', value })),
  node: fc
    .constantFrom(...EXACT)
    .chain((op) =>
      fc
        .array(tie('tree') as fc.Arbitrary<Tree>, { minLength: ARITY[op], maxLength: ARITY[op] })
        .map((inputs): Tree => ({ kind: 'op', op, inputs })),
    ),
  tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('node'), tie('node')),
}));

/** Builds a tree with the graph's folding, and computes its value as it is written. */
function build(
  graph: Graph,
  latents: Map<string, { value: number }>,
  part: Tree,
): { node: NodeId; values: number[] } {
  if (part.kind === 'constant') return { node: graph.constant(part.value), values: [part.value] };
  if (part.kind === 'latent') {
    const name = `x${latents.size}`;
    latents.set(name, { value: part.value });
    return { node: graph.intern({ op: 'latent', name, inputs: [] }), values: [part.value] };
  }
  const inputs = part.inputs.map((input) => build(graph, latents, input));
  const value = arithmetic(
    part.op,
    inputs.map(({ values }) => values[0]!),
  );
  return {
    node: graph.apply(
      part.op,
      inputs.map(({ node }) => node),
    ),
    values: [value, ...inputs.flatMap(({ values }) => values)],
  };
}

describe('folding', () => {
  it('gives the value, to the last bit, of the expression as it is written', () => {
    fc.assert(
      fc.property(tree, (random) => {
        const graph = new Graph();
        const latents = new Map<string, { value: number }>();
        const { node, values } = build(graph, latents, random);
        // 0 and -0 are one value everywhere, but where something is divided by them.
        fc.pre(values.every(Number.isFinite));
        const [found] = evaluateGraph(graph, [node], { rows: 0, columns: {} }, { latents }) as [number];
        expect(found + 0).toBe(values[0]! + 0);
      }),
      { numRuns },
    );
  });

  it('leaves no constant that is infinite or NaN', () => {
    fc.assert(
      fc.property(tree, (random) => {
        const graph = new Graph();
        build(graph, new Map(), random);
        for (let id = 0; id < graph.size; id++) {
          const value = graph.constantValue(id);
          if (value !== undefined) expect(Number.isFinite(value)).toBe(true);
        }
      }),
      { numRuns },
    );
  });

  it('leaves what must be the module’s own arithmetic to the module', () => {
    const graph = new Graph();
    const two = graph.constant(2);
    const ops: readonly ArithmeticOp[] = [
      'exp',
      'log',
      'log1p',
      'logistic',
      'logLogistic',
      'normalCdf',
      'normalDensity',
      'normalKernel',
      'logExponentialMass',
      'logGamma',
      'digamma',
    ];
    for (const op of ops) expect(graph.node(graph.apply(op, [two])).op).toBe(op);
    for (const op of ['logGammaMass', 'logStudentMass'] as const) {
      expect(graph.node(graph.apply(op, [two, graph.constant(1), two])).op).toBe(op);
    }
    expect(graph.node(graph.apply('power', [two, graph.constant(0.5)])).op).toBe('power');
  });

  it.each<[simplified: string, build: (graph: Graph, x: NodeId, y: NodeId) => NodeId]>([
    ['x', (graph, x) => graph.apply('add', [graph.constant(0), x])],
    ['x', (graph, x) => graph.apply('subtract', [x, graph.constant(0)])],
    ['-x', (graph, x) => graph.apply('subtract', [graph.constant(0), x])],
    ['x', (graph, x) => graph.apply('multiply', [graph.constant(1), x])],
    ['-x', (graph, x) => graph.apply('multiply', [x, graph.constant(-1)])],
    ['x', (graph, x) => graph.apply('divide', [x, graph.constant(1)])],
    ['x', (graph, x) => graph.apply('power', [x, graph.constant(1)])],
    ['x', (graph, x, y) => graph.apply('whereNonNegative', [graph.constant(0.25), x, y])],
    ['y', (graph, x, y) => graph.apply('whereNonNegative', [graph.constant(-4.5), x, y])],
    ['x * x', (graph, x) => graph.apply('power', [x, graph.constant(2)])],
    ['x', (graph, x) => graph.apply('negate', [graph.apply('negate', [x])])],
    ['y - x', (graph, x, y) => graph.apply('negate', [graph.apply('subtract', [x, y])])],
    ['x - y', (graph, x, y) => graph.apply('add', [x, graph.apply('negate', [y])])],
    ['x + y', (graph, x, y) => graph.apply('subtract', [x, graph.apply('negate', [y])])],
    [
      'x * y',
      (graph, x, y) =>
        graph.apply(
          'multiply',
          [x, y].map((factor) => graph.apply('negate', [factor])),
        ),
    ],
    ['-x / y', (graph, x, y) => graph.apply('divide', [graph.apply('negate', [x]), y])],
    ['0 * x', (graph, x) => graph.apply('multiply', [graph.constant(0), x])],
    ['0 / x', (graph, x) => graph.apply('divide', [graph.constant(0), x])],
    ['x - x', (graph, x) => graph.apply('subtract', [x, x])],
  ])('writes %s where that is exact, and only then', (simplified, apply) => {
    const graph = new Graph();
    const [x, y] = ['x', 'y'].map((name) => graph.intern({ op: 'latent', name, inputs: [] })) as [
      NodeId,
      NodeId,
    ];
    expect(formula(graph, apply(graph, x, y))).toBe(simplified);
  });
});
