/**
 * One division for two pairs of members: 1/d = e · 1/(d e) and 1/e = d · 1/(d e) (Montgomery 1987, section 10.3.1), so
 * the contribution x/d + y/e to a sum is (x e + y d) · 1/(d e). A division takes as long as several products.
 */
import type { Graph } from '../graph/graph.ts';
import { type ArithmeticOp, type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import type { Step } from '../schedule/schedule.ts';

/** The divisor of a loop, and for each of its sums the term without the division. */
export interface SharedDivision {
  readonly divisor: NodeId;
  /** The x of each term x/d. */
  readonly numerators: ReadonlyMap<NodeId, NodeId>;
}

/**
 * The only division of a loop, if all of `terms` are proportional to it, and the divisor and numerators are polynomials
 * of separated odds: the bound on their range ensures that a product of two of them does not overflow (see
 * separate-exponentials.ts). Null otherwise, or if the loop looks up values other than those of `outer`, which are
 * constant in a run.
 */
export function sharedDivision(
  graph: Graph,
  { step, outer }: { readonly step: Step; readonly outer: DomainId | null },
  terms: readonly NodeId[],
): SharedDivision | null {
  const divisions = step.nodes.filter((id) => graph.node(id).op === 'divide');
  const [division, ...others] = divisions;
  if (division === undefined || others.length > 0) return null;
  const [one, divisor] = graph.node(division).inputs as [NodeId, NodeId];
  if (graph.constantValue(one) !== 1 || !isOfOdds(graph, divisor, 1)) return null;
  const isAlien = (id: NodeId) => ![PROFILE, outer, step.domain].includes(graph.node(id).domain);
  if (step.nodes.some((id) => graph.node(id).inputs.some(isAlien))) return null;
  const { domain } = step;

  const known = new Map<NodeId, NodeId | null>([[division, graph.constant(1)]]);
  /**
   * The x of x/d; null for a node that does not contain the division, undefined for one that is not proportional to it.
   */
  const numerator = (id: NodeId): NodeId | null | undefined => {
    if (known.has(id)) return known.get(id);
    const { op, inputs, domain: place } = graph.node(id);
    if (place !== domain || !step.nodes.includes(id)) return null;
    const parts = inputs.map(numerator);
    if (parts.every((part) => part === null)) return null;
    if (parts.includes(undefined)) return undefined;
    const apply = (name: ArithmeticOp, ...of: NodeId[]) => graph.apply(name, of, domain);
    const [x, y] = parts as (NodeId | null)[];
    if (op === 'negate') return apply('negate', x!);
    if (op === 'multiply' && (x === null || y === null))
      return apply('multiply', x ?? inputs[0]!, y ?? inputs[1]!);
    if ((op === 'add' || op === 'subtract') && x !== null && y !== null) return apply(op, x!, y!);
    return undefined;
  };
  const numerators = new Map<NodeId, NodeId>();
  for (const term of terms) {
    const found = numerator(term);
    if (found === null || found === undefined || !isOfOdds(graph, found, MAX_CONSTANT)) return null;
    numerators.set(term, found);
  }
  return { divisor, numerators };
}

/** Maximum constant in numerators, such as the steepness of a margin: larger ones could make the products overflow. */
const MAX_CONSTANT = 1e6;

/**
 * Whether a node is made of odds e^{f(θ)} · e^{g(x)}, none with a power above 2, and constants up to `largest`, by
 * products and sums.
 */
function isOfOdds(graph: Graph, root: NodeId, largest: number): boolean {
  /** The highest power of each of the odds; null if the node contains anything else. */
  const powers = (id: NodeId): ReadonlyMap<NodeId, number> | null => {
    const { op, inputs } = graph.node(id);
    const constant = graph.constantValue(id);
    if (constant !== undefined) return Math.abs(constant) <= largest ? new Map() : null;
    if (isOdds(graph, id)) return new Map([[id, 1]]);
    if (op === 'negate') return powers(inputs[0]!);
    if (op !== 'add' && op !== 'multiply') return null;
    const [a, b] = inputs.map(powers) as [ReturnType<typeof powers>, ReturnType<typeof powers>];
    if (a === null || b === null) return null;
    const power = (odds: NodeId) => {
      const [x, y] = [a.get(odds) ?? 0, b.get(odds) ?? 0];
      return op === 'add' ? Math.max(x, y) : x + y;
    };
    return new Map([...a.keys(), ...b.keys()].map((odds) => [odds, power(odds)]));
  };
  const found = powers(root);
  return found !== null && [...found.values()].every((power) => power <= 2);
}

/** A product of an exponential of latents and one of data, as made by separating exponentials. */
function isOdds(graph: Graph, id: NodeId): boolean {
  const { op, inputs } = graph.node(id);
  if (op !== 'multiply') return false;
  const [a, b] = inputs.map((input) => graph.node(input));
  const isOfLatents = (node: typeof a) => node?.op === 'exp' && node.domain !== graph.node(id).domain;
  const isOfData = (node: typeof a) => node?.op === 'stored' && graph.node(node.expression).op === 'exp';
  return (isOfLatents(a) && isOfData(b)) || (isOfData(a) && isOfLatents(b));
}
