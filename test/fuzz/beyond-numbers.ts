/** Whether a layout, as it is written, leads at a point through numbers that are too large for their squares or products. */
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { buildGraph } from '../../compiler/graph/build.ts';
import type { NodeId, Op } from '../../compiler/graph/node.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import { isArithmetic, reachable } from '../../compiler/rewrite/rewrite.ts';
import { evaluateGraph } from '../evaluate-graph.ts';

/** The square root of the largest number, about: a derivative multiplies two values. */
const LARGEST = 1e150;
/** Of these -Infinity is meant: the logarithm of a probability of 0. */
const LOGARITHMS: ReadonlySet<Op> = new Set<Op>(['log', 'logProbability', 'logLogistic', 'logOf', 'log1p']);

/** There another order of the same operations may overflow, or multiply 0 with an infinity, and the two need not agree. */
export function isBeyondNumbers(
  layout: TypedLayout,
  text: string,
  data: Data,
  values: Readonly<Record<string, number>>,
): boolean {
  const { graph, logDensity } = buildGraph(layout, text);
  const latents = new Map(Object.entries(values).map(([name, value]) => [name, { value }]));
  const isBeyond = (id: NodeId): boolean => {
    const node = graph.node(id);
    if (!isArithmetic(node)) return false;
    const kind = graph.kind(id);
    const squared = graph.apply('multiply', [id, id]);
    const root =
      kind === 'data' || kind === 'level'
        ? graph.intern({ op: 'sum', rows: { kind: 'all' }, inputs: [squared] })
        : squared;
    const [square] = evaluateGraph(graph, [root], data, { latents }) as [number];
    return !(Math.sqrt(square) < LARGEST) && !LOGARITHMS.has(node.op);
  };
  return reachable(graph, [logDensity]).some(isBeyond);
}
