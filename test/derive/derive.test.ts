import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../compiler/build/build.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { derive } from '../../compiler/derive/derive.ts';
import { formula } from '../../compiler/graph/formula.ts';
import { Graph } from '../../compiler/graph/graph.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import { RANGE_LIMIT } from '../../compiler/rewrite/separate-exponentials.ts';
import { type DensityPlan, planLayout } from '../../compiler/schedule/plan.ts';
import { Domains } from '../../compiler/stage/domain.ts';
import type { DataSketch } from '../../compiler/stage/sketch.ts';
import { centralDifference } from '../central-difference.ts';
import { evaluateGraph, type GraphPoint } from '../evaluate-graph.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';
import { SKETCHES } from '../rewrite/programs.ts';

const SLACK = 1e-6;

/** The gradients on the unconstrained scale that a plan's programs come to; the second one where exponentials separate. */
function gradientsOf(
  layout: TypedLayout,
  text: string,
  sketch: DataSketch,
  data: Data,
  unconstrained: readonly number[],
): number[][] {
  const { graph, domains, latents, transform, density, separated, pullBack } = planLayout(
    buildGraph(layout, text),
    sketch,
  );
  const evaluate = (roots: readonly number[], at: GraphPoint) =>
    evaluateGraph(graph, roots, data, at, domains);
  const free = new Map(latents.map(({ name }, index) => [name, unconstrained[index]!]));
  const values = evaluate(transform.values, { unconstrained: free });
  const own = new Map(
    latents.map(({ name }, index) => {
      const complement = transform.complements[index] ?? null;
      const half =
        complement === null ? {} : { complement: evaluate([complement], { unconstrained: free })[0]! };
      return [name, { value: values[index]!, ...half }];
    }),
  );
  const gradient = ({ adjoints }: DensityPlan) => {
    const at = evaluate(adjoints, { latents: own });
    const cotangents = new Map(latents.map(({ name }, index) => [name, at[index]!]));
    return evaluate(pullBack.gradient, { unconstrained: free, cotangents });
  };
  const inRange = separated !== null && evaluate([separated.range], { latents: own })[0]! <= RANGE_LIMIT;
  return [density, ...(inRange ? [separated] : [])].map(gradient);
}

describe('the gradient of a plan', () => {
  it('agrees with central differences of the interpreter on random layouts', () => {
    fc.assert(
      fc.property(
        arbitraryCase,
        fc.constantFrom<(layout: TypedLayout) => DataSketch>(...Object.values(SKETCHES), () => ({
          rows: 5000,
          distinct: () => 5000,
        })),
        ({ layout, text, data, points }, sketch) => {
          const meaning = interpret(layout, data);
          for (const { unconstrained } of points) {
            const wanted = centralDifference((u) => meaning.logDensityUnconstrained(u), unconstrained);
            for (const found of gradientsOf(layout, text, sketch(layout), data, unconstrained)) {
              found.forEach((derivative, index) => {
                const { value, error } = wanted[index]!;
                const what = `d/d${layout.latents[index]!.name}: ${derivative}, not ${value}`;
                const slack = SLACK * Math.max(1, Math.abs(value)) + 10 * error;
                expect(Math.abs(derivative - value), what).toBeLessThanOrEqual(slack);
              });
            }
          }
        },
      ),
      { numRuns: casesOf(20), endOnFailure: true },
    );
  });

  it.each<[what: string, layout: string, demand: readonly number[], unconstrained: readonly number[]]>([
    [
      'a level that is certain to succeed and has no failures',
      `layout Certain
demand dark : flag
capability nerve : probability ~ beta(1, 1)
observe done ~ bernoulli(presence(nerve, dark))
`,
      [0, 0, 1, 1, 1],
      [0.3],
    ],
    [
      'a level that is certain to fail and has no successes',
      `layout Hopeless
demand dark : flag
capability nerve : probability ~ beta(1, 1)
observe done ~ bernoulli(not presence(nerve, dark) and nerve)
`,
      [0, 0, 1, 1, 1],
      [0.3],
    ],
    [
      'a demand of 0 on a logarithmic scale whose steepness is a latent',
      `layout Steep
demand dark in [0, 10]
capability sight ~ uniform(0, 10)
capability steepness ~ half_normal(2)
observe done ~ bernoulli(mix(0.1, log_margin(sight, dark, steepness), 0.5))
`,
      [0, 0, 1, 5, 5],
      [0.3, 0.1],
    ],
    [
      'a power of 0 whose exponent is a latent',
      `layout Curved
demand dark in [0, 10]
capability sight ~ uniform(0, 10)
capability curve ~ half_normal(2)
observe done ~ bernoulli(margin(sight, dark ^ curve))
`,
      [0, 0, 1, 5, 5],
      [0.3, 0.1],
    ],
  ])('is finite and right at %s', (what, text, demand, unconstrained) => {
    const layout = readLayout(text);
    const done = what.includes('certain to fail') ? [0, 0, 1, 0, 1] : [1, 1, 1, 0, 1];
    const data = { rows: demand.length, columns: { dark: demand, done } };
    const meaning = interpret(layout, data);
    const wanted = centralDifference((u) => meaning.logDensityUnconstrained(u), unconstrained);
    for (const sketch of Object.values(SKETCHES)) {
      const [found] = gradientsOf(layout, text, sketch(layout), data, unconstrained) as [number[]];
      found.forEach((derivative, index) => {
        expect(derivative).toBeCloseTo(wanted[index]!.value, 8);
      });
    }
  });
});

describe('derive', () => {
  it('sums what the members of a larger domain contribute to what they look up', () => {
    const graph = new Graph();
    const domains = new Domains();
    const size = graph.intern({ op: 'column', name: 'size', inputs: [] });
    const depth = graph.intern({ op: 'column', name: 'depth', inputs: [] });
    const sizes = domains.intern({ kind: 'all' }, [size]);
    const both = domains.intern({ kind: 'all' }, [size, depth]);
    const x = graph.intern({ op: 'latent', name: 'x', inputs: [] });
    const stored = (expression: number, domain: number) =>
      graph.intern({ op: 'stored', expression, inputs: [], domain });
    // Σ over (size, depth) of depth · (x · size): the derivative is Σ over size of size · Σ depth.
    const level = graph.apply('multiply', [x, stored(size, sizes)], sizes);
    const term = graph.apply('multiply', [stored(depth, both), level], both);
    const output = graph.intern({ op: 'reduce', from: both, inputs: [term], domain: 0 });
    const [adjoint] = derive(graph, output, [x]) as [number];
    expect(formula(graph, adjoint)).toBe('sum(sum(depth) * size)');

    const data = { rows: 4, columns: { size: [1, 1, 2, 2], depth: [3, 4, 5, 5] } };
    const at = { latents: new Map([['x', { value: 7 }]]) };
    // The members are (1, 3), (1, 4) and (2, 5).
    expect(evaluateGraph(graph, [output, adjoint], data, at, domains.all)).toEqual([119, 17]);
  });

  it('adds what several readers of a node contribute', () => {
    const graph = new Graph();
    const x = graph.intern({ op: 'latent', name: 'x', inputs: [] });
    const square = graph.apply('multiply', [x, x]);
    const cube = graph.apply('multiply', [square, x]);
    const [adjoint] = derive(graph, graph.apply('add', [cube, square]), [x]) as [number];
    const at = { latents: new Map([['x', { value: 3 }]]) };
    expect(evaluateGraph(graph, [adjoint], { rows: 0, columns: {} }, at)).toEqual([33]);
  });

  it('is 0 for a latent that the output does not read', () => {
    const graph = new Graph();
    const [x, y] = ['x', 'y'].map((name) => graph.intern({ op: 'latent', name, inputs: [] })) as [
      number,
      number,
    ];
    const [adjoint] = derive(graph, graph.apply('exp', [x]), [y]) as [number];
    expect(graph.constantValue(adjoint)).toBe(0);
  });

  it('names adjoints after what they belong to', () => {
    const graph = new Graph();
    const x = graph.intern({ op: 'latent', name: 'x', inputs: [] });
    graph.name(x, 'acuity');
    const [adjoint] = derive(graph, graph.apply('exp', [x]), [x]) as [number];
    expect(graph.nameOf(adjoint)).toBe('acuityAdjoint');
  });
});
