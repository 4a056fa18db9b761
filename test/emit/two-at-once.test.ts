import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showSource } from '../../compiler/compile.ts';
import { type Twins, twoAtATime } from '../../compiler/emit/two-at-once.ts';
import { Graph } from '../../compiler/graph/graph.ts';
import { type ArithmeticOp, type NodeId, PROFILE } from '../../compiler/graph/node.ts';
import { isArithmetic } from '../../compiler/graph/traverse.ts';
import { bound, compileText, EMITTED, expectInterpreted } from './bound-layout.ts';

const UNARY = ['exp', 'log', 'normalKernel', 'negate', 'sqrt'] as const satisfies readonly ArithmeticOp[];
const BINARY = [
  'add',
  'subtract',
  'multiply',
  'normalTail',
  'divide',
] as const satisfies readonly ArithmeticOp[];

/** Programs of few leaves, each step of which applies an op to what is there. */
const program = fc.array(fc.record({ op: fc.constantFrom(...UNARY, ...BINARY), a: fc.nat(), b: fc.nat() }), {
  minLength: 1,
  maxLength: 60,
});

/** A graph of a random program, and the nodes that are computed in it. */
function built(steps: readonly { op: ArithmeticOp; a: number; b: number }[]): [Graph, readonly NodeId[]] {
  const graph = new Graph();
  const there: NodeId[] = ['x', 'y', 'z'].map((name) =>
    graph.intern({ op: 'unconstrained', name, inputs: [] }),
  );
  there.push(graph.constant(1), graph.constant(0.25));
  for (const { op, a, b } of steps) {
    const [first, second] = [there[a % there.length]!, there[b % there.length]!];
    const isUnary = (UNARY as readonly string[]).includes(op);
    there.push(graph.apply(op, isUnary ? [first] : [first, second]));
  }
  const all = Array.from({ length: graph.size }, (_, id) => id);
  return [graph, all.filter((id) => isArithmetic(graph.node(id)))];
}

describe('what the profile computes two at a time', () => {
  it('is each node once, after what it reads, whatever is put together', () => {
    fc.assert(
      fc.property(program, (steps) => {
        const [graph, nodes] = built(steps);
        const ordered = twoAtATime(graph, nodes);
        const done = new Set<NodeId>();
        for (const each of ordered) {
          const together = typeof each === 'number' ? [each] : each;
          for (const id of together) {
            for (const input of graph.node(id).inputs)
              expect(done.has(input) || !nodes.includes(input), `${input} before ${id}`).toBe(true);
          }
          expect(new Set(together.map((id) => graph.node(id).op)).size).toBe(1);
          for (const id of together) done.add(id);
        }
        expect(ordered.flat().sort((a, b) => a - b)).toStrictEqual(nodes);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves of an odd number of calls one alone, and lets calls follow from pairs in their order', () => {
    const graph = new Graph();
    const kernels: NodeId[] = [];
    const tails = ['x', 'y', 'z'].map((name) => {
      const u = graph.intern({ op: 'unconstrained', name, inputs: [], domain: PROFILE });
      kernels.push(graph.apply('normalKernel', [u]));
      return graph.apply('normalTail', [u, kernels.at(-1)!]);
    });
    const nodes = [...kernels, ...tails].sort((a, b) => a - b);
    const twins = twoAtATime(graph, nodes).filter((each): each is Twins => typeof each !== 'number');
    expect(twins).toStrictEqual([kernels.slice(0, 2), tails.slice(0, 2)]);
  });
});

describe('the transform of latents', () => {
  const text = `layout Pairs
demand size in [0, 10]
capability sight ~ uniform(0, 4)
capability reach ~ uniform(0, sight * 3)
capability nerve : probability ~ beta(2, 3)
capability speed, nose ~ lognormal(0, 1)
observe found ~ bernoulli(margin(sight + speed * nose, size) and margin(reach, 2) and nerve)
`;

  it('takes two normal distribution functions at a time, and the slopes from what they left', async () => {
    const code = await showSource({ name: 'pairs.ml', text }, 'assemblyscript');
    const function_ = (name: string) => code.slice(code.indexOf(`function ${name}(`)).split('\n}\n')[0]!;
    const transform = function_('toOwnScale');
    expect(transform).toContain(
      [
        '  const sightAndReach = f64x2(Unconstrained.sight, Unconstrained.reach);',
        '  const sightAndReachKernel = normalKernelPair(sightAndReach);',
        '  Point.sightKernel = f64x2.extract_lane(sightAndReachKernel, 0);',
        '  Point.reachKernel = f64x2.extract_lane(sightAndReachKernel, 1);',
        '  const sightAndReachTail = normalTailPair(sightAndReach, sightAndReachKernel);',
      ].join('\n'),
    );
    // The third one is of what its prior standardises.
    const [, standardised] = /(\S+) = \S+ \+ \S+ \* Unconstrained.nerve;/.exec(transform)!;
    expect(transform).toContain(` = normalKernel(${standardised});`);
    expect(transform.match(/normalKernel\(/g)).toHaveLength(1);
    expect(transform).toContain('expPair(f64x2(Unconstrained.speed, Unconstrained.nose))');
    expect(function_('pullBack')).toContain('reachKernel');
    expect(function_('pullBack')).not.toMatch(/(exp|normal)\w*\(/);
  });

  it('means what the interpreter says on both sides of 0 and far out', async () => {
    const compiled = await compileText(text, EMITTED['row by row']!);
    const both = bound(compiled, { size: [1, 2, 5, 7], found: [1, 0, 1, 0] });
    for (const point of [
      [0.3, -0.4, 1.2, 0.1, -0.2],
      [-0.3, 0.4, -1.2, 2, 1],
      [0, -0, 0, 0, 0],
      [-6, 5, -7, -3, 3],
    ])
      expectInterpreted(both, point);
  });
});
