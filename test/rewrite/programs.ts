/** A layout's program before and after each pass, from the compiler's own list, and whether two of them mean the same. */
import { expect } from 'vitest';
import { buildGraph, type ModelGraph } from '../../compiler/build/build.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { derive } from '../../compiler/derive/derive.ts';
import { formula } from '../../compiler/graph/formula.ts';
import type { Graph } from '../../compiler/graph/graph.ts';
import type { NodeId, Op } from '../../compiler/graph/node.ts';
import { reachable } from '../../compiler/graph/traverse.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { advance, positionOf } from '../../compiler/passes/passes.ts';
import {
  type Compilation,
  Program as Passing,
  placedDomains,
  type Snapshot,
} from '../../compiler/passes/program.ts';
import type { Domain } from '../../compiler/stage/domain.ts';
import { atLevels, type Placement } from '../../compiler/stage/placement.ts';
import { type DataSketch, sketchFromDeclarations } from '../../compiler/stage/sketch.ts';
import { stage } from '../../compiler/stage/stage.ts';
import { evaluateGraph, type GraphPoint } from '../evaluate-graph.ts';
import { readLayout } from '../interpret/read-layout.ts';
import type { RandomCase, RandomPoint } from '../random-layout.ts';

/** Sketches that lead the compiler to its extremes, whatever the data is. */
export const SKETCHES = {
  'guessed from the declarations': sketchFromDeclarations,
  'everything repeats': () => ({ rows: 1e6, distinct: (columns) => columns.length }),
  'nothing repeats': () => ({ rows: 100, distinct: () => 100 }),
} as const satisfies Readonly<Record<string, (layout: TypedLayout) => DataSketch>>;

/** Roots are the log density, the log Jacobian, each latent's value, its complement if any, and in the end its adjoint. */
export interface Program {
  readonly roots: readonly NodeId[];
  readonly domains: readonly Domain[];
}

/** Every program of a layout on its way through the passes, all in one graph. */
export interface Programs {
  readonly graph: Graph;
  readonly built: Program;
  readonly ordered: Program;
  readonly logsSplit: Program;
  readonly sumsSplit: Program;
  readonly paired: Program;
  readonly lifted: Program;
  readonly staged: Program;
  readonly derived: Program;
  readonly complementsForgotten: Program;
  readonly countsLast: Program;
  readonly logsCancelled: Program;
  readonly logsMerged: Program;
  readonly exponentialsShared: Program;
  readonly tailsShared: Program;
  /** The program as the pass of that name left it. @throws RangeError when the density does not go through it */
  after(pass: string): Program;
  /** The program as it came to the pass. */
  before(pass: string): Program;
  /** How often each pass fired, by its name. */
  readonly fired: Readonly<Record<string, number>>;
}

/** The programs of a layout that a test spells out, its demands sketched as `SKETCHES` names it. */
export function programsOfText(text: string, sketch: keyof typeof SKETCHES): Programs {
  const layout = readLayout(text);
  return programsOf(layout, text, SKETCHES[sketch](layout));
}

/** The log density of a program as a formula, written out to its leaves. */
export function densityText({ graph }: Programs, { roots }: Program): string {
  return formula(graph, roots[0]!, { expand: true });
}

/** How many different nodes of an op the log density of a program reads. */
export function countOf({ graph }: Programs, { roots }: Program, op: Op): number {
  return reachable(graph, roots.slice(0, 1)).filter((id) => graph.node(id).op === op).length;
}

/** Takes a layout's density through the list of passes, as the plan does, with all that a test looks at as its outputs. */
export function programsOf(
  layout: TypedLayout,
  text: string,
  sketch: DataSketch,
  placement?: Placement,
): Programs {
  const built = buildGraph(layout, text);
  const { graph } = built;
  const trace: Snapshot[] = [];
  const compilation: Compilation = { graph, sketch, trace };
  const labelled = (nodes: readonly NodeId[]) => nodes.map((node, index) => [String(index), node] as const);
  const nodesOf = ({ outputs }: Snapshot) => outputs.map(({ node }) => node);

  const expressions = Passing.of('density', compilation, labelled(rootsOf(built)));
  expressions.record('build');
  const { current: unstaged } = advance(expressions, 'stage');
  const staged = stage(graph, unstaged, placement ?? atLevels(graph, unstaged, sketch));
  const adjoints = adjointsOf(built, staged.roots[0]!);
  const derivatives = Passing.of('density', compilation, labelled([...staged.roots, ...adjoints]), {
    position: positionOf('derive') + 1,
    placed: placedDomains(compilation, staged),
  });
  derivatives.record('derive');
  const isStaged = trace.length;
  advance(derivatives);

  const domainsAt = (index: number) => (index < isStaged - 1 ? [] : staged.domains);
  const at = (index: number): Program => ({ roots: nodesOf(trace[index]!), domains: domainsAt(index) });
  const indexOf = (pass: string) => {
    const index = trace.findIndex((snapshot) => snapshot.pass === pass);
    if (index < 0) throw new RangeError(`the density does not go through ${pass}`);
    return index;
  };
  const after = (pass: string) => at(indexOf(pass));
  return {
    graph,
    built: at(0),
    ordered: after('order-products'),
    logsSplit: after('split-logs'),
    sumsSplit: after('split-sums'),
    paired: after('pair-probabilities'),
    lifted: after('lift-factors'),
    staged: { roots: staged.roots, domains: staged.domains },
    derived: after('derive'),
    complementsForgotten: after('forget-complements'),
    countsLast: after('count-last'),
    logsCancelled: after('cancel-logs'),
    logsMerged: after('merge-logs'),
    exponentialsShared: after('share-exponentials'),
    tailsShared: after('share-tails'),
    after,
    before: (pass) => at(indexOf(pass) - 1),
    fired: Object.fromEntries(trace.flatMap(({ pass, fired }) => (fired === null ? [] : [[pass, fired]]))),
  };
}

function rootsOf({ logDensity, logJacobian, latents }: ModelGraph): NodeId[] {
  return [
    logDensity,
    logJacobian,
    ...latents.map(({ transformed }) => transformed.value),
    ...latents.flatMap(({ transformed }) =>
      transformed.complement === null ? [] : [transformed.complement],
    ),
  ];
}

/** The derivative of the log density for each latent; p and 1 − p of a probability move together. */
export function adjointsOf({ graph, latents }: ModelGraph, logDensity: NodeId): NodeId[] {
  return latents.map(({ nodes }) => {
    const inputs = nodes.complement === null ? [nodes.value] : [nodes.value, nodes.complement];
    const [value, complement] = derive(graph, logDensity, inputs) as [NodeId, NodeId?];
    return complement === undefined ? value : graph.apply('subtract', [value, complement]);
  });
}

/** A random point as the leaves of a graph: its values on the layout's own scale and on the unconstrained one. */
export function graphPoint({ layout }: RandomCase, { values, unconstrained }: RandomPoint): GraphPoint {
  return {
    latents: new Map(layout.latents.map(({ name }) => [name, { value: values[name]! }])),
    unconstrained: new Map(layout.latents.map(({ name }, index) => [name, unconstrained[index]!])),
  };
}

/** Relative to the larger of 1 and the value: a density near 0 is a sum whose terms are not. */
const TOLERANCE = 1e-10;
/**
 * A derivative adds terms of either sign, each of which is precise, that may be 1e8 times their sum: a rewrite that orders
 * them otherwise moves the sum by that many roundings.
 */
const DERIVATIVE_TOLERANCE = 1e-6;

/**
 * Expects that two programs of one graph have the same values at every point of a random case, and that they are what
 * the interpreter says: the log density, the latents' values, and the density with its Jacobian at the unconstrained point.
 */
export function expectSameMeaning(random: RandomCase, graph: Graph, before: Program, after: Program): void {
  const { layout, data } = random;
  const meaning = interpret(layout, data);
  for (const point of random.points) {
    const at = graphPoint(random, point);
    const were = evaluateGraph(graph, before.roots, data, at, before.domains);
    const are = evaluateGraph(graph, after.roots, data, at, after.domains);
    expect(are.length).toBe(were.length);
    const complements = layout.latents.filter(({ type }) => type.kind === 'probability').length;
    const derivatives = 2 + layout.latents.length + complements;
    are.forEach((value, index) => {
      const tolerance = index < derivatives ? TOLERANCE : DERIVATIVE_TOLERANCE;
      expectClose(value, were[index]!, `root ${index}`, tolerance);
    });

    expectClose(are[0]!, meaning.logDensity(point.values), 'the log density');
    const constrained = meaning.constrain(point.unconstrained);
    layout.latents.forEach(({ name }, index) => {
      expectClose(are[2 + index]!, constrained[name]! as number, name);
    });
    const [density] = evaluateGraph(
      graph,
      after.roots.slice(0, 1),
      data,
      transformed(layout, are),
      after.domains,
    );
    expectClose(
      density! + are[1]!,
      meaning.logDensityUnconstrained(point.unconstrained),
      'with the Jacobian',
    );
  }
}

/** The latents as the roots transformed them, with the complements that the roots carry. */
export function transformed(layout: TypedLayout, values: readonly number[]): GraphPoint {
  let next = 2 + layout.latents.length;
  return {
    latents: new Map(
      layout.latents.map(({ name, type }, index) => [
        name,
        {
          value: values[2 + index]!,
          ...(type.kind === 'probability' ? { complement: values[next++]! } : {}),
        },
      ]),
    ),
  };
}

export function expectClose(found: number, wanted: number, what: string, tolerance = TOLERANCE): void {
  const slack = tolerance * Math.max(1, Math.abs(wanted));
  const difference = Object.is(found, wanted) ? 0 : Math.abs(found - wanted);
  // Seen first: of thousands of roots, `expect` would take longer than all else.
  if (difference <= slack) return;
  expect(difference, `${what} is ${found}, not ${wanted}`).toBeLessThanOrEqual(slack);
}
