/** Whether a layout, as it is written, leads at a point through numbers whose squares or differences cannot be told. */

import { buildGraph } from '../../compiler/build/build.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import type { NodeId, Op } from '../../compiler/graph/node.ts';
import { nodeArithmetic } from '../../compiler/graph/node-arithmetic.ts';
import { isArithmetic, reachable } from '../../compiler/graph/traverse.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import { evaluateGraph } from '../evaluate-graph.ts';

/** Beyond this nothing is left behind the point, and differences lose what they are of. */
const LARGEST = 1e15;
/** A difference that is less of what it is of has lost more digits than the tolerance allows. */
const LOST = 1e-7;
/** Below this a square, or the product of two, vanishes. */
const SMALLEST = 1e-150;
/** A probability is two plain numbers, p and 1 - p, and below e^-700 one of them vanishes. */
const LEAST_LOGARITHM = -690;

/** There another order of the same operations may overflow, or lose all digits, and the two need not agree. */
export function isBeyondNumbers(
  layout: TypedLayout,
  text: string,
  data: Data,
  values: Readonly<Record<string, number | readonly number[]>>,
): boolean {
  const { graph, logDensity } = buildGraph(layout, text);
  const { subtract, multiply, add, constant } = nodeArithmetic(graph);
  const latents = new Map(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'number'
        ? [[name, { value }] as const]
        : value.map((each, level) => [`${name}.${level}`, { value: each }] as const),
    ),
  );
  /** 1 where a is at least b. */
  const atLeast = (a: NodeId, b: number) =>
    graph.apply('whereNonNegative', [subtract(a, constant(b)), constant(1), constant(0)]);
  const atMost = (a: NodeId, b: number) =>
    graph.apply('whereNonNegative', [subtract(constant(b), a), constant(1), constant(0)]);
  const isVanishing = (logarithm: NodeId) =>
    multiply(atMost(logarithm, LEAST_LOGARITHM), atLeast(logarithm, -Number.MAX_VALUE));
  const isBeyond = (id: NodeId): boolean => {
    const node = graph.node(id);
    const isReal = (isArithmetic(node) && !LOGARITHMS.has(node.op)) || node.op === 'latent';
    const isProbability = node.op.startsWith('p') && !isArithmetic(node);
    if (!isReal && !isProbability) return false;
    const size = graph.apply('abs', [id]);
    const logOf = (p: NodeId) => graph.intern({ op: 'logOf', inputs: [p] });
    // A difference of two nearly equal numbers, such as a value so close to its bound, has lost most of its digits.
    const lost =
      node.op === 'subtract'
        ? multiply(
            atLeast(subtract(multiply(constant(LOST), graph.apply('abs', [node.inputs[0]!])), size), 0),
            atLeast(size, Number.MIN_VALUE),
          )
        : constant(0);
    const found = isReal
      ? add(
          lost,
          add(atLeast(size, LARGEST), multiply(atMost(size, SMALLEST), atLeast(size, Number.MIN_VALUE))),
        )
      : add(isVanishing(logOf(id)), isVanishing(logOf(graph.probability('pNot', [id]))));
    const isRows = ['data', 'level'].includes(graph.kind(id));
    const root = isRows ? graph.intern({ op: 'sum', rows: { kind: 'all' }, inputs: [found] }) : found;
    const [count] = evaluateGraph(graph, [root], data, { latents }) as [number];
    return count > 0;
  };
  return reachable(graph, [logDensity]).some(isBeyond);
}

/** Of these -Infinity is meant: the logarithm of a probability of 0. */
const LOGARITHMS: ReadonlySet<Op> = new Set<Op>(['log', 'logProbability', 'logLogistic', 'log1p']);
