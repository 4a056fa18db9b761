/**
 * One division for two pairs of members: 1/d = e · 1/(d e) and 1/e = d · 1/(d e) (Montgomery 1987, section 10.3.1), so
 * the contribution x/d + y/e to a sum is (x e + y d) · 1/(d e). A division takes as long as several products. Finds the
 * loops that can share one, and emits the iteration that processes two pairs.
 */

import type { Graph } from '../graph/graph.ts';
import { type ArithmeticOp, type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { isArithmetic, reachable } from '../graph/traverse.ts';
import type { Step } from '../schedule/schedule.ts';
import { writeBlock } from './block.ts';
import type { EmitContext } from './context.ts';
import { atom, type Code, inlinedPair } from './dialect.ts';
import type { LoopInputs } from './loop-inputs.ts';
import type { TwoPairs } from './loop-sums.ts';
import { hintOf } from './names.ts';

/** What an iteration adds up and multiplies. */
export interface RunTerms {
  /** The terms of the sums accumulated run by run, and the variables of the sums. */
  readonly sums: readonly { readonly ofRun: string; readonly term: NodeId }[];
  /** The factors of the products. */
  readonly factors: readonly NodeId[];
}

/** The context in which the iteration is emitted. */
export interface IterationRequest {
  readonly context: EmitContext;
  readonly step: Step;
  readonly inputs: LoopInputs;
  readonly local: (hint: string) => string;
  /** The domain of which one member applies to a whole run; null if there is none. */
  readonly outer: DomainId | null;
}

/** An iteration over two pairs; null if they cannot share a division. */
export function twoPairsCode(request: IterationRequest, { sums, factors }: RunTerms): TwoPairs | null {
  const { graph } = request.context;
  const shared = sharedDivision(graph, request, [...sums.map(({ term }) => term), ...factors]);
  if (shared === null) return null;
  const { divisor, numerators } = shared;
  const statements: string[] = [];
  const first = pairCode(request, shared, statements, 0);
  const second = pairCode(request, shared, statements, 16);
  const reciprocal = request.local('reciprocal');
  const [d, e] = [first(divisor), second(divisor)];
  const times = (a: string, b: NodeId, code: (id: NodeId) => string) =>
    graph.constantValue(b) === 1 ? a : `f64x2.mul(${a}, ${code(b)})`;
  statements.push(
    `const ${reciprocal} = f64x2.div(f64x2.splat(1.0), f64x2.mul(${d}, ${e}));`,
    ...sums.map(({ ofRun, term }) => {
      const x = numerators.get(term)!;
      const both = `f64x2.add(${times(e, x, first)}, ${times(d, x, second)})`;
      return `${ofRun} = f64x2.add(${ofRun}, f64x2.mul(${reciprocal}, ${both}));`;
    }),
  );
  const products = factors.map((factor) => {
    const x = numerators.get(factor)!;
    if (graph.constantValue(x) === 1) return reciprocal;
    const p = request.local('factor');
    statements.push(`const ${p} = f64x2.mul(${reciprocal}, f64x2.mul(${first(x)}, ${second(x)}));`);
    return p;
  });
  return { statements, products };
}

/**
 * Emits the divisor and numerators of the pair `offset` bytes after `at` into `statements`, and returns their codes.
 */
function pairCode(
  { context, step, inputs, local, outer }: IterationRequest,
  { divisor, numerators }: SharedDivision,
  statements: string[],
  offset: 0 | 16,
): (id: NodeId) => string {
  const { graph } = context;
  const wanted = [divisor, ...numerators.values()];
  const nodes = reachable(graph, wanted).filter(
    (id) => graph.node(id).domain === step.domain && isArithmetic(graph.node(id)),
  );
  const loaded = new Map<NodeId, Code>();
  const load = (id: NodeId): Code => {
    if ([PROFILE, outer].includes(graph.node(id).domain)) return inputs.codeOf(id);
    const pointer = inputs.pointerOf(id);
    const code = loaded.get(id) ?? atom(local(hintOf(graph, id)));
    if (!loaded.has(id))
      statements.push(`const ${code.text} = v128.load(${pointer} + at${offset === 0 ? '' : `, ${offset}`});`);
    loaded.set(id, code);
    return code;
  };
  const block = writeBlock({
    graph,
    dialect: inlinedPair,
    constant: (_, value) => context.constant(inlinedPair, value),
    nodes,
    readOutside: (id) => 2 * wanted.filter((each) => each === id).length,
    variable: (id) => ({ name: local(hintOf(graph, id)), assigned: false }),
    local,
    operand: load,
    used: context.used,
  });
  statements.push(...block.statements);
  return (id) =>
    (graph.constantValue(id) === undefined && !nodes.includes(id) ? load(id) : block.code(id)).text;
}

/** The divisor of a loop, and for each of its sums the term without the division. */
interface SharedDivision {
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
