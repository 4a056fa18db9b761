/** Emits the iteration of a loop that processes two pairs of members at once, sharing a division (see two-pairs.ts). */
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { isArithmetic, reachable } from '../graph/traverse.ts';
import type { Step } from '../schedule/schedule.ts';
import { writeBlock } from './block.ts';
import type { EmitContext } from './context.ts';
import { atom, type Code, inlinedPair } from './dialect.ts';
import type { LoopInputs } from './loop-inputs.ts';
import type { TwoPairs } from './loop-sums.ts';
import { hintOf } from './names.ts';
import { type SharedDivision, sharedDivision } from './two-pairs.ts';

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
